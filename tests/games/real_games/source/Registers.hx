/** Objects that stand for registers, in a program that is written by calls of functions. **/
class Registers extends Game {
	static function main() {
		new Registers();
	}

	override function make() {
		final vertex = new Code();
		vertex.add("m44", new Register("op"), [new Register("va", 0), new Register("vc", 0)]);
		vertex.add("mov", new Register("v", 0), [new Register("va", 1)]);

		final fragment = new Code();
		final color = fragment.temporary();
		final light = fragment.temporary();
		fragment.add("tex", color, [new Register("v", 0), new Register("fs", 0)], " <2d,linear,mipnone,clamp>");
		fragment.add("dp4", light.only("x"), [color, new Register("fc", 0)]);
		fragment.add("mul", color.only("xyz"), [color, light.only("x")]);
		fragment.add("mov", new Register("oc"), [color]);
		pair(vertex.toString(), fragment.toString());
	}
}

class Register {
	final name:String;

	public function new(kind:String, ?number:Int, components = "") {
		name = kind + (number == null ? "" : "" + number) + components;
	}

	/** Some components of this register. **/
	public function only(components:String):Register {
		return new Register(name + "." + components);
	}

	public function toString():String {
		return name;
	}
}

class Code {
	final lines:Array<String> = [];
	var temporaries = 0;

	public function new() {}

	public function temporary():Register {
		return new Register("ft", temporaries++);
	}

	public function add(opcode:String, destination:Register, sources:Array<Register>, options = "") {
		lines.push(opcode + " " + destination + ", " + sources.join(", ") + options);
	}

	public function toString():String {
		return lines.join("\n");
	}
}

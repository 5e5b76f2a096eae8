/**
	Effects that derive from others, and lines that methods make: `{0}` in a line stands for a value, and the line that
	reads a texture depends on what the texture is.
**/
class Effects extends Game {
	static function main() {
		new Effects();
	}

	override function make() {
		final texture = new Surface("bgra", true);
		for (effect in ([new Effect(texture), new Shifted(texture), new Effect(new Surface("bgra", false))] : Array<Effect>))
			pair(effect.vertex(), effect.fragment());
	}
}

/** What is known of a texture. **/
class Surface {
	public final format:String;
	public final multiplied:Bool;

	public function new(format:String, multiplied:Bool) {
		this.format = format;
		this.multiplied = multiplied;
	}
}

class Effect {
	static final standard = "m44 op, va0, vc0\n" + "mov v0, va1";

	final surface:Surface;

	public function new(surface:Surface) {
		this.surface = surface;
	}

	public function vertex():String {
		return standard;
	}

	public function fragment():String {
		return read("oc", "v0", 0, surface);
	}

	static function read(result:String, coordinates:String, sampler:Int, surface:Surface, multiply = true):String {
		return Lines.read(result, coordinates, sampler, surface, multiply);
	}
}

class Shifted extends Effect {
	override public function fragment():String {
		final lines = [Lines.format("add {0}, {1}, {2}.xyxy", ["ft1", "v0", "fc" + 3])];
		lines.push(Effect.read("ft0", "ft1", 0, surface, false));
		lines.push("mul ft0, ft0, fc0");
		lines.push("mov oc, ft0");
		return lines.join("\n");
	}
}

class Lines {
	public static function read(result:String, coordinates:String, sampler:Int, surface:Surface, multiply = true,
			temporary = "ft0"):String {
		final mode = switch (surface.format) {
			case "compressed": "repeat";
			case "compressedAlpha": "clamp";
			default: "linear";
		}
		final multiplies = multiply && !surface.multiplied;
		final register = multiplies && result == "oc" ? temporary : result;
		var lines = "tex " + register + ", " + coordinates + ", fs" + sampler + " <2d, " + mode + ">\n";
		if (multiplies)
			lines += "mul " + register + ".xyz, " + register + ".xyz, " + register + ".www\nmov " + result + ", " + register;
		return lines;
	}

	/** Puts values in place of `{0}`, `{1}` and so on. **/
	public static function format(text:String, values:Array<String>):String {
		for (i in 0...values.length)
			text = new EReg("\\{" + i + "\\}", "g").replace(text, values[i]);
		return text;
	}
}

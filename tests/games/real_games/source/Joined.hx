import flash.display3D.Program3D;
import flash.utils.ByteArray;

/** Calls methods by names that are computed: a tap sees these calls. **/
class Joined extends Game {
	static function main() {
		new Joined();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "mov oc, v0");
		pair("m44 op, va0, vc0\nmov v0, va1", "mul oc, v0, fc0");
		// The same program again.
		fill(programs[0].program, Assembler.assemble(Assembler.vertex, "m44 op, va0, vc0\nmov v0, va1"),
			Assembler.assemble(Assembler.fragment, "add oc, v0, fc1"));
		(untyped context[["set", "Program"].join("")])(programs[1].program);
	}

	override function upload(vertex:ByteArray, fragment:ByteArray, textured = false) {
		final program:Program3D = (untyped context[["create", "Program"].join("")])();
		fill(program, vertex, fragment);
		programs.push({program: program, textured: textured});
	}

	static function fill(program:Program3D, vertex:ByteArray, fragment:ByteArray) {
		(untyped program[["up", "load"].join("")])(vertex, fragment);
	}
}

import flash.utils.ByteArray;

/** Uploads by a name from a list, and stores the method in a list: a tap does not see these calls. **/
class Computed extends Game {
	static function main() {
		new Computed();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "mov oc, v0");
	}

	override function upload(vertex:ByteArray, fragment:ByteArray, textured = false) {
		final program = context.createProgram();
		final names:Array<Dynamic> = ["up", "load"];
		names.push(names.join(""));
		final methods:Array<Dynamic> = [untyped program[names[2]]];
		methods[0](vertex, fragment);
		programs.push({program: program, textured: textured});
	}
}

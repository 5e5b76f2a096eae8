import flash.utils.ByteArray;

/** Uploads by a qualified name: a tap does not see these calls. **/
class Computed extends Game {
	static function main() {
		new Computed();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "mov oc, v0");
	}

	override function upload(vertex:ByteArray, fragment:ByteArray, textured = false) {
		final program = context.createProgram();
		final name:Dynamic = (untyped __global__["QName"])("upload");
		(untyped program[name])(vertex, fragment);
		programs.push({program: program, textured: textured});
	}
}

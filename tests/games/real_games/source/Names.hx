import flash.utils.ByteArray;

/** Methods that are called by constant names, or read before they are called. **/
class Names extends Game {
	static final createName = "createProgram";

	static function main() {
		new Names();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "mul ft0, v0, fc0\nadd ft0, ft0, fc1\nmov oc, ft0");
		pair("m44 op, va0, vc0\nmov v0, va1", "mul ft0, v0, fc0\nmov oc, ft0");
		pair("m44 op, va0, vc0\nmov v0, va1", "add ft0, v0, fc1\nmov oc, ft0");
		pair("m44 op, va0, vc0\nmov v0, va1", "mov oc, fc0");
	}

	override function upload(vertex:ByteArray, fragment:ByteArray, textured = false) {
		final program:Dynamic = (untyped context[createName])();
		switch (programs.length) {
			case 0:
				(untyped program["upload"])(vertex, fragment);
			case 1:
				final name = "upload";
				(untyped program[name])(vertex, fragment);
			case 2:
				final method:Dynamic = program.upload;
				method(vertex, fragment);
			default:
				Reflect.callMethod(program, Reflect.field(program, "upload"), [vertex, fragment]);
		}
		programs.push({program: program, textured: textured});
	}

	override function draw(event) {
		if (texture == null)
			throw "no texture";
		super.draw(event);
	}

	override function createTexture() {
		final create:Dynamic = untyped context["createRectangleTexture"];
		final made:Dynamic = create(2, 2, "bgra", false);
		(untyped made["uploadFromByteArray"])(Game.pixels([0xffe04020, 0xff40c040, 0xff2040e0, 0xffe0e0e0]), 0);
		texture = context.createTexture(2, 2, BGRA, false);
	}
}

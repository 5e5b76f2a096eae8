import haxe.macro.Compiler;
import openfl.display3D._internal.AGALConverter;
import openfl.utils.ByteArray;

/**
 * OpenFL's converter of AGAL as a module for Node, for tools/lab/bench:
 *
 *     haxelib install lime 8.2.0
 *     haxelib install openfl 9.4.0
 *     haxe --dce full -L openfl -L lime -D html5 -p tests/lab/bench/rivals -m OpenflConverter --js openfl.js
 */
@:expose
@:access(openfl.display3D._internal.AGALConverter)
class OpenflConverter {
	public static final version = Compiler.getDefine("openfl");

	/** Returns a function that converts this program to GLSL. **/
	public static function prepare(program:js.lib.ArrayBuffer, isFragment:Bool):() -> String {
		final agal = ByteArray.fromArrayBuffer(program);
		return () -> AGALConverter.convertToGLSL(agal, isFragment ? [] : null);
	}

	static function main() {}
}

/** Arrays of which one element is used: of complete texts, and of lines inside a text. **/
class TextArray extends Game {
	static var quality = 1;

	static function main() {
		new TextArray();
	}

	override function make() {
		final vertex = "m44 op, va0, vc0\nmov v0, va1";

		final fragments = [
			"mov ft0, fc0\nmov oc, ft0",
			"add ft0, v0, fc1\nmul ft0, ft0, fc0\nmov oc, ft0",
			"mul ft0, v0, v0\nsat ft0, ft0\nmov oc, ft0"
		];
		pair(vertex, fragments[quality]);

		final lines = ["mul ft0, ft0, fc0\n", "add ft0, ft0, fc1\n"];
		pair(vertex, "mov ft0, v0\n" + lines[quality] + "mov oc, ft0");
	}
}

/** An array of complete texts, of which one is uploaded. **/
class TextArray extends Game {
	static var quality = 1;

	static function main() {
		new TextArray();
	}

	override function make() {
		final fragments = [
			"mov ft0, fc0\nmov oc, ft0",
			"add ft0, v0, fc1\nmul ft0, ft0, fc0\nmov oc, ft0",
			"mul ft0, v0, v0\nsat ft0, ft0\nmov oc, ft0"
		];
		pair("m44 op, va0, vc0\nmov v0, va1", fragments[quality]);
	}
}

/** Texts that are joined by `+` and `+=`. The second pair has a part that is known only at run time. **/
class Concatenation extends Game {
	// This is a variable, because Haxe would put the value of a constant into the text.
	static var tint = 2;

	static function main() {
		new Concatenation();
	}

	override function make() {
		final vertex = "m44 op, va0, vc0\nmov v0, va1";

		var constant = "mov ft0, v0\n";
		constant += "mul ft0, ft0, fc0\n";
		constant += "mov oc, ft0";
		pair(vertex, constant);

		var tinted = "mov ft0, v0\n";
		tinted += "mul ft0, ft0, " + "fc" + tint + "\n";
		tinted += "add ft0, ft0, fc" + (tint + 1) + "\n";
		tinted += "mov oc, ft0";
		pair(vertex, tinted);
	}
}

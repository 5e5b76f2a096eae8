/** Lines that are added by loops with constant bounds. Only the second loop puts its counter into the text. **/
class Loops extends Game {
	static function main() {
		new Loops();
	}

	override function make() {
		final vertex = "m44 op, va0, vc0\nmov v0, va1";

		var squares = "mov ft0, v0\n";
		for (_ in 0...3)
			squares += "mul ft0, ft0, ft0\n";
		squares += "mov oc, ft0";
		pair(vertex, squares);

		var sum = "mov ft0, v0\n";
		for (i in 1...4)
			sum += "add ft0, ft0, fc" + i + "\n";
		sum += "mul oc, ft0, fc2";
		pair(vertex, sum);
	}
}

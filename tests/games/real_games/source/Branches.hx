/** Branches around lines: two of four variants are uploaded. **/
class Branches extends Game {
	static function main() {
		new Branches();
	}

	override function make() {
		draws(false, true);
		draws(true, false);
	}

	function draws(lit:Bool, fog:Bool) {
		var fragment = "mov ft0, v0\n";
		if (lit)
			fragment += "mul ft0, ft0, fc0\n";
		else
			fragment += "mul ft0, ft0, fc2\n";
		if (fog)
			fragment += "add ft0, ft0, fc3\n";
		fragment += "mov oc, ft0";
		pair("m44 op, va0, vc0\nmov v0, va1", fragment);
	}
}

/** Uploads a pair, and never ends the frame after that. **/
class Endless extends Game {
	static function main() {
		new Endless();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "mov oc, v0");
		while (context != null) {}
	}
}

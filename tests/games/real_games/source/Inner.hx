/** The game that the SWF of `Loading` contains. **/
class Inner extends Game {
	static var tint = 3;

	static function main() {
		new Inner();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "add oc, v0, fc" + tint);
		pair("m44 op, va0, vc0\nmov v0, va1", "mul oc, v0, fc0");
	}
}

/** Uploads in the usual way, and sets programs in a way that a tap does not see. **/
class Hidden extends Game {
	static function main() {
		new Hidden();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "mov oc, v0");
	}

	override function draw(_) {
		final name:Dynamic = (untyped __global__["QName"])("setProgram");
		context.clear(0, 0, 0, 1);
		(untyped context[name])(programs[0].program);
		context.drawTriangles(indices);
		context.present();
	}
}

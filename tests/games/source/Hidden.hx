/** Uploads in the usual way, and sets programs in a way that a tap does not see. **/
class Hidden extends Game {
	static function main() {
		new Hidden();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "mov oc, v0");
	}

	override function draw(_) {
		final names:Array<Dynamic> = ["set", "Program"];
		names.push(names.join(""));
		final methods:Array<Dynamic> = [untyped context[names[2]]];
		context.clear(0, 0, 0, 1);
		methods[0](programs[0].program);
		context.drawTriangles(indices);
		context.present();
	}
}

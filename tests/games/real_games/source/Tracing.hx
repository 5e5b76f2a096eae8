/** Uploads a pair, traces more than a string of JavaScript can hold, and forges lines of the log. **/
class Tracing extends Game {
	static function main() {
		new Tracing();
	}

	override function make() {
		pair("m44 op, va0, vc0\nmov v0, va1", "mov oc, v0");
		flash.Lib.trace("agalc-tap 1 ff 1 999999999/1000000000 1 620062 a");
	}

	override function draw(event) {
		var text = "0123456789abcdef";
		for (_ in 0...12)
			text += text;
		for (_ in 0...200)
			flash.Lib.trace(text);
		super.draw(event);
	}
}

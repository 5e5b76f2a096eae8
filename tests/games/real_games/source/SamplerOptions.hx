/** Sampler options that are chosen by `?:`: two of four variants are uploaded. **/
class SamplerOptions extends Game {
	static function main() {
		new SamplerOptions();
	}

	override function make() {
		textured(true, false);
		textured(false, true);
	}

	function textured(smooth:Bool, repeated:Bool) {
		final options = "<2d," + (smooth ? "linear" : "nearest") + ",mipnone," + (repeated ? "repeat" : "clamp") + ">";
		pair("m44 op, va0, vc0\nmov v0, va1", "tex ft0, v0, fs0 " + options + "\nmov oc, ft0");
	}
}

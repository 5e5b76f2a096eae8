/**
	A hole that is replaced by sampler options. A method of another class makes them, in loops over lists: all programs
	that these loops make are uploaded before anything is drawn.
**/
class OptionTables extends Game {
	static inline var hole = "<???>";

	static function main() {
		new OptionTables();
	}

	override function make() {
		for (tinted in [true, false]) {
			final vertex = tinted ? "m44 op, va0, vc0\nmov v0, va1\nmov v1, va0" : "m44 op, va0, vc0\nmov v0, va1";
			final fragment = tinted ? "tex ft0, v0, fs0 <???>\nmul oc, ft0, v1" : "tex oc, v0, fs0 <???>";
			final smoothings = [Smoothing.none, Smoothing.bilinear];
			for (repeated in [true, false])
				for (smoothing in smoothings) {
					final options = SamplerFlags.of(smoothing, repeated, false);
					pair(vertex, StringTools.replace(fragment, hole, options));
				}
		}
	}
}

class Smoothing {
	public static final none = "none";
	public static final bilinear = "bilinear";
}

class SamplerFlags {
	public static function of(smoothing:String, repeated = false, levels = true):String {
		final options = ["2d", repeated ? "repeat" : "clamp"];
		if (smoothing == Smoothing.none) {
			options.push("nearest");
			options.push(levels ? "mipnearest" : "mipnone");
		} else {
			options.push("linear");
			options.push(levels ? "miplinear" : "mipnone");
		}
		return "<" + options.join(",") + ">";
	}
}

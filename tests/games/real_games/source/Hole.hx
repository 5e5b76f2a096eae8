/** A text with a hole, `<???>`, that is replaced by sampler options: one text, two programs. **/
class Hole extends Game {
	static function main() {
		new Hole();
	}

	override function make() {
		final vertex = "m44 op, va0, vc0\nmov v0, va1";
		final fragment = "tex ft0, v0, fs0 <???>\nmul ft0, ft0, fc0\nmov oc, ft0";
		for (options in ["2d,linear,mipnone,clamp", "2d,nearest,miplinear,repeat"])
			pair(vertex, StringTools.replace(fragment, "<???>", "<" + options + ">"));
	}
}

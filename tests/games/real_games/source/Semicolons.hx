/** Complete texts whose lines end in `;`, which AGALMiniAssembler reads as a separator. **/
class Semicolons extends Game {
	static function main() {
		new Semicolons();
	}

	override function make() {
		pair("m44 op, va0, vc0;\nmov v0, va1;", "mul ft0, v0, fc0;\nadd ft0, ft0, fc1;\nmov oc, ft0;");
	}
}

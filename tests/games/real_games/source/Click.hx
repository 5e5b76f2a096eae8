import flash.Lib;
import flash.events.KeyboardEvent;
import flash.events.MouseEvent;

/**
	Uploads nothing by itself. A click chooses the first program, by the quarter of the stage that it is in, and a digit
	that is typed after it chooses the second. Until then, the game draws a picture that shows what tapping could break.
**/
class Click extends Game {
	static function main() {
		new Click();
	}

	override function make() {
		picture();
		final stage = Lib.current.stage;
		stage.addEventListener(MouseEvent.CLICK, chooseByPlace);
		stage.addEventListener(KeyboardEvent.KEY_DOWN, chooseByDigit);
	}

	function chooseByPlace(event:MouseEvent) {
		final quarter = Std.int(event.stageX * Game.columns / Game.width);
		pair("m44 op, va0, vc0\nmov v0, va1", "mul oc, v0, fc" + quarter);
	}

	function chooseByDigit(event:KeyboardEvent) {
		final digit = event.charCode - "0".code;
		if (programs.length > 0 && digit >= 0 && digit < Game.columns)
			pair("m44 op, va0, vc0\nmov v0, va1", "add oc, v0, fc" + digit);
	}

	// Draws a bar for each property of an object, and for each call of a method that has the name of a tapped one.
	function picture() {
		final object:Dynamic = {first: 1, second: 2};
		final names:Array<String> = untyped __keys__(object);
		final counter:Dynamic = new Counter();
		counter.upload("twice");
		counter.upload("twice");
		for (i in 0...names.length)
			bar(i, 0x40c040);
		for (i in 0...counter.uploads)
			bar(4 + i, 0xe04020);
	}

	static function bar(column:Int, color:Int) {
		final graphics = Lib.current.graphics;
		graphics.beginFill(color);
		graphics.drawRect(10 + 20 * column, 10, 12, 40);
		graphics.endFill();
	}
}

class Counter {
	public var uploads = 0;

	public function new() {}

	public function upload(times:String) {
		if (times == "twice")
			++uploads;
	}
}

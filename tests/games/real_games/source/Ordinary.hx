/** Objects that are not Stage3D's, with properties that have the names of its methods. **/
class Ordinary extends Game {
	static function main() {
		new Ordinary();
	}

	override function make() {
		final parsed:Dynamic = (untyped __global__["JSON"]).parse('{"upload":"u","present":3,"setProgram":7,"createTexture":[1]}');
		say("parsed", [parsed.upload, parsed.setProgram, parsed.createTexture]);
		final variables:Dynamic = new flash.net.URLVariables("upload=yes&setCulling=no");
		say("variables", [variables.upload, get(variables, "setCulling")]);
		final empty:Dynamic = {};
		say("empty", [empty.upload, get(empty, "drawTriangles"), empty.setProgram == null]);
		say("written", [haxe.Json.stringify({upload: 1}), keysOf({setCulling: 1}), keysOf({drawTriangles: 1})]);
		final numbers:Dynamic = new flash.utils.Dictionary();
		(untyped numbers["upload"] = 5);
		say("items", [keysOf(numbers), numbers.upload, get(numbers, "upload")]);
		final own = new Own();
		say("own", [own.upload(2), callOf(own, "upload", 3), own.setProgram(4, 5), own.twice(1)]);
		say("known", [has(context, "setCulling"), has(context, 'uploa' + '$$'), has(empty, "upload")]);
		pair("m44 op, va0, vc0\nmov v0, va1", parsed.upload == "u" ? "mov oc, v0" : "mov oc, fc0");
		pair("m44 op, va0, vc0\nmov v0, va1", empty.upload == null ? "add oc, v0, fc1" : "mov oc, fc1");
		pair("m44 op, va0, vc0\nmov v0, va1", parsed.setProgram == 7 ? "mul oc, v0, fc2" : "mov oc, fc2");
	}

	static function keysOf(object:Dynamic) {
		return Reflect.fields(object).join(",");
	}

	static function get(object:Dynamic, name:String):Dynamic {
		return untyped object[name];
	}

	static function has(object:Dynamic, name:String):Bool {
		return untyped __in__(name, object);
	}

	static function callOf(object:Dynamic, name:String, number:Int):Dynamic {
		return (untyped object[name])(number);
	}

	static function say(what:String, values:Array<Dynamic>) {
		flash.Lib.trace('ordinary $what ${values.join(" ")}');
	}
}

private class Own {
	public function new() {}

	public function upload(number:Int) {
		return number * 7;
	}

	public function setProgram(a:Int, b:Int) {
		return a + b;
	}

	public function twice(number:Int) {
		return upload(upload(number));
	}
}

import flash.Lib;
import flash.display.Loader;
import flash.system.ApplicationDomain;
import flash.system.LoaderContext;
import flash.utils.ByteArray;

/** Uploads nothing itself: it loads another SWF that it holds as binary data, as preloaders do. **/
class Loading {
	static function main() {
		final loader = new Loader();
		Lib.current.addChild(loader);
		// A separate domain, because both files define the classes of Haxe's library, and each needs its version.
		loader.loadBytes(new InnerFile(), new LoaderContext(false, new ApplicationDomain()));
	}
}

@:file("Inner.swf")
class InnerFile extends ByteArray {}

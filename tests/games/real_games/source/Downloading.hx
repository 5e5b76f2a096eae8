import flash.Lib;
import flash.display.Loader;
import flash.net.URLRequest;
import flash.system.ApplicationDomain;
import flash.system.LoaderContext;

/** Uploads nothing itself: it downloads another SWF file from its folder. **/
class Downloading {
	static function main() {
		final loader = new Loader();
		Lib.current.addChild(loader);
		// The file gets a separate domain, like in Loading.
		loader.load(new URLRequest("Inner.swf"), new LoaderContext(false, new ApplicationDomain()));
	}
}

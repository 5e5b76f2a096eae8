import flash.Lib;
import flash.Vector;
import flash.display.Stage3D;
import flash.display3D.Context3D;
import flash.display3D.Context3DProgramType;
import flash.display3D.Context3DTextureFormat;
import flash.display3D.Context3DVertexBufferFormat;
import flash.display3D.IndexBuffer3D;
import flash.display3D.Program3D;
import flash.display3D.VertexBuffer3D;
import flash.display3D.textures.Texture;
import flash.events.Event;
import flash.utils.ByteArray;
import flash.utils.Endian;

/**
	What all games do: draw a square with each pair of programs, side by side, in every frame. A game overrides `make`,
	and calls `pair` or `upload` for each pair, in the order of tests/games/real_games/expected.

	Every vertex program reads the position va0 and the texture coordinates va1, and multiplies by the matrix vc0 to vc3.
	A fragment program may read fc0 to fc3 and the texture fs0.
**/
class Game {
	static inline var width = 320;
	static inline var height = 80;
	static inline var columns = 4;

	var context:Context3D;
	final programs:Array<{program:Program3D, textured:Bool}> = [];
	var square:VertexBuffer3D;
	var indices:IndexBuffer3D;
	var texture:Texture;

	public function new() {
		final stage3D = Lib.current.stage.stage3Ds[0];
		stage3D.addEventListener(Event.CONTEXT3D_CREATE, begin);
		stage3D.requestContext3D();
	}

	function make() {}

	/** Uploads a pair of assembly texts. **/
	function pair(vertex:String, fragment:String) {
		upload(Assembler.assemble(Assembler.vertex, vertex), Assembler.assemble(Assembler.fragment, fragment),
			fragment.indexOf("tex ") >= 0);
	}

	function upload(vertex:ByteArray, fragment:ByteArray, textured = false) {
		final program = context.createProgram();
		program.upload(vertex, fragment);
		programs.push({program: program, textured: textured});
	}

	function begin(event:Event) {
		final stage3D:Stage3D = cast event.target;
		context = stage3D.context3D;
		context.configureBackBuffer(width, height, 0, false);
		createSquare();
		createTexture();
		make();
		Lib.current.addEventListener(Event.ENTER_FRAME, draw);
	}

	function createSquare() {
		final corners = Vector.ofArray([-1.0, -1, 0, 1, 1, -1, 1, 1, 1, 1, 1, 0, -1, 1, 0, 0]);
		square = context.createVertexBuffer(4, 4);
		square.uploadFromVector(corners, 0, 4);
		context.setVertexBufferAt(0, square, 0, Context3DVertexBufferFormat.FLOAT_2);
		context.setVertexBufferAt(1, square, 2, Context3DVertexBufferFormat.FLOAT_2);
		indices = context.createIndexBuffer(6);
		indices.uploadFromVector(Vector.ofArray(([0, 1, 2, 0, 2, 3] : Array<UInt>)), 0, 6);
	}

	// Creates a texture of four pixels in different colors, with their mean as the second level.
	function createTexture() {
		texture = context.createTexture(2, 2, Context3DTextureFormat.BGRA, false);
		texture.uploadFromByteArray(pixels([0xffe04020, 0xff40c040, 0xff2040e0, 0xffe0e0e0]), 0, 0);
		texture.uploadFromByteArray(pixels([0xff888988]), 0, 1);
	}

	static function pixels(colors:Array<Int>):ByteArray {
		final bytes = new ByteArray();
		bytes.endian = Endian.LITTLE_ENDIAN;
		for (color in colors)
			bytes.writeInt(color);
		return bytes;
	}

	function draw(_) {
		context.clear(0.1, 0.1, 0.15, 1);
		context.setProgramConstantsFromVector(Context3DProgramType.FRAGMENT, 0, Vector.ofArray([
			1.0, 0.8, 0.6, 1,
			0.2, 0.1, 0.3, 0,
			0.5, 0.5, 0.5, 1,
			0.1, 0.3, 0.2, 0
		]));
		for (i in 0...programs.length) {
			final scale = 0.9 / columns;
			final x = (2 * i + 1) / columns - 1;
			context.setProgramConstantsFromVector(Context3DProgramType.VERTEX, 0, Vector.ofArray([
				scale, 0, 0, x,
				0, 0.9, 0, 0,
				0, 0, 1, 0,
				0, 0, 0, 1
			]));
			context.setProgram(programs[i].program);
			context.setTextureAt(0, programs[i].textured ? texture : null);
			context.drawTriangles(indices);
		}
		context.present();
	}
}

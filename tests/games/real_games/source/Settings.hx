import flash.Vector;
import flash.display.BitmapData;
import flash.display3D.Context3DProgramType;
import flash.display3D.Context3DVertexBufferFormat;
import flash.display3D.IndexBuffer3D;
import flash.display3D.VertexBuffer3D;
import flash.display3D.textures.CubeTexture;
import flash.display3D.textures.RectangleTexture;
import flash.display3D.textures.Texture;
import flash.display3D.textures.TextureBase;
import flash.geom.Matrix3D;
import flash.geom.Rectangle;
import flash.utils.ByteArray;
import flash.utils.Endian;

/**
	Uses every setting of Stage3D that Ruffle has, in a grid of cells: blend factors, depth tests, stencil tests and actions,
	culling, masks, scissor rectangles, samplers, vertex formats, textures of all kinds, and targets. Every second frame has
	four samples.
**/
class Settings extends Game {
	static inline var columns = 20;
	static inline var rows = 12;
	static inline var side = 16; // pixels of a cell

	static final factors = ["zero", "one", "sourceColor", "oneMinusSourceColor", "sourceAlpha", "oneMinusSourceAlpha",
		"destinationColor", "oneMinusDestinationColor", "destinationAlpha", "oneMinusDestinationAlpha"];
	static final tests = ["never", "less", "lessEqual", "equal", "notEqual", "greater", "greaterEqual", "always"];
	static final actions = ["keep", "zero", "set", "invert", "incrementSaturate", "decrementSaturate", "incrementWrap",
		"decrementWrap"];

	static inline var flat = 0;
	static inline var shaded = 1;
	static inline var textured = 2;
	static inline var cubed = 3;

	var frame = 0;
	var cell = 0;
	var reversed:IndexBuffer3D; // counterclockwise
	var vertices:VertexBuffer3D; // x, y, z, w, and a color in four bytes
	var mapped:Texture;
	var packed:Array<Texture>;
	var rectangle:RectangleTexture;
	var cube:CubeTexture;
	var target:Texture;
	var cubeTarget:CubeTexture;

	static function main() {
		new Settings();
	}

	override function make() {
		pair("m44 op, va0, vc0", "mov oc, fc0");
		pair("m44 op, va0, vc0\nmov v0, va1", "mul oc, v0, fc0");
		pair("m44 op, va0, vc0\nm44 v0, va1, vc4", "tex ft0, v0, fs0 <2d,nearest>\nmul oc, ft0, fc0");
		pair("m44 op, va0, vc0\nm44 v0, va1, vc4", "tex ft0, v0, fs0 <cube,linear>\nmul oc, ft0, fc0");
		reversed = context.createIndexBuffer(6);
		reversed.uploadFromVector(Vector.ofArray(([0, 2, 1, 0, 3, 2] : Array<UInt>)), 0, 6);
		vertices = context.createVertexBuffer(4, 5);
		final bytes = new ByteArray();
		bytes.endian = Endian.LITTLE_ENDIAN;
		for (corner in [[-1.0, -1, 0xff2040e0], [1.0, -1, 0xff40c040], [1.0, 1, 0x80ffffff], [-1.0, 1, 0xffe04020]]) {
			for (value in [corner[0], corner[1], 0, 1])
				bytes.writeFloat(value);
			bytes.writeInt(Std.int(corner[2]));
		}
		vertices.uploadFromByteArray(bytes, 0, 0, 4);
		createTextures();
	}

	function createTextures() {
		mapped = context.createTexture(8, 8, cast "bgra", false);
		for (level in 0...4)
			mapped.uploadFromBitmapData(bitmap(8 >> level, 8 >> level, level), level);
		packed = [];
		for (format in ["bgrPacked565", "bgraPacked4444"]) {
			final texture = context.createTexture(4, 4, cast format, false);
			texture.uploadFromBitmapData(bitmap(4, 4, 90)); // Ruffle ignores uploadFromByteArray for these formats
			packed.push(texture);
		}
		rectangle = context.createRectangleTexture(5, 3, cast "bgra", false);
		cube = context.createCubeTexture(4, cast "bgra", false);
		for (side in 0...6)
			cube.uploadFromBitmapData(bitmap(4, 4, 40 * side), side, 0);
		target = context.createTexture(32, 16, cast "bgra", true);
		cubeTarget = context.createCubeTexture(8, cast "bgra", true);
	}

	// A bitmap whose pixels all differ, with different alphas.
	static function bitmap(width:Int, height:Int, seed:Int):BitmapData {
		final result = new BitmapData(width, height, true, 0);
		for (y in 0...height)
			for (x in 0...width)
				result.setPixel32(x, y, (255 - 12 * x - 9 * y) << 24 | (31 * x + seed & 255) << 16 | (28 * y + 30) << 8 | (seed * 7 & 255));
		return result;
	}

	override function draw(_) {
		++frame;
		cell = 0;
		context.configureBackBuffer(columns * side, rows * side, frame % 2 == 0 ? 4 : 0, true);
		rectangle.uploadFromBitmapData(bitmap(5, 3, 30 * frame));
		drawTargets();
		context.clear(0.1, 0.1, 0.15, 0.75);
		defaults();
		blendFactors();
		depthTests();
		stencilTests();
		faces();
		colorMasks();
		scissors();
		samplers();
		textures();
		formats();
		context.present();
	}

	function defaults() {
		context.setBlendFactors(cast "one", cast "zero");
		context.setDepthTest(true, cast "always");
		context.setCulling(cast "none");
		context.setColorMask(true, true, true, true);
		context.setStencilActions();
		context.setStencilReferenceValue(0);
		context.setScissorRectangle(null);
		use(flat);
	}

	function use(program:Int, texture:TextureBase = null) {
		context.setProgram(programs[program].program);
		context.setTextureAt(0, texture);
		context.setVertexBufferAt(1, program == flat ? null : square, 2, Context3DVertexBufferFormat.FLOAT_2);
	}

	function color(red:Float, green:Float, blue:Float, alpha = 1.0) {
		context.setProgramConstantsFromVector(Context3DProgramType.FRAGMENT, 0, Vector.ofArray([red, green, blue, alpha]));
	}

	// Draws into the present cell. The center and the size are parts of the cell.
	function place(z = 0.0, x = 0.0, y = 0.0, size = 0.9) {
		final column = cell % columns;
		final row = Std.int(cell / columns);
		context.setProgramConstantsFromVector(Context3DProgramType.VERTEX, 0, Vector.ofArray([
			size / columns, 0, 0, (2 * column + 1 + x) / columns - 1,
			0, size / rows, 0, 1 - (2 * row + 1 + y) / rows,
			0, 0, 1, z,
			0, 0, 0, 1
		]));
		context.drawTriangles(indices);
	}

	function blendFactors() {
		for (source in factors)
			for (destination in factors) {
				context.setBlendFactors(cast "one", cast "zero");
				color(0.75, 0.5, 0.25, 0.6);
				place();
				context.setBlendFactors(cast source, cast destination);
				color(0.3, 0.6, 0.9, 0.4);
				place(0, 0, 0, 0.5);
				++cell;
			}
		defaults();
	}

	// A square at depth 0.5, with nearer, equal and farther ones over it, and a last one that shows what depth was written.
	function depthTests() {
		for (writes in [true, false])
			for (test in tests) {
				context.setDepthTest(true, cast "always");
				color(0.2, 0.3, 0.8);
				place(0.5);
				context.setDepthTest(writes, cast test);
				color(0.9, 0.6, 0.1);
				for (i in 0...3)
					place(0.25 + 0.25 * i, -0.5 + 0.5 * i, 0, 0.2);
				context.setDepthTest(false, cast "less");
				color(0.1, 0.9, 0.3);
				place(0.4, 0, 0.4, 0.5);
				++cell;
			}
		defaults();
		while (cell % columns != 0)
			++cell;
	}

	// Shows the stencil values of a cell as columns of color: one for each value.
	function showStencil() {
		final values = [0, 1, 2, 3, 254, 255];
		context.setDepthTest(false, cast "always");
		for (i in 0...values.length) {
			context.setStencilActions(cast "frontAndBack", cast "equal", cast "keep", cast "keep", cast "keep");
			context.setStencilReferenceValue(values[i]);
			color(0.15 * i, 1 - 0.15 * i, i % 2);
			place();
		}
		context.setStencilActions();
		++cell;
	}

	function stencilTests() {
		for (test in tests) {
			stencil("always", "set", "keep", "keep", 2);
			place(0.5, 0, 0, 0.6);
			for (i in 0...3) {
				stencil(test, "set", "keep", "keep", 1 + i, 1 + i);
				context.setStencilReferenceValue(1 + i, 255, 3);
				place(0.5, -0.5 + 0.5 * i, 0, 0.2);
			}
			showStencil();
		}
		// Each action, if the tests pass, the depth test fails, or the stencil test fails.
		for (reason in 0...3)
			for (action in actions) {
				for (i in 0...3) {
					final begin = [0, 2, 255][i];
					context.setDepthTest(true, cast "always");
					stencil("always", "set", "keep", "keep", begin);
					place(0.5, -0.6 + 0.6 * i, 0, 0.25);
					context.setDepthTest(false, cast(reason == 1 ? "less" : "always"));
					final test = reason == 2 ? "never" : "always";
					final actions = [for (k in [0, 1, 2]) k == reason ? action : "keep"];
					stencil(test, actions[0], actions[1], actions[2], 3);
					place(0.75, -0.6 + 0.6 * i, 0, 0.25);
				}
				showStencil();
			}
		// The actions of one face, and a mask. In Ruffle, the actions of one face reset the other face.
		final clockwise = indices;
		for (face in ["front", "back"]) {
			context.setStencilActions();
			context.setStencilActions(cast face, cast "always", cast "set", cast "keep", cast "keep");
			context.setStencilReferenceValue(7, 255, 3);
			place(0.5, -0.3, 0, 0.4);
			indices = reversed;
			place(0.5, 0.3, 0, 0.4);
			indices = clockwise;
			showStencil();
		}
		defaults();
		while (cell % columns != 0)
			++cell;
	}

	function stencil(test:String, pass:String, depthFails:String, fails:String, reference:Int, mask = 255) {
		context.setStencilActions(cast "frontAndBack", cast test, cast pass, cast depthFails, cast fails);
		context.setStencilReferenceValue(reference, mask);
	}

	function faces() {
		final clockwise = indices;
		for (culling in ["none", "front", "back"]) { // Ruffle ignores "frontAndBack"
			context.setCulling(cast culling);
			color(0.9, 0.9, 0.2);
			place(0, -0.4, 0, 0.4);
			indices = reversed;
			color(0.2, 0.9, 0.9, 0.5);
			place(0, 0.4, 0, 0.4);
			indices = clockwise;
			++cell;
		}
		defaults();
	}

	function colorMasks() {
		for (mask in 0...16) {
			color(0.2, 0.4, 0.6, 0.8);
			place();
			context.setColorMask(mask & 1 != 0, mask & 2 != 0, mask & 4 != 0, mask & 8 != 0);
			color(0.9, 0.8, 0.7, 0.6);
			place(0, 0, 0, 0.5);
			context.setColorMask(true, true, true, true);
			++cell;
		}
	}

	// Inside, partly outside, empty and outside.
	function scissors() {
		for (box in ([[2.0, 3, 8, 9], [-400.0, -400, 800, 800], [6.5, 2.25, 4, 4], [3.0, 3, 0, 5], [4000.0, 0, 5, 5]] : Array<Array<Float>>)) {
			final x = cell % columns * side;
			final y = Std.int(cell / columns) * side;
			context.setScissorRectangle(new Rectangle(x + box[0], y + box[1], box[2], box[3]));
			color(0.5, 0.2, 0.7);
			place();
			++cell;
		}
		context.setScissorRectangle(null);
	}

	// Coordinates from -0.5 to 1.5.
	function coordinates(matrix:Array<Float>) {
		context.setProgramConstantsFromMatrix(Context3DProgramType.VERTEX, 4, new Matrix3D(Vector.ofArray(matrix)), true);
	}

	static final plane = [2.0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, -0.5, -0.5, 0, 1];

	function samplers() {
		use(textured, mapped);
		color(1, 1, 1);
		coordinates(plane);
		for (wrap in ["clamp", "repeat", "clamp_u_repeat_v", "repeat_u_clamp_v"])
			for (filter in ["nearest", "linear"])
				for (mip in ["mipnone", "mipnearest", "miplinear"]) {
					context.setSamplerStateAt(0, cast wrap, cast filter, cast mip);
					place();
					++cell;
				}
	}

	function textures() {
		context.setSamplerStateAt(0, cast "clamp", cast "nearest", cast "mipnone");
		for (each in ([mapped, packed[0], packed[1], rectangle, target] : Array<TextureBase>)) {
			use(textured, each);
			place();
			++cell;
		}
		// Changed between two draws.
		use(textured, texture);
		for (i in 0...2) {
			texture.uploadFromByteArray(Game.pixels([0xffe04020 + 40 * i, 0xff40c040, 0xff2040e0, 0xff000000 + frame]), 0, 0);
			place();
			++cell;
		}
		for (each in [cube, cubeTarget])
			for (axis in 0...3)
				for (sign in [-1, 1]) {
					use(cubed, each);
					final matrix = [for (_ in 0...16) 0.0];
					matrix[(axis + 1) % 3] = 1.5;
					matrix[4 + (axis + 2) % 3] = 1.5;
					for (i in 0...3)
						matrix[12 + i] = i == axis ? sign : -0.75;
					coordinates(matrix);
					place();
					++cell;
				}
	}

	// Positions of one to four numbers, colors of four bytes, and a part of the indices.
	function formats() {
		coordinates(plane);
		for (format in [Context3DVertexBufferFormat.FLOAT_1, Context3DVertexBufferFormat.FLOAT_2,
				Context3DVertexBufferFormat.FLOAT_3, Context3DVertexBufferFormat.FLOAT_4]) {
			use(shaded);
			context.setVertexBufferAt(1, vertices, 0, format);
			color(0.8, 0.9, 1);
			place();
			++cell;
		}
		context.setVertexBufferAt(0, vertices, 0, Context3DVertexBufferFormat.FLOAT_4);
		context.setVertexBufferAt(1, vertices, 4, Context3DVertexBufferFormat.BYTES_4);
		final bytes = new ByteArray();
		bytes.endian = Endian.LITTLE_ENDIAN;
		for (value in [1.0, 0.5, 0.75, 1])
			bytes.writeFloat(value);
		context.setProgramConstantsFromByteArray(Context3DProgramType.FRAGMENT, 0, 1, bytes, 0);
		place();
		++cell;
		place(0, -0.7, 0.7, 0.2);
		context.drawTriangles(reversed, 3, 1); // the second triangle
		context.setVertexBufferAt(0, square, 0, Context3DVertexBufferFormat.FLOAT_2);
	}

	// Draws into a texture with depth, and into each face of a cube.
	function drawTargets() {
		defaults();
		final before = cell;
		context.setRenderToTexture(target, true);
		context.clear(0.2, 0.4, 0.1 * (frame % 10), 0.5);
		context.setDepthTest(true, cast "less");
		for (i in 0...2) {
			cell = 21 + 3 * i;
			color(0.9 - 0.5 * i, 0.2, 0.4 + 0.5 * i, 0.7);
			place(0.5 - 0.2 * i, 0, 0, 8);
		}
		context.clear(0, 0, 0, 0, 1, 0, 2); // depth alone
		cell = 5 * columns + 5;
		color(1, 1, 1);
		place(0.9, 0, 0, 3);
		for (face in 0...6) {
			context.setRenderToTexture(cubeTarget, false, 0, face);
			context.clear(0.15 * face, 1 - 0.15 * face, 0.5, 1);
			color(1, 0.1 * face, 0, 1);
			place(0, face, face, 4);
		}
		context.setRenderToBackBuffer();
		cell = before;
	}
}

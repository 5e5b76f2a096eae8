import flash.utils.ByteArray;
import flash.utils.Endian;

/**
	Assembles the part of AGAL 1 that the games use. docs/assembly.md describes the language. As AGALMiniAssembler does,
	it reads a semicolon as one more separator between operands.
**/
class Assembler {
	public static inline var vertex = 0;
	public static inline var fragment = 1;

	static final opcodes = [
		"mov" => 0x00, "add" => 0x01, "sub" => 0x02, "mul" => 0x03, "max" => 0x07, "frc" => 0x08, "dp4" => 0x13,
		"sat" => 0x16, "m44" => 0x18, "kil" => 0x27, "tex" => 0x28
	];
	static final registers = [
		"va" => 0, "vc" => 1, "fc" => 1, "vt" => 2, "ft" => 2, "op" => 3, "oc" => 3, "v" => 4, "fs" => 5
	];
	// The bits of the upper half of a sampler operand. Zero is 2d, clamp, mipnone, nearest.
	static final samplerOptions = [
		"2d" => 0, "cube" => 1 << 12, "clamp" => 0, "mipnone" => 0, "nearest" => 0, "repeat" => 1 << 20, "miplinear" => 2 << 24,
		"linear" => 1 << 28
	];

	static inline var sampler = 5;

	/** The bytecode of a program in AGAL 1, ready for Program3D.upload. **/
	public static function assemble(stage:Int, text:String):ByteArray {
		final out = start(stage);
		for (line in text.split("\n"))
			if (StringTools.trim(line) != "")
				instruction(out, line);
		return out;
	}

	/** A program without instructions: the header of seven bytes. **/
	public static function start(stage:Int):ByteArray {
		final out = new ByteArray();
		out.endian = Endian.LITTLE_ENDIAN;
		out.writeByte(0xa0);
		out.writeUnsignedInt(1);
		out.writeByte(0xa1);
		out.writeByte(stage);
		return out;
	}

	static function instruction(out:ByteArray, line:String) {
		final options = ~/<(.*)>/;
		final given = options.match(line) ? options.matched(1).split(",") : [];
		final words = ~/[ ,;]+/g.split(options.replace(line, "")).filter(word -> word != "");
		final name = words.shift();
		if (!opcodes.exists(name))
			throw 'unknown opcode in "$line"';
		out.writeUnsignedInt(opcodes[name]);
		if (name == "kil")
			out.writeUnsignedInt(0);
		else
			destination(out, words.shift());
		for (_ in 0...2) {
			if (words.length == 0)
				empty(out);
			else
				source(out, words.shift(), given);
		}
	}

	static function destination(out:ByteArray, word:String) {
		final register = parse(word);
		var mask = 0;
		for (i in 0...register.components.length)
			mask |= 1 << component(register.components, i);
		out.writeShort(register.number);
		out.writeByte(mask);
		out.writeByte(register.type);
	}

	static function source(out:ByteArray, word:String, options:Array<String>) {
		final register = parse(word);
		out.writeShort(register.number);
		out.writeByte(0);
		if (register.type == sampler) {
			var bits = sampler;
			for (option in options)
				bits |= samplerOptions[StringTools.trim(option)];
			out.writeByte(0);
			out.writeUnsignedInt(bits);
			return;
		}
		var swizzle = 0;
		final last = register.components.length - 1;
		for (i in 0...4) // a short swizzle repeats its last letter
			swizzle |= component(register.components, i < last ? i : last) << (2 * i);
		out.writeByte(swizzle);
		out.writeUnsignedInt(register.type);
	}

	static function empty(out:ByteArray) {
		out.writeUnsignedInt(0);
		out.writeUnsignedInt(0);
	}

	static function component(letters:String, i:Int):Int {
		return "xyzw".indexOf(letters.charAt(i));
	}

	static function parse(word:String):{type:Int, number:Int, components:String} {
		final form = ~/^([a-z]+)([0-9]*)(\.([xyzw]+))?$/;
		if (!form.match(word) || !registers.exists(form.matched(1)))
			throw 'unknown register "$word"';
		final number = form.matched(2);
		final components = form.matched(4);
		return {
			type: registers[form.matched(1)],
			number: number == "" ? 0 : Std.parseInt(number),
			components: components == null || components == "" ? "xyzw" : components
		};
	}
}

import flash.utils.ByteArray;

/** Bytecode that is written number by number. No part of it is text, and no program is stored. **/
class Bytecode extends Game {
	// The encoded types of registers.
	static inline var attribute = 0;
	static inline var constant = 1;
	static inline var output = 3;
	static inline var varying = 4;

	static function main() {
		new Bytecode();
	}

	override function make() {
		final vertex = Assembler.start(Assembler.vertex);
		token(vertex, 0x18, output, 0); // m44 op, va0, vc0
		source(vertex, attribute, 0);
		source(vertex, constant, 0);
		token(vertex, 0x00, varying, 0); // mov v0, va1
		source(vertex, attribute, 1);
		none(vertex);

		final fragment = Assembler.start(Assembler.fragment);
		token(fragment, 0x03, output, 0); // mul oc, v0, fc0
		source(fragment, varying, 0);
		source(fragment, constant, 0);
		upload(vertex, fragment);
	}

	static function token(out:ByteArray, opcode:Int, type:Int, number:Int) {
		out.writeUnsignedInt(opcode);
		out.writeShort(number);
		out.writeByte(0xf); // all components
		out.writeByte(type);
	}

	static function source(out:ByteArray, type:Int, number:Int) {
		out.writeShort(number);
		out.writeByte(0);
		out.writeByte(0xe4); // the identity swizzle
		out.writeUnsignedInt(type);
	}

	static function none(out:ByteArray) {
		out.writeUnsignedInt(0);
		out.writeUnsignedInt(0);
	}
}

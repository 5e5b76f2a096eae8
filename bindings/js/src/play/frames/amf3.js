// Reads AMF3, ActionScript's format of objects. Tapped games post their calls in this format (docs/frame-files.md).

/** Reads one value after the other. */
export class Amf3Reader {
  #bytes;
  #at = 0;
  #texts = [];
  #objects = [];

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  get done() {
    return this.#at >= this.#bytes.length;
  }

  /**
   * Returns the next value. Throws a RangeError if the data is truncated, and an Error for a type that is not
   * supported.
   */
  read() {
    this.#texts = [];
    this.#objects = [];
    return this.#value();
  }

  #take(count) {
    if (count > this.#bytes.length - this.#at) throw new RangeError('its data is truncated');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  #number() {
    let value = 0;
    for (let i = 0; i < 3; ++i) {
      const byte = this.#take(1)[0];
      value = (value << 7) | (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return ((value << 8) | this.#take(1)[0]) >>> 0;
  }

  #text() {
    const head = this.#number();
    if ((head & 1) === 0) return this.#texts[head >> 1];
    const text = this.#take(head >> 1).toString('utf8');
    if (text !== '') this.#texts.push(text);
    return text;
  }

  /** Reads an object, or a reference to an earlier object. @param {(length: number) => unknown} make */
  #object(make) {
    const head = this.#number();
    return (head & 1) === 0 ? this.#objects[head >> 1] : make(head >> 1);
  }

  #keep(object) {
    this.#objects.push(object);
    return object;
  }

  #array(length) {
    const list = this.#keep([]);
    if (this.#text() !== '') throw new Error('an array with names was posted');
    for (let i = 0; i < length; ++i) list.push(this.#value());
    return list;
  }

  #items(length, size, read) {
    this.#take(1); // whether its length is fixed
    const bytes = this.#take(length * size);
    return this.#keep(Float64Array.from({ length }, (_, i) => read(bytes, i * size)));
  }

  #value() {
    const type = this.#take(1)[0];
    switch (type) {
      case 0x00:
      case 0x01:
        return null;
      case 0x02:
        return false;
      case 0x03:
        return true;
      case 0x04:
        return (this.#number() << 3) >> 3; // 29 bits with a sign
      case 0x05:
        return this.#take(8).readDoubleBE();
      case 0x06:
        return this.#text();
      case 0x09:
        return this.#object((length) => this.#array(length));
      case 0x0c:
        return this.#object((length) => this.#keep(Buffer.from(this.#take(length))));
      case 0x0d:
        return this.#object((length) => this.#items(length, 4, (bytes, at) => bytes.readInt32BE(at)));
      case 0x0e:
        return this.#object((length) => this.#items(length, 4, (bytes, at) => bytes.readUInt32BE(at)));
      case 0x0f:
        return this.#object((length) => this.#items(length, 8, (bytes, at) => bytes.readDoubleBE(at)));
      default:
        throw new Error(`a value of the type ${type} was posted`);
    }
  }
}

// A texture in each format, for tests of `agalc replay`: {name, format, width, height, cube, needs, uploads, levels}. `needs` is the
// library without which a pattern is shown instead. `levels` are [the file that --draw writes, face, level, the first pixel].

const upload = 'uploadCompressedTextureFromByteArray';

// ATF files with lengths of three bytes: lossless images by libjxr, and blocks whose parts are packed by LZMA and libjxr.
const packed = {
  jpegXr: Buffer.from(
    'QVRGAAFjAAICAQABXElJvAEgAAAAJMPdbwNO/kuxhT13do3JDQAAAAAAAAAACAABvAEAEAAAAAgAAAACvAQAAQAAAAAAAACAvAQAAQAAAAQAAACBvAQAAQAAAAQA' +
    'AACCvAsAAQAAAAAAwEKDvAsAAQAAAAAAwELAvAQAAQAAAIYAAADBvAQAAQAAANMAAAAAAAAAV01QSE9UTwARRMBxAAMAA2AAwAAADAAAAMAAAAAAAQAAAAkAOf//' +
    'AAABARxESj5UAAABAvxzYxejI7HxAAsAAQAOEKLRhBCkYACvqJBAohAIACmImYg8/1ZSBOgwlEQAAAABAyM/xl7+EuhhAeYwBoFhLlxBAhg7iOAsJcuIIGwly5CB' +
    'DB3EcAGDuI4rhP4IIlJIwhkvrsKABmEMEQgiKAHsKABmEMEbCgAZhDBEIIigBwgiKYPyjCTJYgiWOYUMJPTCNY5hbHIKGEnphGDCT0wjAAAAAA==',
    'base64'),
  jpegXrAlpha: Buffer.from(
    'QVRGAAHRAQICAQAByklJvAEgAAAAJMPdbwNO/kuxhT13do3JDwAAAAAAAAAACgABvAEAEAAAAAgAAAACvAQAAQAAAAAAAACAvAQAAQAAAAQAAACBvAQAAQAAAAQA' +
    'AACCvAsAAQAAAAAAwEKDvAsAAQAAAAAAwELAvAQAAQAAAJ4AAADBvAQAAQAAANMAAADCvAQAAQAAAHIBAADDvAQAAQAAAMYBAAAAAAAAV01QSE9UTwARRMBxAAMA' +
    'A2AAwAAADAAAAMAAAAAAAQAAAAkAOf//AAABARxESj5UAAABAvxzYxejI7HxAAsAAQAOEKLRhBCkYACvqJBAohAIACmImYg8/1ZSBOgwlEQAAAABAyM/xl7+Euhh' +
    'AeYwBoFhLlxBAhg7iOAsJcuIIGwly5CBDB3EcAGDuI4rhP4IIlJIwhkvrsKABmEMEQgiKAHsKABmEMEbCgAZhDBEIIigBwgiKYPyjCTJYgiWOYUMJPTCNY5hbHIK' +
    'GEnphGDCT0wjAABXTVBIT1RPABFEwAEAAwADAIAgCAAAAQAAAAYAGf//AAABAQgAAAABAuiCARRAWAPYdAAAAAMAAAAAAQMjdBNMiCICCBGDBBEBABggiAgAwQRA' +
    'gBgAAAAA',
    'base64'),
  packedDxt1: Buffer.from(
    'QVRGAAIEAgMDAQAAIF0AAIAAAHIG293/9+vPphQSXkMPrsGGeZTntf/5xcAAAAHISUm8ASAAAAAkw91vA07+S7GFPXd2jckKAAAAAAAAAAAIAAG8AQAQAAAACAAA' +
    'AAK8BAABAAAAAAAAAIC8BAABAAAAAgAAAIG8BAABAAAABAAAAIK8CwABAAAAAADAQoO8CwABAAAAAADAQsC8BAABAAAAhgAAAMG8BAABAAAAPgEAAAAAAABXTVBI' +
    'T1RPABFEwHoAAQADYADAAAAMAAAAwAAAAAABAAAACQA4//8AAAEBHNpTsAAAAAEC+tE5QzMdu1LvThpy4QTRGlovHEKuvvnGJbivjD8GIPSDIF95uEpJ+d9HIAAA' +
    'AQMjP8Ze/gR8ZhkHhDj4gkAOEIMIjHhhB++AsRMEQAk6EEPpBCSADsRMEQAk7YiYIgBJ0IIfSCEkAGEEPpBCSADwSHGEIEENGEbDCBDhBCxhFQwA0YRKMIOMIR7g' +
    'aCWMgh5EEdgQQRzSCLSIIWBQSxkEPIgjsCoJYyCHpBHYUEEc0gi0iCFgBBHOQRaRBCxHCEDCIxBI4YQwQSDGEEEEHGECEEbiCACBCOIIZx4lhImQR4hCIQwlXmEl' +
    'mBCNrCRMgjxCEQ2EiZBHiEIhDCVeYSWYEI2DCVeYSWYEI2AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'base64'),
  packedDxt5: Buffer.from(
    'QVRGAANOBAMDAQAAJF0AAIAAAEQxm0EREI4rMqQHPBn7hCXsf+boNj6Zzz//1pcAAAABIElJvAEgAAAAJMPdbwNO/kuxhT13do3JCAAAAAAAAAAACAABvAEAEAAA' +
    'AAgAAAACvAQAAQAAAAAAAACAvAQAAQAAAAIAAACBvAQAAQAAAAQAAACCvAsAAQAAAAAAwEKDvAsAAQAAAAAAwELAvAQAAQAAAIYAAADBvAQAAQAAAJYAAAAAAAAA' +
    'V01QSE9UTwARRMABAAEAAwCAIAgAAAEAAAAGABr//wAAAQGVpgAAAQLgBEiFLoignxX7dq3elGpKAAABAyd8QQSIEErBhJEQR4IJkhBJ0QTfiCIxBKoYSXEEXDCQ' +
    'HBGOEQWEl0wm9IgoDAgglfSCTRACN7CS6YTekQUBgVhJdMJvSIKAwIIJX0gk0QAjcIJX0gk0QAjcAAAAAAAAIF0AAIAAAHIG293/9+vPphQSXkMPrsGGeZTntf/5' +
    'xcAAAAHISUm8ASAAAAAkw91vA07+S7GFPXd2jckKAAAAAAAAAAAIAAG8AQAQAAAACAAAAAK8BAABAAAAAAAAAIC8BAABAAAAAgAAAIG8BAABAAAABAAAAIK8CwAB' +
    'AAAAAADAQoO8CwABAAAAAADAQsC8BAABAAAAhgAAAMG8BAABAAAAPgEAAAAAAABXTVBIT1RPABFEwHoAAQADYADAAAAMAAAAwAAAAAABAAAACQA4//8AAAEBHNpT' +
    'sAAAAAEC+tE5QzMdu1LvThpy4QTRGlovHEKuvvnGJbivjD8GIPSDIF95uEpJ+d9HIAAAAQMjP8Ze/gR8ZhkHhDj4gkAOEIMIjHhhB++AsRMEQAk6EEPpBCSADsRM' +
    'EQAk7YiYIgBJ0IIfSCEkAGEEPpBCSADwSHGEIEENGEbDCBDhBCxhFQwA0YRKMIOMIR7gaCWMgh5EEdgQQRzSCLSIIWBQSxkEPIgjsCoJYyCHpBHYUEEc0gi0iCFg' +
    'BBHOQRaRBCxHCEDCIxBI4YQwQSDGEEEEHGECEEbiCACBCOIIZx4lhImQR4hCIQwlXmElmBCNrCRMgjxCEQ2EiZBHiEIhDCVeYSWYEI2DCVeYSWYEI2AAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAA',
    'base64'),
  packedEtc1: Buffer.from(
    'QVRGAAGAAgMDAQAAAAAAAAAAAAAAAAAAAAAAE10AAIAAAAAKGBWL5Qv///wCIAAAAB5dAACAAAAAaH6eTq/4EwW1dRsXfV/KUcWU//E8gAAAATNJSbwBIAAAACTD' +
    '3W8DTv5LsYU9d3aNyQkAAAAAAAAAAAgAAbwBABAAAAAIAAAAArwEAAEAAAAAAAAAgLwEAAEAAAACAAAAgbwEAAEAAAAEAAAAgrwLAAEAAAAAAMBCg7wLAAEAAAAA' +
    'AMBCwLwEAAEAAACGAAAAwbwEAAEAAACqAAAAAAAAAFdNUEhPVE8AEUTAeAABAANgAMAAAAwAAADAAAAAAAEAAAAIACr//wAAAQGd4QWoAAABApijBCEAhCAAEEHI' +
    'EUYyFAAGMKXEiwaJOeByjQcBgAAAAQMMZ42ESrkSTKiRAZlSvhEA0QEYRPRBAxDiCBDRABnEQZOL6xEwBAME0kkE0kkE0klgcGcQokeGUggEcMw8P+9REpgCBDUh' +
    'CAQgSACGpCEAgQ2QhgIAAAAA',
    'base64'),
};

const numberOf = (value, bytes) => Buffer.from(Array.from({ length: bytes }, (_, i) => (value >> (8 * (bytes - 1 - i))) & 255));

/** A file in Adobe's Texture Format, of version 2. @param {number} kind @param {number} side @param {number} levels @param {Buffer[]} parts */
function atf(kind, side, levels, parts) {
  const log2 = Math.log2(side);
  const body = Buffer.concat([Buffer.from([kind, log2, log2, levels]), ...parts.flatMap((part) => [numberOf(part.length, 4), part])]);
  return Buffer.concat([Buffer.from('ATF\0\0\0\xff\x02', 'latin1'), numberOf(body.length, 4), body]);
}

const none = Buffer.alloc(0);
const dxt1 = Buffer.from('00f81f00e4e4e4e4', 'hex'); // red, blue, and what is between them
const dxt5 = Buffer.from('ff0088888888888800f800f800000000', 'hex');
const etc1 = Buffer.from('8888880000000000', 'hex');
const sides = Array.from({ length: 6 }, (_, i) => Buffer.from([0, 8 * (i + 1), 0, 0, 0, 0, 0, 0])); // shades of red
const words = (...values) => Buffer.from(Uint16Array.from(values).buffer);
const whole = (first) => [['fs0.png', 0, 0, first]];

export const textures = [
  {
    name: 'bgra', format: 'bgra', width: 2, height: 2,
    uploads: [['uploadFromByteArray', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]), 0, 0],
      ['uploadFromByteArray', Buffer.from([30, 20, 10, 128]), 0, 1]],
    levels: [['fs0.png', 0, 0, '3,2,1,4'], ['fs0.1.png', 0, 1, '10,20,30,128']],
  },
  { name: 'rgba', format: 'rgba', width: 1, height: 1, uploads: [['uploadFromByteArray', Buffer.from([1, 2, 3, 4]), 0, 0]], levels: whole('1,2,3,4') },
  {
    name: 'packed565', format: 'bgrPacked565', width: 2, height: 1,
    uploads: [['uploadFromByteArray', words(0xf81f, 0x0841), 0, 0]], levels: whole('255,0,255,255'),
  },
  {
    name: 'packed4444', format: 'bgraPacked4444', width: 2, height: 1,
    uploads: [['uploadFromByteArray', words(0x8f17, 0x1234), 0, 0]], levels: whole('255,17,119,136'),
  },
  {
    name: 'half', format: 'rgbaHalfFloat', width: 1, height: 1, // one, a half, zero, one
    uploads: [['uploadFromByteArray', words(0x3c00, 0x3800, 0, 0x3c00), 0, 0]], levels: whole('255,128,0,255'),
  },
  {
    name: 'bitmap', format: 'bgra', width: 2, height: 2, // larger than the texture; alpha 128
    uploads: [['uploadFromBitmapData', { width: 3, height: 2, bytes: Buffer.from(Array(6).fill([128, 200, 100, 50]).flat()) }, 0]],
    levels: whole('100,50,25,128'),
  },
  {
    name: 'small-bitmap', format: 'bgra', width: 2, height: 2, // smaller than the texture, and uploaded after another
    uploads: [['uploadFromByteArray', Buffer.alloc(16, 7), 0, 0], ['uploadFromBitmapData', { width: 1, height: 1, bytes: Buffer.from([255, 3, 2, 1]) }, 0]],
    levels: whole('3,2,1,255'),
  },
  {
    name: 'dxt1', format: 'compressed', width: 8, height: 8,
    uploads: [[upload, atf(3, 8, 2, [Buffer.concat([dxt1, dxt1, dxt1, dxt1]), none, none, Buffer.from('1f0000f8e4e4e4e4', 'hex'), none, none]), 0]],
    levels: [['fs0.png', 0, 0, '255,0,0,255'], ['fs0.1.png', 0, 1, '0,0,255,255']],
  },
  { name: 'dxt5', format: 'compressedAlpha', width: 4, height: 4, uploads: [[upload, atf(5, 4, 1, [dxt5, none, none]), 0]], levels: whole('255,0,0,255') },
  {
    name: 'cube', format: 'compressed', width: 4, height: 4, cube: true, uploads: [[upload, atf(131, 4, 1, sides), 0]],
    levels: ['px', 'nx', 'py', 'ny', 'pz', 'nz'].map((side, i) => [`fs0.${side}.png`, i, 0, `${[16, 8, 33, 24, 49, 41][i]},0,0,255`]),
  },
  { name: 'etc1', format: 'compressed', width: 4, height: 4, needs: 'libETC1', uploads: [[upload, atf(3, 4, 1, [none, none, etc1]), 0]], levels: whole('138,138,138,255') },
  { name: 'jpeg-xr', format: 'bgra', width: 4, height: 4, needs: 'libjxr', uploads: [[upload, packed.jpegXr, 0]], levels: whole('200,0,0,255') },
  { name: 'jpeg-xr-alpha', format: 'bgra', width: 4, height: 4, needs: 'libjxr', uploads: [[upload, packed.jpegXrAlpha, 0]], levels: whole('200,0,0,255') },
  { name: 'packed-dxt1', format: 'compressed', width: 8, height: 8, needs: 'libjxr', uploads: [[upload, packed.packedDxt1, 0]], levels: whole('255,0,0,255') },
  { name: 'packed-dxt5', format: 'compressedAlpha', width: 8, height: 8, needs: 'libjxr', uploads: [[upload, packed.packedDxt5, 0]], levels: whole('255,0,0,255') },
  { name: 'packed-etc1', format: 'compressed', width: 8, height: 8, needs: 'lib', uploads: [[upload, packed.packedEtc1, 0]], levels: whole('138,138,138,255') },
];

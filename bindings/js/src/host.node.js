// The functions that the command's module imports: files, streams and data about the process.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import tty from 'node:tty';
import { isLocked, lock, sleep, unlock } from './locks.node.js';

const { constants } = fs;

/** The values of errno in WASI. @type {Record<string, number>} */
const errors = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINVAL: 28,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENODEV: 43,
  ENOENT: 44,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENXIO: 60,
  EPERM: 63,
  EPIPE: 64,
  EROFS: 69,
  ETXTBSY: 74,
  EXDEV: 75,
};
const otherError = 29; // EIO
const noEntry = 44;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Windows does not have all constants.
const waitless = constants.O_NONBLOCK ?? 0;
const linkless = constants.O_NOFOLLOW ?? 0;
/** The flags for opening files, indexed by agalc::os::Open. */
const openFlags = [
  constants.O_RDONLY,
  constants.O_RDONLY | waitless,
  constants.O_RDONLY | waitless | linkless,
  constants.O_WRONLY,
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
];

/** Returns the value of agalc::os::FileType. @param {fs.Stats | fs.BigIntStats | fs.Dirent} of */
function typeOf(of) {
  if (of.isFile()) return 0;
  if (of.isDirectory()) return 1;
  return of.isSymbolicLink() ? 2 : 3;
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code ?? '';

/**
 * Returns a function that returns the result of `work`, or minus the value of errno.
 * @template {unknown[]} T
 * @param {(...args: T) => number | void} work
 */
const guarded =
  (work) =>
  (/** @type {T} */ ...args) => {
    try {
      return work(...args) ?? 0;
    } catch (error) {
      return -(errors[codeOf(error)] ?? otherError);
    }
  };

/** Repeats a call until the other end of a non-blocking pipe or terminal is ready. @param {() => number} work */
function waiting(work) {
  for (;;)
    try {
      return work();
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      sleep(5);
    }
}

/**
 * Resolves links in a path. Only the beginning of the path has to exist, and the target of a link need not exist.
 * @param {string} given @returns {string}
 */
function resolved(given) {
  try {
    return fs.realpathSync(given);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const whole = path.resolve(given);
  const parent = path.dirname(whole);
  if (fs.lstatSync(whole, { throwIfNoEntry: false })?.isSymbolicLink())
    return resolved(path.resolve(parent, fs.readlinkSync(whole)));
  return parent === whole ? whole : path.join(resolved(parent), path.basename(whole));
}

/** Replaces separators by slashes, like paths in the command. @param {string} native */
const slashed = (native) => (path.sep === '/' ? native : native.replaceAll(path.sep, '/'));

/**
 * Returns the imports of the module: functions that take addresses in its memory.
 * @param {string[]} words
 * @param {() => ArrayBuffer} buffer
 */
export function hostFunctions(words, buffer) {
  /** @param {number} at @param {number} size */
  const bytes = (at, size) => new Uint8Array(buffer(), at >>> 0, size >>> 0);
  /** @param {number} at @param {number} size */
  const text = (at, size) => decoder.decode(bytes(at, size));
  /**
   * Writes a text if it fits into `room` bytes, and returns its size in bytes.
   * @param {string} value @param {number} at @param {number} room
   */
  const put = (value, at, room) => {
    const encoded = encoder.encode(value);
    if (encoded.length <= room >>> 0) bytes(at, encoded.length).set(encoded);
    return encoded.length;
  };
  /** @param {fs.BigIntStats} of @param {number} at */
  const putStatus = (of, at) => {
    const blocks = of.blocks ?? 0n; // not available on Windows
    const times = [of.mtimeNs / 1000000000n, of.mtimeNs % 1000000000n];
    const numbers = [BigInt(typeOf(of)), of.size, blocks * 512n, ...times, of.dev, of.ino];
    new BigUint64Array(buffer(), at >>> 0, numbers.length).set(numbers.map((each) => BigInt.asUintN(64, each)));
  };

  const files = {
    open: guarded((at, size, how) => fs.openSync(text(at, size), openFlags[how], 0o666)),
    read: guarded((descriptor, at, size) => {
      try {
        return waiting(() => fs.readSync(descriptor, bytes(at, size)));
      } catch (error) {
        if (codeOf(error) === 'EOF') return 0; // the end of a pipe on Windows
        throw error;
      }
    }),
    write: guarded((descriptor, at, size) => waiting(() => fs.writeSync(descriptor, bytes(at, size)))),
    writeAt: guarded((descriptor, at, size, position) =>
      fs.writeSync(descriptor, bytes(at, size), 0, size >>> 0, position),
    ),
    close: guarded((descriptor) => {
      fs.closeSync(descriptor);
      unlock(descriptor);
    }),
    lock: guarded((at, size, wait) => lock(text(at, size), wait !== 0)),
    isLocked: guarded((at, size) => (isLocked(text(at, size)) ? 1 : 0)),
    touch: guarded((descriptor) => fs.futimesSync(descriptor, new Date(), new Date())),
    status: guarded((descriptor, at) => putStatus(fs.fstatSync(descriptor, { bigint: true }), at)),
    statusOf: guarded((at, size, follow, out) => {
      const of = follow ? fs.statSync : fs.lstatSync;
      putStatus(of(text(at, size), { bigint: true }), out);
    }),
    removeFile: guarded((at, size) => fs.unlinkSync(text(at, size))),
    removeFolder: guarded((at, size) => fs.rmdirSync(text(at, size))),
    rename: guarded((at, size, to, toSize) => fs.renameSync(text(at, size), text(to, toSize))),
    makeFolders: guarded((at, size) => (fs.mkdirSync(text(at, size), { recursive: true }) === undefined ? 0 : 1)),
    makeUniqueFolder: guarded((at, size, out, room) => put(slashed(fs.mkdtempSync(text(at, size))), out, room)),
    list: guarded((at, size, out, room) => {
      const entries = fs.readdirSync(text(at, size), { withFileTypes: true });
      return put(entries.map((each) => `${typeOf(each)}${each.name}\0`).join(''), out, room);
    }),
    resolve: guarded((at, size, out, room) => put(slashed(resolved(text(at, size))), out, room)),
  };
  const process_ = {
    workingFolder: guarded((at, room) => put(slashed(process.cwd()), at, room)),
    temporaryFolder: guarded((at, room) => put(slashed(os.tmpdir()), at, room)),
    arguments: guarded((at, room) => put(words.map((word) => `${word}\0`).join(''), at, room)),
    environment: guarded((at, size, out, room) => {
      const value = process.env[text(at, size)];
      return value === undefined ? -noEntry : put(value, out, room);
    }),
    processId: () => process.pid,
    isTerminal: (/** @type {number} */ descriptor) => (tty.isatty(descriptor) ? 1 : 0),
    hasData: guarded((descriptor) => {
      const of = fs.fstatSync(descriptor);
      return of.isFIFO() || of.isFile() || of.isSocket() ? 1 : 0;
    }),
    columns: () => (tty.isatty(2) ? (process.stderr.columns ?? 0) : 0),
    sleep: guarded((milliseconds) => sleep(milliseconds)),
  };
  return { agalc: { ...files, ...process_ }, wasi_snapshot_preview1: wasiFunctions(buffer, files.write) };
}

/**
 * Returns the functions that the C library calls: streams for output, and clocks. Arguments and the environment are not
 * passed in this way.
 * @param {() => ArrayBuffer} buffer
 * @param {(descriptor: number, at: number, size: number) => number} write
 */
function wasiFunctions(buffer, write) {
  /** @param {number[]} places */
  const zero = (...places) => {
    for (const at of places) new DataView(buffer()).setUint32(at >>> 0, 0, true);
    return 0;
  };
  return {
    args_sizes_get: zero,
    args_get: () => 0,
    environ_sizes_get: zero,
    environ_get: () => 0,
    /** @param {number} clock @param {bigint} _precision @param {number} out */
    clock_time_get(clock, _precision, out) {
      const now = clock === 0 ? BigInt(Date.now()) * 1000000n : process.hrtime.bigint();
      new DataView(buffer()).setBigUint64(out >>> 0, now, true);
      return 0;
    },
    /** @param {number} descriptor @param {number} parts @param {number} count @param {number} out */
    fd_write(descriptor, parts, count, out) {
      let written = 0;
      for (let i = 0; i < count; ++i) {
        const view = new DataView(buffer());
        let at = view.getUint32((parts >>> 0) + 8 * i, true);
        let left = view.getUint32((parts >>> 0) + 8 * i + 4, true);
        while (left > 0) {
          const size = write(descriptor, at, left);
          if (size < 0) return -size;
          at += size;
          left -= size;
          written += size;
        }
      }
      new DataView(buffer()).setUint32(out >>> 0, written, true);
      return 0;
    },
    fd_prestat_get: () => errors.EBADF,
  };
}

/**
 * The part of WASI preview 1 that the Flite module imports, in memory: arguments, a clock that is
 * always 0, standard output, and files in one folder. The system interface is not available to the
 * module, and its results depend on nothing but the arguments and files. (node:wasi does not exist
 * in Electron.)
 */

const success = 0;
const badFile = 8;
const tooLarge = 22;
const noEntry = 44;
const createFlag = 1;
const truncateFlag = 8;
const appendFlag = 1;
const directoryType = 3;
const regularType = 4;
const folderDescriptor = 3;

/** A file whose buffer grows by doubling. */
class MemoryFile {
  #bytes: Uint8Array;
  length: number;

  constructor(content: Uint8Array = new Uint8Array(0)) {
    this.#bytes = content;
    this.length = content.length;
  }
  content(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
  write(at: number, data: Uint8Array): void {
    const end = at + data.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2, 65_536));
      grown.set(this.content());
      this.#bytes = grown;
    }
    this.#bytes.set(data, at);
    this.length = Math.max(this.length, end);
  }
}

interface OpenFile {
  file: MemoryFile;
  position: number;
  isAppending: boolean;
}

/** The exception that unwinds the module at proc_exit. */
class Exit {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

export interface WasiResult {
  code: number;
  /** Standard output and standard error. */
  output: Uint8Array;
  /** The files that exist at the end, by name. */
  files: Map<string, Uint8Array>;
}

/**
 * Runs a command module once, in a new instance.
 * @throws WebAssembly.RuntimeError when it traps, for example for lack of memory or because a file
 * would exceed `maxFileBytes`.
 */
export function runWasi(
  module: WebAssembly.Module,
  args: readonly string[],
  input: ReadonlyMap<string, Uint8Array>,
  maxFileBytes: number,
): WasiResult {
  const files = new Map([...input].map(([name, content]) => [name, new MemoryFile(content)]));
  const output = new MemoryFile();
  const console = () => ({ file: output, position: 0, isAppending: true });
  const empty = { file: new MemoryFile(), position: 0, isAppending: false };
  const open = new Map<number, OpenFile>([
    [0, empty],
    [1, console()],
    [2, console()],
  ]);
  let nextDescriptor = folderDescriptor + 1;
  const encodedArgs = args.map((argument) => new TextEncoder().encode(`${argument}\0`));
  // Created for each call, because the buffer is replaced when the memory grows.
  const view = () => new DataView(memory().buffer);
  const bytesAt = (at: number, length: number) => new Uint8Array(memory().buffer, at, length);

  /** Calls `transfer` with each of the module's buffers until one is not used completely. */
  function forEachBuffer(list: number, count: number, resultAt: number, transfer: Transfer): void {
    let total = 0;
    for (let index = 0; index < count; index += 1) {
      const at = view().getUint32(list + index * 8, true);
      const length = view().getUint32(list + index * 8 + 4, true);
      const done = transfer(bytesAt(at, length));
      total += done;
      if (done < length) break;
    }
    view().setUint32(resultAt, total, true);
  }

  const functions = {
    args_sizes_get(countAt: number, sizeAt: number): number {
      view().setUint32(countAt, encodedArgs.length, true);
      const size = encodedArgs.reduce((sum, { length }) => sum + length, 0);
      view().setUint32(sizeAt, size, true);
      return success;
    },
    args_get(pointersAt: number, textAt: number): number {
      let at = textAt;
      for (const [index, argument] of encodedArgs.entries()) {
        view().setUint32(pointersAt + index * 4, at, true);
        bytesAt(at, argument.length).set(argument);
        at += argument.length;
      }
      return success;
    },
    clock_time_get(_clock: number, _precision: bigint, timeAt: number): number {
      view().setBigUint64(timeAt, 0n, true);
      return success;
    },
    fd_prestat_get(descriptor: number, at: number): number {
      if (descriptor !== folderDescriptor) return badFile;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return success;
    },
    fd_prestat_dir_name(_descriptor: number, at: number): number {
      bytesAt(at, 1)[0] = ".".charCodeAt(0);
      return success;
    },
    fd_fdstat_get(descriptor: number, at: number): number {
      if (descriptor !== folderDescriptor && !open.has(descriptor)) return badFile;
      bytesAt(at, 24).fill(0);
      view().setUint8(at, descriptor === folderDescriptor ? directoryType : regularType);
      // All rights, also for files opened in the folder.
      view().setBigUint64(at + 8, ~0n, true);
      view().setBigUint64(at + 16, ~0n, true);
      return success;
    },
    fd_fdstat_set_flags: () => success,
    path_open(...values: (number | bigint)[]): number {
      const [, , at, length, flags, , , mode, descriptorAt] = values.map(Number) as number[] &
        Record<number, number>;
      const name = new TextDecoder().decode(bytesAt(at ?? 0, length ?? 0).slice());
      let file = files.get(name);
      if (!file && ((flags ?? 0) & createFlag) === 0) return noEntry;
      if (!file || ((flags ?? 0) & truncateFlag) !== 0) {
        file = new MemoryFile();
        files.set(name, file);
      }
      const descriptor = nextDescriptor;
      nextDescriptor += 1;
      open.set(descriptor, { file, position: 0, isAppending: ((mode ?? 0) & appendFlag) !== 0 });
      view().setUint32(descriptorAt ?? 0, descriptor, true);
      return success;
    },
    fd_close: (descriptor: number) => (open.delete(descriptor) ? success : badFile),
    fd_read(descriptor: number, list: number, count: number, readAt: number): number {
      const from = open.get(descriptor);
      if (!from) return badFile;
      forEachBuffer(list, count, readAt, (buffer) => {
        const { position } = from;
        const part = from.file.content().subarray(position, position + buffer.length);
        buffer.set(part);
        from.position += part.length;
        return part.length;
      });
      return success;
    },
    fd_write(descriptor: number, list: number, count: number, writtenAt: number): number {
      const to = open.get(descriptor);
      if (!to) return badFile;
      if (to.file.length > maxFileBytes) return tooLarge;
      forEachBuffer(list, count, writtenAt, (buffer) => {
        if (to.isAppending) to.position = to.file.length;
        to.file.write(to.position, buffer);
        to.position += buffer.length;
        return buffer.length;
      });
      return success;
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, positionAt: number): number {
      const file = open.get(descriptor);
      if (!file) return badFile;
      const from = [0, file.position, file.file.length][whence] ?? 0;
      file.position = Math.max(0, from + Number(offset));
      view().setBigUint64(positionAt, BigInt(file.position), true);
      return success;
    },
    proc_exit(code: number): never {
      // The exception is no error: it unwinds the stack of the module.
      // oxlint-disable-next-line typescript/only-throw-error
      throw new Exit(code);
    },
  };

  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: functions });
  const { memory: exported, _start: start } = instance.exports as {
    memory: WebAssembly.Memory;
    _start: () => void;
  };
  const memory = () => exported;
  let code = 0;
  try {
    start();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  const ended = [...files].map(([name, file]) => [name, file.content()] as const);
  return { code, output: output.content(), files: new Map(ended) };
}

/** Copies to or from a buffer; returns the number of bytes. */
type Transfer = (buffer: Uint8Array) => number;

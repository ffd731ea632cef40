/**
 * The MD5 of the bodies that one thread sends. Bodies of several requests are hashed together,
 * which needs a fifth of the CPU time; see "MD5 of several messages".
 */
import { createHash } from "node:crypto";
import {
  createMd5Code,
  md5BlockBytes,
  md5Constants,
  md5Layout,
  md5Start,
  type HashBlocks,
  type Md5Exports,
} from "./md5-code";

export interface Hashing {
  /** Begins the hash of a body, and takes the buffers into which it is read. */
  begin(buffers: number): BodyHash;
}

export interface BodyHash {
  /** Each has `bufferBytes` bytes. */
  buffers: readonly Buffer[];
  /**
   * Adds bytes at the start of a buffer. They may be hashed later: they must not change before
   * `settle`.
   */
  add(buffer: Buffer, length: number): void;
  /**
   * Resolves when the bytes that were added from this buffer are hashed, so that it can be reused.
   */
  settle(buffer: Buffer): Promise<void>;
  /**
   * The MD5 of all bytes added, in hexadecimal digits. Call it once, and nothing but `end` after
   * it.
   */
  digest(): string;
  /** Returns the buffers: nothing may read or write them afterwards. */
  end(): void;
}

export interface HashingOptions {
  /** The size of a buffer: a multiple of 64. */
  bufferBytes: number;
  /** For this many buffers bodies are hashed together; further ones are hashed one at a time. */
  maxBuffers: number;
}

/** How many bodies are hashed at the same time. */
export const maxTogether = 8;

const pageBytes = 64 * 1024;
const stateBytes = 16;
/** The last bytes of a message with their padding: RFC 1321, section 3.1. */
const paddedBytes = 2 * md5BlockBytes;
const lengthBytes = 8;

/** Null where WebAssembly has no vectors, or has not enough address space. */
function instantiate(pages: number): Md5Exports | null {
  try {
    const module = new WebAssembly.Module(createMd5Code(pages));
    return new WebAssembly.Instance(module, {}).exports as unknown as Md5Exports;
  } catch {
    return null;
  }
}

/** Hashes bodies one at a time where they cannot be hashed together. */
export const createHashing = (options: HashingOptions): Hashing =>
  createJointHashing(options) ?? createSingleHashing(options);

/** Hashes each body by itself, with OpenSSL. */
export function createSingleHashing({ bufferBytes }: Pick<HashingOptions, "bufferBytes">): Hashing {
  const spare: Buffer[] = [];
  return {
    begin(count) {
      const buffers = Array.from(
        { length: count },
        () => spare.pop() ?? Buffer.allocUnsafe(bufferBytes),
      );
      const hash = createHash("md5");
      return {
        buffers,
        add: (buffer, length) => void hash.update(buffer.subarray(0, length)),
        settle: () => Promise.resolve(),
        digest: () => hash.digest("hex"),
        end: () => void spare.push(...buffers),
      };
    },
  };
}

/** Bytes that are not hashed yet. */
interface Chunk {
  buffer: Buffer;
  /** The address of the next byte. */
  address: number;
  /** Whole blocks; the bytes after them are the last ones of the body. */
  blocks: number;
}

interface Message {
  /** The address of its state. */
  state: number;
  /** Chunks in the order of the file. */
  chunks: Chunk[];
}

function createJointHashing({ bufferBytes, maxBuffers }: HashingOptions): Hashing | null {
  const states = md5Layout.end;
  const scratchState = states + stateBytes * maxBuffers;
  const padded = scratchState + stateBytes;
  const firstBuffer = Math.ceil((padded + paddedBytes) / pageBytes) * pageBytes;
  const pages = Math.ceil((firstBuffer + maxBuffers * bufferBytes) / pageBytes);
  // Pages that are not used need no memory.
  const code = instantiate(pages);
  if (code === null) return null;
  const { hash1, hash4, hash8, memory } = code;
  const bytes = Buffer.from(memory.buffer);
  const words = new Uint32Array(memory.buffer);
  words.set(md5Constants, md5Layout.constants / 4);

  const single = createSingleHashing({ bufferBytes });
  // The buffers and states that were used last come first: their pages are in memory.
  const freeBuffers = Array.from({ length: maxBuffers }, (_, index) =>
    bytes.subarray(firstBuffer + index * bufferBytes, firstBuffer + (index + 1) * bufferBytes),
  ).reverse();
  const freeStates = Array.from(
    { length: maxBuffers },
    (_, index) => states + stateBytes * index,
  ).reverse();
  const messages = new Set<Message>();
  let waiting: { message: Message; buffer: Buffer; resolve: () => void }[] = [];

  /**
   * Hashes the next blocks of this message, and as many of others as the processor hashes at the
   * same time.
   */
  function hashNext(message: Message): void {
    const together = [message];
    for (const other of messages) {
      if (together.length === maxTogether) break;
      if (other !== message && (other.chunks[0]?.blocks ?? 0) > 0) together.push(other);
    }
    const [width, hash]: [number, HashBlocks] =
      together.length === 1 ? [1, hash1] : together.length <= 4 ? [4, hash4] : [8, hash8];
    const chunks = together.map(({ chunks }) => chunks[0] as Chunk);
    const blocks = Math.min(...chunks.map((chunk) => chunk.blocks));
    const table = md5Layout.messages / 4;
    for (let index = 0; index < width; index += 1) {
      // Places without a message hash the bytes of the first one into a state that is not used.
      const isUsed = index < together.length;
      words[table + 2 * index] = (isUsed ? chunks[index] : chunks[0])?.address ?? 0;
      words[table + 2 * index + 1] = (isUsed ? together[index]?.state : undefined) ?? scratchState;
    }
    hash(blocks);
    for (const { chunks } of together) {
      const chunk = chunks[0] as Chunk;
      chunk.address += blocks * md5BlockBytes;
      chunk.blocks -= blocks;
      if (chunk.blocks === 0) chunks.shift();
    }
  }

  const isPending = ({ chunks }: Message, buffer: Buffer) =>
    chunks.some((chunk) => chunk.buffer === buffer);

  /**
   * Once per turn of the event loop: the requests that can be continued in this turn have added
   * their bytes by then.
   */
  function hashWaiting(): void {
    const settled = waiting;
    waiting = [];
    for (const { message, buffer, resolve } of settled) {
      while (isPending(message, buffer)) hashNext(message);
      resolve();
    }
  }

  function begin(count: number): BodyHash {
    const state = freeStates.pop();
    if (state === undefined || freeBuffers.length < count) {
      if (state !== undefined) freeStates.push(state);
      return single.begin(count);
    }
    const buffers = freeBuffers.splice(-count);
    words.set(md5Start, state / 4);
    const message: Message = { state, chunks: [] };
    messages.add(message);
    let size = 0;
    /** The address of the bytes after the last whole block. */
    let rest = padded;

    return {
      buffers,
      add(buffer, length) {
        const address = buffer.byteOffset;
        if (size % md5BlockBytes !== 0)
          throw new Error("only the last bytes may be an incomplete block");
        size += length;
        const blocks = Math.floor(length / md5BlockBytes);
        rest = address + blocks * md5BlockBytes;
        if (blocks > 0) message.chunks.push({ buffer, address, blocks });
      },
      async settle(buffer) {
        if (!isPending(message, buffer)) return;
        if (waiting.length === 0) setImmediate(hashWaiting);
        await new Promise<void>((resolve) => waiting.push({ message, buffer, resolve }));
      },
      digest() {
        while (message.chunks.length > 0) hashNext(message);
        const restBytes = size % md5BlockBytes;
        const blocks = restBytes + 1 + lengthBytes <= md5BlockBytes ? 1 : 2;
        const end = padded + blocks * md5BlockBytes;
        bytes.copy(bytes, padded, rest, rest + restBytes);
        bytes.fill(0, padded + restBytes, end);
        bytes[padded + restBytes] = 0x80;
        bytes.writeBigUInt64LE(BigInt(size) * 8n, end - lengthBytes);
        messages.delete(message);
        const table = md5Layout.messages / 4;
        words[table] = padded;
        words[table + 1] = state;
        hash1(blocks);
        return bytes.toString("hex", state, state + stateBytes);
      },
      end() {
        messages.delete(message);
        message.chunks = [];
        freeStates.push(state);
        freeBuffers.push(...buffers);
      },
    };
  }
  return { begin };
}

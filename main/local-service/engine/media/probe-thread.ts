/**
 * The thread that reads the facts of media files with MediaInfo (bundled to
 * out/main/media-thread.cjs). MediaInfo is WebAssembly: a damaged file can end or block this
 * thread, but reaches nothing else. The caller ends a thread that does not respond.
 */
import fs from "node:fs";
import { parentPort } from "node:worker_threads";
import createMediaInfo from "mediainfo.js";
import wasm from "mediainfo.js/MediaInfoModule.wasm?inline";
import { systemCode } from "../../../common/errors";
import { chunkBytes } from "./limits";
import { factsOf, type MediaProblem, type ReadFacts } from "./facts";
import type { MediaTrack } from "./media-track";

export interface ProbeJob {
  file: string;
}
/** `error`: the code of the operating system. */
export type ProbeReply = { facts: ReadFacts } | { problem: MediaProblem } | { error: string };

/** Maximum memory of MediaInfo in pages: 512 MiB. Its own limit is 2 GiB. */
const pageBytes = 64 * 1024;
const maxPages = 8_192;
/** Bytes that MediaInfo reads from one file: it reads only parts of a large one. */
const maxBytesRead = 512 * 1024 ** 2;

/** The used part of WebAssembly.Memory, which the types of Node.js do not declare. */
interface WasmMemory {
  buffer: ArrayBuffer;
  grow(pages: number): number;
}
const memory = (globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } })
  .WebAssembly.Memory.prototype;
// eslint-disable-next-line typescript/unbound-method -- called with the memory as `this`
const { grow } = memory;
memory.grow = function limitedGrow(this: WasmMemory, pages) {
  if (this.buffer.byteLength / pageBytes + pages > maxPages) throw new RangeError("memory limit");
  return grow.call(this, pages);
};

const starting = createMediaInfo({
  format: "object",
  chunkSize: chunkBytes,
  locateFile: () => wasm,
});

async function readTracks(handle: number, size: number): Promise<readonly MediaTrack[]> {
  const reader = await starting;
  reader.reset();
  const buffer = new Uint8Array(chunkBytes);
  let total = 0;
  const { media } = await reader.analyzeData(size, (length, offset) => {
    if (total > maxBytesRead || offset < 0) return buffer.subarray(0, 0);
    const read = fs.readSync(handle, buffer, 0, Math.min(length, chunkBytes), offset);
    total += read;
    return buffer.subarray(0, read);
  });
  return (media?.track ?? []) as unknown as readonly MediaTrack[];
}

async function read(file: string): Promise<{ facts: ReadFacts } | { problem: MediaProblem }> {
  // A named pipe must not block the thread. Windows has no such flag.
  const { O_RDONLY, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;
  const handle = fs.openSync(file, (O_RDONLY ?? 0) | O_NONBLOCK);
  try {
    const stats = fs.fstatSync(handle);
    if (!stats.isFile() || stats.size === 0) return { problem: "unknown-format" };
    const facts = factsOf(await readTracks(handle, stats.size), stats.size);
    return typeof facts === "string" ? { problem: facts } : { facts };
  } finally {
    fs.closeSync(handle);
  }
}

async function perform({ file }: ProbeJob): Promise<void> {
  const post = (reply: ProbeReply) => parentPort?.postMessage(reply);
  try {
    post(await read(file));
  } catch (error) {
    const code = systemCode(error);
    post(code === "" ? { problem: "not-readable" } : { error: code });
  }
}

parentPort?.on("message", (job: ProbeJob) => void perform(job));

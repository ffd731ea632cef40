/**
 * A realistic folder to drop: nested, with forty files, one large file, two skipped files and
 * unusual names.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, writeFile } from "node:fs/promises";
import path from "node:path";

export interface Season {
  /** The folder to drop. */
  folder: string;
  /**
   * The SHA-256 of each accepted file, by gallery path; the path starts with the name of the
   * folder.
   */
  hashes: Map<string, string>;
  bytes: number;
  /**
   * The number of PUTs of an upload without faults: the parts of the large file, and one per other
   * file.
   */
  puts: number;
}

const mebibyte = 1024 ** 2;

/** The default size of the large file, in bytes. */
const defaultLargeBytes = 40 * mebibyte;

/**
 * Whether the system allows a file name. Windows does not allow some; other systems test these
 * cases.
 */
const isAllowedName = (name: string) =>
  process.platform !== "win32" || !/["?*<>|:]|[. ]\//.test(name);
const names = [
  "Überfahrt – final (2).wav",
  "long way home.mp3",
  "日本語/台詞 01.wav",
  "emoji 🎬/take 👩‍🚀.m4a",
  "a'b\"c/100% #1?.ogg",
  "deep/er/and/deeper/still/clip.mov",
  "ends with dot./clip .mkv",
  "UPPER.WAV",
];

/**
 * Writes the folder below `parent`, with a large file of `largeBytes` bytes. The content differs in
 * each run.
 */
export async function writeSeason(parent: string, largeBytes = defaultLargeBytes): Promise<Season> {
  const folder = path.join(parent, "season 2 é");
  const hashes = new Map<string, string>();
  let bytes = 0;
  async function write(name: string, size: number): Promise<void> {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(file, "w");
    for (let written = 0; written < size; written += 1024 ** 2) {
      await handle.write(randomBytes(Math.min(1024 ** 2, size - written)));
    }
    await handle.close();
    hashes.set(`season 2 é/${name}`, await sha256(file));
    bytes += size;
  }
  for (const [index, name] of names.entries()) {
    await write(isAllowedName(name) ? name : `instead ${index}.wav`, 1 + index * 77_777);
  }
  for (let index = 0; index < 29; index += 1) {
    await write(`episode ${index % 5}/line ${index}.wav`, 20_000 + index * 10_007);
  }
  await write("episode 1/S02E01_The_Long_Way_Home_v3.mov", largeBytes);
  await writeFile(path.join(folder, "notes.txt"), "not media");
  await writeFile(path.join(folder, "episode 0", "silence.wav"), "");
  const puts = Math.ceil(largeBytes / (16 * mebibyte)) + hashes.size - 1;
  return { folder, hashes, bytes, puts };
}

export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 ** 2 })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
}

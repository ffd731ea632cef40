/**
 * `npm run bench -- clones [--megabytes 4096] [--runs 3] [--folder DIR]`: a file enters the gallery
 * of a local workspace by its path, beside `cp` followed by `sync`, without shared blocks and as
 * the file system can. Folder: on the file system to measure; default: the temporary folder.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createLocalService } from "../../main/local-service/server";
import { createRemote } from "../../main/remote/remote";
import { forkReader } from "../../main/script-formats/process/reader-process";
import { scriptWorkerFile } from "../helpers/programs";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    megabytes: { type: "string", default: "4096" },
    runs: { type: "string", default: "3" },
    folder: { type: "string", default: os.tmpdir() },
  },
});
const bytes = Number(values.megabytes) * 1024 ** 2;
const folder = mkdtempSync(path.join(values.folder, "dubyard-bench-"));
const source = path.join(folder, "film.mov");

async function writeSource(): Promise<void> {
  const handle = await open(source, "w");
  const block = randomBytes(4 * 1024 ** 2);
  for (let written = 0; written < bytes; written += block.length) {
    block.writeUInt32LE(written / block.length, 0);
    await handle.write(block, 0, Math.min(block.length, bytes - written));
  }
  await handle.sync();
  await handle.close();
}

/** Seconds of `cp` and of writing the copy to disk. */
function copyByProgram(option: string): number {
  const target = path.join(folder, "copy.mov");
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", `cp ${option} "$0" "$1" && sync "$1"`, source, target],
    { encoding: "utf8" },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  rmSync(target, { force: true });
  if (status !== 0) throw new Error(stderr);
  return seconds;
}

/** Seconds until the file is in the gallery of a new workspace. */
async function clone(): Promise<number> {
  const dataDir = path.join(folder, "workspace");
  const cloneKey = randomBytes(32);
  const launchReader = forkReader(scriptWorkerFile);
  const service = await createLocalService({ dataDir, launchReader, scriptWorkerFile, cloneKey });
  const { baseUrl, clientId, clientSecret } = service;
  const remote = createRemote({
    connection: () =>
      Promise.resolve({
        baseUrl,
        clientId,
        clientSecret,
        authScheme: "raw",
        cloneKey: cloneKey.toString("base64url"),
      }),
  });
  try {
    const { size, mtimeNs, ino } = await stat(source, { bigint: true });
    const file = {
      sourcePath: source,
      fileName: "film.mov",
      contentType: "video/quicktime",
      size: Number(size),
      mtimeNs: String(mtimeNs),
      inode: String(ino),
    };
    const startedAt = performance.now();
    await remote.extensions.clones.clone(file, () => undefined, new AbortController().signal);
    return (performance.now() - startedAt) / 1000;
  } finally {
    await remote.close();
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

try {
  await writeSource();
  const measured: Record<string, number[]> = { "cp --reflink=never": [], cp: [], dubyard: [] };
  const measurements = [
    () => measured["cp --reflink=never"]?.push(copyByProgram("--reflink=never")),
    () => measured["cp"]?.push(copyByProgram("--reflink=auto")),
    async () => measured["dubyard"]?.push(await clone()),
  ];
  // Alternately, and in another order each time: other load, and pages that a former copy has left
  // to the system, affect all of them.
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const measure of measurements) {
      // A virtual machine gives freed memory back after a while, and then needs longer to write to
      // it.
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await measure();
    }
    measurements.push(...measurements.splice(0, 1));
  }
  const middle = (all: readonly number[]) =>
    [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
  const own = middle(measured["dubyard"] ?? []);
  for (const [name, seconds] of Object.entries(measured))
    process.stdout.write(
      `${values.megabytes} MiB: ${name} ${middle(seconds).toFixed(2)} s, ` +
        `${(bytes / 1e6 / middle(seconds)).toFixed(0)} MB/s, ratio ${(middle(seconds) / own).toFixed(2)}\n`,
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

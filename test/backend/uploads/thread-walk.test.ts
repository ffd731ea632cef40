/** Walks in the threads of the bundle. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createWalk, type Found, type Walk } from "../../../main/backend/uploads/plans/walk-files";
import { createThreadWalk, walkOf } from "../../../main/backend/uploads/plans/thread-walk";
import { temporaryFolder } from "../../helpers/backend";
import { bundlesFolder } from "../../helpers/programs";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (...parts: string[]) => path.join(folder.path, ...parts);
function write(name: string): void {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), "x");
}
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const walk = walkOf(bundlesFolder);

async function all(walkFiles: Walk, ...rest: Parameters<Walk>): Promise<Found[]> {
  const found: Found[] = [];
  for await (const one of walkFiles(...rest)) found.push(one);
  return found;
}

it("finds the same in the same order as a walk without a thread, several at a time", async () => {
  for (let index = 0; index < 1_200; index += 1) write(`season/ep ${index % 7}/${index}.wav`);
  write("season/notes.txt");
  write("clip é.mp4");
  if (process.platform !== "win32") symlinkSync(at("clip é.mp4"), at("season/link.mp4"));
  const sources = [at("season"), at("clip é.mp4"), at("missing")];
  const [first, second, direct] = await Promise.all([
    all(walk, sources),
    all(walk, sources),
    all(createWalk(), sources),
  ]);
  expect(direct).toHaveLength(process.platform === "win32" ? 1_203 : 1_204);
  expect(first).toEqual(direct);
  expect(second).toEqual(direct);
});

it("calls onFolder before the entries of the folder are read", async () => {
  write("d/a/1.wav");
  write("d/b/2.wav");
  const folders: string[] = [];
  const found = await all(walk, [at("d")], undefined, (location) => {
    folders.push(path.relative(folder.path, location));
    writeFileSync(path.join(location, "late.wav"), "x");
  });
  expect(folders).toEqual(["d", path.join("d", "a"), path.join("d", "b")]);
  expect(found.map(({ file }) => file.relativePath)).toEqual([
    "d/a/1.wav",
    "d/a/late.wav",
    "d/b/2.wav",
    "d/b/late.wav",
    "d/late.wav",
  ]);
});

it("ends when it is aborted, and when its caller stops reading; later walks work", async () => {
  for (let index = 0; index < 1_200; index += 1) write(`d/${index}.wav`);
  const stop = new AbortController();
  const aborted = (async () => {
    for await (const { kind } of walk([at("d")], stop.signal))
      if (kind === "file") stop.abort(new Error("enough"));
  })();
  await expect(aborted).rejects.toThrow("enough");
  for await (const { kind } of walk([at("d")])) if (kind === "file") break;
  expect(await all(walk, [at("d")])).toHaveLength(1_200);
});

it("other walks continue while one is blocked, and after it was stopped", async () => {
  const blocking = createThreadWalk(
    path.join(import.meta.dirname, "../../helpers/blocking-thread.mjs"),
  );
  const stop = new AbortController();
  const hung = all(blocking, ["hung"], stop.signal);
  const isStopped = expect(hung).rejects.toThrow("stopped");
  expect(await all(blocking, ["first"])).toEqual([]);
  expect(await all(blocking, ["second"])).toEqual([]);
  stop.abort(new Error("stopped"));
  await isStopped;
  expect(await all(blocking, ["third"])).toEqual([]);
});

it("rejects when the thread ends, throws out of a timer, or cannot start", async () => {
  write("d/1.wav");
  for (const name of ["ending-thread", "throwing-thread"]) {
    const file = path.join(import.meta.dirname, `../../helpers/${name}.mjs`);
    await expect(all(createThreadWalk(file), [at("d")])).rejects.toThrow("has ended");
  }
  await expect(all(createThreadWalk(at("missing.cjs")), [at("d")])).rejects.toThrow("has ended");
});

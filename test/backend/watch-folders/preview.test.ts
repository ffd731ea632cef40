/** Previews of watch folders, with real files. */
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createWalk, type Walk } from "../../../main/backend/uploads/plans/walk-files";
import { createPreviews } from "../../../main/backend/watch-folders/preview";
import { temporaryFolder, writeMediaFile } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  for (const name of ["a.wav", "b.mov", "old/c.wav", "d.wav.part", "notes.txt", ".hidden.wav"])
    await writeMediaFile(folder.path, name, 100);
});
afterEach(() => folder.remove());

const everything = { include: [], exclude: [] };
const limits = { entries: 100, milliseconds: 60_000, paths: 100 };

it("lists the files that patterns match, exclude, and that cannot be uploaded", async () => {
  const previews = createPreviews(createWalk(), limits);
  expect(
    await previews.run(folder.path, { include: ["*.wav", "*.txt"], exclude: ["old/"] }),
  ).toEqual({
    matching: { count: 1, bytes: 100, paths: ["a.wav"] },
    excluded: { count: 2, bytes: 200, paths: ["b.mov", "old/c.wav"] },
    failed: { count: 0, files: [] },
    skipped: {
      count: 2,
      files: [
        { path: ".hidden.wav", reason: "hidden" },
        { path: "notes.txt", reason: "type" },
      ],
    },
    isComplete: true,
  });
});

it("lists media that cannot be uploaded, and folders below which nothing is known", async () => {
  await mkdir(path.join(folder.path, "outside"));
  await mkdir(path.join(folder.path, "watched/old"), { recursive: true });
  await symlink(path.join(folder.path, "outside"), path.join(folder.path, "watched/more"));
  await symlink(path.join(folder.path, "outside"), path.join(folder.path, "watched/old/more"));
  await writeMediaFile(folder.path, "watched/e.flac", 100);
  const preview = await createPreviews(createWalk(), limits).run(
    path.join(folder.path, "watched"),
    { include: ["*.wav"], exclude: ["old/"] },
  );
  expect(preview?.failed).toEqual({ count: 1, files: [{ path: "more", reason: "link" }] });
  const all = await createPreviews(createWalk(), limits).run(
    path.join(folder.path, "watched"),
    everything,
  );
  expect(all?.failed.files).toContainEqual({ path: "e.flac", reason: "format" });
});

it("ends after a number of entries, and lists only the first paths", async () => {
  const preview = await createPreviews(createWalk(), { ...limits, entries: 4, paths: 1 }).run(
    folder.path,
    everything,
  );
  expect(preview).toMatchObject({
    matching: { count: 2, paths: ["a.wav"] },
    isComplete: false,
  });
});

it("is complete if the folder has as many entries as the limit", async () => {
  const preview = await createPreviews(createWalk(), { ...limits, entries: 6 }).run(
    folder.path,
    everything,
  );
  expect(preview).toMatchObject({ matching: { count: 3 }, isComplete: true });
});

it("ends after a time", async () => {
  // So many files that 0 ms (a timer of 1 ms) are not enough on any computer.
  await Promise.all(
    Array.from({ length: 2_000 }, (_, index) =>
      writeMediaFile(folder.path, `many/${index}.wav`, 1),
    ),
  );
  const preview = await createPreviews(createWalk(), {
    ...limits,
    entries: 10_000,
    milliseconds: 0,
  }).run(folder.path, everything);
  expect(preview?.isComplete).toBe(false);
});

it("is cancelled by the next one, and by cancel()", async () => {
  const previews = createPreviews(createWalk(), limits);
  const first = previews.run(folder.path, everything);
  const second = previews.run(folder.path, { include: ["*.mov"], exclude: [] });
  expect(await first).toBeNull();
  expect((await second)?.matching.paths).toEqual(["b.mov"]);
  const third = previews.run(folder.path, everything);
  previews.cancel();
  expect(await third).toBeNull();
});

it("is cancelled also if the walk rejects with the reason of the signal", async () => {
  const walk: Walk = async function* (_paths, signal) {
    await new Promise<void>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      previews.cancel();
    });
    // A generator has a yield; this one never gets there.
    yield* [];
  };
  const previews = createPreviews(walk, limits);
  expect(await previews.run(folder.path, everything)).toBeNull();
});

it("reports a missing folder, a file instead of a folder, and an invalid pattern", async () => {
  const previews = createPreviews(createWalk(), limits);
  await mkdir(path.join(folder.path, "empty"));
  expect(await previews.run(path.join(folder.path, "empty"), everything)).toMatchObject({
    matching: { count: 0 },
    isComplete: true,
  });
  for (const name of ["missing", "a.wav"])
    await expect(previews.run(path.join(folder.path, name), everything)).rejects.toMatchObject({
      code: "file-missing",
    });
  await expect(
    previews.run(folder.path, { include: ["*.wav", "*a*b*c*"], exclude: [] }),
  ).rejects.toMatchObject({
    code: "invalid-input",
    details: [{ field: "include[1]", message: "too-many-wildcards: *a*b*c*" }],
  });
});

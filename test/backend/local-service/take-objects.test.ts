/** The objects of takes, which are immutable, and working files. Takes about a second. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../../main/common/log";
import type { DubbingDeps } from "../../../main/local-service/dubbing/deps";
import { makeTake } from "../../../main/local-service/dubbing/make-take";
import { openDiskObjects } from "../../../main/local-service/objects/disk";
import type { DiskObjects } from "../../../main/local-service/objects/port";
import { filesBelow } from "../../helpers/local-service";
import { createScriptedEngine } from "../../helpers/scripted-engine";

let dataDir: string;
let objects: DiskObjects;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "dubyard-take-objects-"));
  objects = await openDiskObjects({ dataDir });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const { signal } = new AbortController();
const queued = {
  id: 7,
  batchId: "b",
  languageId: "fr-fr",
  number: 1,
  variant: 0,
  key: "k".repeat(32),
  voice: "Ada",
  identity: 1,
};

it("a take that is made twice has two objects: each has the bytes of its own hash", async () => {
  const engine = createScriptedEngine();
  const deps = { engine, objects, log: silentLog } as unknown as DubbingDeps;
  const make = async (speechKey: string) => {
    const lengths = { slotMs: null, fillMs: null, speed: null };
    const prepared = { request: null, speechKey, voice: "Ada", ...lengths };
    const outcome = await makeTake(deps, queued, prepared, signal);
    if (outcome.result !== "made") throw new Error(outcome.problem);
    return outcome;
  };
  const first = await make("1".repeat(16));
  const second = await make("2".repeat(16));
  expect(first.location).toMatch(/^takes\/b\/fr-fr\/1-0-k{16}-[0-9a-f]{8}\.wav$/);
  expect(second.location).not.toBe(first.location);
  // With the same speech as the second one.
  const third = await make("2".repeat(16));
  for (const { location, take } of [first, second, third])
    expect((await objects.hash(location, take.bytes, { signal })).sha256).toBe(take.sha256);
  const files = await filesBelow(dataDir);
  expect(files.sort()).toEqual(
    [first, second, third, { location: first.speech }, { location: second.speech }]
      .map(({ location }) => location)
      .sort(),
  );
});

describe("working files", () => {
  it("become objects, and are missing afterwards", async () => {
    const file = await objects.workFile("b/sound.wav");
    expect(await objects.workSize("b/sound.wav")).toBeNull();
    await writeFile(file, "sound");
    expect(await objects.workSize("b/sound.wav")).toBe(5);
    await objects.putFile(file, "peaks/b", { bytes: 5, contentType: "audio/wav" });
    expect(await objects.workSize("b/sound.wav")).toBeNull();
    const read = (name: string) => readFile(name, "utf8");
    expect(await objects.withFile("peaks/b", read, signal)).toBe("sound");
    const readAll = (names: readonly string[]) => Promise.all(names.map(read));
    const twice = await objects.withFiles(["peaks/b", "peaks/b"], readAll, signal);
    expect(twice).toEqual(["sound", "sound"]);
    const url = { seconds: 1, contentType: "audio/wav", name: null };
    expect(await objects.readUrl("peaks/b", url)).toBeNull();
  });

  it.each(["../service.key", "a/../../b", "/etc/passwd", "", "a//b"])(
    "have no name that leads elsewhere: %j",
    async (name) => {
      await expect(objects.workFile(name)).rejects.toThrow("outside of the workspace");
    },
  );
});

describe("removeBelow", () => {
  it("removes the objects below a prefix, and no others", async () => {
    for (const location of ["takes/a/x.wav", "takes/a/fr-fr/y.wav", "takes/ab/z.wav"]) {
      const file = await objects.workFile("sound");
      await writeFile(file, "sound");
      await objects.putFile(file, location, { bytes: 5, contentType: "audio/wav" });
    }
    expect(await objects.removeBelow("takes/a/")).toBe(true);
    expect(await objects.removeBelow("takes/missing/")).toBe(true);
    expect(await filesBelow(dataDir)).toEqual(["takes/ab/z.wav"]);
  });

  it.each(["takes/", "takes", "takes/ab", "", "/", "takes/../", "keys/a/", "takes//"])(
    "removes nothing below %j",
    async (prefix) => {
      await writeFile(await objects.workFile("kept"), "sound");
      await objects.putFile(await objects.workFile("kept"), "takes/ab", {
        bytes: 5,
        contentType: "audio/wav",
      });
      expect(await objects.removeBelow(prefix)).toBe(false);
      expect(await filesBelow(dataDir)).toEqual(["takes/ab"]);
    },
  );
});

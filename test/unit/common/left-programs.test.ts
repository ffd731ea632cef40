/** Programs of a process that crashed on Windows. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createLeftPrograms,
  taskkillArguments,
  type StartedProgram,
} from "../../../main/common/processes/left-programs";

let folder: string;
let ended: StartedProgram[];
const running = new Set<number>();
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "dubyard-left-"));
  ended = [];
  running.clear();
});
afterEach(() => rmSync(folder, { recursive: true }));

const bootedAt = 1_800_000_000_000;
const programsOf = (pid: number, boot = bootedAt) =>
  createLeftPrograms({
    folder,
    pid,
    bootedAt: boot,
    isRunning: (id) => running.has(id),
    end: (program) => void ended.push(program),
  });
const ffmpeg = "C:\\Program Files\\ffmpeg\\ffmpeg.exe";

test("programs of a process that crashed are ended once, those that had ended are not", () => {
  const crashed = programsOf(100);
  crashed.add(101, ffmpeg);
  crashed.add(102, "C:\\engines\\speak.exe");
  crashed.remove(101);
  programsOf(200).endAll();
  expect(ended).toEqual([{ pid: 102, image: "speak.exe" }]);
  programsOf(200).endAll();
  expect(ended).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("programs of a process that runs, and of this one, stay", () => {
  running.add(100);
  programsOf(100).add(101, ffmpeg);
  const own = programsOf(200);
  own.add(201, ffmpeg);
  own.endAll();
  expect(ended).toEqual([]);
});

test("after a restart of the computer nothing is ended: the numbers belong to other programs", () => {
  programsOf(100).add(101, ffmpeg);
  programsOf(200, bootedAt + 3_600_000).endAll();
  expect(ended).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a record that is damaged or names no program ends nothing", () => {
  const record = { bootedAt, programs: [{ pid: 1, image: '" /im *' }] };
  writeFileSync(path.join(folder, "100.json"), JSON.stringify(record));
  writeFileSync(path.join(folder, "101.json"), "{");
  programsOf(200).endAll();
  expect(ended).toEqual([]);
});

test("a record that cannot be deleted, or a file with the name of the folder, stops nothing", () => {
  mkdirSync(path.join(folder, "100.json"));
  programsOf(101).add(102, ffmpeg);
  programsOf(200).endAll();
  expect(ended).toEqual([{ pid: 102, image: "ffmpeg.exe" }]);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  programsOf(101).add(102, ffmpeg);
  programsOf(200).endAll();
  expect(ended).toHaveLength(1);
});

test("a process is ended only if it still is the program", () => {
  expect(taskkillArguments({ pid: 101, image: "ffmpeg.exe" })).toEqual([
    "/pid",
    "101",
    "/fi",
    "IMAGENAME eq ffmpeg.exe",
    "/T",
    "/F",
  ]);
});

/** Reading small files. A pipe, a device or a folder at their path does not block the reader. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readShort, readSmallFile, replaceFile } from "../../../main/common/files";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "dubyard-files-"))));
afterEach(() => rmSync(folder, { recursive: true }));
const limit = 1000;

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}
function makePipe(): string {
  const file = path.join(folder, "pipe");
  execFileSync("mkfifo", [file]);
  return file;
}

test("a small file is read up to its limit", () => {
  for (const read of [readShort, readSmallFile]) {
    expect(read(write("a", "secret"), limit).toString()).toBe("secret");
    expect(read(write("full", "x".repeat(limit)), limit)).toHaveLength(limit);
    expect(() => read(write("long", "x".repeat(limit + 1)), limit)).toThrow("more than 1000 bytes");
    expect(() => read(folder, limit)).toThrow();
  }
  const link = path.join(folder, "link");
  symlinkSync(write("target", "linked"), link);
  expect(readSmallFile(link, limit).toString()).toBe("linked");
});

test.skipIf(process.platform === "win32")("pipes and devices are no small files", () => {
  for (const file of [makePipe(), "/dev/zero", "/dev/null"])
    expect(() => readSmallFile(file, limit)).toThrow("is not a file");
});

test.skipIf(process.platform === "win32")("a device and a pipe that nothing writes end", () => {
  expect(() => readShort("/dev/zero", limit)).toThrow("more than 1000 bytes");
  expect(readShort("/dev/null", limit)).toHaveLength(0);
  const waits = { first: 0, whole: 0 };
  expect(() => readShort(makePipe(), limit, waits)).toThrow("nothing was written to the pipe");
});

test.runIf(process.platform === "linux")(
  "a pipe of a shell that has ended empty is empty",
  async () => {
    const reader = spawn("sh", ["-c", ": | sh -c 'echo $$; exec sleep 60'"]);
    const [line] = (await once(reader.stdout, "data")) as [Buffer];
    const pid = Number(line);
    try {
      const waits = { first: 0, whole: 5_000 };
      expect(readShort(`/proc/${pid}/fd/0`, limit, waits)).toHaveLength(0);
    } finally {
      process.kill(pid);
    }
  },
);

test.skipIf(process.platform === "win32")(
  "a pipe is read to its end, also if it is written slowly",
  () => {
    const pipe = makePipe();
    const script = `exec > '${pipe}'; printf 'sec'; sleep 0.1; printf 'ret'`;
    const writer = spawn("sh", ["-c", script], { stdio: "ignore" });
    expect(readShort(pipe, limit).toString()).toBe("secret");
    writer.unref();
  },
);

test.skipIf(process.platform === "win32")(
  "a device, a pipe or a folder is not replaced by a file",
  async () => {
    const link = path.join(folder, "link to a device");
    symlinkSync("/dev/null", link);
    for (const target of [makePipe(), link, folder]) {
      const writing = replaceFile(target, (handle) => handle.writeFile("x"));
      await expect(writing).rejects.toMatchObject({ code: "file-unwritable" });
    }
    expect(readdirSync(folder).sort()).toEqual(["link to a device", "pipe"]);
  },
);

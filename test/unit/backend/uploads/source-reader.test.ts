import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readIdentity } from "../../../../main/backend/uploads/transfer/disk";
import { createSourceReader } from "../../../../main/backend/uploads/transfer/source-reader";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-test-"));
  file = path.join(folder, "a.wav");
  writeFileSync(file, "0123456789");
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * On the clock of a fast or a slow disk: each reading of the clock is later by this time in
 * milliseconds.
 */
function readerWith(callMs: number) {
  let time = 0;
  let readings = 0;
  const reader = createSourceReader(() => {
    readings += 1;
    return (time += callMs);
  });
  return { reader, readings: () => readings };
}

it.each([
  ["that responds at once", 0.01],
  ["that responds slowly", 20],
])("reads files of a disk %s", async (_, callMs) => {
  const { reader } = readerWith(callMs);
  for (let round = 0; round < 3; round += 1) {
    const source = await reader.open(file);
    const buffer = Buffer.alloc(8);
    await source.read(buffer, 6, 3);
    expect(buffer.toString()).toBe("345678\0\0");
    await expect(source.read(buffer, 8, 3)).rejects.toMatchObject({ code: "file-changed" });
    await source.close();
    expect(await reader.identity(file)).toEqual(await readIdentity(file));
  }
  rmSync(file);
  await expect(reader.open(file)).rejects.toMatchObject({ code: "file-missing" });
  await expect(reader.identity(file)).rejects.toMatchObject({ code: "file-missing" });
});

it("does not block the thread for a second after its calls were slow on average", async () => {
  const { reader, readings } = readerWith(20);
  /** A blocking call reads the clock before and after it; one through the pool only before. */
  async function isBlocking(): Promise<boolean> {
    const before = readings();
    await reader.identity(file);
    return readings() - before === 2;
  }
  expect(await isBlocking()).toBe(true);
  for (let call = 0; call < 49; call += 1) expect(await isBlocking()).toBe(false);
  expect(await isBlocking()).toBe(true);
});

it.skipIf(process.platform === "win32")("does not wait for a writer of a pipe", async () => {
  rmSync(file);
  execFileSync("mkfifo", [file]);
  const source = await createSourceReader().open(file);
  await expect(source.read(Buffer.alloc(1), 1, 0)).rejects.toThrow();
  await source.close();
});

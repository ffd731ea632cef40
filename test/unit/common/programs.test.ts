/** Where the programs of the application are found. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findPrograms, nodePrograms } from "../../../main/common/processes/programs";

function folderWith(...files: string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-programs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), "");
  }
  return folder;
}

test("separate programs are beside the archive of a package, and only there", () => {
  const bundles = "resources/app.asar/out/main";
  const inPackage = folderWith(
    `${bundles}/flite.cjs`,
    "resources/gpl/espeak-ng/host.cjs",
    "resources/app.asar/main/local-service/engine/gpl/ffmpeg/host.cjs",
  );
  expect([...findPrograms(path.join(inPackage, bundles))]).toEqual([
    ["flite", path.join(inPackage, bundles, "flite.cjs")],
    ["espeak-ng", path.join(inPackage, "resources/gpl/espeak-ng/host.cjs")],
  ]);
  const source = folderWith(
    "out/main/script-worker.cjs",
    "main/local-service/engine/gpl/ffmpeg/host.cjs",
  );
  expect([...findPrograms(path.join(source, "out/main")).keys()]).toEqual(["reader", "ffmpeg"]);
});

test("a program that does not exist cannot be started", () => {
  const { programs, launch } = nodePrograms(folderWith());
  expect(programs.size).toBe(0);
  expect(() => launch("flite", { heapMb: 1, memoryMb: 1 })).toThrow("flite is not installed");
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readUpdatePolicy } from "../../../../main/electron/system/policies";
import { recordingLog } from "../../../helpers/recording-log";

test("a policy file sets the mode of updates; one that cannot be understood turns them off", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "policies.json");
  const { log, lines } = recordingLog();
  expect(readUpdatePolicy(file, log)).toBeNull();
  expect(readUpdatePolicy(path.join(file, "below"), log)).toBeNull();
  for (const [text, mode] of [
    ["{}", null],
    ['{"updates": "off"}', "off"],
    ['{"updates": "manual"}', "manual"],
    ['{"updates": "ask"}', "ask"],
  ] as const) {
    writeFileSync(file, text);
    expect(readUpdatePolicy(file, log)).toBe(mode);
  }
  expect(lines).toEqual([]);
  for (const text of ["", "{", '{"updates": "never"}', '{"update": "off"}', "[]"]) {
    writeFileSync(file, text);
    expect(readUpdatePolicy(file, log)).toBe("off");
  }
  expect(lines).toHaveLength(5);
});

/**
 * Terminal output of a headless upload: without control characters that the terminal would
 * interpret.
 */
import { afterEach, expect, it, vi } from "vitest";
import { createOutput } from "../../../main/headless/output";
import { createReport } from "../../../main/headless/report";

afterEach(() => void vi.restoreAllMocks());

function written(isJson: boolean): { stdout: string; stderr: string } {
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      text[name] += String(chunk);
      return true;
    });
  const report = createReport(createOutput(isJson));
  const path = "a\u001b]0;title\u0007\u009b2J\u202e.wav";
  report.write({ event: "failed", path, code: "service-error", message: "no\r\u001b[1A\nyes" });
  vi.restoreAllMocks();
  return text;
}

// oxlint-disable-next-line no-control-regex -- the test is about control characters
const controlCharacters = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

it("writes names and messages of a service without control characters", () => {
  const { stdout, stderr } = written(false);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^failed: a.*\n$/);
  expect(stderr).not.toMatch(controlCharacters);
});

it("writes JSON with the same values, escaped", () => {
  const { stdout } = written(true);
  expect(stdout).not.toMatch(controlCharacters);
  expect(JSON.parse(stdout)).toMatchObject({ path: "a\u001b]0;title\u0007\u009b2J\u202e.wav" });
});

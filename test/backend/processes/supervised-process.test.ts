/**
 * Executables that are started by the local service: they end with it, and helpers that they leave
 * do not stop it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSupervised } from "../../../main/common/processes/supervised-process";
import { bundleTestProgram } from "../../helpers/programs";

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const shell = (script: string) =>
  startSupervised({ file: "/bin/sh", args: ["-c", script], env: process.env });
async function outputOf(running: ReturnType<typeof shell>): Promise<string> {
  let text = "";
  running.output.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  // Scripts that wait for the end of their input go on when their first output has arrived.
  running.output.once("data", () => running.input.end());
  await running.ended;
  return text;
}

describe.skipIf(process.platform === "win32")("a supervised executable (POSIX systems)", () => {
  it("has ended although a helper in a session of its own keeps its output open", async () => {
    // The helper has left the process group before its id is printed; the script ends after that.
    const running = shell("setsid sh -c 'echo $$; exec sleep 60' & read -r _; exit 3");
    const helper = Number(await outputOf(running));
    onTestFinished(() => void process.kill(helper, "SIGKILL"));
    expect(isRunning(helper)).toBe(true);
    expect(await running.ended).toEqual({ error: null, code: 3, signal: null });
  });

  it("can be killed with the processes of its group", async () => {
    const running = shell("sleep 60 & echo $!; wait");
    running.output.once("data", running.kill);
    const child = Number(await outputOf(running));
    expect(await running.ended).toMatchObject({ error: null, signal: "SIGKILL" });
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it("reports the signal that ended it", async () => {
    const running = shell("kill -TERM $$");
    await outputOf(running);
    expect(await running.ended).toEqual({ error: null, code: null, signal: "SIGTERM" });
  });

  it("emits all output before it has ended", async () => {
    const running = shell("head -c 3000000 /dev/zero | tr '\\0' x");
    expect((await outputOf(running)).length).toBe(3_000_000);
  });

  it("reports an executable that does not exist", async () => {
    const running = startSupervised({ file: "/nowhere/program", args: [], env: {} });
    expect((await running.ended).error?.message).toContain("ENOENT");
  });

  it("ends when the process that started it is killed", async () => {
    const program = await bundleTestProgram("test/helpers/supervising-process.ts");
    onTestFinished(() => program.remove());
    const parent = spawn(process.execPath, [
      program.entry,
      "/bin/sh",
      "-c",
      "echo $$; sleep 60; echo",
    ]);
    const lines = createInterface({ input: parent.stdout });
    const [pid] = (await once(lines, "line")) as [string];
    expect(isRunning(Number(pid))).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });
});

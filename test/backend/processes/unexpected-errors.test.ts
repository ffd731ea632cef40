/**
 * Exceptions out of a timer, and rejections that nothing handles, in each kind of process. Requires
 * a build.
 */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalRunner } from "../../../main/backend/workspaces/local-runner";
import { noGrants } from "../../../main/common/external-grants";
import { silentLog } from "../../../main/common/log";
import { directRoutes } from "../../../main/remote/http/routes";
import { temporaryFolder } from "../../helpers/backend";
import { signIn } from "../../helpers/local-service";
import { nodeLocalServices } from "../../helpers/node-local-services";
import { long } from "../../long";

const bundles = path.resolve(import.meta.dirname, "../../../out/main");
const throwsLater = path.resolve(import.meta.dirname, "../../helpers/throws-later.cjs");
const at = (name: string) => path.join(bundles, `${name}.cjs`);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await temporaryFolder();
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await folder.remove();
});

/**
 * Starts a process that throws with the signal SIGUSR2. Resolves when it has written to `first`.
 */
async function start(
  args: readonly string[],
  first: "stdout" | "stderr",
  env: Record<string, string> = {},
) {
  const child = spawn(process.execPath, ["--require", throwsLater, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  children.push(child);
  const texts = { stdout: "", stderr: "" };
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (text: Buffer) => (texts[name] += text.toString()));
  await once(child[first], "data");
  return { child, ended, texts };
}

describe.skipIf(process.platform === "win32")("an unexpected error", () => {
  const endsWithMessage = "ends %s %j with code 1 and a message, and its folder is free (%s)";
  it.each([
    ["cli", ["serve"], "rejection"],
    ["local-service", [], "timer"],
  ] as const)(endsWithMessage, endsAfter);
  it.each([["cli", ["serve"], "timer"]] as const)(endsWithMessage, long, endsAfter);

  async function endsAfter(entry: string, command: readonly string[], kind: string): Promise<void> {
    const args = [at(entry), ...command, "--data", folder.path];
    const { child, ended, texts } = await start(args, "stdout", { THROWS: kind });
    child.kill("SIGUSR2");
    expect(await ended).toEqual([1, null]);
    expect(texts.stderr).toContain("serve: ends after an unexpected error");
    expect(texts.stderr).toContain("thrown by a timer");
    expect(texts.stderr).not.toContain("s3cr3t");
    const again = await start(args, "stdout");
    again.child.kill("SIGTERM");
    expect(await again.ended).toEqual([0, null]);
  }

  it("ends a command with code 1 and an error as its last line", async () => {
    const state = path.join(folder.path, ".state");
    const { child, ended, texts } = await start(
      [
        at("cli"),
        "watch",
        folder.path,
        "--base-url",
        "http://127.0.0.1:9",
        "--state",
        state,
        "--json",
      ],
      "stderr",
      { DUBYARD_CLIENT_ID: "id", DUBYARD_CLIENT_SECRET: "key" },
    );
    child.kill("SIGUSR2");
    expect(await ended).toEqual([1, null]);
    const lines = texts.stdout.trimEnd().split("\n");
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
      event: "error",
      code: "internal",
      exitCode: 1,
      message: expect.stringContaining("unexpected error: thrown by a timer") as string,
    });
    expect(texts.stderr).toMatch(/^ {4}at .*throws-later\.cjs/m);
    expect(texts.stderr + texts.stdout).not.toContain("s3cr3t");
  });

  it("of the service of a workspace has it started again by the application", async () => {
    const states: string[] = [];
    const services = nodeLocalServices({ NODE_OPTIONS: `--require ${throwsLater}` });
    const runner = createLocalRunner({
      dataDir: folder.path,
      log: silentLog,
      host: services,
      externalGrants: () => Promise.resolve(noGrants),
      routes: directRoutes,
      onNotice: () => undefined,
      onActivity: () => undefined,
      onState: (state) => void states.push(state),
    });
    const files = async () => (await signIn(await runner.address())).files();
    expect(await files()).toEqual([]);
    services.kill(folder.path, "SIGUSR2");
    await expect
      .poll(() => states)
      .toEqual(["starting", "online", "unreachable", "starting", "online"]);
    expect(await files()).toEqual([]);
    await runner.stop();
  });

  it.each(["flite", "translator", "script-worker"])(
    "of the program %s is reported, and the program ends",
    async (name) => {
      const child = fork(at(name), ["64", "512"], {
        execArgv: ["--require", throwsLater],
        stdio: "ignore",
        serialization: "advanced",
      });
      children.push(child);
      const ended = once(child, "exit");
      const reported = once(child, "message");
      await once(child, "spawn");
      child.send("throw");
      expect(await reported).toEqual([{ failure: "failed" }, undefined]);
      expect(await ended).toEqual([null, "SIGKILL"]);
    },
  );
});

/** Every rule of the interface against a fresh local workspace; `main.ts` tries them against any service. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptWorkerFile } from "../helpers/programs";
import {
  createManualClock,
  startLocalService,
  type RunningLocalService,
} from "../helpers/local-service";
import { allRules, createContext, tryRule } from "./run";

const clock = createManualClock(Date.now());
let local: RunningLocalService;
let made: Awaited<ReturnType<typeof createContext>>;
beforeAll(async () => {
  // Most scripts of the rules are not there: nobody waits for them for long.
  local = await startLocalService({
    scriptWorkerFile,
    fetchTimeoutMs: 200,
    now: clock.now,
  });
  const { baseUrl, clientId, clientSecret } = local.address();
  // The interface's own 15 minutes, on a clock that is moved.
  const untilUrlsExpire = () => {
    clock.advance(15 * 60_000);
    return Promise.resolve();
  };
  made = await createContext(baseUrl, { clientId, clientSecret }, untilUrlsExpire);
});
afterAll(async () => {
  await made.clean();
  await local.remove();
});

describe("the local workspace keeps", () => {
  it.each(allRules.map((rule) => [rule.section, rule.rule, rule] as const))(
    "%s: %s",
    async (_section, _rule, rule) => {
      expect(await tryRule(rule, made.context)).toMatchObject({ result: "kept", reason: "" });
    },
  );
});

it("no two rules are the same", () => {
  const names = allRules.map(({ section, rule }) => `${section}: ${rule}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it("runs as a program against an address, and leaves nothing behind", async () => {
  const { baseUrl, clientId, clientSecret } = local.address();
  const program = path.join(import.meta.dirname, "start.mjs");
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, DUBYARD_CLIENT_ID: clientId, DUBYARD_CLIENT_SECRET: clientSecret },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, "close")) as [number];
    return { code, output };
  };
  const before = await local.client.get("/projects");
  const { code, output } = await run("--base-url", `${baseUrl}/`);
  // Its service has the full validity of URLs, which is too long to wait for.
  expect(output).toContain(`${allRules.length - 1} kept, 0 broken, 1 not checked`);
  expect(output).toContain("not checked: §8 Upload URL validity");
  expect(code).toBe(0);
  expect((await local.client.get("/projects")).json).toEqual(before.json);
  expect((await run()).code).toBe(2);
});

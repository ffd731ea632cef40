/**
 * Checks every rule of the interface against a new local workspace; `main.ts` checks them against
 * any service.
 */
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
import { allRules, createContext, checkRule } from "./run";
import { long } from "../long";

const clock = createManualClock(Date.now());
let local: RunningLocalService;
let context: Awaited<ReturnType<typeof createContext>>;
beforeAll(async () => {
  // Most script URLs of the rules are unreachable; a short timeout keeps the test fast.
  local = await startLocalService({
    scriptWorkerFile,
    durations: { fetchTimeoutMs: 200 },
    now: clock.now,
  });
  const { baseUrl, clientId, clientSecret } = local.address();
  // The 15 minutes of the interface pass on a manual clock.
  const untilUrlsExpire = () => {
    clock.advance(15 * 60_000);
    return Promise.resolve();
  };
  context = await createContext(baseUrl, { clientId, clientSecret }, untilUrlsExpire);
});
afterAll(async () => {
  await context.clean();
  await local.remove();
});

describe("the local workspace conforms to", () => {
  it.each(allRules.map((rule) => [rule.section, rule.rule, rule] as const))(
    "%s: %s",
    async (_section, _rule, rule) => {
      expect(await checkRule(rule, context.context)).toMatchObject({
        result: "passed",
        reason: "",
      });
    },
  );
});

it("all rules are different", () => {
  const names = allRules.map(({ section, rule }) => `${section}: ${rule}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it("runs as a program with a base URL, and deletes what it created", long, async () => {
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
  // The URLs of its service are valid for 15 minutes, which is too long to wait.
  expect(output).toContain(`${allRules.length - 1} passed, 0 failed, 1 not checked`);
  expect(output).toContain("not checked: §8 Upload URL validity");
  expect(code).toBe(0);
  expect((await local.client.get("/projects")).json).toEqual(before.json);
  expect((await run()).code).toBe(2);
});

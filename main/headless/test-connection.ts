/**
 * `dubyard test-connection`: the steps of a connection to a service, as in the settings of the
 * window.
 */
import type { StepResult } from "../../preload/model";
import { testConnection as runSteps } from "../remote/connection-test";
import { readTestConnectionArguments, type TestConnectionArguments } from "./arguments";
import type { HeadlessDeps } from "./deps";
import { connectionExit, exit } from "./exit-codes";
import { runCommand, type CommandContext } from "./run-command";

/**
 * Tests a connection. Resolves with the exit code: 0 if no step failed, the code of the first
 * failed step (`connectionExit`), 2 for invalid arguments, 130 if interrupted.
 */
export const testConnection = (
  argv: string[],
  { policies }: Pick<HeadlessDeps, "policies">,
): Promise<number> =>
  runCommand({
    name: "test-connection",
    argv,
    read: () => readTestConnectionArguments(argv, process.env, policies()),
    work: run,
  });

async function run(
  { baseUrl, clientId, clientSecret, routes, storageOrigin }: TestConnectionArguments,
  { output, signal }: CommandContext,
): Promise<number> {
  const failed: StepResult["step"][] = [];
  const deps = {
    baseUrl: () => Promise.resolve(baseUrl),
    connection: () =>
      Promise.resolve({ baseUrl, clientId, clientSecret, authScheme: "raw" as const }),
    routes,
    storageOrigin,
    now: Date.now,
    onStep(result: StepResult) {
      if (result.state === "failed") failed.push(result.step);
      output.event({ event: "step", ...result });
      output.line(lineOf(result));
    },
  };
  await runSteps(deps, signal);
  const [first] = failed;
  const exitCode = first === undefined ? exit.done : connectionExit[first];
  output.event({ event: "summary", failed, exitCode });
  output.result(first === undefined ? "no step failed" : `failed: ${failed.join(", ")}`);
  return exitCode;
}

/**
 * "ok: tcp: 192.0.2.1:443 (12 ms)", "failed: dns: ENOTFOUND (unreachable, 3 ms)", "skipped: proxy".
 */
function lineOf({ step, state, milliseconds, detail, problem }: StepResult): string {
  if (state === "skipped") return `skipped: ${step}`;
  // The difference of the clocks is a detail; other failures have a message.
  const found = problem?.message === "" || !problem ? detail : problem.message;
  const code = problem ? `${problem.code}, ` : "";
  return `${state}: ${step}${found === "" ? "" : `: ${found}`} (${code}${milliseconds} ms)`;
}

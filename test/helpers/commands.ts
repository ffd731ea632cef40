/** Runs a terminal command of the built application as a process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { LocalService } from "../../main/local-service/server";

const entry = path.resolve(import.meta.dirname, "../../out/main/cli.cjs");

/** A line of the output of a command with --json. */
export interface Line {
  event: string;
  [key: string]: unknown;
}

type Credentials = Pick<LocalService, "clientId" | "clientSecret">;

/** Starts a command with the credentials of a service; its output is read by the caller. */
export const startCommand = (
  service: Credentials,
  args: string[],
  env: Record<string, string> = {},
) =>
  spawn(process.execPath, [entry, ...args], {
    env: {
      ...process.env,
      DUBYARD_CLIENT_ID: service.clientId,
      DUBYARD_CLIENT_SECRET: service.clientSecret,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Runs a command with the credentials of a service; `onLine` receives each line of stdout. */
export function runCommand(
  service: Credentials,
  args: string[],
  env: Record<string, string> = {},
  onLine?: (line: Line) => void,
) {
  const child = startCommand(service, args, env);
  const lines: string[] = [];
  let errors = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    onLine?.(JSON.parse(line) as Line);
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({
    code: code as number | null,
    lines,
    errors,
  }));
  return { child, ended };
}

/** The lines with this event. */
export const eventsNamed = (lines: readonly string[], name: string): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter(({ event }) => event === name);

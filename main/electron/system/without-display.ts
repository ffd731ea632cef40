/** Terminal commands on a Linux without a display, such as a server. */
import { spawnSync } from "node:child_process";

/** Chromium reads these before the main process runs: the process has to begin with them. */
const switches = ["--ozone-platform=headless", "--disable-gpu", "--log-level=3"];

interface Environment {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  argv: readonly string[];
}

/** Whether Chromium would end this process, since it finds no display. */
export function needsDisplay({ platform, env, argv }: Environment): boolean {
  const hasDisplay = Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
  const isChosen = argv.some((argument) => argument.startsWith("--ozone-platform"));
  return platform === "linux" && !hasDisplay && !isChosen;
}

/**
 * Begins this program again without a display: as the same process where Node.js can do that, so
 * that signals reach it; else as a child, whose exit code is returned.
 */
export function restartWithoutDisplay(): number {
  const [program = process.execPath, ...args] = process.argv;
  const { execve } = process as { execve?: (...call: [string, string[]]) => never };
  if (execve) execve(process.execPath, [program, ...switches, ...args]);
  const { status } = spawnSync(process.execPath, [...switches, ...args], { stdio: "inherit" });
  return status ?? 1;
}

/** Starts Xvfb for programs that need a display, where there is none, and stops it afterwards. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { printStatus } from "./processes.mjs";
import { hasDisplay } from "./system.mjs";

/**
 * A shell script that runs Xvfb until the script's standard input is closed. However this process
 * ends, the system closes that pipe, and Xvfb ends: no cleanup code has to run.
 */
const untilInputCloses = `trap '' INT TERM HUP
Xvfb -displayfd 3 -screen 0 1600x1000x24 -noreset -nolisten tcp -auth "$1" </dev/null &
server=$!
exec 3>&-
read -r _
kill "$server" 2>/dev/null
wait "$server" 2>/dev/null
rm -rf "$2"`;

/** The Xauthority file with a cookie: only processes with the cookie may use the display. */
function writeAuthority(file) {
  const field = (content) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(content.length);
    return Buffer.concat([length, content]);
  };
  const anyHost = Buffer.from([0xff, 0xff]);
  const nothing = field(Buffer.alloc(0));
  const name = field(Buffer.from("MIT-MAGIC-COOKIE-1"));
  fs.writeFileSync(file, Buffer.concat([anyHost, nothing, nothing, name, field(randomBytes(16))]), {
    mode: 0o600,
  });
}

/**
 * Starts Xvfb on a free display number. Resolves with the environment variables and a function that
 * stops it.
 */
function startXvfb() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dubyard-display-"));
  const authority = path.join(folder, "Xauthority");
  writeAuthority(authority);
  return new Promise((resolve, reject) => {
    const server = spawn("sh", ["-c", untilInputCloses, "sh", authority, folder], {
      // A separate process group: Ctrl-C in a terminal must not end the display before the program.
      detached: true,
      stdio: ["pipe", "ignore", "pipe", "pipe"],
    });
    let errorOutput = "";
    server.stderr.on("data", (text) => (errorOutput += text));
    server.on("error", reject);
    const ended = new Promise((done) => server.on("close", done));
    const stop = () => {
      server.stdin.end();
      return ended;
    };
    let number = "";
    server.stdio[3].on("data", (text) => {
      number += text;
      if (!number.endsWith("\n")) return;
      resolve({ env: { DISPLAY: `:${number.trim()}`, XAUTHORITY: authority }, stop });
    });
    server.stdio[3].on("end", () => {
      if (number.endsWith("\n")) return;
      void stop();
      reject(new Error(`Xvfb did not start: ${errorOutput.trim().split("\n").at(-1)}`));
    });
  });
}

/** Runs work with an environment that has a display, and stops the display that it started. */
export async function withDisplay(work) {
  if (hasDisplay()) return work(process.env);
  const { env, stop } = await startXvfb();
  printStatus(`no display found: using Xvfb on ${env.DISPLAY}`);
  try {
    return await work({ ...process.env, ...env, ELECTRON_OZONE_PLATFORM_HINT: "x11" });
  } finally {
    await stop();
  }
}

/** ffmpeg as an installed program. */
import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { lowerPriority } from "../../../common/processes/process-priority";
import { executablesNamed } from "../executables";
import { argumentsOf, errorOf, type Ffmpeg } from "./ffmpeg";
import { monitorJob } from "./job-monitor";
import { maxProgramMb } from "./limits";
import { previewSupportOf, type PreviewSupport } from "./preview";
import { mediaError } from "./problems";

/** Timeout of `ffmpeg -version` in milliseconds. */
const versionTimeoutMs = 10_000;

/** SECURITY: no access to the environment of the service. Windows cannot start a program without this variable. */
function programEnvironment(): NodeJS.ProcessEnv {
  const root = process.env["SystemRoot"];
  return root === undefined ? {} : { SystemRoot: root };
}

export interface NativeFfmpeg extends Ffmpeg {
  /** How it makes previews; null if it cannot. */
  preview: PreviewSupport | null;
}

/** The first ffmpeg in these folders that runs and has the required encoders, or null. */
export async function findNativeFfmpeg(folders: readonly string[]): Promise<NativeFfmpeg | null> {
  for await (const program of executablesNamed("ffmpeg", folders)) {
    const version = await versionOf(program);
    // Encoders of ffmpeg itself are always there; Opus, for WebM, is not.
    if (!version.startsWith("ffmpeg version") || !version.includes("--enable-libopus")) continue;
    return { ...createNativeFfmpeg(program), preview: previewSupportOf(version) };
  }
  return null;
}

/** Its version and configuration; "" if it does not run. */
async function versionOf(program: string): Promise<string> {
  const options = { timeout: versionTimeoutMs, windowsHide: true, env: programEnvironment() };
  try {
    const { stdout } = await promisify(execFile)(program, ["-nostdin", "-version"], options);
    return stdout;
  } catch {
    return "";
  }
}

const measureEveryMs = 250;
/** Characters of its error messages that are read. */
const maxErrorLength = 16_384;

/** Resident memory of a process in MiB; 0 where it is unknown. */
async function memoryOf(pid: number): Promise<number> {
  if (process.platform !== "linux") return 0;
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
}

/** `program` is an absolute path. */
export function createNativeFfmpeg(program: string): Ffmpeg {
  return {
    run: (job, options) =>
      new Promise((resolve, reject) => {
        options.signal.throwIfAborted();
        const child = spawn(
          program,
          argumentsOf(job, (file) => `file:${file}`),
          {
            stdio: ["ignore", "pipe", "pipe"],
            env: programEnvironment(),
            cwd: path.dirname(program),
            windowsHide: true,
          },
        );
        lowerPriority(child.pid);
        let reason: Error | null = null;
        let errors = "";
        function stop(error: Error): void {
          reason ??= error;
          child.kill("SIGKILL");
        }
        const monitor = monitorJob(job, options, stop);
        const measuring = setInterval(() => {
          void memoryOf(child.pid ?? 0).then((memoryMb) => {
            if (memoryMb > maxProgramMb) stop(mediaError("too-much-memory"));
          });
        }, measureEveryMs);
        child.stdout.setEncoding("latin1").on("data", (text: string) => monitor.receive(text));
        child.stderr.setEncoding("latin1").on("data", (text: string) => {
          errors = (errors + text).slice(-maxErrorLength);
        });
        child.on("error", (error) => (reason ??= error));
        // After "exit", and after the end of both outputs. It also follows "error".
        child.on("close", (code, signal) => {
          monitor.stop();
          clearInterval(measuring);
          const isEnded = signal === "SIGKILL" || signal === "SIGTERM";
          if (isEnded) reason ??= new Error("ffmpeg was ended by another program");
          const error = reason ?? errorOf(code, errors);
          if (error) reject(error);
          else resolve({ endMs: monitor.endMs() });
        });
      }),
  };
}

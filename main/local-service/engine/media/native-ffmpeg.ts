/** ffmpeg as an installed program. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { startSupervised } from "../../../common/processes/supervised-process";
import { executablesNamed } from "../executables";
import { argumentsOf, errorOf, type Ffmpeg } from "./ffmpeg";
import { monitorJob } from "./job-monitor";
import { maxProgramMb } from "./limits";
import { previewSupportOf, type PreviewSupport } from "./preview";
import { mediaError } from "./problems";

/** Timeout of `ffmpeg -version` in milliseconds. */
const versionTimeoutMs = 10_000;

/**
 * SECURITY: no access to the environment of the service. Windows cannot start a program without
 * this variable.
 */
function programEnvironment(): NodeJS.ProcessEnv {
  const root = process.env["SystemRoot"];
  return root === undefined ? {} : { SystemRoot: root };
}

export interface NativeFfmpeg extends Ffmpeg {
  /** How it makes previews; null if it cannot. */
  preview: PreviewSupport | null;
  hasMp3: boolean;
}

/** The first ffmpeg in these folders that runs and has the required encoders, or null. */
export async function findNativeFfmpeg(folders: readonly string[]): Promise<NativeFfmpeg | null> {
  for await (const program of executablesNamed("ffmpeg", folders)) {
    const version = await versionOf(program);
    // Encoders of ffmpeg itself are always there; Opus, for WebM, is not.
    if (!version.startsWith("ffmpeg version") || !version.includes("--enable-libopus")) continue;
    return {
      ...createNativeFfmpeg(program),
      preview: previewSupportOf(version),
      hasMp3: version.includes("--enable-libmp3lame"),
    };
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

/** Resident memory of a process and its children in MiB; 0 where it is unknown. */
async function memoryOf(pid: number): Promise<number> {
  if (process.platform !== "linux") return 0;
  const read = (file: string) => readFile(file, "utf8").catch(() => "");
  const children = await read(`/proc/${pid}/task/${pid}/children`);
  const pids = [String(pid), ...children.split(" ").filter(Boolean)];
  const texts = await Promise.all(pids.map((each) => read(`/proc/${each}/status`)));
  const kibibytes = texts.map((text) => Number(/^VmRSS:\s*(\d+) kB/m.exec(text)?.[1] ?? 0));
  return kibibytes.reduce((sum, value) => sum + value, 0) / 1024;
}

/** `program` is an absolute path. */
export function createNativeFfmpeg(program: string): Ffmpeg {
  return {
    async run(job, options) {
      options.signal.throwIfAborted();
      const running = startSupervised({
        file: program,
        args: argumentsOf(job, (file) => `file:${file}`),
        env: programEnvironment(),
        cwd: path.dirname(program),
      });
      let reason: Error | null = null;
      let errors = "";
      function stop(error: Error): void {
        reason ??= error;
        running.kill();
      }
      const monitor = monitorJob(job, options, stop);
      const measuring = setInterval(() => {
        void memoryOf(running.pid ?? 0).then((memoryMb) => {
          if (memoryMb > maxProgramMb) stop(mediaError("too-much-memory"));
        });
      }, measureEveryMs);
      running.input.end();
      running.output.setEncoding("latin1").on("data", (text: string) => monitor.receive(text));
      running.errors.setEncoding("latin1").on("data", (text: string) => {
        errors = (errors + text).slice(-maxErrorLength);
      });
      const { code, signal, error: startError } = await running.ended;
      monitor.stop();
      clearInterval(measuring);
      if (signal === "SIGKILL" || signal === "SIGTERM")
        reason ??= new Error("ffmpeg was ended by another program");
      const error = reason ?? startError ?? errorOf(code, errors);
      if (error) throw error;
      return { endMs: monitor.endMs(), messages: errors };
    },
  };
}

/**
 * ffmpeg as the separate GPL program of engine/gpl/ffmpeg, in a process of its own for each run.
 */
import type { LaunchProgram } from "../ports";
import { argumentsOf, errorOf, type Ffmpeg, type FfmpegJob } from "./ffmpeg";
import { monitorJob } from "./job-monitor";
import { maxProgramMb } from "./limits";
import { mediaError } from "./problems";

/** The message to the program. It can open only these files, by their names. */
interface ProgramJob {
  args: readonly string[];
  files: readonly { name: string; path: string; access: "read" | "write" }[];
}

/** The messages of the program; the last two end the run. */
type ProgramMessage =
  | { progress: string }
  /** Exit code and error messages of ffmpeg. */
  | { code: number; errors: string }
  | { failure: "too-much-memory" | "failed" };

const limits = { heapMb: 256, memoryMb: maxProgramMb };

function programJob(job: FfmpegJob): ProgramJob {
  const { inputs, output } = job;
  const read = [...inputs.map(({ file }) => file), ...(output.attached ?? [])];
  const files: ProgramJob["files"][number][] = read.map((file, index) => ({
    name: `/${index}`,
    path: file,
    access: "read",
  }));
  if (output.file !== null) files.push({ name: "/output", path: output.file, access: "write" });
  const nameOf = (file: string) => `file:${files.find(({ path }) => path === file)?.name ?? ""}`;
  return { args: argumentsOf(job, nameOf), files };
}

export function createFfmpegProgram(launch: LaunchProgram): Ffmpeg {
  return {
    run: (job, options) =>
      new Promise((resolve, reject) => {
        options.signal.throwIfAborted();
        const program = launch("ffmpeg", limits);
        let outcome: "succeeded" | Error | null = null;
        /** Ends the process. The run ends when it has exited, because it may write until then. */
        function stop(result: "succeeded" | Error): void {
          outcome ??= result;
          program.kill();
        }
        let messages = "";
        const monitor = monitorJob(job, options, stop);
        program.onMessage((raw) => {
          const message = raw as ProgramMessage;
          if ("progress" in message) monitor.receive(message.progress);
          else if ("code" in message) {
            messages = message.errors;
            stop(errorOf(message.code, messages) ?? "succeeded");
          } else stop(mediaError(message.failure === "failed" ? "not-decodable" : message.failure));
        });
        program.onExit(({ isAborted }) => {
          monitor.stop();
          outcome ??= isAborted
            ? mediaError("too-much-memory")
            : new Error("the program for media ended early");
          if (outcome === "succeeded") resolve({ endMs: monitor.endMs(), messages });
          else reject(outcome);
        });
        program.setBusy(true);
        program.send(programJob(job));
      }),
  };
}

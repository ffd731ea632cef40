/**
 * The programs of the application that run in processes of their own, and where their files are.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { forkProgram, type ProgramLimits, type ProgramProcess } from "./program-process";

/**
 * `reader` reads documents; the others belong to the engine of a local workspace. `espeak-ng`,
 * `ffmpeg` and `neural` are separate programs under the GPL, which may be missing.
 */
export type ProgramName = "reader" | "flite" | "espeak-ng" | "ffmpeg" | "neural" | "translator";

/** Starts a program. Its messages are plain data that the structured clone algorithm supports. */
export type LaunchProgram = (program: ProgramName, limits: ProgramLimits) => ProgramProcess;

/** The files of programs that exist. */
export type ProgramFiles = ReadonlyMap<ProgramName, string>;

/** What a service requires to run programs. */
export interface Programs {
  launch: LaunchProgram;
  /** The programs that `launch` can start. */
  programs: ReadonlySet<ProgramName>;
}

/** Bundles, in the folder out/main. */
const bundled: Partial<Record<ProgramName, string>> = {
  reader: "script-worker.cjs",
  flite: "flite.cjs",
  translator: "translator.cjs",
};
/** Folders of separate programs. */
const separate: Partial<Record<ProgramName, string>> = {
  "espeak-ng": "espeak-ng",
  ffmpeg: "ffmpeg",
  neural: "sherpa-onnx",
};

/**
 * Finds the programs. `bundles` is the folder out/main, in the source code or in the archive of a
 * package; separate programs are beside the archive (electron-builder.yml).
 */
export function findPrograms(bundles: string): ProgramFiles {
  const top = path.resolve(bundles, "../..");
  const isPackage = path.basename(top) === "app.asar";
  const gpl = isPackage
    ? path.join(path.dirname(top), "gpl")
    : path.join(top, "main/local-service/engine/gpl");
  const files = [
    ...Object.entries(bundled).map(([name, file]) => [name, path.join(bundles, file)] as const),
    ...Object.entries(separate).map(
      ([name, folder]) => [name, path.join(gpl, folder, "host.cjs")] as const,
    ),
  ];
  return new Map(files.filter(([, file]) => existsSync(file)) as [ProgramName, string][]);
}

/** The programs under plain Node.js. */
export function nodePrograms(bundles: string): Programs {
  const files = findPrograms(bundles);
  return {
    programs: new Set(files.keys()),
    launch(program, limits) {
      const file = files.get(program);
      if (file === undefined) throw new Error(`the program ${program} is not installed`);
      return forkProgram(file, limits, { isBackground: program !== "reader" });
    },
  };
}

/** The programs of the engine under plain Node.js. For Electron, see main/electron/processes. */
import { existsSync } from "node:fs";
import path from "node:path";
import { forkReader } from "../../../script-formats/process/reader-process";
import type { LaunchProgram, ProgramName } from "../ports";

export interface Programs {
  launch: LaunchProgram;
  /** The programs that exist. */
  programs: ReadonlySet<ProgramName>;
}

/** The files of the programs, from the folder of the bundles. */
const files: Partial<Record<ProgramName, string>> = {
  flite: "flite.cjs",
  "espeak-ng": "../../main/local-service/engine/gpl/espeak-ng/host.cjs",
  ffmpeg: "../../main/local-service/engine/gpl/ffmpeg/host.cjs",
};

/** `bundles` is the folder out/main. */
export function nodePrograms(bundles: string): Programs {
  const found = new Map<ProgramName, string>();
  for (const [name, file] of Object.entries(files)) {
    const absolute = path.resolve(bundles, file);
    if (existsSync(absolute)) found.set(name as ProgramName, absolute);
  }
  return {
    programs: new Set(found.keys()),
    launch(program, limits) {
      const file = found.get(program);
      if (file === undefined) throw new Error(`the program ${program} is not installed`);
      return forkReader(file)(limits);
    },
  };
}

/** Scripts of this computer, read off the main thread and kept in memory while they stay as they are. */
import path from "node:path";
import type { ProjectType } from "../../../preload/model/resources";
import { AppError } from "../../common/errors";
import { maxFileBytes } from "../../script-formats/limits";
import type { Script } from "../../script-formats/model";
import { tooLarge, unread } from "../../script-formats/problems";
import type { ScriptReader } from "../../script-formats/reader";
import { isSameStamp, readBounded, stampOf, type FileStamp } from "../../common/files";

/** How a script is to be read. */
export interface Reading {
  /** Absolute. */
  path: string;
  projectType: ProjectType;
  /** "" for none. */
  languageCode: string;
  /** Not trimmed; "" for none. */
  speakerSeparator: string;
}

export interface ReadScript {
  script: Script;
  stamp: FileStamp;
}

export interface ScriptFilesDeps {
  reader: Pick<ScriptReader, "readScript">;
  /** Lines kept in memory, of all scripts together; some hundred bytes each. */
  maxLines?: number;
  maxScripts?: number;
}

interface Kept {
  stamp: FileStamp | null;
  reading: Promise<ReadScript>;
  /** Known once it is read. */
  lines: number;
}

export type ScriptFiles = ReturnType<typeof createScriptFiles>;

export function createScriptFiles(deps: ScriptFilesDeps) {
  const { reader, maxLines = 400_000, maxScripts = 200 } = deps;
  /** In the order in which they were last asked for. */
  const kept = new Map<string, Kept>();

  async function read(reading: Reading): Promise<ReadScript> {
    const { bytes, stamp } = await readBounded(reading.path, maxFileBytes);
    const script =
      bytes === null
        ? unread([tooLarge()])
        : await reader.readScript(bytes, path.basename(reading.path), {
            purpose: reading.projectType,
            languageCode: reading.languageCode,
            speakerSeparator: reading.speakerSeparator,
          });
    return { script, stamp };
  }

  function makeRoom(): void {
    let lines = [...kept.values()].reduce((sum, one) => sum + one.lines, 0);
    for (const [key, one] of kept) {
      // The last one stays, however large it is: it is the one being looked at.
      if (kept.size === 1 || (kept.size <= maxScripts && lines <= maxLines)) return;
      kept.delete(key);
      lines -= one.lines;
    }
  }

  return {
    /**
     * A script as it is now. Two that ask at a time share one reading. Rejects with "file-missing",
     * "file-unreadable" or "file-changed"; whatever else is wrong is among the script's problems.
     */
    async read(reading: Reading): Promise<ReadScript> {
      if (!path.isAbsolute(reading.path))
        throw new AppError("file-missing", "a script is named by its whole path");
      const { path: file, projectType, languageCode, speakerSeparator } = reading;
      const key = JSON.stringify([file, projectType, languageCode, speakerSeparator]);
      const stamp = await stampOf(file);
      const known = kept.get(key);
      // Taken out and put in again: it was asked for last.
      kept.delete(key);
      if (known && (known.stamp === null || isSameStamp(known.stamp, stamp))) {
        kept.set(key, known);
        return known.reading;
      }
      const fresh: Kept = { stamp: null, reading: read(reading), lines: 0 };
      kept.set(key, fresh);
      try {
        const found = await fresh.reading;
        // A reader that was stopped says nothing of the file.
        const isOfFile = !found.script.problems.some(({ code }) => passing.has(code));
        if (!isOfFile && kept.get(key) === fresh) kept.delete(key);
        fresh.stamp = found.stamp;
        fresh.lines = found.script.lines.length;
        makeRoom();
        return found;
      } catch (error) {
        if (kept.get(key) === fresh) kept.delete(key);
        throw error;
      }
    },
    /** Forgets what it read of a file. */
    forget(file: string): void {
      for (const key of kept.keys()) {
        const [of] = JSON.parse(key) as [string];
        if (of === file) kept.delete(key);
      }
    },
  };
}

/** Problems of the moment rather than of the file. */
const passing: ReadonlySet<string> = new Set([
  "closed",
  "reader-failed",
  "reader-busy",
  "too-slow",
]);

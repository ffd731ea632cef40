/**
 * Reads local scripts off the main thread and caches them in memory while the files are unchanged.
 */
import path from "node:path";
import { parseKinds } from "../../../preload/facts/line-kinds";
import type { ProjectType } from "../../../preload/model/resources";
import { AppError } from "../../common/errors";
import { maxFileBytes } from "../../script-formats/limits";
import type { Script } from "../../script-formats/model";
import { tooLarge, unreadableScript } from "../../script-formats/problems";
import type { Converted } from "../../script-formats/convert";
import type { ScriptReader, ScriptRewriter } from "../../script-formats/process/reader";
import type { ScriptChoices } from "./script-choices";
import { isSameStamp, readBounded, stampOf, type FileStamp } from "../../common/files";

/** A script, and the options to read it. */
export interface ScriptReadOptions {
  /** Absolute. */
  path: string;
  projectType: ProjectType;
  /** "" for none. */
  languageCode: string;
  /** Not trimmed; "" for none. */
  speakerSeparator: string;
  /** Which kinds of text are lines, as in `formatKinds`; "" for the defaults. */
  lineKinds?: string | undefined;
}

export interface ReadScript {
  script: Script;
  stamp: FileStamp;
}

export interface ScriptFilesDeps {
  reader: Pick<ScriptReader, "readScript"> & Pick<ScriptRewriter, "convertScript">;
  choices: Pick<ScriptChoices, "of" | "version">;
  /** Maximum number of lines in the cache, of all scripts; a line takes several hundred bytes. */
  maxLines?: number;
  maxScripts?: number;
}

interface CachedScript {
  /** Null until the script is read. */
  stamp: FileStamp | null;
  result: Promise<ReadScript>;
  /** The number of lines; 0 until the script is read. */
  lines: number;
  /** How it is converted for a hosted service; undefined until that is asked for. */
  conversion?: Promise<Conversion>;
}

/** A conversion without its file. */
export type Conversion = Pick<Converted, "extension" | "refusal">;

export type ScriptFiles = ReturnType<typeof createScriptFiles>;

export function createScriptFiles(deps: ScriptFilesDeps) {
  const { reader, choices, maxLines = 400_000, maxScripts = 200 } = deps;
  /** The least recently used first. */
  const cache = new Map<string, CachedScript>();

  const readOptions = (options: ScriptReadOptions) => ({
    purpose: options.projectType,
    languageCode: options.languageCode,
    speakerSeparator: options.speakerSeparator,
    kinds: parseKinds(options.lineKinds ?? "") ?? {},
    ...choices.of(options.path),
  });

  async function read(options: ScriptReadOptions): Promise<ReadScript> {
    const { bytes, stamp } = await readBounded(options.path, maxFileBytes);
    const name = path.basename(options.path);
    const script =
      bytes === null
        ? unreadableScript([tooLarge()])
        : await reader.readScript(bytes, name, readOptions(options));
    return { script, stamp };
  }

  async function convert(options: ScriptReadOptions): Promise<Conversion> {
    const { bytes } = await readBounded(options.path, maxFileBytes);
    if (bytes === null) return { extension: "", refusal: "file-unreadable" };
    const name = path.basename(options.path);
    const converted = await reader.convertScript(bytes, name, readOptions(options), new Map());
    return { extension: converted.extension, refusal: converted.refusal };
  }

  const keyOf = (options: ScriptReadOptions) => {
    const { path: file, projectType, languageCode, speakerSeparator, lineKinds } = options;
    const given = [projectType, languageCode, speakerSeparator, lineKinds];
    return JSON.stringify([file, ...given, choices.version()]);
  };

  function evictOldest(): void {
    let lines = [...cache.values()].reduce((sum, one) => sum + one.lines, 0);
    for (const [key, one] of cache) {
      // The most recent script always stays, however large: it is the one being shown.
      if (cache.size === 1 || (cache.size <= maxScripts && lines <= maxLines)) return;
      cache.delete(key);
      lines -= one.lines;
    }
  }

  return {
    /**
     * Reads the current version of a script; concurrent calls share one read. Rejects with
     * "file-missing", "file-unreadable" or "file-changed"; other faults are among the script's
     * problems.
     */
    async read(options: ScriptReadOptions): Promise<ReadScript> {
      if (!path.isAbsolute(options.path))
        throw new AppError("file-missing", "the path of a script must be absolute");
      const key = keyOf(options);
      const stamp = await stampOf(options.path);
      const known = cache.get(key);
      // Deleting and inserting moves it to the end: the most recently used.
      cache.delete(key);
      if (known && (known.stamp === null || isSameStamp(known.stamp, stamp))) {
        cache.set(key, known);
        return known.result;
      }
      const fresh: CachedScript = { stamp: null, result: read(options), lines: 0 };
      cache.set(key, fresh);
      try {
        const found = await fresh.result;
        // Failures of the reader are not cached: they do not depend on the file.
        const isTransient = found.script.problems.some(({ code }) => transientCodes.has(code));
        if (isTransient && cache.get(key) === fresh) cache.delete(key);
        fresh.stamp = found.stamp;
        fresh.lines = found.script.lines.length;
        evictOldest();
        return found;
      } catch (error) {
        if (cache.get(key) === fresh) cache.delete(key);
        throw error;
      }
    },
    /** How a script that was read is converted for a hosted service. */
    async conversionOf(options: ScriptReadOptions): Promise<Conversion> {
      const cached = cache.get(keyOf(options));
      if (cached === undefined) return convert(options);
      const conversion = (cached.conversion ??= convert(options));
      // Failures of the reader are not cached: they do not depend on the file.
      const forget = () => {
        if (cached.conversion === conversion) delete cached.conversion;
      };
      try {
        const found = await conversion;
        if (found.refusal === "file-unreadable") forget();
        return found;
      } catch (error) {
        forget();
        throw error;
      }
    },
    /** Removes a file from the cache. */
    evict(file: string): void {
      for (const key of cache.keys()) {
        const [cachedFile] = JSON.parse(key) as [string];
        if (cachedFile === file) cache.delete(key);
      }
    },
  };
}

/** Problems of the reader rather than of the file. */
const transientCodes: ReadonlySet<string> = new Set([
  "closed",
  "reader-failed",
  "reader-busy",
  "too-slow",
]);

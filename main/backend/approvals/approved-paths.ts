/**
 * Which paths on this computer the window may name. SECURITY: a script in the window can make any
 * call, so a path of a call counts only where the user has chosen it: in a native dialog, as a
 * dropped or picked file (the preload reports its path, which a page cannot forge), or below a
 * folder so chosen. Chosen paths are stored, so that forms and drafts still work after a restart;
 * rows that main stored itself (uploads, pending requests) are not checked again.
 */
import path from "node:path";
import type { z } from "zod";
import { calls, type Handlers } from "../../../preload/contract";
import { AppError } from "../../common/errors";
import { forEachLimit } from "../../common/for-each-limit";
import type { Dialogs } from "../ports";
import { wrapFunctions } from "../../common/wrap-functions";
import type { ApprovedPathStore } from "./store";
import { pathFinder } from "./call-paths";
import { isBelow, realPathOf } from "../../common/real-path";

export interface ApprovedPathsDeps {
  store: ApprovedPathStore;
  now: () => number;
  platform?: NodeJS.Platform;
  /** Paths in memory, at most; a drop has up to 100,000. */
  maxPaths?: number;
}

export type ApprovedPaths = ReturnType<typeof createApprovedPaths>;

const checkedAtOnce = 16;

export function createApprovedPaths(deps: ApprovedPathsDeps) {
  const { store, now, platform = process.platform, maxPaths = 200_000 } = deps;
  const { dirname, isAbsolute, normalize } = platform === "win32" ? path.win32 : path.posix;
  /** The oldest first. */
  const chosen = new Map<string, string>();
  const confirmed = new Set<string>();
  for (const { script, path: file } of store.all())
    if (script === "") chosen.set(keyOf(file), file);
    else confirmed.add(pairOf(script, file));

  /** Windows ignores case and takes either slash. */
  function keyOf(file: string): string {
    const normal = normalize(file);
    const trimmed = normal.length > 1 && /[\\/]$/.test(normal) ? withoutEnd(normal) : normal;
    return platform === "win32" ? trimmed.toLowerCase() : trimmed;
  }
  function withoutEnd(folder: string): string {
    // "C:\" and "/" are complete paths.
    return dirname(folder) === folder ? folder : folder.replace(/(?<![\\/])[\\/]+$/, "");
  }
  function pairOf(script: string, file: string): string {
    return JSON.stringify([keyOf(script), keyOf(file)]);
  }

  function approve(files: Iterable<string>): void {
    const added = [...files].filter((file) => isAbsolute(file) && !hasDots(file));
    if (added.length === 0) return;
    for (const file of added) {
      const key = keyOf(file);
      chosen.delete(key);
      chosen.set(key, file);
    }
    for (const key of chosen.keys()) {
      if (chosen.size <= maxPaths) break;
      chosen.delete(key);
    }
    store.add(
      added.map((file) => ({ script: "", path: file })),
      now(),
    );
  }

  async function isApproved(file: string): Promise<boolean> {
    // SECURITY: after a symbolic link, ".." resolves to another folder than its text suggests.
    if (!isAbsolute(file) || hasDots(file) || file.includes("\0")) return false;
    const key = keyOf(file);
    if (chosen.has(key)) return true;
    let real: string | null | undefined;
    for (let folder = dirname(key); ; folder = dirname(folder)) {
      const root = chosen.get(folder);
      if (root !== undefined) {
        // SECURITY: a link within a chosen folder must not resolve to a target outside of it. No
        // path is read before its text is below a chosen one: on Windows reading a path signs in to
        // the computer that it names.
        real ??= await realPathOf(file);
        const realRoot = await realPathOf(root);
        if (real !== null && realRoot !== null && isBelow(realRoot, real)) return true;
      }
      if (dirname(folder) === folder) return false;
    }
  }

  async function notApproved(files: Iterable<string>): Promise<string[]> {
    const refused: string[] = [];
    await forEachLimit(checkedAtOnce, new Set(files).values(), async (file) => {
      if (!(await isApproved(file))) refused.push(file);
    });
    return refused.sort();
  }

  async function require(files: Iterable<string>): Promise<void> {
    const [refused] = await notApproved(files);
    if (refused !== undefined)
      throw new AppError("path-not-approved", `${path.basename(refused)}: choose it again`);
  }

  return {
    /** The user has chosen these files and folders. Relative paths are ignored. */
    approve,
    isApproved,
    /** The files that are not approved, sorted. */
    notApproved,
    /** Rejects with "path-not-approved" where one of them is not. */
    require,
    /** The same folders and files by their real paths, which a walk reports. */
    async approveReal(files: readonly string[]): Promise<void> {
      const real: string[] = [];
      await forEachLimit(checkedAtOnce, files.values(), async (file) => {
        const found = await realPathOf(file);
        if (found !== null && keyOf(found) !== keyOf(file)) real.push(found);
      });
      approve(real);
    },
    /** Source audio outside of a script's folder that the user has confirmed. */
    isConfirmedFor: (script: string, file: string) => confirmed.has(pairOf(script, file)),
    confirmFor(pairs: readonly { script: string; path: string }[]): void {
      for (const { script, path: file } of pairs) confirmed.add(pairOf(script, file));
      store.add(pairs, now());
    },
  };
}

const hasDots = (file: string) => file.split(/[\\/]/).includes("..");

/** The native dialogs; what the user chooses in them is approved. */
export function approvingDialogs(dialogs: Dialogs, { approve }: Pick<ApprovedPaths, "approve">) {
  const approved = <T extends string | null>(file: T): T => {
    if (file !== null) approve([file]);
    return file;
  };
  return {
    async chooseMedia(what) {
      const files = await dialogs.chooseMedia(what);
      approve(files);
      return files;
    },
    chooseFolder: async (startAt) => approved(await dialogs.chooseFolder(startAt)),
    chooseFile: async (options) => approved(await dialogs.chooseFile(options)),
    saveFile: async (options) => approved(await dialogs.saveFile(options)),
  } satisfies Dialogs;
}

/**
 * The handlers; each call whose input contains paths (`filePath` of the contract) rejects those
 * that are not approved.
 */
export function requireApprovedPaths(
  handlers: Handlers,
  { require }: Pick<ApprovedPaths, "require">,
): Handlers {
  const schemas = calls as unknown as Record<string, Record<string, { input: z.ZodType }>>;
  return wrapFunctions(handlers, (handler, group, method) => {
    const schema = schemas[group]?.[method]?.input;
    const find = schema ? pathFinder(schema) : null;
    if (!find) return handler;
    return async (input) => {
      await require(find(input));
      return handler(input);
    };
  });
}

/**
 * Locates the source audio that the column Source_Audio names: on this computer, in the gallery, at
 * a URL.
 */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ScriptProblemCode } from "../../../preload/facts/script-problems";
import { locationRule, urlRule } from "../../../preload/facts/rules";
import { forEachLimit } from "../../common/for-each-limit";
import { contentTypeOf } from "../../../preload/facts/media-formats";
import { isBelow, realPathOf } from "../../common/real-path";
import { shareOf } from "./trusted-network-shares";

export type AudioLocation =
  | { kind: "url" }
  /**
   * A local file, by its path as on disk. `isOutside`: not below the script's folder, or a link to
   * a target outside of it. SECURITY: such a file is uploaded only after the user has confirmed its
   * path, because the script may come from an untrusted source.
   */
  | { kind: "local"; path: string; isOutside: boolean }
  /** A file of the media gallery, by its gallery path. */
  | { kind: "gallery"; path: string }
  | { kind: "missing"; code: ScriptProblemCode; message: string };

export interface SourceAudioDeps {
  /** Whether the gallery's index contains a path. */
  isInGallery: (galleryPath: string) => boolean;
  platform?: NodeJS.Platform;
}

const foldersAtOnce = 8;
/** References between two yields to the event loop. */
const referencesPerSlice = 500;
const isUrl = (text: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
const isWindowsPath = (text: string) => /^[a-z]:[\\/]|^\\\\/i.test(text);

/**
 * Locates references; the result is by their text. Paths are relative to the script's folder; a
 * reference without a local file is looked up in the gallery. Never rejects: a folder that cannot
 * be read counts as empty.
 */
export async function locateAudio(
  references: ReadonlySet<string>,
  scriptFolder: string,
  { isInGallery, platform = process.platform }: SourceAudioDeps,
): Promise<Map<string, AudioLocation>> {
  const locations = new Map<string, AudioLocation>();
  /** References by the folder of their path. */
  const byFolder = new Map<string, { reference: string; name: string }[]>();
  let done = 0;
  for (const reference of references) {
    if (isUrl(reference) && !/^file:/i.test(reference)) locations.set(reference, ofUrl(reference));
    else {
      const file = pathOf(reference, scriptFolder, platform);
      if (file === null) locations.set(reference, missing(reference));
      else {
        const folder = path.dirname(file);
        const inFolder = byFolder.get(folder) ?? [];
        inFolder.push({ reference, name: path.basename(file) });
        byFolder.set(folder, inFolder);
      }
    }
    if ((done += 1) % referencesPerSlice === 0) await setImmediate();
  }

  const folders = createFolders(platform);
  const realScriptFolder = byFolder.size === 0 ? null : await realPathOf(scriptFolder);
  const isOutside = async (file: string) => {
    const real = await realPathOf(file);
    return real === null || realScriptFolder === null || !isBelow(realScriptFolder, real);
  };
  await forEachLimit(foldersAtOnce, byFolder.entries(), async ([folder, files]) => {
    const listed = await folders.read(folder);
    if (!listed) return;
    const isFolderOutside = await isOutside(listed.path);
    for (const { reference, name } of files) {
      const found = listed.files.get(folders.fold(name));
      if (found !== undefined) {
        const file = path.join(listed.path, found);
        const isLink = listed.links.has(found);
        locations.set(reference, ofFile(file, isLink ? await isOutside(file) : isFolderOutside));
      }
      if ((done += 1) % referencesPerSlice === 0) await setImmediate();
    }
  });

  for (const reference of references) {
    if (!locations.has(reference)) {
      const galleryPath = reference.normalize("NFC").replaceAll("\\", "/").replace(/^\.\//, "");
      const isThere = locationRule(galleryPath) === null && isInGallery(galleryPath);
      locations.set(
        reference,
        isThere ? { kind: "gallery", path: galleryPath } : missing(reference),
      );
    }
    if ((done += 1) % referencesPerSlice === 0) await setImmediate();
  }
  return locations;
}

function ofUrl(reference: string): AudioLocation {
  const rule = urlRule(reference);
  if (rule === null) return { kind: "url" };
  const message =
    rule === "not-http"
      ? `The service only fetches URLs that begin with https:// or http://, not ${quoted(reference)}.`
      : `${quoted(reference)} is not a URL that the service can fetch.`;
  return { kind: "missing", code: "source-audio-url", message };
}

function ofFile(file: string, isOutside: boolean): AudioLocation {
  if (contentTypeOf(file)?.startsWith("audio/") === true)
    return { kind: "local", path: file, isOutside };
  const message = `${quoted(path.basename(file))} is not an audio file that the service accepts.`;
  return { kind: "missing", code: "source-audio-type", message };
}

function missing(reference: string): AudioLocation {
  const message = `${quoted(reference)} is neither on this computer, seen from the script's folder, nor in the media gallery.`;
  return { kind: "missing", code: "source-audio-not-found", message };
}

// SECURITY: the query of a URL may contain a signature and its user part a password; messages reach
// the window.
const quoted = (reference: string) =>
  `“${reference
    .replace(/\?.*/s, "")
    .replace(/\/\/[^/@]*@/, "//")
    .slice(0, 200)}”`;

/** The local path of a reference; null where it cannot be one on this system. */
export function pathOf(
  reference: string,
  scriptFolder: string,
  platform: NodeJS.Platform,
): string | null {
  if (reference.includes("\0")) return null;
  if (/^file:/i.test(reference)) {
    try {
      const file = fileURLToPath(reference, { windows: platform === "win32" });
      return platform === "win32" ? withoutOtherHosts(file, scriptFolder) : file;
    } catch {
      return null;
    }
  }
  if (platform === "win32")
    return withoutOtherHosts(path.win32.resolve(scriptFolder, reference), scriptFolder);
  if (isWindowsPath(reference)) return null;
  // The script may have been written on Windows.
  return path.resolve(scriptFolder, reference.replaceAll("\\", "/"));
}

/**
 * SECURITY: Windows signs in to any computer that a path names. A script from an untrusted source
 * may therefore name files of this computer and of the share that contains the script, but of no
 * other host.
 */
function withoutOtherHosts(file: string, scriptFolder: string): string | null {
  const share = shareOf(file, "win32");
  return share !== null && share !== shareOf(scriptFolder, "win32") ? null : file;
}

interface Listed {
  /** Path as it is on disk. */
  path: string;
  /** Names as on disk, by their folded form. */
  files: Map<string, string>;
  folders: Map<string, string>;
  /** Names of files that are symbolic links. */
  links: Set<string>;
}

/**
 * Reads folders, each once. Names match in NFC and NFD, and in either case where the system ignores
 * case.
 */
function createFolders(platform: NodeJS.Platform) {
  const isCaseless = platform === "win32" || platform === "darwin";
  const fold = (name: string) =>
    isCaseless ? name.normalize("NFC").toLowerCase() : name.normalize("NFC");
  const known = new Map<string, Promise<Listed | null>>();

  async function list(folder: string): Promise<Listed | null> {
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      const listed: Listed = {
        path: folder,
        files: new Map(),
        folders: new Map(),
        links: new Set(),
      };
      for (const entry of entries) {
        let isFolder = entry.isDirectory();
        let isFile = entry.isFile();
        if (entry.isSymbolicLink()) {
          const target = await stat(path.join(folder, entry.name)).catch(() => null);
          isFolder = target?.isDirectory() ?? false;
          isFile = target?.isFile() ?? false;
          listed.links.add(entry.name);
        }
        if (isFile) listed.files.set(fold(entry.name), entry.name);
        else if (isFolder) listed.folders.set(fold(entry.name), entry.name);
      }
      return listed;
    } catch {
      return null;
    }
  }

  /** Lists a folder by its path, or by one that differs only in Unicode form or case. */
  async function find(folder: string): Promise<Listed | null> {
    const direct = await list(folder);
    const above = path.dirname(folder);
    if (direct || above === folder) return direct;
    const parent = await read(above);
    const name = parent?.folders.get(fold(path.basename(folder)));
    if (!parent || name === undefined) return null;
    const actual = path.join(parent.path, name);
    return actual === folder ? null : list(actual);
  }

  function read(folder: string): Promise<Listed | null> {
    let listed = known.get(folder);
    if (!listed) {
      listed = find(folder);
      known.set(folder, listed);
    }
    return listed;
  }
  return { read, fold };
}

/** Where the source audio of a line is: what the column Source_Audio names, looked for on this computer and elsewhere. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate as rest } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { locationRule, urlRule } from "../../../preload/facts/rules";
import { inParallel } from "../../common/for-each-limit";
import { contentTypeOf } from "../gallery/media-types";
import { isBelow, realPathOf } from "../../common/real-path";
import { shareOf } from "./trusted-network-shares";

export type AudioPlace =
  | { kind: "url" }
  /**
   * A file on this computer, by its path as the disk has it. `isOutside`: not below the script's folder, or a link
   * that leads out of it. SECURITY: such a file is uploaded only after the user has confirmed its path, because the
   * script may come from somebody else.
   */
  | { kind: "local"; path: string; isOutside: boolean }
  | { kind: "gallery" }
  | { kind: "missing"; code: string; message: string };

export interface SourceAudioDeps {
  /** Whether the gallery's index holds a path. */
  isInGallery: (galleryPath: string) => boolean;
  platform?: NodeJS.Platform;
}

const foldersAtOnce = 8;
const lookedUpAtOnce = 500;
const isUrl = (text: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
const isWindowsPath = (text: string) => /^[a-z]:[\\/]|^\\\\/i.test(text);

/**
 * Where each of these is, by its text. Relative paths begin at the script's folder; a path of the gallery counts
 * where no such file is there. Rejects never: a folder that cannot be read has no files.
 */
export async function locateAudio(
  references: ReadonlySet<string>,
  scriptFolder: string,
  { isInGallery, platform = process.platform }: SourceAudioDeps,
): Promise<Map<string, AudioPlace>> {
  const places = new Map<string, AudioPlace>();
  /** By the folder that they would be in. */
  const wanted = new Map<string, { reference: string; name: string }[]>();
  let done = 0;
  for (const reference of references) {
    if (isUrl(reference) && !/^file:/i.test(reference)) places.set(reference, ofUrl(reference));
    else {
      const file = pathOf(reference, scriptFolder, platform);
      if (file === null) places.set(reference, missing(reference));
      else {
        const folder = path.dirname(file);
        const inFolder = wanted.get(folder) ?? [];
        inFolder.push({ reference, name: path.basename(file) });
        wanted.set(folder, inFolder);
      }
    }
    if ((done += 1) % lookedUpAtOnce === 0) await rest();
  }

  const folders = createFolders(platform);
  const realScriptFolder = wanted.size === 0 ? null : await realPathOf(scriptFolder);
  const isOutside = async (file: string) => {
    const real = await realPathOf(file);
    return real === null || realScriptFolder === null || !isBelow(realScriptFolder, real);
  };
  await inParallel(foldersAtOnce, wanted.entries(), async ([folder, files]) => {
    const listed = await folders.read(folder);
    if (!listed) return;
    const isFolderOutside = await isOutside(listed.path);
    for (const { reference, name } of files) {
      const found = listed.files.get(folders.fold(name));
      if (found !== undefined) {
        const file = path.join(listed.path, found);
        const isLink = listed.links.has(found);
        places.set(reference, ofFile(file, isLink ? await isOutside(file) : isFolderOutside));
      }
      if ((done += 1) % lookedUpAtOnce === 0) await rest();
    }
  });

  for (const reference of references) {
    if (!places.has(reference)) {
      const galleryPath = reference.normalize("NFC").replaceAll("\\", "/").replace(/^\.\//, "");
      const isThere = locationRule(galleryPath) === null && isInGallery(galleryPath);
      places.set(reference, isThere ? { kind: "gallery" } : missing(reference));
    }
    if ((done += 1) % lookedUpAtOnce === 0) await rest();
  }
  return places;
}

function ofUrl(reference: string): AudioPlace {
  const rule = urlRule(reference);
  if (rule === null) return { kind: "url" };
  const message =
    rule === "not-http"
      ? `The service fetches addresses that begin with https:// or http:// only, not ${quoted(reference)}.`
      : `${quoted(reference)} is no web address that the service can fetch.`;
  return { kind: "missing", code: "source-audio-url", message };
}

function ofFile(file: string, isOutside: boolean): AudioPlace {
  if (contentTypeOf(file)?.startsWith("audio/") === true)
    return { kind: "local", path: file, isOutside };
  const message = `${quoted(path.basename(file))} is no audio file that the service takes.`;
  return { kind: "missing", code: "source-audio-type", message };
}

function missing(reference: string): AudioPlace {
  const message = `${quoted(reference)} is neither on this computer, seen from the script's folder, nor in the media gallery.`;
  return { kind: "missing", code: "source-audio-not-found", message };
}

// SECURITY: what stands in a URL's query may be a signature; messages reach the window.
const quoted = (reference: string) =>
  `“${reference
    .replace(/\?.*$/s, "")
    .replace(/\/\/[^/@]*@/, "//")
    .slice(0, 200)}”`;

/** The path that a reference means on this computer, or null where it can mean none here. */
export function pathOf(
  reference: string,
  scriptFolder: string,
  platform: NodeJS.Platform,
): string | null {
  if (reference.includes("\0")) return null;
  if (/^file:/i.test(reference)) {
    try {
      const file = fileURLToPath(reference, { windows: platform === "win32" });
      return platform === "win32" ? onOwnComputer(file, scriptFolder) : file;
    } catch {
      return null;
    }
  }
  if (platform === "win32")
    return onOwnComputer(path.win32.resolve(scriptFolder, reference), scriptFolder);
  if (isWindowsPath(reference)) return null;
  // Scripts are written on one system and read on another.
  return path.resolve(scriptFolder, reference.replaceAll("\\", "/"));
}

/**
 * SECURITY: Windows signs in to whatever computer a path names. A script that somebody sent may name files of this
 * one, and of the share that it lies on itself.
 */
function onOwnComputer(file: string, scriptFolder: string): string | null {
  const share = shareOf(file, "win32");
  return share !== null && share !== shareOf(scriptFolder, "win32") ? null : file;
}

interface Listed {
  /** As the disk has it. */
  path: string;
  /** Names as the disk has them, by their folded form. */
  files: Map<string, string>;
  folders: Map<string, string>;
  /** Names of files that are symbolic links. */
  links: Set<string>;
}

/** Folders as they are on disk, each read once; names in either form of Unicode, and in either case where the system says so. */
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

  /** A folder by its path, or by one that differs from it in the form of its letters alone. */
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

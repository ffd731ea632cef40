/**
 * Receives what the system asks the application to open: deep links, quick screens, and files of
 * "Open with", as an event, or as arguments of a second instance.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { App } from "electron";
import { z } from "zod";
import { parseLink, type Link } from "../backend/links/link-format";
import { readInvitationLink } from "../backend/workspaces/invitation-link";
import { linkScheme } from "../common/link-scheme";
import { findQuickScreen } from "./native/quick-screens";

/**
 * What the window is to open: a link, the form of invitations with this text, an action of the
 * page, or files to upload.
 */
export type Opening =
  { link: Link } | { invitation: string } | { action: string } | { files: string[] };

/** What a link of the system opens; null if it is invalid. */
function parseOpening(text: string): Opening | null {
  const invitation = readInvitationLink(text);
  if (invitation !== null) return { invitation };
  const link = parseLink(text);
  return link === null ? null : { link };
}

/**
 * The files and folders among the arguments of a program, as absolute paths; relative ones are of
 * the folder that `folderOf` returns; it throws if that was deleted. File managers pass them as
 * paths or as URLs. What does not exist is left out.
 */
export function findFiles(args: readonly string[], folderOf: () => string): string[] {
  return args.map((argument) => pathOf(argument, folderOf)).filter((file) => existsSync(file));
}

/** The path that an argument names; "" if it is a switch or a URL of something else. */
function pathOf(argument: string, folderOf: () => string): string {
  if (argument.startsWith("-")) return "";
  if (path.isAbsolute(argument)) return path.resolve(argument);
  try {
    if (!/^[a-z][a-z0-9+.-]+:/i.test(argument)) return path.resolve(folderOf(), argument);
    return fileURLToPath(argument);
  } catch {
    return "";
  }
}

/**
 * What the arguments of a program ask to open, or null. Linux and Windows pass links as arguments.
 * `files`: those that its arguments name.
 */
export function findOpening(
  argv: readonly string[],
  files: readonly string[] = [],
): Opening | null {
  // Windows and terminals pass a scheme as it was written.
  const given = argv.find((one) => one.toLowerCase().startsWith(`${linkScheme}://`));
  if (given !== undefined) return parseOpening(given);
  const action = findQuickScreen(argv);
  if (action !== null) return { action };
  return files.length === 0 ? null : { files: [...files] };
}

/** The data that a second instance sends to the first one. */
export type InstanceData = { files: string[] };
const instanceData = z.object({ files: z.array(z.string()) }).catch({ files: [] });

/** Files of several processes are opened together: Windows starts one for each. */
function withEarlier(early: Opening | null, opening: Opening | null): Opening | null {
  if (early && opening && "files" in early && "files" in opening)
    return { files: [...early.files, ...opening.files] };
  return opening ?? early;
}

/**
 * Listens for links and files from the system, and for second instances of the program. Has to be
 * called before "ready", because macOS sends a link or a file during the start; the handler that
 * opens them is set later.
 */
export function listenForLinks(
  app: Pick<App, "on">,
  argv: readonly string[],
  files: readonly string[],
): { openWith(open: (opening: Opening | null) => void): void } {
  let early = findOpening(argv, files);
  /** The user has started the program again: the window opens, also after a start without one. */
  let isWindowWanted = false;
  let open: ((opening: Opening | null) => void) | null = null;
  const receive = (opening: Opening | null) => {
    if (open) {
      open(opening);
      return;
    }
    isWindowWanted = true;
    early = withEarlier(early, opening);
  };
  app.on("open-url", (event, url) => {
    event.preventDefault();
    receive(parseOpening(url));
  });
  /** macOS sends an event for each file. */
  let opened: string[] = [];
  app.on("open-file", (event, file) => {
    event.preventDefault();
    opened.push(file);
    if (opened.length > 1) return;
    setImmediate(() => {
      receive({ files: opened });
      opened = [];
    });
  });
  app.on("second-instance", (_event, others, _folder, data) =>
    receive(findOpening(others, instanceData.parse(data).files)),
  );
  return {
    openWith(opener) {
      open = opener;
      if (early || isWindowWanted) opener(early);
      early = null;
    },
  };
}

/**
 * Groups videos and scripts by a text that both yield, and by their folders; in time slices of
 * several milliseconds.
 */
import path from "node:path";
import { createYieldIfDue } from "../../common/yield-to-event-loop";
import type { ParsedFileName } from "./parse-file-name";

/** A video or a script. */
export interface NamedFile extends ParsedFileName {
  path: string;
  folder: string;
  /** The name without its extension, in lower case and NFC. */
  stem: string;
}

/** Items between two checks of the time. */
const itemsPerCheck = 64;

/** Iterates over items and yields to the event loop in between. */
export type ForEachSliced = <T>(items: Iterable<T>, work: (item: T) => void) => Promise<void>;
export function createForEachSliced(): ForEachSliced {
  const yieldIfDue = createYieldIfDue();
  let done = 0;
  return async (items, work) => {
    for (const item of items) {
      work(item);
      if ((done += 1) % itemsPerCheck === 0) await yieldIfDue();
    }
  };
}

/** The texts by which files are grouped; null for a file that belongs to no group. */
export interface GroupKeys {
  ofVideo: (video: NamedFile) => string | null;
  ofScript: (script: NamedFile) => string | null;
}

export interface Group {
  videos: NamedFile[];
  scripts: NamedFile[];
}

/** Groups of the files for which a rule yields the same text. */
export async function groupsBy(
  { videos, scripts }: Group,
  { ofVideo, ofScript }: GroupKeys,
  isIn: (item: NamedFile) => boolean,
  each: ForEachSliced,
): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>();
  const add = (text: string | null, side: keyof Group, item: NamedFile) => {
    if (text === null || !isIn(item)) return;
    const group = groups.get(text) ?? { videos: [], scripts: [] };
    group[side].push(item);
    groups.set(text, group);
  };
  await each(videos, (video) => add(ofVideo(video), "videos", video));
  await each(scripts, (script) => add(ofScript(script), "scripts", script));
  return groups;
}

/** Groups files by their folder; only folders with both videos and scripts. */
export async function byFolder({ videos, scripts }: Group, each: ForEachSliced): Promise<Group[]> {
  const folders = new Map<string, Group>();
  const add = (side: keyof Group, item: NamedFile) => {
    const folder = folders.get(item.folder) ?? { videos: [], scripts: [] };
    folder[side].push(item);
    folders.set(item.folder, folder);
  };
  await each(videos, (video) => add("videos", video));
  await each(scripts, (script) => add("scripts", script));
  return [...folders.values()].filter(
    (group) => group.videos.length > 0 && group.scripts.length > 0,
  );
}

/**
 * Groups videos and scripts by their nearest common folder, the deepest first: files without a
 * counterpart in a folder move to its parent. "S01/video/ep1.mov" is grouped with
 * "S01/scripts/ep1.srt" in S01, never with the script of S02.
 */
export async function byNearestFolder(group: Group, each: ForEachSliced): Promise<Group[]> {
  const found: Group[] = [];
  const waiting = new Map<number, Map<string, Group>>();
  const put = (folder: string, { videos, scripts }: Group) => {
    const depth = depthOf(folder);
    const folders = waiting.get(depth) ?? new Map<string, Group>();
    const group = folders.get(folder) ?? { videos: [], scripts: [] };
    for (const video of videos) group.videos.push(video);
    for (const script of scripts) group.scripts.push(script);
    waiting.set(depth, folders.set(folder, group));
  };
  await each(group.videos, (video) => put(video.folder, { videos: [video], scripts: [] }));
  await each(group.scripts, (script) => put(script.folder, { videos: [], scripts: [script] }));
  for (let depth = Math.max(...waiting.keys()); depth >= 0; depth -= 1) {
    await each(waiting.get(depth) ?? [], ([folder, here]) => {
      const above = path.dirname(folder);
      if (here.videos.length > 0 && here.scripts.length > 0) found.push(here);
      else if (above !== folder) put(above, here);
    });
  }
  return found;
}

/** The number of parent folders; 0 for a root. */
function depthOf(folder: string): number {
  let depth = 0;
  for (let at = folder; path.dirname(at) !== at; at = path.dirname(at)) depth += 1;
  return depth;
}

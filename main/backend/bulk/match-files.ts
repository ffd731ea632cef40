/**
 * Matches videos and scripts by their names. Every pair has the rule that matched it and the other
 * scripts that could match. A script that could match several videos equally well is a candidate of
 * each and paired with none.
 */
import path from "node:path";
import type { BulkMatch } from "../../../preload/contract/bulk";
import { scriptFileTypes } from "../../../preload/facts/script-formats";
import { formatByName } from "../../script-formats/format";
import { searchKey, sortKey } from "../../common/collation";
import {
  byFolder,
  byNearestFolder,
  createForEachSliced,
  groupsBy,
  type ForEachSliced,
  type Group,
  type GroupKeys,
  type NamedFile,
} from "./group-files";
import { languageCodes } from "../../../preload/facts/file-languages";
import { parseFileName } from "./parse-file-name";

export interface MatchInput {
  /** Absolute paths. */
  videos: readonly string[];
  scripts: readonly string[];
  /** The project's language ids, in its order; they decide what a short code such as "en" means. */
  languages?: readonly string[];
}

type Kind = BulkMatch["kind"];

/** A rule by which a video and a script match: both sides yield the same text. */
interface Rule extends GroupKeys {
  kind: Kind;
  /** Only files of one folder match; otherwise those with the nearest common folder. */
  isInFolder: boolean;
}

const stem = ({ stem: own }: NamedFile) => own;
const key = ({ key: own }: NamedFile) => own;
const withoutLanguage = ({ keyWithoutLanguage: own }: NamedFile) => own;
/** "2:4" with a season, ":204" without. */
const exactNumber = ({ number }: NamedFile) => number && `${number.season ?? ""}:${number.episode}`;
/** S02E04 and "episode 204". */
const longNumber = ({ number }: NamedFile) => {
  if (!number) return null;
  const { season, episode } = number;
  if (season === null) return episode >= 100 ? String(episode) : null;
  return season > 0 && episode < 100 ? String(season * 100 + episode) : null;
};

const names: readonly Omit<Rule, "isInFolder">[] = [
  { kind: "same-name", ofVideo: stem, ofScript: stem },
  { kind: "same-name", ofVideo: key, ofScript: key },
  { kind: "same-name-and-language", ofVideo: key, ofScript: withoutLanguage },
];
/** "Ep 4" matches an episode of a season where only one season has that number. */
const sameNumbers: readonly Omit<Rule, "isInFolder">[] = [
  { kind: "same-number", ofVideo: exactNumber, ofScript: exactNumber },
  { kind: "same-number", ofVideo: longNumber, ofScript: longNumber },
  {
    kind: "same-number",
    ofVideo: ({ number }) => (number ? String(number.episode) : null),
    ofScript: ({ number }) => (number?.season === null ? String(number.episode) : null),
  },
  {
    kind: "same-number",
    ofVideo: ({ number }) => (number?.season === null ? String(number.episode) : null),
    ofScript: ({ number }) => (number ? String(number.episode) : null),
  },
];
/** The most certain first. */
const rules: readonly Rule[] = [
  ...names.map((rule) => ({ ...rule, isInFolder: true })),
  ...[...names, ...sameNumbers].map((rule) => ({ ...rule, isInFolder: false })),
];
const maxCandidates = 20;
const formats = scriptFileTypes.map(({ format }) => format);
/**
 * Resolves to rows in which every video occurs, and every script as a match or a candidate. Input
 * order does not matter. Works in time slices of several milliseconds.
 */
export async function matchByName({
  videos,
  scripts,
  languages = [],
}: MatchInput): Promise<BulkMatch[]> {
  const each = createForEachSliced();
  const codes = languageCodes(languages);
  const toItem = (file: string): NamedFile => {
    const name = path.basename(file).normalize("NFC");
    return {
      path: file,
      folder: path.dirname(file),
      stem: name.slice(0, name.length - path.extname(name).length).toLowerCase(),
      ...parseFileName(file, codes),
    };
  };
  const itemsOf = async (files: readonly string[]) => {
    const keyed: { file: string; key: string }[] = [];
    await each(new Set(files), (file) => keyed.push({ file, key: sortKey(searchKey(file)) }));
    keyed.sort((a, b) => compare(a.key, b.key) || compare(a.file, b.file));
    const items: NamedFile[] = [];
    await each(keyed, ({ file }) => items.push(toItem(file)));
    return items;
  };
  const all = { videos: await itemsOf(videos), scripts: await itemsOf(scripts) };
  /** Files that need no further rule: paired, alternatives of a pair, or ambiguous. */
  const settled = new Set<NamedFile>();
  const pairs: { video: NamedFile; script: NamedFile; kind: Kind }[] = [];

  const rank = (script: NamedFile) => {
    const at = languages.findIndex((id) => id.toLowerCase() === script.language);
    return (
      (at === -1 ? languages.length : at) * 10 +
      formats.findIndex((format) => format === formatByName(script.path))
    );
  };
  /**
   * Pairs the videos and scripts of one name that are equally near to each other, where that is
   * unambiguous.
   */
  function settle(rule: Rule, near: Group): void {
    for (const item of [...near.videos, ...near.scripts]) settled.add(item);
    const [video, second] = near.videos;
    if (!video || second) return;
    const ranked = [...near.scripts].sort((a, b) => rank(a) - rank(b));
    const languageIds = new Set(ranked.map(({ language }) => language));
    // Scripts of several languages become a batch each; without a language, one is matched and
    // others are candidates.
    const isEach = rule.kind !== "same-name" && !languageIds.has("");
    for (const language of isEach ? languageIds : [null]) {
      const script = ranked.find((one) => language === null || one.language === language);
      if (script) pairs.push({ video, script, kind: rule.kind });
    }
  }

  for (const rule of rules) {
    const groups = await groupsBy(all, rule, (item) => !settled.has(item), each);
    for (const group of groups.values()) {
      if (group.videos.length === 0 || group.scripts.length === 0) continue;
      const nearest = rule.isInFolder ? byFolder(group, each) : byNearestFolder(group, each);
      await each(await nearest, (near) => settle(rule, near));
    }
  }
  for (const {
    videos: [video, ...moreVideos],
    scripts: [script, ...moreScripts],
  } of await byFolder(all, each)) {
    if (!video || !script || moreVideos.length + moreScripts.length > 0) continue;
    if (settled.has(video) || settled.has(script)) continue;
    pairs.push({ video, script, kind: "same-folder" });
  }
  return rowsOf(all, pairs, each);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function rowsOf(
  all: Group,
  pairs: readonly { video: NamedFile; script: NamedFile; kind: Kind }[],
  each: ForEachSliced,
): Promise<BulkMatch[]> {
  const taken = new Set(pairs.map(({ script }) => script));
  const shown = new Set<NamedFile>(taken);
  const free: { rule: Omit<Rule, "isInFolder">; groups: Map<string, Group> }[] = [];
  const others = { videos: [], scripts: all.scripts };
  for (const rule of [...names, ...sameNumbers]) {
    const groups = await groupsBy(others, rule, (script) => !taken.has(script), each);
    free.push({ rule, groups });
  }
  const candidatesOf = (video: NamedFile): string[] => {
    const found = new Set<NamedFile>();
    for (const { rule, groups } of free) {
      for (const script of groups.get(rule.ofVideo(video) ?? "\0")?.scripts ?? []) {
        if (found.size === maxCandidates) break;
        found.add(script);
      }
    }
    for (const script of found) shown.add(script);
    return [...found].map((script) => script.path);
  };

  const ofVideo = new Map<NamedFile, (typeof pairs)[number][]>();
  for (const pair of pairs) ofVideo.set(pair.video, [...(ofVideo.get(pair.video) ?? []), pair]);
  const toRows = (video: NamedFile): BulkMatch[] => {
    const candidates = candidatesOf(video);
    const own = ofVideo.get(video) ?? [];
    if (own.length === 0)
      return [{ ...row(video), video: video.path, candidates, kind: "none", language: "" }];
    return own.map(({ script, kind }) => ({
      name: own.length === 1 ? nameOf(video) : `${nameOf(video)} ${script.language.toUpperCase()}`,
      video: video.path,
      script: script.path,
      candidates,
      kind,
      language: script.language,
    }));
  };
  const rows: BulkMatch[] = [];
  await each(all.videos, (video) => rows.push(...toRows(video)));
  const alone = all.scripts
    .filter((script) => !shown.has(script))
    .map((script): BulkMatch => ({
      ...row(script),
      script: script.path,
      language: script.language,
    }));
  return [...rows, ...alone];
}

const nameOf = ({ path: file }: NamedFile) =>
  path.basename(file, path.extname(file)).normalize("NFC").trim() || path.basename(file);
const row = (item: NamedFile): BulkMatch => ({
  name: nameOf(item),
  video: "",
  script: "",
  candidates: [],
  kind: "none",
  language: "",
});

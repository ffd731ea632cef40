/** Compares a written video with its source. */
import { messageText } from "../../../../preload/facts/service-messages";
import type { MediaFacts, NamedStream } from "../ports";
import { shortName } from "./extras";

type Compared = Pick<MediaFacts, "audio" | "soundTracks" | "video" | "extras">;

/** The streams that are missing, by their number and languages. */
function missingStreams(
  source: readonly NamedStream[],
  written: readonly NamedStream[],
): NamedStream[] {
  const count = source.length - written.length;
  if (count <= 0) return [];
  const found = written.map(({ language }) => language);
  const missing: NamedStream[] = [];
  const others: NamedStream[] = [];
  for (const stream of source) {
    const index = found.indexOf(stream.language);
    if (index === -1) missing.push(stream);
    else {
      found.splice(index, 1);
      others.push(stream);
    }
  }
  // Languages can have other codes in other containers; the numbers of streams are certain.
  return [...missing, ...others].slice(0, count);
}

const maxNames = 80;

/** "de ASS, en ASS", at most as long as a message may have it. */
function namesOf(streams: readonly NamedStream[]): string {
  const names = streams.map(
    ({ language, name }) => [language, name].filter((text) => text !== "").join(" ") || "?",
  );
  const all = names.join(", ");
  if (all.length <= maxNames) return all;
  const end = `, … ${names.length}`;
  const cut = all.slice(0, maxNames - end.length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(","), 1))}${end}`;
}

/** The sound streams that are not the sound of the source. */
const otherSounds = ({ audio, soundTracks }: Compared): NamedStream[] =>
  soundTracks
    .filter((_, index) => audio?.streams.includes(index) !== true)
    .map(({ language, title, codec }) => ({
      language: shortName(language),
      name: shortName(title === "" ? codec : title),
    }));

/**
 * What a written video does not have of its source, as a message for users; "" if it has all. The
 * sound that the dub replaces is not counted. `originals`: its streams that were to be copied.
 */
export function notKept(source: Compared, written: Compared, originals: number): string {
  const { extras: had } = source;
  const { extras: has } = written;
  const parts: string[] = [];
  const copied = written.soundTracks.length - 1 - originals;
  const sounds = otherSounds(source).slice(Math.max(0, copied));
  if (sounds.length > 0) parts.push(messageText("kept-not-sounds", { names: namesOf(sounds) }));
  const [count, dubbed] = [source.audio?.channels ?? 0, written.audio?.channels ?? 0];
  if (count > 2 && dubbed > 0 && dubbed < count && originals === 0)
    parts.push(messageText("kept-not-channels", { count, dubbed }));
  if (had.hasCover && !has.hasCover) parts.push(messageText("kept-not-cover", {}));
  if (had.pictures > has.pictures)
    parts.push(messageText("kept-not-pictures", { count: had.pictures - has.pictures }));
  for (const [code, kind] of [
    ["kept-not-subtitles", "subtitles"],
    ["kept-not-data", "data"],
    ["kept-not-attachments", "attachments"],
  ] as const) {
    const missing = missingStreams(had[kind], has[kind]);
    if (missing.length > 0) parts.push(messageText(code, { names: namesOf(missing) }));
  }
  if (had.chapters > has.chapters)
    parts.push(messageText("kept-not-chapters", { count: had.chapters - has.chapters }));
  const timecode = source.video?.startTimecode ?? null;
  if (timecode !== null && written.video?.startTimecode !== timecode)
    parts.push(messageText("kept-not-timecode", {}));
  for (const [code, kind] of [
    ["kept-not-dynamic-range", "dynamicRanges"],
    ["kept-not-metadata", "metadata"],
  ] as const) {
    const missing = had[kind].filter((name) => !has[kind].includes(name));
    const names = namesOf(missing.map((name) => ({ language: "", name })));
    if (missing.length > 0) parts.push(messageText(code, { names }));
  }
  return parts.length === 0 ? "" : `${messageText("not-kept", {})}: ${parts.join("; ")}`;
}

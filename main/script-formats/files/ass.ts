/** .ass and .ssa: Advanced SubStation Alpha. The character of an event is its Name or its Style. */
import { maxLines } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { isAtTop, isItalic, type Appearance } from "../../../preload/facts/appearance";
import { noteRows } from "../line-kinds";
import { cueAppearance } from "./cue-appearance";
import type { Cue } from "./cues";
import { milliseconds } from "./srt";
import { linesOf } from "./text";

const standardFields = [
  "layer",
  "start",
  "end",
  "style",
  "name",
  "marginl",
  "marginr",
  "marginv",
  "effect",
  "text",
];
/** Words of styles that say where or how a text is shown: "Main - Top" is nobody's style. */
const formatWords: ReadonlySet<string> = new Set(
  "default main dialogue dialogues regular normal standard subtitle subtitles text alt alternate alternative italic italics bold top bottom left right up down overlap flashback internal thought thoughts".split(
    " ",
  ),
);
const isFormat = (style: string) =>
  style
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word === "" || formatWords.has(word));

/** Events that are made from others for an effect such as karaoke. */
const madeEffect = /^fx$/i;

/** A text without the shapes that it draws between "{\\p1}" and "{\\p0}". */
function withoutDrawings(text: string): string {
  let isDrawing = false;
  return text
    .split(/(\{[^{}]*\})/)
    .filter((part) => {
      const scale = part.startsWith("{") ? /\\p(\d+)/.exec(part)?.[1] : undefined;
      if (scale !== undefined) isDrawing = Number(scale) > 0;
      return part.startsWith("{") || !isDrawing;
    })
    .join("");
}

/** The cues of the events, numbered from 1 in the order of the file. */
export function assCues(text: string, problems: Problems): Cue[] {
  const cues: (Cue & { style: string })[] = [];
  let isEvents = false;
  let fields: readonly string[] = standardFields;
  let row = 0;
  const seen = new Set<string>();
  const doubled: number[] = [];
  const effects: number[] = [];
  for (const line of linesOf(text, /\r\n?|\n/g)) {
    const section = /^\ufeff?\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) isEvents = section.trim().toLowerCase() === "events";
    const [, kind = "", rest = ""] = /^\s*(Format|Dialogue)\s*:(.*)$/i.exec(line) ?? [];
    if (!isEvents || kind === "") continue;
    if (kind.toLowerCase() === "format") {
      fields = rest.split(",").map((field) => field.trim().toLowerCase().replace("actor", "name"));
      continue;
    }
    row += 1;
    if (cues.length === maxLines) throw new UnreadableFile("too-many-rows");
    const values = rest.split(",");
    // The text is the last field, and may contain commas.
    const given = values.slice(fields.length - 1).join(",");
    const spoken = withoutDrawings(given);
    const value = (field: string) => values[fields.indexOf(field)]?.trim() ?? "";
    const timing = `${value("start")} --> ${value("end")}`;
    const text = spoken.replace(/\{[^{}]*\}/g, "");
    if (text.trim() === "" && spoken !== given) {
      problems.note(row, null, "cue-empty", "This cue draws a shape. It was skipped.");
      continue;
    }
    if (madeEffect.test(value("effect"))) {
      effects.push(row);
      continue;
    }
    const shown = [timing, value("name"), text].join("\n");
    if (seen.has(shown)) {
      doubled.push(row);
      continue;
    }
    if (text.trim() !== "") seen.add(shown);
    cues.push({
      row,
      startMs: stampOf(value("start")),
      endMs: stampOf(value("end")),
      timing,
      // Comments stand in braces too.
      text,
      character: value("name") || null,
      ...shownAs(cueAppearance(spoken)),
      style: value("style").replace(/^\*/, ""),
    });
  }
  if (effects.length > 0)
    noteRows(
      problems,
      effects,
      "cue-effects",
      "Events that an effect (karaoke) made were skipped.",
    );
  if (doubled.length > 0) {
    const message =
      "Events with the same text at the same time, on several layers, were read once.";
    noteRows(problems, doubled, "text-doubled", message);
  }
  sortByTime(cues, problems);
  for (const cue of cues) cue.style = isFormat(cue.style) ? "" : cue.style;
  const styles = [...new Set(cues.map(({ style }) => style))];
  if (cues.every(({ character }) => character === null) && styles.length > 1) {
    const assumed = styles.filter(Boolean).slice(0, 10).join(", ");
    const message = `The styles were taken for characters: ${assumed}.`;
    problems.note(null, null, "styles-as-names", message, { assumed });
    for (const cue of cues) cue.character = cue.style || null;
  }
  return cues;
}

/** Players show events at their times, in whatever order they are stored. */
function sortByTime(cues: Cue[], problems: Problems): void {
  const isSorted = cues.every(({ startMs }, at) => (startMs ?? 0) >= (cues[at - 1]?.startMs ?? 0));
  if (isSorted || cues.some(({ startMs }) => startMs === null)) return;
  cues.sort((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0));
  const message = "The events are not in the order of their times. They were read in that order.";
  problems.note(null, null, "cues-sorted", message);
}

const shownAs = (appearance: Appearance) => ({
  isItalic: isItalic(appearance),
  isAtTop: isAtTop(appearance),
});

const stampOf = (text: string) =>
  /^\d{1,3}:\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?$/.test(text) ? milliseconds(text) : null;

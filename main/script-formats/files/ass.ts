/** .ass and .ssa: Advanced SubStation Alpha. The character of an event is its Name or its Style. */
import { maxLines } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { isAtTop, isItalic, type Appearance } from "../../../preload/facts/appearance";
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
/** An event that draws shapes has no text. */
const drawing = /\{[^{}]*\\p[1-9]/;

/** The cues of the events, numbered from 1 in the order of the file. */
export function assCues(text: string, problems: Problems): Cue[] {
  const cues: (Cue & { style: string })[] = [];
  let isEvents = false;
  let fields: readonly string[] = standardFields;
  let row = 0;
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
    const spoken = values.slice(fields.length - 1).join(",");
    const value = (field: string) => values[fields.indexOf(field)]?.trim() ?? "";
    const timing = `${value("start")} --> ${value("end")}`;
    if (drawing.test(spoken)) {
      problems.note(row, null, "cue-empty", "This cue draws a shape. It was skipped.");
      continue;
    }
    cues.push({
      row,
      startMs: stampOf(value("start")),
      endMs: stampOf(value("end")),
      timing,
      // Comments stand in braces too.
      text: spoken.replace(/\{[^{}]*\}/g, ""),
      character: value("name") || null,
      ...shownAs(cueAppearance(spoken)),
      style: value("style").replace(/^\*/, ""),
    });
  }
  const styles = [...new Set(cues.map(({ style }) => style))];
  if (cues.every(({ character }) => character === null) && styles.length > 1) {
    const assumed = styles.slice(0, 10).join(", ");
    const message = `The styles were taken for characters: ${assumed}.`;
    problems.note(null, null, "styles-as-names", message, { assumed });
    for (const cue of cues) cue.character = /^default$/i.test(cue.style) ? null : cue.style;
  }
  return cues;
}

const shownAs = (appearance: Appearance) => ({
  isItalic: isItalic(appearance),
  isAtTop: isAtTop(appearance),
});

const stampOf = (text: string) =>
  /^\d{1,3}:\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?$/.test(text) ? milliseconds(text) : null;

/** .ttml and .dfxp: Timed Text Markup Language (https://www.w3.org/TR/ttml1/). */
import { maxDepth, maxLines } from "../limits";
import { noteRows } from "../line-kinds";
import { UnreadableFile, type Problems } from "../problems";
import { escapeCueText, type Cue } from "./cues";
import { attributeOf, localName, scanXml } from "./xml";

interface Rates {
  frameRate: number;
  tickRate: number;
}

/** The times of a cue without any. */
const noTiming = "-->";

/** A time expression in milliseconds; null for one that cannot be read. */
function timeOf(text: string | null, { frameRate, tickRate }: Rates): number | null {
  if (text === null) return null;
  const clock = /^(\d{2,}):(\d\d):(\d\d)(?:(\.\d+)|:(\d+)(?:\.\d+)?)?$/.exec(text.trim());
  if (clock) {
    const [, hours, minutes, seconds, fraction = "0", frames = "0"] = clock;
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return Math.round((whole + Number(fraction) + Number(frames) / frameRate) * 1000);
  }
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(text.trim()) ?? [];
  const units = new Map([
    ["h", 3_600_000],
    ["m", 60_000],
    ["s", 1000],
    ["ms", 1],
    ["f", 1000 / frameRate],
    ["t", 1000 / tickRate],
  ]);
  const factor = units.get(unit);
  return count === undefined || factor === undefined ? null : Math.round(Number(count) * factor);
}

/** The end of an element: its own, or that of the element around it. */
function endOf(
  { end, dur }: Readonly<Record<"end" | "dur", string | null>>,
  {
    beginMs,
    parent,
    rates,
  }: {
    beginMs: number;
    parent: { beginMs: number; endMs: number | null } | undefined;
    rates: Rates;
  },
): number | null {
  const [endMs, durationMs] = [timeOf(end, rates), timeOf(dur, rates)];
  if (endMs !== null) return (parent?.beginMs ?? 0) + endMs;
  if (durationMs !== null) return beginMs + durationMs;
  return end === null && dur === null ? (parent?.endMs ?? null) : null;
}

/** Text that is not shown, or no text. */
const isSkipped = (tag: string, attributes: string) =>
  attributeOf(attributes, "tts:display") === "none" ||
  attributeOf(attributes, "tts:visibility") === "hidden" ||
  ["metadata", "desc", "title", "rt", "rp"].includes(tag) ||
  /^(?:text|textContainer|delimiter)$/.test(attributeOf(attributes, "(?:\\w+:)?ruby") ?? "");

/** The cues in the language of a script; all of a file in one language. */
function inLanguage(
  cues: readonly (Cue & { language: string })[],
  languageCode: string,
  problems: Problems,
): Cue[] {
  const baseOf = (code: string) => code.split("-")[0]?.toLowerCase() ?? "";
  const bases = new Set(cues.map(({ language }) => baseOf(language)));
  const wanted = baseOf(languageCode);
  if (bases.size < 2 || !bases.has(wanted)) return [...cues];
  const others = cues.filter(({ language }) => baseOf(language) !== wanted);
  const message = `The file has cues in several languages. Those in ${languageCode.toUpperCase()} were read.`;
  noteRows(
    problems,
    others.map(({ row }) => row),
    "cues-languages",
    message,
  );
  return cues.filter(({ language }) => baseOf(language) === wanted);
}

/** The cues of the paragraphs, numbered from 1 in the order of the file. */
export function ttmlCues(xml: string, languageCode: string, problems: Problems): Cue[] {
  const cues: (Cue & { language: string })[] = [];
  const rates: Rates = { frameRate: 30, tickRate: 1 };
  const names = new Map<string, string>();
  /** The open elements: the beginning of each, and whether its text is none of the cue. */
  const open: {
    tag: string;
    beginMs: number;
    endMs: number | null;
    isSkipped: boolean;
    agent: string | null;
    isItalic: boolean;
    region: string;
    language: string;
  }[] = [];
  /** Whether the open paragraph has no times. */
  let isUntimed = false;
  let cue: (Cue & { language: string }) | null = null;
  /** Ids of styles in italics, and of regions whose text begins at the top. */
  const italicStyles = new Set<string>();
  const topRegions = new Set<string>();
  /** Whether words of the cue are in italics, and whether others are not. */
  let words = { italic: false, other: false };
  let agentId = "";
  scanXml(xml.replace(/^\ufeff/, ""), {
    open(name, attributes) {
      const tag = localName(name);
      if (open.length > maxDepth) throw new UnreadableFile("too-deep");
      const parent = open.at(-1);
      if (tag === "tt") {
        const frameRate = Number(attributeOf(attributes, "ttp:frameRate") ?? 30);
        const [up = 1, down = 1] = (attributeOf(attributes, "ttp:frameRateMultiplier") ?? "1 1")
          .split(/[\s:]/)
          .map(Number);
        rates.frameRate = (frameRate * up) / down || 30;
        const tickRate = Number(attributeOf(attributes, "ttp:tickRate") ?? rates.frameRate);
        rates.tickRate = tickRate > 0 ? tickRate : 1;
      }
      const id = attributeOf(attributes, "xml:id") ?? "";
      const fontStyle = attributeOf(attributes, "tts:fontStyle");
      const styles = (attributeOf(attributes, "style") ?? "").split(/\s+/);
      const isItalic =
        fontStyle === null
          ? styles.some((one) => italicStyles.has(one)) || (parent?.isItalic ?? false)
          : fontStyle !== "normal";
      const region = attributeOf(attributes, "region") ?? parent?.region ?? "";
      if (tag === "style" && isItalic) italicStyles.add(id);
      const display = attributeOf(attributes, "tts:displayAlign");
      if (tag === "region" && display !== null && display === "before") topRegions.add(id);
      if (tag === "agent") agentId = attributeOf(attributes, "xml:id") ?? "";
      const begin = attributeOf(attributes, "begin");
      const beginMs = (parent?.beginMs ?? 0) + (timeOf(begin, rates) ?? 0);
      const agent = attributeOf(attributes, "ttm:agent") ?? parent?.agent ?? null;
      const language = attributeOf(attributes, "xml:lang") ?? parent?.language ?? "";
      const [end, dur] = [attributeOf(attributes, "end"), attributeOf(attributes, "dur")];
      const isBad = begin !== null && timeOf(begin, rates) === null;
      const endMs = endOf({ end, dur }, { beginMs, parent, rates });
      if (tag === "br" && cue) cue.text += "\n";
      // A paragraph without times has those of its spans, each of which is a cue.
      const isTimedSpan = tag === "span" && begin !== null && isUntimed;
      if (tag === "p" || isTimedSpan) {
        // Its own cue has no text so far.
        if (isTimedSpan && cue?.text.trim() === "") cues.pop();
        if (cues.length === maxLines) throw new UnreadableFile("too-many-rows");
        cue = {
          row: cues.length + 1,
          startMs: isBad || endMs === null ? null : beginMs,
          endMs,
          timing:
            begin === null && endMs === null ? noTiming : `${begin ?? ""} --> ${end ?? dur ?? ""}`,
          text: "",
          character: agent === null ? null : (names.get(agent) ?? agent),
          isItalic: false,
          isAtTop: topRegions.has(region),
          language,
        };
        words = { italic: false, other: false };
        isUntimed = isTimedSpan || cue.timing === noTiming;
        cues.push(cue);
      }
      open.push({
        tag,
        beginMs,
        endMs,
        agent,
        isItalic,
        region,
        language,
        isSkipped: (parent?.isSkipped ?? false) || isSkipped(tag, attributes),
      });
    },
    text(value) {
      const top = open.at(-1);
      if (top?.tag === "name" && agentId !== "") names.set(agentId, value.trim());
      // White space of the file is that between words.
      if (cue && top && !top.isSkipped && /\S/.test(value))
        words = { italic: words.italic || top.isItalic, other: words.other || !top.isItalic };
      if (cue && top && !top.isSkipped) cue.text += escapeCueText(value.replace(/\s+/g, " "));
    },
    close(name) {
      const closed = open.pop();
      if (closed?.tag !== localName(name)) throw new UnreadableFile("damaged");
      if (closed.tag === "p" && cue) {
        cue.isItalic = words.italic && !words.other;
        cue = null;
      }
      if (closed.tag === "agent") agentId = "";
    },
  });
  return inLanguage(cues, languageCode, problems);
}

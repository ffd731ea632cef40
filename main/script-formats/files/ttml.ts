/** .ttml and .dfxp: Timed Text Markup Language (https://www.w3.org/TR/ttml1/). */
import { maxDepth, maxLines } from "../limits";
import { noteRows } from "../line-kinds";
import { UnreadableFile, type Problems } from "../problems";
import { escapeCueText, type Cue } from "./cues";
import { attributeOf, localName, scanXml } from "./xml";

interface Rates {
  /** Frames in a second of real time. */
  frameRate: number;
  tickRate: number;
  /** Of times that count frames (SMPTE): the frames in a second of the count; null for others. */
  countedRate: number | null;
  /** Whether the count leaves out frames, so that it follows real time (drop frame). */
  isDropFrame: boolean;
}

/** The milliseconds of a count of frames. */
function msOfCount(seconds: number, frames: number, rates: Rates, countedRate: number): number {
  const minutes = Math.floor(seconds / 60);
  const dropped = rates.isDropFrame ? 2 * (minutes - Math.floor(minutes / 10)) : 0;
  return Math.round(((seconds * countedRate + frames - dropped) / rates.frameRate) * 1000);
}

/** The times of a cue without any. */
const noTiming = "-->";

/** A time expression in milliseconds; null for one that cannot be read. */
function timeOf(text: string | null, rates: Rates): number | null {
  if (text === null) return null;
  const { frameRate, tickRate, countedRate } = rates;
  // Some programs leave out hours, and write a semicolon before the frames.
  const clock = /^(?:(\d+):)?(\d\d?):(\d\d)(?:(\.\d+)|[:;](\d+)(?:\.\d+)?)?$/.exec(
    text.trim().replace(/^(\d+);(\d+);(\d+);(?=\d)/, "$1:$2:$3;"),
  );
  if (clock) {
    const [, hours = "0", minutes, seconds, fraction = "0", frames = "0"] = clock;
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    if (Number(minutes) > 59 || Number(seconds) > 59) return null;
    if (countedRate !== null && fraction === "0")
      return msOfCount(whole, Number(frames), rates, countedRate);
    return Math.round((whole + Number(fraction) + Number(frames) / frameRate) * 1000);
  }
  // Lyrics have seconds without a unit: "12.345".
  const [, count, unit = "s"] = /^(\d+\.\d+|\d+(?=\D))(h|m|s|ms|f|t)?$/.exec(text.trim()) ?? [];
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
    baseMs,
    parentEndMs,
    rates,
  }: { beginMs: number; baseMs: number; parentEndMs: number | null; rates: Rates },
): number | null {
  const [endMs, durationMs] = [timeOf(end, rates), timeOf(dur, rates)];
  if (endMs !== null) return baseMs + endMs;
  if (durationMs !== null) return beginMs + durationMs;
  return end === null && dur === null ? parentEndMs : null;
}

interface Timing {
  beginMs: number;
  endMs: number | null;
  /** Whether each element inside begins when the one before it has ended. */
  isSequence: boolean;
  /** The end of the last element inside, and the latest one; null for none. */
  lastEndMs: number | null;
  latestEndMs: number | null;
}

/** The times of an element in the open element `parent`. */
function timingOf(attributes: string, parent: Timing | undefined, rates: Rates): Timing {
  const time = (name: string) => attributeOf(attributes, name);
  const isInSequence = parent?.isSequence === true;
  const baseMs = (isInSequence ? parent.lastEndMs : null) ?? parent?.beginMs ?? 0;
  const beginMs = baseMs + (timeOf(time("begin"), rates) ?? 0);
  const parentEndMs = isInSequence ? null : (parent?.endMs ?? null);
  return {
    beginMs,
    endMs: endOf({ end: time("end"), dur: time("dur") }, { beginMs, baseMs, parentEndMs, rates }),
    isSequence: time("timeContainer") === "seq",
    lastEndMs: null,
    latestEndMs: null,
  };
}

/** Ends an element: the next one of a sequence follows it. */
function endTiming(closed: Timing, parent: Timing | undefined): void {
  const endMs = closed.endMs ?? closed.latestEndMs;
  if (parent === undefined || endMs === null) return;
  parent.lastEndMs = endMs;
  parent.latestEndMs = Math.max(parent.latestEndMs ?? endMs, endMs);
}

/** The rates of the root element. */
function ratesOf(attributes: string): Rates {
  const nominal = Number(attributeOf(attributes, "ttp:frameRate") ?? 30) || 30;
  const [up = 1, down = 1] = (attributeOf(attributes, "ttp:frameRateMultiplier") ?? "1 1")
    .split(/[\s:]/)
    .map(Number);
  const frameRate = (nominal * up) / down || 30;
  const tickRate = Number(attributeOf(attributes, "ttp:tickRate") ?? frameRate);
  return {
    frameRate,
    tickRate: tickRate > 0 ? tickRate : 1,
    countedRate: attributeOf(attributes, "ttp:timeBase") === "smpte" ? nominal : null,
    isDropFrame: attributeOf(attributes, "ttp:dropMode") === "dropNTSC",
  };
}

/** Text that is not shown, or no text. */
const isSkipped = (tag: string, attributes: string) =>
  attributeOf(attributes, "tts:display") === "none" ||
  attributeOf(attributes, "tts:visibility") === "hidden" ||
  ["metadata", "desc", "title", "rt", "rp"].includes(tag) ||
  /^(?:text|textContainer|delimiter)$/.test(attributeOf(attributes, "(?:\\w+:)?ruby") ?? "");

/** A cue with its language, "" for none, and the number of the division it is in. */
type PlacedCue = Cue & { language: string; division: number };

/** How many of the cues are shown while one of the others is. */
function countShownWith(cues: readonly Cue[], others: readonly Cue[]): number {
  const byStart = others.toSorted((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0));
  let [count, next, latestEnd] = [0, 0, 0];
  for (const cue of cues.toSorted((one, other) => (one.endMs ?? 0) - (other.endMs ?? 0))) {
    if (cue.startMs === null || cue.endMs === null) continue;
    for (let other = byStart[next]; other; other = byStart[(next += 1)]) {
      if ((other.startMs ?? 0) >= cue.endMs) break;
      latestEnd = Math.max(latestEnd, other.endMs ?? 0);
    }
    if (latestEnd > cue.startMs) count += 1;
  }
  return count;
}

/** The times from the first to the last of the cues, as one cue. */
const spanOf = (cues: readonly PlacedCue[]): Cue[] =>
  cues.slice(0, 1).map((cue) => ({
    ...cue,
    startMs: cues.reduce((first, { startMs }) => Math.min(first, startMs ?? first), Infinity),
    endMs: cues.reduce((last, { endMs }) => Math.max(last, endMs ?? 0), 0),
  }));

/**
 * Whether cues in another language are those of the script again: each language has its own
 * division, or most cues are shown at the times of the others. A song in French in a film in
 * English is neither.
 */
function areParallel(wanted: readonly PlacedCue[], others: readonly PlacedCue[]): boolean {
  const divisions = [wanted, others].map((cues) => new Set(cues.map(({ division }) => division)));
  const [own, other] = divisions.map((all) => (all.size === 1 ? [...all][0] : undefined));
  if (own !== undefined && other !== undefined && own !== other)
    return countShownWith(spanOf(wanted), spanOf(others)) > 0;
  return (
    countShownWith(wanted, others) * 2 > wanted.length &&
    countShownWith(others, wanted) * 2 > others.length
  );
}

/**
 * The cues in the language of a script; all of them if the other languages are not those of the
 * same cues. A cue without a language is in that of the script.
 */
function inLanguage(cues: readonly PlacedCue[], languageCode: string, problems: Problems): Cue[] {
  const baseOf = (code: string) => code.split("-")[0]?.toLowerCase() ?? "";
  const wanted = baseOf(languageCode);
  const languageOf = ({ language }: PlacedCue) => baseOf(language) || wanted;
  const cuesIn = (base: string) => cues.filter((cue) => languageOf(cue) === base);
  const own = cuesIn(wanted);
  const left = new Set(
    [...new Set(cues.map(languageOf))].filter(
      (base) => base !== wanted && own.length > 0 && areParallel(own, cuesIn(base)),
    ),
  );
  if (left.size === 0) return [...cues];
  const isLeft = ({ language }: PlacedCue) => left.has(baseOf(language));
  const others = cues.filter(isLeft);
  const message = `The file has cues in several languages. Those in ${languageCode.toUpperCase()} were read.`;
  noteRows(
    problems,
    others.map(({ row }) => row),
    "cues-languages",
    message,
  );
  return cues.filter((cue) => !isLeft(cue));
}

/** The cues of the paragraphs, numbered from 1 in the order of the file. */
export function ttmlCues(xml: string, languageCode: string, problems: Problems): Cue[] {
  const cues: PlacedCue[] = [];
  let divisions = 0;
  let rates = ratesOf("");
  const names = new Map<string, string>();
  /** The open elements: the beginning of each, and whether its text is none of the cue. */
  const open: (Timing & {
    tag: string;
    isSkipped: boolean;
    agent: string | null;
    isItalic: boolean;
    region: string;
    language: string;
    division: number;
  })[] = [];
  /** Whether the open paragraph has no times. */
  let isUntimed = false;
  let cue: PlacedCue | null = null;
  /** Ids of styles in italics, and of regions whose text begins at the top. */
  const italicStyles = new Set<string>();
  const topRegions = new Set<string>();
  let agentId = "";
  scanXml(xml.replace(/^\ufeff/, ""), {
    open(name, attributes) {
      const tag = localName(name);
      if (open.length > maxDepth) throw new UnreadableFile("too-deep");
      const parent = open.at(-1);
      if (tag === "tt") rates = ratesOf(attributes);
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
      const timing = timingOf(attributes, parent, rates);
      const { beginMs, endMs } = timing;
      const agent = attributeOf(attributes, "ttm:agent") ?? parent?.agent ?? null;
      const language = attributeOf(attributes, "xml:lang") ?? parent?.language ?? "";
      const division = tag === "div" ? (divisions += 1) : (parent?.division ?? 0);
      const [end, dur] = [attributeOf(attributes, "end"), attributeOf(attributes, "dur")];
      const isBad = begin !== null && timeOf(begin, rates) === null;
      if (tag === "br" && cue) cue.text += "\n";
      // A paragraph without times has those of its spans, each of which is a cue.
      const isTimed = begin !== null || (dur !== null && parent?.isSequence === true);
      const isTimedSpan = tag === "span" && isTimed && isUntimed;
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
          isAtTop: topRegions.has(region),
          language,
          division,
        };
        isUntimed = isTimedSpan || cue.timing === noTiming || (end === null && endMs === null);
        cues.push(cue);
      }
      open.push({
        ...timing,
        tag,
        agent,
        isItalic,
        region,
        language,
        division,
        isSkipped: (parent?.isSkipped ?? false) || isSkipped(tag, attributes),
      });
    },
    text(value) {
      const top = open.at(-1);
      if (top?.tag === "name" && agentId !== "") names.set(agentId, value.trim());
      if (!cue || !top || top.isSkipped) return;
      // White space of the file is that between words.
      const text = escapeCueText(value.replace(/\s+/g, " "));
      cue.text += top.isItalic && /\S/.test(text) ? `<i>${text}</i>` : text;
    },
    close(name) {
      const closed = open.pop();
      if (closed?.tag !== localName(name)) throw new UnreadableFile("damaged");
      endTiming(closed, open.at(-1));
      if (closed.tag === "p") cue = null;
      if (closed.tag === "agent") agentId = "";
    },
  });
  return inLanguage(cues, languageCode, problems);
}

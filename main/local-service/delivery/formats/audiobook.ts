/**
 * A language as an audiobook: the chosen takes one after another in the order of the script, with
 * pauses, and its chapters. Times of lines do not matter.
 */
import {
  chosenTake,
  timelineRate,
  type Timeline,
  type TimelineLine,
  type TimelineTake,
} from "../timeline";

export interface BookTake {
  line: TimelineLine;
  take: TimelineTake;
  /** Samples. */
  start: number;
}

export interface BookChapter {
  title: string;
  /** Samples; a chapter ends where the next one begins. */
  start: number;
  end: number;
}

export interface Audiobook {
  takes: BookTake[];
  /** Its length in samples. */
  frames: number;
  /** At least one. */
  chapters: BookChapter[];
}

const samplesOf = (seconds: number) => Math.round(seconds * timelineRate);
/** Silence: ACX asks for 0.5 to 1 s at the begin, and 1 to 5 s at the end. */
const pauses = {
  begin: samplesOf(0.5),
  betweenLines: samplesOf(0.6),
  beforeHeading: samplesOf(2),
  afterHeading: samplesOf(1.2),
  end: samplesOf(2),
} as const;

/** Characters of a heading; a longer line that begins so is text. */
const maxHeading = 80;
/** Words that begin the heading of a chapter, also without a number. */
const headings =
  "chapter|prologue|epilogue|kapitel|prolog|epilog|cap[ií]tulo|pr[oó]logo|ep[ií]logo|chapitre|épilogue|capitolo|hoofdstuk|proloog|epiloog|rozdzia[łl]|kapitola|luku|fejezet|capitolul|глава|пролог|эпилог|розділ|епілог|κεφάλαιο|πρόλογος|επίλογος|bölüm|chương|bab|अध्याय|الفصل|פרק";
/** Words that also begin sentences: only with a number. */
const partHeadings = "part|teil|parte|partie|deel|część|del|часть|частина|μέρος";
const number = "(?:[\\d٠-٩०-९]+|[ivxlc]+)";
const headingPattern = new RegExp(
  `^(?:(?:${headings})(?=$|[\\s.:,–—-])|(?:${partHeadings})\\s+${number}(?=$|[\\s.:,–—-])|第\\s*[\\d一二三四五六七八九十百]+\\s*[章回話话部]|제\\s*\\d+\\s*[장부])`,
  "iu",
);

/** Whether a line is the heading of a chapter, such as "Chapter 3: The harbour". */
export const isHeading = (text: string): boolean => {
  const trimmed = text.trim();
  return trimmed.length <= maxHeading && headingPattern.test(trimmed);
};

const oneRow = (text: string) => text.trim().replaceAll(/\s+/g, " ");

export function audiobookOf({ lines, batch }: Pick<Timeline, "lines" | "batch">): Audiobook {
  const takes: BookTake[] = [];
  const starts: { title: string; start: number }[] = [];
  let end = 0;
  let wasHeading = false;
  for (const line of lines) {
    const take = chosenTake(line);
    // A silent take, such as that of "[music]", is no pause of a book.
    if (!take || take.truePeak === null) continue;
    const hasHeading = isHeading(line.text);
    const isFirst = takes.length === 0;
    const pause = isFirst
      ? pauses.begin
      : hasHeading
        ? pauses.beforeHeading
        : wasHeading
          ? pauses.afterHeading
          : pauses.betweenLines;
    const start = end + pause;
    // The pause before a heading is the end of the chapter before it.
    if (hasHeading) starts.push({ title: oneRow(line.text), start: isFirst ? 0 : start });
    takes.push({ line, take, start });
    end = start + take.length;
    wasHeading = hasHeading;
  }
  const frames = end + (takes.length === 0 ? 0 : pauses.end);
  const [first] = starts;
  const all = first?.start === 0 ? starts : [{ title: batch, start: 0 }, ...starts];
  const chapters = all.map(({ title, start }, index) => ({
    title,
    start,
    end: all[index + 1]?.start ?? frames,
  }));
  return { takes, frames, chapters };
}

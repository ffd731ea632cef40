/** The report of a delivery in a language on one page. */
import { timecodeOf } from "../../../../preload/facts/timecode";
import type { ExportFile } from "../../rows/exports/export-port";
import { missingIn } from "../missing";
import { languageTag } from "../names";
import { createPdf, portrait } from "../pdf/document";
import { chosenTake, timelineRate, type Timeline } from "../timeline";

type ReportedFile = Pick<ExportFile, "path" | "problem" | "finding" | "measures">;
export interface ReportOptions {
  /** The preset of the delivery, or "". */
  preset: string;
  /** The files of the language. */
  files: readonly ReportedFile[];
}

/** Rows of a table, so that the report has one page. */
const maxRows = 8;
/** Characters of a name, so that its row has one line. */
const maxName = 44;

function short(text: string): string {
  const characters = Array.from(text);
  return characters.length > maxName ? `…${characters.slice(1 - maxName).join("")}` : text;
}
const decimals = (value: number | null | undefined) =>
  value === null || value === undefined ? "–" : value.toFixed(1);

/** The first rows, and a row with the number of the others. */
function limited(rows: readonly string[][], file: string): string[][] {
  if (rows.length <= maxRows) return [...rows];
  const others = rows.length - maxRows + 1;
  return [...rows.slice(0, maxRows - 1), [`${others} more in ${file}`]];
}

/** "0:01:02.5" */
function durationText(samples: number): string {
  const tenths = Math.round((samples * 10) / timelineRate);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
}

function factsOf(timeline: Timeline, { preset }: ReportOptions): string[][] {
  const { lines, characters, length, frameRate, startFrame } = timeline;
  const { numerator, denominator, isDropFrame } = frameRate;
  const { withoutText, withoutTake, unapproved } = missingIn(timeline);
  const takes = lines.flatMap((line) => chosenTake(line) ?? []);
  const threads = lines.flatMap(({ comments }) => comments.filter(({ isReply }) => !isReply));
  const open = threads.filter(({ isResolved }) => !isResolved).length;
  const rate = `${Number((numerator / denominator).toFixed(3))}${isDropFrame ? ", drop frame" : ""}`;
  const count = (names: readonly number[], what: string) =>
    names.length === 0 ? [] : [`${names.length} ${what}`];
  const incomplete = [
    ...count(withoutText, "without a text"),
    ...count(withoutTake, "without a take"),
    ...count(unapproved, "not approved"),
  ];
  return [
    ["Lines", `${lines.length} of ${characters.length} characters`],
    ["Not complete", incomplete.length === 0 ? "none" : incomplete.join(", ")],
    [
      "Takes",
      `${takes.length}, ${durationText(takes.reduce((sum, take) => sum + take.length, 0))}`,
    ],
    ["Length", durationText(length)],
    ["Start timecode", timecodeOf(startFrame, frameRate)],
    ["Frames per second", rate],
    ["Preset", preset === "" ? "none" : preset],
    ["Comments", `${open} open, ${threads.length - open} resolved`],
  ];
}

/** The kinds of findings with their numbers, errors first. */
function checksOf({ lines }: Timeline): string[][] {
  const severities = ["error", "warning", "note"];
  const kinds = new Map<string, { found: number; ignored: number }>();
  for (const { name, severity, ignoredBy } of lines.flatMap(({ checks }) => checks)) {
    const kind = `${severities.indexOf(severity)}${name}`;
    const { found = 0, ignored = 0 } = kinds.get(kind) ?? {};
    const isIgnored = ignoredBy !== null;
    kinds.set(kind, { found: found + Number(!isIgnored), ignored: ignored + Number(isIgnored) });
  }
  return [...kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { found, ignored }]) => [
      kind.slice(1),
      severities[Number(kind[0])] ?? "",
      String(found),
      String(ignored),
    ]);
}

const soundsOf = (files: readonly ReportedFile[]): string[][] =>
  files.flatMap(({ path, measures, finding }) =>
    measures
      ? [
          [
            short(path),
            decimals(measures.loudness),
            decimals(measures.dynamics?.range),
            decimals(measures.truePeak),
            measures.target ? (finding === "" ? "yes" : "no") : "–",
          ],
        ]
      : [],
  );
const problemsOf = (files: readonly ReportedFile[]): string[][] =>
  files.flatMap(({ path, problem, finding }) => {
    const text = problem === "" ? finding : problem;
    return text === "" ? [] : [[short(path), short(text)]];
  });

/** Portrait A4. */
export async function toReportPdf(timeline: Timeline, options: ReportOptions): Promise<Uint8Array> {
  const { project, batch, languageId } = timeline;
  const title = `${project} · ${batch} · ${languageTag(languageId)}`;
  const pdf = await createPdf(portrait, { title: `Delivery report: ${title}`, languageId });
  await pdf.paragraph("Delivery report", 15);
  await pdf.paragraph(title, 11);
  const facts = factsOf(timeline, options).map((row) => row.map(short));
  const total = pdf.width;
  const columns = (...of: [name: string, share: number][]) =>
    of.map(([name, share]) => ({ name, width: share * total }));
  await pdf.table(columns(["Delivery", 0.3], ["", 0.7]), facts);
  const checks = checksOf(timeline);
  const kinds = columns(["Check", 0.4], ["Severity", 0.2], ["Found", 0.2], ["Ignored", 0.2]);
  if (checks.length > 0) await pdf.table(kinds, limited(checks, "checks.csv"));
  const sounds = soundsOf(options.files);
  const levels = columns(
    ["File", 0.52],
    ["LUFS", 0.1],
    ["Range LU", 0.12],
    ["Peak dBTP", 0.13],
    ["In preset", 0.13],
  );
  if (sounds.length > 0) await pdf.table(levels, limited(sounds, "loudness.csv"));
  const problems = problemsOf(options.files);
  const others = columns(["File", 0.5], ["Problem", 0.5]);
  if (problems.length > 0) await pdf.table(others, limited(problems, "checks.csv"));
  return pdf.end();
}

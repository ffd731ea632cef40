/**
 * Kinds of text that are probably not speech. Each kind is spoken or left out as a whole: by the
 * choice of the user, else by the default of the reader; a note names the rows.
 */
import type { CodeOf } from "../../preload/facts/script-problems";
import type { LineKind, LineKindChoices } from "../../preload/facts/line-kinds";
import { isUpperCase } from "./character-names";
import type { ReadOptions } from "./model";
import type { Problems } from "./problems";

const number = /^[\s#№().,:;/–—-]*\d[\s\d#.,/()–—-]*$/u;
const clock = String.raw`\d{1,3}(?::\d{2}(?::\d{2})?(?:[.,:;]\d{1,3})?|;\d{2};\d{2};\d{1,3})`;
const time = new RegExp(
  `^[\\s([]*${clock}(?:(?:\\s+|\\s*(?:-+>|→|–|—|-|,)\\s*)${clock})?[\\s)\\]]*$`,
);
/** Brackets, and commands of games: "<<wait 1>>", "<<set $a to 1>>". "<<Bonjour.>>" is a quote. */
const direction =
  /^(?:[♩-♯\s]+|(?:\([^()]*\)|<<(?:wait [\d.]+|[^<>$]*\$[a-z_][^<>]*)>>|\[\[?[^[\]]*\]\]?|（[^（）]*）|【[^【】]*】|［[^［］]*］)[.\s]*)$/su;
/** Whether a text is a direction: it is in brackets. */
export const isDirection = (text: string) => direction.test(text);
/** "INT. KITCHEN - DAY", also with the number of the scene. */
const slugLine =
  /^(?:\d+\p{L}?\.?\s+)?(?:INT|EXT|EST|INT\.? ?\/ ?EXT|I\/E|INNEN|AUSSEN|AUßEN)(?:[.:/]|\s+-)/u;
export const isSlugLine = (text: string) => slugLine.test(text);
const transition =
  /^(?:> ?)?(?:(?:SMASH |MATCH |JUMP |HARD )?CUT (?:TO|BACK TO)|FADE (?:IN|OUT|TO)|DISSOLVE TO|WIPE TO|BACK TO|INTERCUT|THE END|ENDE|FIN)\b[^\p{Ll}]*$/u;
const section =
  /^(?:scene|szene|scène|escena|scena|cena|сцена|סצנה|दृश्य|مشهد|المشهد|act|akt|acte|acto|atto|ato|акт|episode|folge|épisode|episodio|episódio|серия|chapter|kapitel|chapitre|capítulo|capitolo|глава|part|teil|reel|loop|sequence|seq\.?|sequenz|séquence|secuencia|sequenza)\s+(?:\d+|[ivxlc]+|one|two|three|four|five)\b(.*)$/iu;
/** "第二场", "S#3", "#1. 공원 - 낮"; "第一场，我们赢了。" and "#1. Be polite." are sentences. */
const eastAsianSection =
  /^(?:第[一二三四五六七八九十百〇零\d]{1,5}[场場幕集章回话話](?![^\s:：(（「\p{P}]|[，、,])(?!.*[。！？!?…]$)|(?:S|씬|장면) ?# ?\d|#\d{1,4}\. (?=.*(?:\p{Script=Hangul}|\s[-–—]\s))(?!.*[.。！？!?…]$))/u;
/** A line between the parts of a text. */
const rule = /^(?:[-=_*~#–—]\s?){3,}$/u;
/** "- END -" below a text, and "END OF EPISODE 3" in capitals. */
const endMark = /^[-–—*]+ ?(?:the end|end|ende|fin|fine|koniec|конец) ?[-–—*]+$/iu;
const endOfPart =
  /^[-–—*#[\s]*(?:END OF (?:THE )?(?:SCRIPT|EPISODE|SCENE|ACT|REEL|TRANSCRIPT|TRANSCRIPTION|RECORDING|SHOW|PROGRAM(?:ME)?|FILM|DIALOGUE(?: LIST)?)|ENDE (?:DES SKRIPTS|DER (?:FOLGE|SZENE|AUFNAHME)|DES (?:AKTES|FILMS|TRANSKRIPTS))|FIN (?:DE L['’]ÉPISODE|DU SCRIPT|DE LA SCÈNE|DEL EPISODIO|DEL GUION|DE LA ESCENA))(?: (?:\d+|[IVX]+|ONE|TWO|THREE|FOUR|FIVE))?[-–—*#\]\s.]*$/u;
/** Whether a text is a mark of an end, such as "END OF SCENE". */
export const isEndMark = (text: string) => endOfPart.test(text) || endMark.test(text);
/** "Page 2 of 10" at the edge of a page. */
const pageNumber =
  /^[-–—\s]*(?:page|seite|página|pagina|strona|sida|side|sivu|страница|стр\.?)\s+\d+(?:\s*(?:of|von|de|di|sur|van|z|av|af|из|\/)\s*\d+)?[-–—\s]*$/iu;

/** Whether a text is the heading of a part: "Chapter 1", "SCENE 2 - THE SEA". */
export function isSectionHeading(text: string): boolean {
  const rest = section.exec(text)?.[1];
  return rest !== undefined && (/^\s*(?:[-–—:.,]|$)/.test(rest) || isUpperCase(rest));
}

/** The kind of a text; null for speech. */
export function kindOfText(text: string): LineKind | null {
  if (text.length > 200) return null;
  if (time.test(text)) return "time";
  if (number.test(text)) return "number";
  if (isDirection(text)) return "direction";
  if (slugLine.test(text) || transition.test(text) || pageNumber.test(text)) return "heading";
  if (rule.test(text) || isEndMark(text) || eastAsianSection.test(text)) return "heading";
  return isSectionHeading(text) ? "heading" : null;
}

const listedRows = 10;

/** The rows of a problem: the first one, and the first ten if there are several. */
export const problemRows = (rows: readonly number[]) =>
  rows.length > 1 ? { rows: rows.slice(0, listedRows) } : {};

/** Adds a note on these rows; their number follows the message if not all are listed. */
export function noteRows(
  problems: Problems,
  rows: readonly number[],
  code: CodeOf<"note">,
  message: string,
): void {
  const total = rows.length > listedRows ? ` ${rows.length.toLocaleString("en")} rows.` : "";
  problems.note(rows[0] ?? null, null, code, message + total, problemRows(rows));
}

/** Adds a warning on these rows. */
export function warnRows(
  problems: Problems,
  rows: readonly number[],
  code: CodeOf<"warning">,
  message: string,
  details: { assumed?: string; remedy?: string } = {},
): void {
  const all = { ...details, ...problemRows(rows) };
  problems.warning(rows[0] ?? null, null, code, message, all);
}

/** Adds a row to those of a key. */
export function addRow<K>(rowsOf: Map<K, number[]>, key: K, row: number): void {
  const rows = rowsOf.get(key);
  if (rows === undefined) rowsOf.set(key, [row]);
  else rows.push(row);
}

/** "Pages 3, 5 and 7", with at most ten of them. */
export function listPages(pages: readonly number[]): string {
  if (pages.length === 1) return `Page ${pages[0] ?? ""}`;
  const more = pages.length - listedRows;
  const shown = pages.slice(0, listedRows);
  const last = more > 0 ? `${more} more` : String(shown.pop());
  return `Pages ${shown.join(", ")} and ${last}`;
}

const names: Readonly<Record<LineKind, string>> = {
  number: "only a number",
  time: "only a time",
  heading: "a heading",
  direction: "a direction",
  action: "text without a speaker",
  page: "a header, footer, page number or watermark",
  hidden: "hidden or struck text",
  name: "a word alone above a text",
};

const silenceOf = ({ speaksDirections }: LineKindChoices) =>
  speaksDirections === true ? "Spoken" : "Kept, and silent in a dub";

/** Collects the texts of a file that are of a kind, and decides whether they are lines. */
export function createKindChoices({ kinds = {} }: Pick<ReadOptions, "kinds">, problems: Problems) {
  const found = new Map<
    string,
    { kind: LineKind; isSpoken: boolean; rows: number[]; examples: string[] }
  >();
  return {
    isSpoken: (kind: LineKind, byDefault: boolean) => kinds[kind] ?? byDefault,
    /** The choice of the user for a kind; undefined without a choice. */
    chosen: (kind: LineKind): boolean | undefined => kinds[kind],
    /** Records a text; returns whether it is a line. */
    decide(kind: LineKind, at: { row: number; text: string }, byDefault: boolean): boolean {
      const isSpoken = kinds[kind] ?? byDefault;
      const key = `${kind} ${isSpoken}`;
      const entry = found.get(key) ?? { kind, isSpoken, rows: [], examples: [] };
      found.set(key, entry);
      if (entry.rows.at(-1) !== at.row) entry.rows.push(at.row);
      if (entry.examples.length < 3) entry.examples.push(`“${at.text.slice(0, 40)}”`);
      return isSpoken;
    },
    /** Adds a note for each kind that was found. */
    report(): void {
      for (const { kind, isSpoken, rows: all, examples } of found.values()) {
        const rows = [...new Set(all)].sort((one, other) => one - other);
        const isSilent = kind === "direction" && isSpoken;
        const code = !isSpoken
          ? (`left-out-${kind}` as const)
          : isSilent && kinds.speaksDirections === true
            ? "spoken-direction"
            : (`line-${kind}` as const);
        const leftOut = kind === "name" ? "Read as the names of speakers" : "Left out";
        const done = !isSpoken ? leftOut : isSilent ? silenceOf(kinds) : "Read as lines";
        const message = `${done}: ${names[kind]} (${examples.join(", ")}).`;
        if (kind === "page") problems.note(null, null, code, `${listPages(rows)}: ${message}`);
        else noteRows(problems, rows, code, message);
      }
    },
  };
}
export type KindChoices = ReturnType<typeof createKindChoices>;

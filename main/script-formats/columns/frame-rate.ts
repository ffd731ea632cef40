/** The frame rate that the rows above a table, or the names of its columns, state. */
import { cleanName } from "../files/text";

/** Rates of film and television; those of NTSC are often written with two digits. */
const rates = [23.976, 24, 25, 29.97, 30, 47.952, 48, 50, 59.94, 60, 119.88, 120];
const number = String.raw`(\d{2,3}(?:[.,]\d{1,3})?)`;
const unit = String.raw`(?:fps|frames? ?(?:per|\/) ?s(?:ec(?:ond)?)?\.?|bilder(?: pro sekunde| ?\/ ?s)|images? ?(?:par seconde|\/ ?s)|fotogramas por segundo|fotogrammi al secondo|i\/s|b\/s|к\/с|кадров в секунду|コマ)`;
const name = String.raw`(?:frame ?rate|fps|time ?code(?: rate| format)?|tc(?: rate| format)?|time ?base|bildrate|bildfrequenz|framerate|cadence|fréquence d['’]images|velocidad de fotogramas|frequenza (?:dei )?fotogrammi|частота кадров|フレームレート|帧率|帧速率)`;
/** "25 fps", "@25fps". */
const before = new RegExp(String.raw`(?<![\p{L}\d.,:])${number} ?${unit}(?![\p{L}\d])`, "iu");
/** "Framerate: 23.976", also over two cells. */
const after = new RegExp(
  String.raw`(?<![\p{L}\d])${name} ?[:=(@]? ?${number}p?(?![\p{L}\d.,:])`,
  "iu",
);
/** A statement of drop frames: "29.97 DF", "drop frame"; not "NDF", "non-drop" and "DF/NDF". */
const dropFrame =
  /(?<!non[- ]?|not? |ndf ?\/ ?|non[- ]?drop(?:[- ]?frames?)? ?\/ ?)\b(?:df|drop(?:[- ]?frames?|(?![- ]?frame)))\b(?! ?\/ ?(?:ndf\b|non(?:\b|[- ]?drop)|no\b))/iu;
const denial = String.raw`(?:ndf|non?[- ]?drop(?:[- ]?frames?)?|no(?!\.? ?\d)|not|n|off|false|0|none|nein|aus|falsch|non|faux|não|nao|nee|nie|nej|nei|ei|нет|いいえ|否)(?![\p{L}\d])`;
const dropWord = String.raw`(?:df|drop(?:[- ]?frames?)?)(?: (?:time ?code|tc|mode))?`;
const endOfPart = String.raw`(?= ?(?:$|[\t;,.)|]))`;
/** Denials: "Drop frame: No", also over two cells (which tabs divide), and "drop frame off". */
const denied = [
  String.raw`(?<![\p{L}\d])${dropWord}\s?[:=?(]\s?${denial}`,
  String.raw`(?<![\p{L}\d])${dropWord} ?[-–—]? ?${denial}${endOfPart}`,
  String.raw`(?<![^\t])${dropWord}\t${denial}(?![^\t])`,
].map((pattern) => new RegExp(pattern, "giu"));
const maxLength = 2_000;

/** The rate of film or television that a text states; null for none. */
function rateIn(text: string): number | null {
  const found = before.exec(text)?.[1] ?? after.exec(text)?.[1];
  if (found === undefined) return null;
  const value = Number(found.replace(",", "."));
  return rates.find((rate) => Math.abs(rate - value) < 0.011) ?? null;
}

/** Whether cells say that timecodes leave out numbers of frames. */
function saysDropFrame(cells: readonly string[]): boolean {
  const text = cells.join("\t").slice(0, maxLength);
  return dropFrame.test(denied.reduce((rest, pattern) => rest.replace(pattern, " "), text));
}

/**
 * The only rate that rows state, and the row that states it; null for none, or for several rates.
 */
export function statedFrameRate(
  rows: Iterable<{ row: number; cells: readonly string[] }>,
): { rate: number; row: number; isDropFrame: boolean } | null {
  let stated: { rate: number; row: number; isDropFrame: boolean } | null = null;
  for (const { row, cells } of rows) {
    const filled = cells.map(cleanName).filter(Boolean);
    const rate = rateIn(filled.join(" ").slice(0, maxLength));
    if (rate === null) continue;
    if (stated !== null && stated.rate !== rate) return null;
    stated ??= { rate, row, isDropFrame: saysDropFrame(filled) };
  }
  return stated;
}

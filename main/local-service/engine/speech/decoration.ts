/** Signs around and beside words that voices would speak: of stress, of lists, of songs. */
import type { Replace } from "./written-numbers";

/** Signs of stress and of struck text: "*really*", "**never**" and "~~gone~~". */
const emphasis =
  /(?<![\p{L}\p{M}\p{N}*~])(\*{1,3}|~~)([^\s*~](?:[^*~\n]*[^\s*~])?)\1(?![\p{L}\p{M}\p{N}*~])/gu;
/** The sign before an item of a list. */
const listSign = /^\*[ \u00A0]+(?=\S)/gmu;
/** Tildes of "Hello~" and "~ whispering ~", unlike those of "~5", "3~5", names and addresses. */
const decoration =
  /(?<!\d[ \u00A0]?)(?!(?<=[\p{sc=Latn}\d/])~\p{sc=Latn})~+(?![ \u00A0]?\p{Sc}?[ \u00A0]?\d)|~{2,}/gu;
/** Where a sung part or a description begins: with the row, or after a sentence. */
const partStart = "(?:(?<=^)|(?<=[.!?…:–—-][ \\u00A0]))";
/** Sung rows of British subtitles: "# Silent night #". */
const sungRow = /^#([^#\n]*[^#\s][ \u00A0]?)#$/gmu;
const sungPart = new RegExp(
  `${partStart}#(?![ \\u00A0]?\\d)([^#\\n]*[^#\\s\\d][ \\u00A0]?)#(?!\\S)`,
  "gmu",
);
/** The first row of several sung ones, unlike "# 5" and "# key". */
const sungStart =
  /^#+[ \u00A0](?=[^\s\d])(?!(?:key|is|sign|button|Taste|touche|tecla)(?!\p{L}))/gmu;
const sungEnd = /(?<=\S)[ \u00A0]#+$/gmu;
/** A part between asterisks: "* Music *". */
const starredPart = new RegExp(
  `${partStart}\\*{1,2}[ \\u00A0]([^*\\n]*[^*\\s])[ \\u00A0]\\*{1,2}(?!\\S)`,
  "gmu",
);
const starEnd = /(?<=[^\s*])[ \u00A0]\*{1,2}$/gmu;
/** Rows in which an asterisk is a key of a telephone, or a sign of arithmetic. */
const keyRow =
  /=|(?<!\p{L})(?:press|dial|key|keys|push|type|enter|code|drück|taste|wähl|tippe|touche|appuy|tape[rz]|compose|tecla|pulse|marque|presion|digit|aperte|preme|premi|toets|druk|klawisz|naciśn|wciśn|stiskn|нажм|клавиш)/iu;
const hasDecoration = /[*~#]/;
/** The text without the asterisks and the signs of songs around parts of it. */
function withoutPartSigns(text: string): string {
  if (!/[*#]/.test(text)) return text;
  const rows = text
    .split("\n")
    .map((row) =>
      row.includes("*") && !keyRow.test(row)
        ? row.replace(starredPart, "$1").replace(listSign, "").replace(starEnd, "")
        : row,
    );
  const isSung = rows.some((row) => row.startsWith("#"));
  const plain = rows
    .join("\n")
    .replace(sungRow, "$1")
    .replace(sungPart, "$1")
    .replace(sungStart, "");
  return isSung ? plain.replace(sungEnd, "") : plain;
}
/** The text without signs that are no part of its words. */
export const withoutDecoration: Replace = (text) =>
  hasDecoration.test(text)
    ? withoutPartSigns(text.replace(emphasis, "$2")).replace(decoration, "")
    : text;

/** Texts whose UTF-8 was read as another encoding and saved again: "DÃ©jÃ vu". */
import { decode, encode } from "iconv-lite";
import { warnRows } from "./line-kinds";
import type { ScriptLine } from "./model";
import type { Problems } from "./problems";

/** What Windows-1252 shows for the bytes 80 to BF, without quotes and the space. */
const trail = "[\\u0080-\\u00aa\\u00ac-\\u00ba\\u00bc-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";
/** As `trail`, without the punctuation that also follows letters: "Ä…". */
const letterTrail = "[\\u0080-\\u009f\\u00a1-\\u00aa\\u00ac-\\u00ba\\u00bc-\\u00bfƒŒŽŠœžšŸ]";
const runs = new RegExp(
  [
    `Ã${trail}`,
    "Â[\\u00a0-\\u00aa\\u00ac-\\u00ba\\u00bc-\\u00bf«»]",
    `[ÄÅ]${letterTrail}`,
    `(?:[ÐÑÎÏ]${trail}){2,}`,
    `â€${trail}?`,
    // UTF-8 that was read as Mac Roman.
    "√[©®°¢£§¶ß´¨≠Æ∞±≤≥¥µ∂∑∏π∫ªºΩæø†…]|‚Ä[ôúùìî¶¢]",
  ].join("|"),
  "gu",
);
const minRuns = 2;
const shownLength = 30;

/** The text as it was before it was read as Windows-1252; null if that is not known. */
function before(text: string): string | null {
  const repaired = decode(encode(text, "windows-1252"), "utf-8");
  return repaired.includes("\ufffd") || repaired.includes("?") ? null : repaired;
}

/** Warns of texts with several of these sequences of letters. */
export function warnOfMojibake(lines: readonly ScriptLine[], problems: Problems): void {
  const found = lines.flatMap((line) => {
    const all = [line.character ?? "", ...Object.values(line.text)].join(" ");
    const count = all.match(runs)?.length ?? 0;
    return count === 0 ? [] : [{ row: line.row, all, count }];
  });
  if (found.reduce((sum, { count }) => sum + count, 0) < minRuns) return;
  const [first] = found;
  const words = first?.all.split(" ").filter((word) => word.match(runs)) ?? [];
  const shown = (words[0] ?? "").slice(0, shownLength);
  const repaired = before(shown);
  const was = repaired === null ? "" : `, probably “${repaired}”`;
  const message = `The file was saved after its encoding was not recognised: “${shown}”${was}.`;
  const remedy = "Save it again from the program that wrote it, as UTF-8.";
  const rows = found.map(({ row }) => row);
  warnRows(problems, rows, "text-mojibake", message, { remedy });
}

/** Files of other programs that are saved as text: their codes are no speech. */

/** Each format by lines that only it has, in the first ones of a file. */
const formats: readonly [name: string, line: RegExp][] = [
  ["MicroDVD subtitles", /^\{\d{1,7}\}\{\d{0,7}\}/],
  ["MPL2 subtitles", /^\[\d{1,7}\]\[\d{0,7}\]/],
  ["SCC captions", /^Scenarist_SCC V/i],
  ["Avid DS captions", /^<begin subtitles>/i],
  [
    "Spruce STL subtitles",
    /^\$FontName\s*=|^\d\d:\d\d:\d\d[:;]\d\d\s*,\s*\d\d:\d\d:\d\d[:;]\d\d\s*,/,
  ],
  [
    "an edit decision list (EDL)",
    /^FCM: (?:NON-)?DROP FRAME|^\d{3,6}\s+\S+\s+[VA]\S*\s+C\s+\d\d:\d\d:\d\d[:;]\d\d/,
  ],
  ["a script of Ren'Py", /^label [\w.]+(?:\([^()]*\))?:\s*$/],
  ["XML", /^\s*<\?xml\s/],
];
const searchedLines = 20;
const maxLength = 1_000;
/** A direction in brackets ("[[MUSIC]]") also begins like JSON. */
const jsonStart = /^\s*(?:\[\s*\{\s*["}]|\{\s*"(?:[^"\\]|\\.){0,200}"\s*:)/;
const maxJsonLength = 5_000_000;

function isJson(text: string): boolean {
  const start = text.slice(0, maxLength);
  if (jsonStart.test(start)) return true;
  if (!/^\s*[[{]/.test(start) || text.length > maxJsonLength) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The format of a text, and the row that shows it; null for prose and formats that are read. */
export function foreignFormat(text: string): { name: string; row: number } | null {
  const lines = text.slice(0, searchedLines * maxLength).split(/\r\n?|\n/, searchedLines);
  const first = lines.findIndex((line) => line.trim() !== "");
  for (const [name, pattern] of formats) {
    const isWhole = name === "XML";
    const row = lines.findIndex((line, at) => (!isWhole || at === first) && pattern.test(line));
    if (row >= 0) return { name, row: row + 1 };
  }
  return isJson(text) ? { name: "JSON", row: first + 1 } : null;
}

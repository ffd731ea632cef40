/** Writes .srt: SubRip subtitles. */

/** "00:01:02,500": hours, minutes, seconds and milliseconds. */
export function clock(ms: number, separator: "," | "."): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map(two).join(":")}${separator}${String(ms % 1_000).padStart(3, "0")}`;
}

/** The rows of a text, without control characters. An empty row would end the subtitle. */
export const rowsOfText = (text: string) =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((row) => row.replace(/[^\P{Cc}\t]+/gu, " ").trim())
    .filter((row) => row !== "");

export interface SrtCue {
  number: number;
  startMs: number;
  endMs: number;
  text: string;
}

/** SubRip has no escapes; a reader would take "-->" in a text for a time. */
export const toSrtText = (cues: readonly SrtCue[]): string =>
  cues
    .map(({ number, startMs, endMs, text }) => {
      const rows = rowsOfText(text).map((row) => row.replaceAll("-->", "→"));
      return [number, `${clock(startMs, ",")} --> ${clock(endMs, ",")}`, ...rows, "", ""].join(
        "\r\n",
      );
    })
    .join("");

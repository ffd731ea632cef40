/** The script of the sample project as subtitles. */
import dialogue from "./dialogue.json";
import { toSrtText } from "../../script-formats/files/srt-write";

export const sampleName = dialogue.name;
export const sampleLanguages: { source: string; targets: readonly string[] } = dialogue.languages;
/** Separator between the character and the text of a subtitle. */
export const speakerSeparator = ":";

/** The subtitles of a language; texts without one are left out. */
export const subtitlesIn = (languageId: string): Uint8Array =>
  Buffer.from(
    toSrtText(
      dialogue.lines.map((line, index) => {
        const startMs = dialogue.firstStartMs + index * dialogue.distanceMs;
        const text = (line as Readonly<Record<string, string>>)[languageId] ?? "";
        return {
          number: index + 1,
          startMs,
          endMs: startMs + dialogue.slotMs,
          text: `${line.character}${speakerSeparator} ${text}`,
        };
      }),
    ),
  );

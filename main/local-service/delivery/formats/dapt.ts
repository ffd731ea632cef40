/**
 * The dubbing script as recorded in DAPT 1.0 (https://www.w3.org/TR/dapt/), a profile of TTML2: an
 * event for each line, with its text, the text in the source language, its character, and the file
 * of its take. Times are those of the media, from its first frame.
 */
import { escapeAttribute, escapeXml } from "../../../common/xml";
import { clock, rowsOfText } from "../../../script-formats/files/srt-write";
import { languageTag } from "../names";
import { chosenTake, millisecondsOf, type Timeline, type TimelineLine } from "../timeline";

const namespaces = [
  'xmlns="http://www.w3.org/ns/ttml"',
  'xmlns:ttm="http://www.w3.org/ns/ttml#metadata"',
  'xmlns:ttp="http://www.w3.org/ns/ttml#parameter"',
  'xmlns:daptm="http://www.w3.org/ns/ttml/profile/dapt#metadata"',
];
const profile = "http://www.w3.org/ns/ttml/profile/dapt1.0/content";

interface DaptOptions {
  /** As in the interface; null if it is not known. */
  sourceLanguageId: string | null;
  /** Whether the files of takes are delivered. */
  hasTakes: boolean;
}

/** From the begin of the take or the slot to the end of the take, or else of the slot. */
function spanOf(line: TimelineLine): { start: number; end: number } | null {
  const take = chosenTake(line);
  const start = line.start ?? line.slot?.start;
  if (start === undefined) return null;
  const end = line.start !== null && take ? line.start + take.length : (line.slot?.end ?? start);
  return { start, end: Math.max(start, end) };
}

const rowsOf = (text: string) => rowsOfText(text).map(escapeXml).join("<br/>");

/** The lines with a time; a document of this kind has no others. */
export const hasScriptEvents = ({ lines }: Pick<Timeline, "lines">): boolean =>
  lines.some((line) => spanOf(line) !== null);

export function toDapt(timeline: Timeline, { sourceLanguageId, hasTakes }: DaptOptions): string {
  const { batch, languageId, characters, lines } = timeline;
  const language = languageTag(languageId);
  // Without a known one, the texts count as original ones.
  const source = sourceLanguageId === null ? language : languageTag(sourceLanguageId);
  const ids = new Map(
    characters.filter((name) => name.trim() !== "").map((name, at) => [name, `c${at + 1}`]),
  );
  const agents = Array.from(
    ids,
    ([name, id]) =>
      `      <ttm:agent type="character" xml:id="${id}"><ttm:name type="alias">${escapeXml(name)}</ttm:name></ttm:agent>`,
  );
  const paragraph = (text: string, tag: string, audio = "") =>
    text.trim() === ""
      ? []
      : [
          `        <p xml:lang="${escapeAttribute(tag)}" daptm:langSrc="${escapeAttribute(source)}"><span>${audio}${rowsOf(text)}</span></p>`,
        ];
  const events = lines.flatMap((line) => {
    const span = spanOf(line);
    if (!span) return [];
    const take = chosenTake(line);
    const file =
      take && hasTakes ? `../${take.file.split("/").map(encodeURIComponent).join("/")}` : "";
    const audio = file === "" ? "" : `<audio src="${escapeAttribute(file)}" type="audio/wave"/>`;
    const agent = ids.get(line.character);
    const attributes = [
      `xml:id="e${line.number}"`,
      ...[span.start, span.end].map(
        (at, index) => `${index === 0 ? "begin" : "end"}="${clock(millisecondsOf(at), ".")}"`,
      ),
      ...(agent === undefined ? [] : [`ttm:agent="${agent}"`]),
      'daptm:represents="audio.dialogue"',
    ];
    return [
      `      <div ${attributes.join(" ")}>`,
      ...(source === language ? [] : paragraph(line.source, source)),
      ...paragraph(line.text, language, audio),
      "      </div>",
    ];
  });
  const root = [
    ...namespaces,
    `ttp:contentProfiles="${profile}"`,
    `xml:lang="${escapeAttribute(language)}"`,
    `daptm:langSrc="${escapeAttribute(source)}"`,
    'daptm:scriptRepresents="audio.dialogue"',
    'daptm:scriptType="asRecorded"',
  ];
  const rows = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt ${root.join(" ")}>`,
    "  <head>",
    "    <metadata>",
    `      <ttm:title>${escapeXml(batch)}</ttm:title>`,
    ...agents,
    "    </metadata>",
    "  </head>",
    "  <body>",
    ...events.map((row) => row.replace(/^ {2}/, "")),
    "  </body>",
    "</tt>",
  ];
  return `${rows.join("\n")}\n`;
}

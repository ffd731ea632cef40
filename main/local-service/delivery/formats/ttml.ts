/**
 * Subtitles in TTML (.ttml), in the text profile of IMSC 1.1
 * (https://www.w3.org/TR/ttml-imsc1.1/#text-profile): times of the media, one region at the bottom,
 * the speakers as agents.
 */
import { clock } from "../../../script-formats/files/srt-write";
import { isItalic } from "../../../../preload/facts/appearance";
import { isSubtitleAtTop, styledRows, type Subtitle } from "../../checks/subtitles/cues";
import { escapeXml } from "../../../common/xml";
import { languageTag } from "../names";
import type { Timeline } from "../timeline";
import { timebaseOf } from "./placed-lines";
import { subtitlesOfTimeline } from "./subtitles";

const namespaces = [
  'xmlns="http://www.w3.org/ns/ttml"',
  'xmlns:ttp="http://www.w3.org/ns/ttml#parameter"',
  'xmlns:tts="http://www.w3.org/ns/ttml#styling"',
  'xmlns:ttm="http://www.w3.org/ns/ttml#metadata"',
];
/** Languages whose texts run from right to left. */
const rightToLeft = /^(?:ar|fa|he|ps|ur|yi)(?:-|$)/;

/** White space at the ends of a row is none of the text. */
const rowsOf = (shown: Subtitle["lines"][number]) => {
  const inItalics = (text: string) => `<span tts:fontStyle="italic">${text}</span>`;
  if (isItalic(shown.line.appearance)) return inItalics(shown.rows.map(escapeXml).join("<br/>"));
  return styledRows(shown)
    .map((parts) =>
      parts
        .map((part) => (part.isItalic ? inItalics(escapeXml(part.text)) : escapeXml(part.text)))
        .join(""),
    )
    .join("<br/>");
};

export function toTtml(timeline: Timeline): string {
  const { batch, languageId, frameRate } = timeline;
  const { timebase, isNtsc } = timebaseOf(frameRate);
  const subtitles = subtitlesOfTimeline(timeline);
  const hasTop = subtitles.some(isSubtitleAtTop);
  const names = subtitles.flatMap(({ lines }) => lines.map(({ line }) => line.character));
  const agents = new Map(
    [...new Set(names)]
      .filter((name) => name.trim() !== "")
      .map((name, at) => [name, `a${at + 1}`]),
  );
  const direction = rightToLeft.test(languageId)
    ? ' tts:direction="rtl" tts:unicodeBidi="embed"'
    : "";
  const paragraphs = subtitles.map((subtitle, index) => {
    const { startMs, endMs, lines } = subtitle;
    // A region of the division would be that of all its paragraphs.
    const region = hasTop ? ` region="${isSubtitleAtTop(subtitle) ? "top" : "bottom"}"` : "";
    const ids = [...new Set(lines.flatMap(({ line }) => agents.get(line.character) ?? []))];
    const agent = ids.length === 0 ? "" : ` ttm:agent="${ids.join(" ")}"`;
    const times = `begin="${clock(startMs, ".")}" end="${clock(endMs, ".")}"`;
    const text = lines.map(rowsOf).join("<br/>");
    return `      <p xml:id="s${index + 1}" ${times}${region}${agent}>${text}</p>`;
  });
  const rate = [
    'ttp:timeBase="media"',
    `ttp:frameRate="${timebase}"`,
    `ttp:frameRateMultiplier="${isNtsc ? "1000 1001" : "1 1"}"`,
    'ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text"',
  ];
  const rows = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt ${[...namespaces, ...rate].join(" ")} xml:lang="${escapeXml(languageTag(languageId))}">`,
    "  <head>",
    "    <metadata>",
    `      <ttm:title>${escapeXml(batch)}</ttm:title>`,
    ...Array.from(
      agents,
      ([name, id]) =>
        `      <ttm:agent xml:id="${id}" type="character"><ttm:name type="full">${escapeXml(name)}</ttm:name></ttm:agent>`,
    ),
    "    </metadata>",
    "    <styling>",
    `      <style xml:id="text" tts:fontFamily="proportionalSansSerif" tts:fontSize="100%" tts:lineHeight="125%" tts:color="#ffffff" tts:textAlign="center"${direction}/>`,
    "    </styling>",
    "    <layout>",
    '      <region xml:id="bottom" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after" tts:showBackground="whenActive"/>',
    ...(hasTop
      ? [
          '      <region xml:id="top" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="before" tts:showBackground="whenActive"/>',
        ]
      : []),
    "    </layout>",
    "  </head>",
    "  <body>",
    hasTop ? '    <div style="text">' : '    <div region="bottom" style="text">',
    ...paragraphs,
    "    </div>",
    "  </body>",
    "</tt>",
  ];
  return `${rows.join("\n")}\n`;
}

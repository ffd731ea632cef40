/**
 * The dubbing script as recorded (.docx, ECMA-376): a table with a row for each line, on A4 across,
 * whose header is repeated on each page. Equal timelines have equal files.
 */
import { escapeXml } from "../../../common/xml";
import { writeZip } from "../../../script-formats/files/zip-write";
import { languageTag } from "../names";
import { chosenTake, type Timeline, type TimelineLine } from "../timeline";
import { timecodeAt } from "./timecode";

const namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const packages = "http://schemas.openxmlformats.org/package/2006";
const officeDocument =
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Widths in twentieths of a point; together as wide as the page within its margins. */
const columns: readonly { name: string; width: number; cell: Cell }[] = [
  { name: "Line", width: 800, cell: ({ number }) => String(number) },
  {
    name: "Timecode In",
    width: 1500,
    cell: (line, timeline) => timecode(line.start ?? line.slot?.start, timeline),
  },
  { name: "Timecode Out", width: 1500, cell: (line, timeline) => timecode(endOf(line), timeline) },
  { name: "Character", width: 1900, cell: ({ character }) => character },
  { name: "Text as Recorded", width: 5200, cell: ({ text }) => text },
  { name: "Annotations", width: 3498, cell: annotationsOf },
];
type Cell = (line: TimelineLine, timeline: Timeline) => string;

const timecode = (at: number | null | undefined, timeline: Timeline) =>
  at === null || at === undefined ? "" : timecodeAt(at, timeline);

/** The end of the take, or else of the slot. */
function endOf(line: TimelineLine): number | null {
  const take = chosenTake(line);
  return line.start !== null && take ? line.start + take.length : (line.slot?.end ?? null);
}

/** What is not as usual: no take, another speed, a state without approval, open comments. */
function annotationsOf(line: TimelineLine): string {
  const { state, speed, levelDb = 0, reason, comments } = line;
  const take = chosenTake(line);
  return [
    ...(take ? [] : ["not recorded"]),
    ...(take && state !== "approved" ? [`state: ${state}`] : []),
    ...(take && levelDb !== 0 ? [`level ${levelDb > 0 ? "+" : ""}${levelDb} dB`] : []),
    ...(take && speed !== 1 ? [`speed ${speed.toFixed(2)}`] : []),
    ...(reason === "" ? [] : [reason]),
    ...comments.filter(({ isResolved }) => !isResolved).map(({ text }) => text),
  ].join("\n");
}

/** The title of the script, and a row for each line. */
export const scriptTable = (timeline: Timeline) => ({
  title: `${timeline.project} · ${timeline.batch} · ${languageTag(timeline.languageId)}`,
  columns,
  rows: timeline.lines.map((line) => columns.map(({ cell }) => cell(line, timeline))),
});

const run = (text: string, isBold: boolean) =>
  `<w:r>${isBold ? "<w:rPr><w:b/></w:rPr>" : ""}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

/** Rows of a text are lines of one paragraph. */
function paragraph(text: string, { isBold = false, isRightToLeft = false } = {}): string {
  const rows = text.split(/\r\n|[\n\r\u2028\u2029]/).map((row) => run(row, isBold));
  const properties = isRightToLeft ? "<w:pPr><w:bidi/></w:pPr>" : "";
  return `<w:p>${properties}${rows.join("<w:r><w:br/></w:r>")}</w:p>`;
}

function tableRow(cells: readonly string[], { isHeader = false, isRightToLeft = false } = {}) {
  const properties = `<w:trPr><w:cantSplit/>${isHeader ? "<w:tblHeader/>" : ""}</w:trPr>`;
  const content = cells.map((text, at) => {
    const { name, width } = columns[at] ?? { name: "", width: 0 };
    const isText = isRightToLeft && name === "Text as Recorded";
    const written = paragraph(text, { isBold: isHeader, isRightToLeft: isText && !isHeader });
    return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${written}</w:tc>`;
  });
  return `<w:tr>${properties}${content.join("")}</w:tr>`;
}

const borders = ["top", "left", "bottom", "right", "insideH", "insideV"]
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="999999"/>`)
  .join("");

function documentOf(timeline: Timeline): string {
  const { languageId } = timeline;
  const isRightToLeft = /^(?:ar|fa|he|ps|ur|yi)(?:-|$)/.test(languageId);
  const grid = columns.map(({ width }) => `<w:gridCol w:w="${width}"/>`).join("");
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const header = tableRow(
    columns.map(({ name }) => name),
    { isHeader: true },
  );
  const { title: text, rows: cells } = scriptTable(timeline);
  const rows = cells.map((row) => tableRow(row, { isRightToLeft }));
  const table = `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${header}${rows.join("")}</w:tbl>`;
  const title = paragraph(text, { isBold: true });
  const page =
    '<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/><w:pgMar w:top="1134" w:right="1220" w:bottom="1134" w:left="1220" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>';
  return `${head}<w:document xmlns:w="${namespace}"><w:body>${title}${table}${paragraph("")}${page}</w:body></w:document>`;
}

const types = `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const relations = `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${officeDocument}" Target="word/document.xml"/></Relationships>`;

export const toDubbingScript = (timeline: Timeline): Uint8Array =>
  writeZip(
    [
      ["[Content_Types].xml", types],
      ["_rels/.rels", relations],
      ["word/document.xml", documentOf(timeline)],
    ].map(([name = "", text = ""]) => ({ name, data: Buffer.from(text) })),
  );

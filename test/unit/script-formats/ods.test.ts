/** .ods: sheets, rows, columns and texts that a person sees (OpenDocument 1.3, part 3). */
import { expect, test } from "vitest";
import { writeZip } from "../../../main/script-formats/files/zip-write";
import { convertScript } from "../../../main/script-formats/convert";
import { readPlainTable } from "../../../main/script-formats/plain-table";
import { readBulk, readScript } from "../../../main/script-formats/read";

const type = "application/vnd.oasis.opendocument.spreadsheet";
const styles = `<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style><style:style style:name="struck" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style><style:style style:name="plain" style:family="text"><style:text-properties style:text-line-through-style="none"/></style:style>`;

const ods = (tables: string, { manifest = "", namespace = "" } = {}) =>
  writeZip([
    { name: "mimetype", data: Buffer.from(type) },
    {
      name: "content.xml",
      data: Buffer.from(
        `<?xml version="1.0"?><office:document-content ${namespace}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
      ),
    },
    { name: "META-INF/manifest.xml", data: Buffer.from(manifest) },
  ]);
const cell = (text: string, attributes = "") =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: readonly string[], attributes = "") =>
  `<table:table-row ${attributes}>${cells.map((one) => (one.startsWith("<") ? one : cell(one))).join("")}<table:table-cell table:number-columns-repeated="1020"/></table:table-row>`;
const sheet = (name: string, rows: readonly string[], columns = "", style = "") =>
  `<table:table table:name="${name}" table:style-name="${style}">${columns}${rows.join("")}<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>`;
const header = row(["ID", "Character", "Text_EN-US"]);

const read = (bytes: Uint8Array, name = "a.ods") =>
  readScript(bytes, name, { purpose: "audio-production" });
async function linesOf(bytes: Uint8Array) {
  const { lines, problems } = await read(bytes);
  return {
    lines: lines.map(
      ({ row: number, id, character, text }) =>
        `${number} ${id ?? "-"} ${character ?? "-"}: ${text["en-us"] ?? ""}`,
    ),
    problems: problems.map(({ severity, code, row: at }) => `${severity} ${at ?? "-"} ${code}`),
  };
}

test("cells are read as displayed, with their breaks, tabs and spaces", async () => {
  const number = `<table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell>`;
  const text = `<table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p>Good<text:s text:c="2"/>morning<text:line-break/>all</text:p><text:p>and<text:tab/>more</text:p></table:table-cell>`;
  const bytes = ods(sheet("Lines", [header, row([number, "Anna", text])]));
  expect(await linesOf(bytes)).toEqual({
    lines: ["2 007 Anna: Good  morning\nall\nand\tmore"],
    problems: [],
  });
});

test("hidden sheets, rows and columns, and struck text are left out and counted", async () => {
  const columns = `<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>`;
  const struck = `<table:table-cell office:value-type="string"><text:p>Good <text:span text:style-name="struck">evening </text:span><text:span text:style-name="plain">night</text:span></text:p></table:table-cell>`;
  const bytes = ods(
    sheet("Old", [header, row(["1", "X", "joy"])], "", "hidden") +
      sheet(
        "Lines",
        [
          row(["Show"]),
          row(["ID", "Character", "Text_EN-US", "Notes"]),
          row(["1", "Anna", struck, "x"]),
          row(["2", "Ben", "Hidden"], 'table:visibility="collapse"'),
          row(["3", "Ben", "Filtered"], 'table:visibility="filter"'),
          row(["4", "Ben", "Yes."]),
        ],
        columns,
      ),
  );
  expect(await linesOf(bytes)).toEqual({
    lines: ["3 1 Anna: Good night", "6 4 Ben: Yes."],
    problems: [
      "note - sheets-hidden",
      "note 2 header-below",
      "note - rows-hidden",
      "note - columns-hidden",
      "note - text-struck",
    ],
  });
});

test("repeated rows have their own numbers; merged cells apply to all of their rows", async () => {
  const merged = cell("Anna", 'table:number-rows-spanned="2"');
  const covered = `<table:covered-table-cell/>`;
  const bytes = ods(
    sheet("Lines", [
      header,
      `<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>`,
      row(["1", merged, "One."]),
      row(["2", covered, "Two."]),
      row(["", "Ben", "Hey."], 'table:number-rows-repeated="2"'),
    ]),
  );
  expect(await linesOf(bytes)).toEqual({
    lines: ["5 1 Anna: One.", "6 2 Anna: Two.", "7 - Ben: Hey.", "8 - Ben: Hey."],
    problems: ["note - cells-merged"],
  });
});

test("a formula without a value, an error, and a number that lost its format are named", async () => {
  const formula = `<table:table-cell table:formula="of:=[.A1]"/>`;
  const failed = `<table:table-cell table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>`;
  const rows = [header, row(["1", formula, "One."]), row(["2", "Ben", failed])];
  expect((await linesOf(ods(sheet("Lines", rows)))).problems).toEqual([
    "error 2 formula-without-value",
    "error 3 cell-error",
    "warning 3 text-missing",
  ]);
  const number = `<table:table-cell office:value-type="float" office:value="0.5"><text:p>0.5</text:p></table:table-cell>`;
  const namespace = `xmlns:sheet="urn:oasis:names:tc:opendocument:sh33tjs:1.0"`;
  const bytes = ods(sheet("Lines", [header, row(["x", "Ben", number])]), { namespace });
  expect((await linesOf(bytes)).problems).toContain("error 2 cell-error");
});

test("files that cannot be read", async () => {
  const good = sheet("Lines", [header]);
  const encrypted = ods(good, { manifest: "<manifest:encryption-data/>" });
  expect((await linesOf(encrypted)).problems).toEqual(["error - encrypted"]);
  expect((await linesOf(ods(""))).problems).toEqual(["error - damaged"]);
  const many = row(["1", "Anna", "One."], 'table:number-rows-repeated="1000000"');
  expect((await linesOf(ods(sheet("Lines", [header, many])))).problems).toContain(
    "error - too-many-cells",
  );
  const hidden = ods(sheet("Old", [header], "", "hidden"));
  expect((await linesOf(hidden)).problems).toContain("error - sheets-hidden-all");
});

test("under another name, as a bulk table, as a glossary, and for a hosted service", async () => {
  const bytes = ods(sheet("Lines", [header, row(["1", "Anna", "One."])]));
  expect((await read(bytes, "a.xlsx")).lines).toHaveLength(1);
  const bulk = ods(sheet("Batches", [row(["BATCH_NAME", "VIDEO_PATH"]), row(["001", "a.mov"])]));
  expect((await readBulk(bulk, "a.ods")).rows).toMatchObject([{ row: 2, name: "001" }]);
  expect(readPlainTable(bytes, "a.ods", "").rows).toHaveLength(2);
  const converted = await convertScript(bytes, "a.ods", { purpose: "audio-production" });
  expect(converted.extension).toBe("xlsx");
  expect((await read(converted.bytes ?? new Uint8Array(), "a.xlsx")).lines).toMatchObject([
    { id: "1", character: "Anna", text: { "en-us": "One." } },
  ]);
});

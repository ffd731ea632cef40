/**
 * Workbooks as openpyxl reads them, an independent reader of Office Open XML (Debian:
 * python3-openpyxl).
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { cueTable } from "../../../../main/local-service/delivery/formats/cues";
import { toXlsx, type Table } from "../../../../main/script-formats/files/data-table";
import { writeTemplate } from "../../../../main/script-formats/templates";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

const program = `import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
rows = lambda sheet: [[cell.value for cell in row] for row in sheet.iter_rows()]
kinds = lambda sheet: sorted({cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None})
print(json.dumps({sheet.title: {"rows": rows(sheet), "types": kinds(sheet)} for sheet in book}))`;
// The Python of a system has the packages of the system; another one may come first in PATH.
const python = ["python3", "/usr/bin/python3"].find(
  (candidate) => spawnSync(candidate, ["-c", "import openpyxl"]).status === 0,
);

type Sheet = { rows: (string | number | null)[][]; types: string[] };
function readWorkbook(bytes: Uint8Array): Record<string, Sheet> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "workbook-"));
  try {
    const file = path.join(folder, "table.xlsx");
    writeFileSync(file, bytes);
    const { stdout, stderr, status } = spawnSync(python ?? "", ["-c", program, file]);
    if (status !== 0) throw new Error(stderr.toString());
    return JSON.parse(stdout.toString()) as Record<string, Sheet>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
describe.skipIf(python === undefined)("openpyxl (skipped if it is not installed) reads", () => {
  it("a cue sheet, whose numbers are numbers, and whose texts are texts", async () => {
    const lines = [
      timelineLine(1),
      timelineLine(2, { text: "=1+1", character: "A<B>&", reason: " two\nrows " }),
      timelineLine(3, { text: "تجربة 😀 日本", source: "-5", takes: [] }),
    ];
    const table = cueTable(timelineOf(lines), { hasTakes: true });
    const { Cues } = readWorkbook(await toXlsx(table));
    const header = table.columns.map(({ name }) => name);
    const rows = table.rows.map((cells) =>
      cells.map((cell, at) =>
        table.columns[at]?.isNumber === true && cell !== "" ? Number(cell) : cell,
      ),
    );
    expect(Cues).toEqual({ rows: [header, ...rows], types: ["n", "s"] });
    expect(rows[0]?.slice(0, 2)).toEqual([1, "L1"]);
  });

  it("characters that XML forbids, as the replacement character", async () => {
    const columns = [{ name: "Text", width: 10 }];
    const table: Table = { name: "Texts", columns, rows: [["a\u0001b\uFFFE"], ["_x0041_"]] };
    expect(readWorkbook(await toXlsx(table))["Texts"]?.rows.slice(1)).toEqual([
      ["a\uFFFDb\uFFFD"],
      ["_x0041_"],
    ]);
  });

  it.each(["audio-production", "line-dubbing", "bulk"] as const)(
    "the template %s",
    async (kind) => {
      const sheets = Object.values(readWorkbook(await writeTemplate(kind)));
      expect(sheets).toHaveLength(2);
      const [data, notes] = sheets;
      // Each column has a row among the notes.
      expect(notes?.rows.slice(1).map(([name]) => name)).toEqual(data?.rows[0]);
      expect(data?.rows).toHaveLength(1);
    },
  );
});

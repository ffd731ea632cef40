import { readXlsx, type CellValue } from "hucre/xlsx";
import { mainPart, relationsOf, relationsPart, type Relation } from "./container";
import { UnreadableFile } from "./problems";
import type { Table, TableRow } from "./table";
import { localName, scanXml } from "./xml";
import { openZip, type Zip } from "./zip";

/** The workbook's sheets with their parts, in the order of its tabs; charts and the like have no part. */
function sheetsOf(zip: Zip, workbook: string, relations: readonly Relation[]) {
  const sheets: { name: string; part: string | null }[] = [];
  scanXml(zip.read(workbook).toString("utf8"), {
    open(tag, attributes) {
      if (localName(tag) !== "sheet") return;
      const id = [...attributes].find(([name]) => /^\w+:id$/.test(name))?.[1];
      const relation = relations.find((one) => one.id === id && one.type === "worksheet");
      sheets.push({ name: attributes.get("name") ?? "", part: relation?.target ?? null });
    },
  });
  return sheets;
}

function cellText(value: CellValue): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  // A date that a spreadsheet made out of somebody's text. What was typed is not in the file any more.
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return "";
    return value.toISOString().replace("T00:00:00.000Z", "").replace(".000Z", "").replace("T", " ");
  }
  return String(value);
}

/**
 * Reads one sheet: the first with this name, whatever its case, else the first of all. Formulas are not
 * evaluated: the values are those that the program which wrote the file has kept.
 */
export async function readXlsxTable(bytes: Uint8Array, preferredSheet: string): Promise<Table> {
  const zip = openZip(bytes);
  const workbook = mainPart(zip);
  const relations = relationsOf(zip, workbook);
  const sheets = sheetsOf(zip, workbook, relations);
  const isPreferred = ({ name }: { name: string }) =>
    name.trim().toLowerCase() === preferredSheet.toLowerCase();
  const preferred = sheets.findIndex((sheet) => isPreferred(sheet) && sheet.part !== null);
  const index = preferred >= 0 ? preferred : sheets.findIndex(({ part }) => part !== null);
  const part = sheets[index]?.part;
  if (part === undefined || part === null || !zip.has(part)) throw new UnreadableFile("damaged");

  // SECURITY: the library sees these parts alone, unpacked under our bounds: no drawings, links, macros, pivots.
  const extras = relations
    .filter(({ type, target }) => ["sharedStrings", "styles"].includes(type) && zip.has(target))
    .map(({ target }) => target);
  const parts = new Set([
    "[Content_Types].xml",
    relationsPart(""),
    workbook,
    relationsPart(workbook),
    ...extras,
    part,
  ]);
  const container = zip.repack([...parts]);
  if (container.includes("<!DOCTYPE")) throw new UnreadableFile("damaged");
  // Columns beyond the bound of `maxColumns` are not even looked at.
  const range = "A1:ALL1048576";
  const book = await readXlsx(container, { sheets: [index], range }).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : "";
    throw new UnreadableFile(/over the \d+ limit/.test(message) ? "too-many-cells" : "damaged");
  });
  const sheet = book.sheets[0];
  const failed = new Map<number, Set<number>>();
  for (const [at, cell] of sheet?.cells ?? []) {
    if (cell.type !== "error") continue;
    const [row = 0, column = 0] = at.split(",").map(Number);
    failed.set(row, (failed.get(row) ?? new Set()).add(column));
  }
  const rows = (sheet?.rows ?? []).map((cells, at): TableRow => {
    const errors = failed.get(at);
    const row = { row: at + 1, cells: cells.map(cellText) };
    return errors === undefined ? row : { ...row, failed: errors };
  });
  return { rows, isPreferredSheet: preferred >= 0 };
}

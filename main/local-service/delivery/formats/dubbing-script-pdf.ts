import { createPdf, landscape } from "../pdf/document";
import type { Timeline } from "../timeline";
import { scriptTable } from "./dubbing-script";

/** The dubbing script as a document to print: landscape A4. */
export async function toDubbingScriptPdf(timeline: Timeline): Promise<Uint8Array> {
  const { title, columns, rows } = scriptTable(timeline);
  const { languageId } = timeline;
  const pdf = await createPdf(landscape, { title, languageId });
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  await pdf.paragraph(title, 12);
  await pdf.table(
    columns.map(({ name, width }) => ({ name, width: (width / total) * pdf.width })),
    rows,
  );
  return pdf.end();
}

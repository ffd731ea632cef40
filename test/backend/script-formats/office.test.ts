/** Files written by an office program. Skipped without LibreOffice. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { convert, missingOffice } from "../../helpers/office";
import { long } from "../../long";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "office-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const converted = (name: string, content: string | Uint8Array, to: string) =>
  convert(folder, name, content, to);
const reason = missingOffice("calc") ?? missingOffice("writer");

const longParagraph =
  "This is a long paragraph that is wrapped by the program that prints it, because it does not fit into one line of the page, and not into two either, which is what we want to see joined again afterwards.";
const paragraphs = ["ANNA: Hélas, monsieur", "Short.", longParagraph, "Ben: Oui: non", "שלום עולם"];
const html = `<html><head><meta charset="utf-8"></head><body>${paragraphs.map((text) => `<p>${text}</p>`).join("")}</body></html>`;
const options = { purpose: "audio-production", languageCode: "FR-FR" } as const;

describe.skipIf(reason !== null)(
  `scripts written by LibreOffice (${reason ?? "installed"})`,
  long,
  () => {
    test(".xlsx", async () => {
      const csv =
        'ID,Character,Emotion,Text_FR-FR,Text_EN-US\n001,Zoë,joy,"Ça, ""alors""\nencore",=1+1\n3-1,Ben,,x,😀\n';
      const bytes = await converted("table.csv", csv, "xlsx:Calc MS Excel 2007 XML");
      const script = await readScript(bytes, "table.xlsx", options);
      // The workbook has one sheet: nothing is left unread, whatever its name is.
      expect(script.problems).toEqual([]);
      expect(script.lines.map(({ character, text }) => [character, text])).toEqual([
        [
          "Zoë",
          {
            "fr-fr": 'Ça, "alors"\nencore',
            "en-us": expect.stringMatching(/^(2|=1\+1)$/) as string,
          },
        ],
        ["Ben", { "fr-fr": "x", "en-us": "😀" }],
      ]);
    }, 60_000);

    test(".docx", async () => {
      const bytes = await converted("text.html", html, "docx:MS Word 2007 XML");
      const script = await readScript(bytes, "text.docx", options);
      expect(script.problems).toEqual([]);
      expect(script.characters).toEqual(["ANNA", "Ben"]);
      expect(script.lines.map(({ text }) => text["fr-fr"])).toEqual([
        "Hélas, monsieur",
        "Short.",
        longParagraph,
        "Oui: non",
        "שלום עולם",
      ]);
    }, 60_000);

    test(".pdf", async () => {
      const text = await converted("print.html", html, "docx:MS Word 2007 XML");
      const bytes = await converted("print.docx", text, "pdf:writer_pdf_Export");
      const script = await readScript(bytes, "print.pdf", options);
      expect(script.characters).toEqual(["ANNA", "Ben"]);
      expect(script.lines.slice(0, 4).map(({ text }) => text["fr-fr"])).toEqual([
        "Hélas, monsieur",
        "Short.",
        longParagraph,
        "Oui: non",
      ]);
      expect(script.lines).toHaveLength(5);
    }, 60_000);
  },
);

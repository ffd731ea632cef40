import { readXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { readBulk, readScript } from "../../../main/script-formats/read";
import {
  emotions,
  intensities,
  commonLanguages,
  scriptLanguages,
  templateSettings,
  writeTemplate,
} from "../../../main/script-formats/templates";

const headerOf = async (...request: Parameters<typeof writeTemplate>) =>
  (await readXlsx(await writeTemplate(...request))).sheets[0]?.rows[0];

describe("templates", () => {
  test("have the columns of their kind", async () => {
    const script = ["ID", "Character", "Emotion", "Intensity"];
    expect(await headerOf("audio-production", ["fr-fr", "xx", "EN-US", "FR-FR"])).toEqual([
      ...script,
      "Text_FR-FR",
      "Text_EN-US",
    ]);
    expect(await headerOf("line-dubbing")).toEqual([...script, "Text_EN-US", "Source_Audio"]);
    expect(await headerOf("audio-production", [])).toEqual([...script, "Text_EN-US"]);
    expect(await headerOf("bulk")).toEqual([
      "BATCH_NAME",
      "SCRIPT_PATH",
      "VIDEO_PATH",
      "LANGUAGE_CODE",
      ...templateSettings,
    ]);
  });

  test("have drop-downs, and a sheet that describes every column", async () => {
    const book = await readXlsx(await writeTemplate("bulk"));
    const [data, notes] = book.sheets;
    expect(data?.freezePane).toEqual({ rows: 1 });
    const lists = data?.dataValidations?.map(({ range, values }) => [range, values]);
    expect(lists).toContainEqual(["D2:D10000", [...commonLanguages]]);
    expect(lists).toContainEqual(["F2:F10000", ["0", "1", "2"]]);
    expect(lists).toHaveLength(9);
    expect(notes?.name).toBe("Notes");
    expect(notes?.rows.slice(1).map(([name]) => name)).toEqual(data?.rows[0]);
    const script = await readXlsx(await writeTemplate("line-dubbing"));
    expect(script.sheets[0]?.name).toBe("Revoiceit_Prod_Template_Script");
    expect(script.sheets[0]?.dataValidations?.map(({ values }) => values)).toEqual([
      [...emotions],
      [...intensities],
    ]);
  });

  test("are read without problems except that they are empty", async () => {
    const bytes = await writeTemplate("line-dubbing", [...scriptLanguages]);
    const script = await readScript(bytes, "a.xlsx", { purpose: "line-dubbing" });
    expect(script.problems.map(({ code }) => code)).toEqual(["lines-missing"]);
    expect(script.languages).toEqual(scriptLanguages.map((code) => code.toLowerCase()));
    const bulk = await readBulk(await writeTemplate("bulk"), "a.xlsx");
    expect(bulk.problems.map(({ code }) => code)).toEqual(["rows-missing"]);
  });
});

/** The table of script formats is the only list of them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { formatByName } from "../../../main/script-formats/format";
import { needsLanguageCode } from "../../../preload/facts/rules";
import {
  scriptExtensions,
  scriptFileTypes,
  scriptTypeOf,
  tableExtensions,
} from "../../../preload/facts/script-formats";

test("contains each extension once, and the reader supports all", () => {
  expect(new Set(scriptExtensions).size).toBe(scriptExtensions.length);
  for (const { extension, format } of scriptFileTypes) {
    expect(formatByName(`a.${extension}`)).toBe(format);
    expect(scriptTypeOf(`C:\\scripts\\A.${extension.toUpperCase()}`)?.extension).toBe(extension);
  }
  expect(scriptTypeOf("a.mov")).toBeNull();
  expect(scriptTypeOf("xlsx")).toBeNull();
});

test("contains workbooks with macros and tab-separated files, with templates", () => {
  for (const extension of ["xlsm", "tsv"]) {
    expect(scriptExtensions).toContain(extension);
    expect(tableExtensions).toContain(extension);
  }
});

test("requires a language code exactly for the formats that do not contain their language", () => {
  for (const { extension, namesLanguage } of scriptFileTypes)
    expect([extension, needsLanguageCode(`https://e.com/a.${extension}?x=1`)]).toEqual([
      extension,
      !namesLanguage,
    ]);
});

test("the table is the only list of script extensions", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const isSource = (file: string) => /\.(ts|svelte)$/.test(file);
  const own = ["main", "preload", "renderer"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter(isSource)
      .map((file) => path.join(folder, file)),
  );
  // Three or more extensions in a regular expression or an array.
  const list = /(?:\b(?:xlsx|csv|srt|docx|txt|pdf)\b["',|\s]{1,4}){3,}/;
  const withLists = own
    .filter((file) => !file.includes("strings") && !file.endsWith("script-formats.ts"))
    .filter((file) => {
      const code = readFileSync(path.join(root, file), "utf8").replace(/\/\/.*|\/\*[^]*?\*\//g, "");
      return list.test(code);
    });
  expect(withLists).toEqual([]);
});

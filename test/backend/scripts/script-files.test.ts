/** The cache of parsed scripts. */
import { utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptFiles } from "../../../main/backend/scripts/script-files";
import { createScriptReader } from "../../../main/script-formats/process/reader";
import { forkReader } from "../../../main/script-formats/process/reader-process";
import { temporaryFolder } from "../../helpers/backend";
import { scriptWorkerFile } from "../../helpers/programs";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const at = (name: string) => path.join(folder.path, name);

describe("the cache of scripts", () => {
  it("contains scripts while their files are unchanged, within its limits", async () => {
    const reader = createScriptReader({ launch: forkReader(scriptWorkerFile) });
    let readings = 0;
    const files = createScriptFiles({
      choices: { of: () => ({}), version: () => 0 },
      reader: {
        readScript: (...script) => {
          readings += 1;
          return reader.readScript(...script);
        },
        convertScript: reader.convertScript,
      },
      maxLines: 25,
    });
    const read = (file: string) =>
      files.read({
        path: at(file),
        projectType: "audio-production",
        languageCode: "",
        speakerSeparator: "",
      });
    for (const name of ["a.csv", "b.csv", "c.csv"])
      await writeFile(at(name), `Text_EN-US\n${"x\n".repeat(10)}`);
    await Promise.all([read("a.csv"), read("a.csv"), read("a.csv")]);
    await read("a.csv");
    expect(readings).toBe(1);
    await read("b.csv");
    await read("a.csv");
    expect(readings).toBe(2);
    // A third exceeds the limit: the least recently used is evicted.
    await read("c.csv");
    await read("a.csv");
    expect(readings).toBe(3);
    await read("b.csv");
    expect(readings).toBe(4);
    await utimes(at("a.csv"), new Date(), new Date(Date.now() + 5_000));
    await read("a.csv");
    expect(readings).toBe(5);
    await reader.close();
    // A result of a closing reader is not cached.
    await writeFile(at("d.csv"), "Text_EN-US\nx");
    expect((await read("d.csv")).script.problems.map(({ code }) => code)).toEqual(["closed"]);
    await read("d.csv");
    expect(readings).toBe(7);
  });
});

/** The cache of parsed scripts. */
import { utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptFiles } from "../../../main/backend/scripts/script-files";
import { createScriptReader } from "../../../main/script-formats/process/reader";
import type { Converted } from "../../../main/script-formats/convert";
import type { Script } from "../../../main/script-formats/model";
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

  it("converts again what could not be converted", async () => {
    const script = { lines: [], problems: [] } as unknown as Script;
    const answers: (() => Promise<Converted>)[] = [
      () => Promise.reject(new Error("closed")),
      () => Promise.resolve({ bytes: null, extension: "", refusal: "file-unreadable" }),
      () => Promise.resolve({ bytes: null, extension: "srt", refusal: null }),
    ];
    const files = createScriptFiles({
      choices: { of: () => ({}), version: () => 0 },
      reader: {
        readScript: () => Promise.resolve(script),
        convertScript: () => (answers.shift() ?? (() => Promise.reject(new Error("cached"))))(),
      },
    });
    const options = {
      path: at("a.vtt"),
      projectType: "audio-production",
      languageCode: "",
      speakerSeparator: "",
    } as const;
    await writeFile(options.path, "WEBVTT\n");
    await files.read(options);
    await expect(files.conversionOf(options)).rejects.toThrow("closed");
    expect((await files.conversionOf(options)).refusal).toBe("file-unreadable");
    expect((await files.conversionOf(options)).extension).toBe("srt");
    expect((await files.conversionOf(options)).extension).toBe("srt");
  });
});

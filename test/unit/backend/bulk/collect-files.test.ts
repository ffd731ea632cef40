/** Videos and scripts below a folder. */
import { mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { createWalk } from "../../../../main/backend/uploads/plans/walk-files";
import { collectFiles } from "../../../../main/backend/bulk/collect-files";
import { temporaryFolder } from "../../../helpers/backend";

it("finds videos and scripts, and lists other files except hidden ones, and apart from them what cannot be used", async () => {
  const folder = await temporaryFolder();
  const top = await realpath(folder.path);
  const at = (file: string) => path.join(top, file);
  await mkdir(at("S01/text"), { recursive: true });
  const files = ["S01/ep01.mov", "S01/ep02.MP4", "S01/text/ep01.de.SRT", "S01/text/ep02.xlsx"];
  const others = ["S01/music.wav", "S01/notes.md"];
  for (const file of [...files, ...others, "S01/.DS_Store"]) await writeFile(at(file), "x");
  await writeFile(at("S01/empty.mov"), "");
  await writeFile(at("S01/tape.mxf"), "x");
  const found = await collectFiles(createWalk(), [at("S01"), at("none")]);
  expect({ videos: found.videos, scripts: found.scripts }).toEqual({
    videos: files.slice(0, 2).map(at),
    scripts: files.slice(2).map(at),
  });
  expect(found.ignored.sort()).toEqual(others.map(at).sort());
  expect(found.failed).toEqual([
    { path: at("S01/empty.mov"), reason: "empty" },
    { path: at("S01/tape.mxf"), reason: "format" },
    { path: at("none"), reason: "unreadable" },
  ]);
  expect(found.more).toBe(0);
  await expect(
    collectFiles(createWalk(), [at("S01")], AbortSignal.abort(new Error("stop"))),
  ).rejects.toThrow("stop");
  await folder.remove();
});

/** Which files of a workspace are shown in the file manager and dragged out of the window. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLocalFiles } from "../../../../main/backend/gallery/local-files";

function open({ isLocal = true } = {}) {
  const dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "local-files-")));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const media = path.join(dataDir, "media");
  mkdirSync(path.join(media, "season"), { recursive: true });
  for (const name of ["season/01.wav", "season/02.wav"]) writeFileSync(path.join(media, name), "x");
  writeFileSync(path.join(dataDir, "service.key"), "secret");
  const shown: string[] = [];
  const dragged: string[][] = [];
  const missing = new Set<string>();
  const calls = createLocalFiles({
    dataDirOf: () => (isLocal ? dataDir : null),
    has: (_workspaceId, file) => !missing.has(file),
    showInFolder: (file) => shown.push(file),
    startDrag: (files) => dragged.push([...files]),
  });
  const drag = (...paths: string[]) => calls.drag({ workspaceId: "w", paths });
  const show = (file: string) => calls.showInFolder({ workspaceId: "w", path: file });
  return { media, shown, dragged, missing, drag, show };
}

it("shows and drags files of the gallery by their paths on disk", async () => {
  const { media, shown, dragged, drag, show } = open();
  const files = ["season/01.wav", "season/02.wav"].map((name) => path.join(media, name));
  expect(await drag("season/01.wav", "season/02.wav")).toEqual({ dragged: 2 });
  expect(dragged).toEqual([files]);
  expect(await show("season/02.wav")).toEqual({ isShown: true });
  expect(shown).toEqual([files[1]]);
});

it("leaves out folders, files that are stored under another name, and those not in the gallery", async () => {
  const { dragged, missing, drag, show } = open();
  missing.add("season/02.wav");
  expect(await drag("season/02.wav", "season", "aux.wav")).toEqual({ dragged: 0 });
  expect(await show("season/02.wav")).toEqual({ isShown: false });
  expect(dragged).toEqual([]);
});

it("no path and no link leads out of the gallery", async () => {
  const { media, dragged, drag } = open();
  symlinkSync(path.join(media, "..", "service.key"), path.join(media, "link.wav"));
  symlinkSync(path.join(media, ".."), path.join(media, "above"));
  const outside = ["../service.key", "link.wav", "above/service.key", "season/../../service.key"];
  expect(await drag(...outside, "season/../season/01.wav")).toEqual({ dragged: 1 });
  expect(dragged).toEqual([[path.join(media, "season/01.wav")]]);
});

it("files of a hosted service are on no disk of this computer", async () => {
  const { dragged, shown, drag, show } = open({ isLocal: false });
  await expect(drag("season/01.wav")).rejects.toMatchObject({ code: "not-offered" });
  await expect(show("season/01.wav")).rejects.toMatchObject({ code: "not-offered" });
  expect([dragged, shown]).toEqual([[], []]);
});

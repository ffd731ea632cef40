/** A script of this computer that names its recordings beside it: they are uploaded, and a copy names them there. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { readScript } from "../../../main/scripts/read";
import { bytesOf, filesBelow } from "../../fakes/local-service";
import { bodyOf, type Json } from "../../fakes/local-workspace";
import { workbook } from "../../unit/scripts/files";
import { story } from "./places";
import { batchesOf, expectAccessible, expectOnce } from "./season";
import { createProject, localService, openProjectId, startHere, writeFiles } from "./steps";

const count = 40;
/** Some beside the script, some in a folder beside it. */
const recordings = Array.from({ length: count }, (_, index) => {
  const name = `${String(index + 1).padStart(3, "0")}.wav`;
  return index < 30 ? name : `second take/${name}`;
});
const folder = "lighthouse/scene one/";

story("line dubbing from a script whose recordings lie beside it", async (place) => {
  const { page } = place;
  const here = path.join(place.profile, "Scene one");
  const rows = recordings.map((recording, index) => [
    ...[String(index + 1), index % 2 === 0 ? "Keeper" : "Mara"],
    ...[`Line ${index + 1}.`, `Zeile ${index + 1}.`, recording],
  ]);
  const original = await workbook([
    ["ID", "Character", "Text_EN-US", "Text_DE-DE", "Source_Audio"],
    ...rows,
  ]);
  const [script = ""] = writeFiles(here, {
    "Scene one.xlsx": original,
    ...Object.fromEntries(recordings.map((name, index) => [name, bytesOf(3000, index + 1)])),
  });
  const before = await filesBelow(here);

  await startHere(place);
  await createProject(page, {
    name: "The Lighthouse",
    type: "Line dubbing",
    source: "English (United States)",
    targets: ["German"],
  });
  const projectId = openProjectId(page);
  await page.getByRole("button", { name: "New batch" }).first().click();
  const form = page.getByRole("form", { name: "The batch" });
  await form.getByRole("textbox", { name: "Name" }).fill("Scene one");
  await place.answerDialogs({ open: [script] });
  await form.getByRole("button", { name: "Choose file…" }).click();

  // What is in it, and what becomes of its recordings, before anything is sent.
  const report = page.getByRole("region", { name: "What is in the script" });
  await report.getByText("No problems found").waitFor();
  await report.getByText("40 lines · 2 characters").waitFor();
  await report.getByText("40 files of this computer will be uploaded").waitFor();
  await form.getByRole("combobox", { name: "Upload to folder" }).fill(folder);
  await expectAccessible(page, "a new batch with a script of this computer");
  await page.getByRole("button", { name: "Put in the outbox" }).click();

  const order = page.getByRole("grid", { name: "Outbox" }).getByRole("row", { name: "Scene one" });
  await order.getByText("Sent", { exact: true }).waitFor({ timeout: 60_000 });
  await expectAccessible(page, "the outbox");
  const service = await localService(place);
  const batches = await batchesOf(service, projectId, 1);
  expectOnce(batches, ["Scene one"]);

  // The recordings are in the gallery, and each line has found its own.
  const inGallery = recordings.map((name) => folder + name);
  expect((await service.files()).sort()).toEqual([...inGallery].sort());
  const { lines, total } = bodyOf<{ lines: Json[]; total: number }>(
    await service.get(`/local/batches/${String(batches[0]?.["id"])}/lines?limit=1000`),
  );
  expect(total).toBe(count);
  expect(lines.map(({ sourceAudio }) => sourceAudio)).toEqual(inGallery);

  // The script that was sent is a copy that names them there; the file is as it was.
  const stored = bodyOf<{ name: string; url: string }[]>(await service.get("/local/scripts"));
  expect(stored.map(({ name }) => name)).toEqual(["Scene one.xlsx"]);
  const answer = await fetch(stored[0]?.url ?? "");
  const copy = new Uint8Array(await answer.arrayBuffer());
  const read = await readScript(copy, "Scene one.xlsx", { purpose: "line-dubbing" });
  expect(read.problems).toEqual([]);
  expect(read.lines.map((line) => [line.sourceAudio, line.text["de-de"]])).toEqual(
    inGallery.map((place, index) => [place, `Zeile ${index + 1}.`]),
  );
  expect(readFileSync(script).equals(original)).toBe(true);
  expect(await filesBelow(here)).toEqual(before);

  // The window shows the lines.
  await order.dblclick();
  await page.getByRole("heading", { name: "Scene one", level: 1 }).waitFor();
  await page.getByRole("tab", { name: "Lines" }).click();
  await page.getByRole("grid", { name: "Lines of the script" }).getByText("Zeile 1.").waitFor();
  await expectAccessible(page, "a batch with its lines");
});

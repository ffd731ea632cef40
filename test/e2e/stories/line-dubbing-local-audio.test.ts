/** A script of this computer that names its recordings beside it: they are uploaded, and a copy names them there. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { bytesOf, filesBelow, type LocalClient } from "../../helpers/local-service";
import { bodyOf, type Json } from "../../helpers/local-workspace";
import { workbook } from "../../unit/script-formats/files";
import { connectWithBucket } from "./script-bucket";
import { story, type AppDriver } from "./story";
import { batchesOf, expectAccessible, expectBatches } from "./bulk-actions";
import {
  createProject,
  goTo,
  localService,
  openProjectId,
  startLocalWorkspace,
  writeFiles,
} from "./user-actions";

const count = 40;
/** Some beside the script, some in a folder beside it. */
const recordings = Array.from({ length: count }, (_, index) => {
  const name = `${String(index + 1).padStart(3, "0")}.wav`;
  return index < 30 ? name : `second take/${name}`;
});
const folder = "lighthouse/scene one/";

/** Where it is told: the service, and what is in the script store there. */
interface Setting {
  service: LocalClient;
  stored: () => Promise<{ name: string; bytes: Uint8Array }[]>;
}

async function tell(place: AppDriver, arrive: () => Promise<Setting>) {
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

  const { service, stored } = await arrive();
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
  await place.stubDialogs({ open: [script] });
  await form.getByRole("button", { name: "Choose file…" }).click();

  // What is in it, and what becomes of its recordings, before anything is sent.
  const report = page.getByRole("region", { name: "Contents of the script" });
  await report.getByText("No problems found").waitFor();
  await report.getByText("40 lines · 2 characters").waitFor();
  await report.getByText("40 files on this computer will be uploaded").waitFor();
  await form.getByRole("combobox", { name: "Upload to folder" }).fill(folder);
  await expectAccessible(page, "a new batch with a script of this computer");
  await page.getByRole("button", { name: "Create batch" }).click();

  await page.getByRole("heading", { name: "Scene one", level: 1 }).waitFor();
  await goTo(page, "Outbox");
  const order = page.getByRole("grid", { name: "Outbox" }).getByRole("row", { name: "Scene one" });
  await order.getByText("Sent", { exact: true }).waitFor({ timeout: 60_000 });
  await expectAccessible(page, "the outbox");
  const batches = await batchesOf(service, projectId, 1);
  expectBatches(batches, ["Scene one"]);

  // The recordings are in the gallery, and each line has found its own.
  const inGallery = recordings.map((name) => folder + name);
  expect((await service.files()).sort()).toEqual([...inGallery].sort());
  const { lines, total } = bodyOf<{ lines: Json[]; total: number }>(
    await service.get(`/local/batches/${String(batches[0]?.["id"])}/lines?limit=1000`),
  );
  expect(total).toBe(count);
  expect(lines.map(({ sourceAudio }) => sourceAudio)).toEqual(inGallery);

  // The script that was sent is a copy that names them there; the file is as it was.
  const [copy, ...others] = await stored();
  expect([copy?.name, others]).toEqual(["Scene one.xlsx", []]);
  const read = await readScript(copy?.bytes ?? original, "Scene one.xlsx", {
    purpose: "line-dubbing",
  });
  expect(read.problems).toEqual([]);
  expect(read.lines.map((line) => [line.sourceAudio, line.text["de-de"]])).toEqual(
    inGallery.map((place, index) => [place, `Zeile ${index + 1}.`]),
  );
  expect(readFileSync(script).equals(original)).toBe(true);
  expect(await filesBelow(here)).toEqual(before);
}

story("line dubbing from a script whose recordings lie beside it", async (place) => {
  await tell(place, async () => {
    await startLocalWorkspace(place);
    const service = await localService(place);
    const stored = async () => {
      const answer = await service.get("/local/scripts");
      return Promise.all(
        bodyOf<{ name: string; url: string }[]>(answer).map(async ({ name, url }) => {
          const bytes = await (await fetch(url)).arrayBuffer();
          return { name, bytes: new Uint8Array(bytes) };
        }),
      );
    };
    return { service, stored };
  });

  // The window shows the lines.
  const { page } = place;
  await page
    .getByRole("grid", { name: "Outbox" })
    .getByRole("row", { name: "Scene one" })
    .dblclick();
  await page.getByRole("heading", { name: "Scene one", level: 1 }).waitFor();
  await page.getByRole("tab", { name: "Lines" }).click();
  await page.getByRole("grid", { name: "Lines of the script" }).getByText("Zeile 1.").waitFor();
  await expectAccessible(page, "a batch with its lines");
});

story("line dubbing from recordings of this computer, over a bucket", (place) =>
  tell(place, async () => {
    const { service, bucket } = await connectWithBucket(place, "Studio");
    const stored = async () =>
      [...(await bucket.contents())].map(([key, bytes]) => ({ name: path.basename(key), bytes }));
    return { service: service.client, stored };
  }),
);

/**
 * A script on this computer that references recordings beside it: they are uploaded, and a copy
 * references them.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { bytesOf, filesBelow, type LocalClient } from "../../helpers/local-service";
import { bodyOf, type Json } from "../../helpers/local-workspace";
import { workbook } from "../../helpers/script-files";
import { connectWithBucket } from "./script-bucket";
import { longStory } from "./story";
import type { AppDriver } from "./app-driver";
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
/** Some are beside the script, some in a folder below. */
const recordings = Array.from({ length: count }, (_, index) => {
  const name = `${String(index + 1).padStart(3, "0")}.wav`;
  return index < 30 ? name : `second take/${name}`;
});
const folder = "lighthouse/scene one/";

/** The service of the story, and the content of its script store. */
interface Setting {
  service: LocalClient;
  stored: () => Promise<{ name: string; bytes: Uint8Array }[]>;
}

async function run(app: AppDriver, connect: () => Promise<Setting>) {
  const { page } = app;
  const setting = path.join(app.profile, "Scene one");
  const rows = recordings.map((recording, index) => [
    String(index + 1),
    index % 2 === 0 ? "Keeper" : "Mara",
    `Line ${index + 1}.`,
    `Zeile ${index + 1}.`,
    recording,
  ]);
  const original = await workbook([
    ["ID", "Character", "Text_EN-US", "Text_DE-DE", "Source_Audio"],
    ...rows,
  ]);
  const [script = ""] = writeFiles(setting, {
    "Scene one.xlsx": original,
    ...Object.fromEntries(recordings.map((name, index) => [name, bytesOf(3000, index + 1)])),
  });
  const before = await filesBelow(setting);

  const { service, stored } = await connect();
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
  await app.stubDialogs({ open: [script] });
  await form.getByRole("button", { name: "Choose file…" }).click();

  // The form shows the references and the planned uploads before anything is sent.
  const report = page.getByRole("region", { name: "Contents of the script" });
  await report.getByText("No problems found").waitFor();
  await report.getByText("40 lines · 2 characters").waitFor();
  await report.getByText("40 files on this computer will be uploaded").waitFor();
  await form.getByRole("combobox", { name: "Upload to folder" }).fill(folder);
  await expectAccessible(page, "a new batch with a local script");
  await page.getByRole("button", { name: "Create batch" }).click();

  await page.getByRole("heading", { name: "Scene one", level: 1 }).waitFor();
  await goTo(page, "Outbox");
  const request = page
    .getByRole("grid", { name: "Outbox" })
    .getByRole("row", { name: "Scene one" });
  await request.getByText("Sent", { exact: true }).waitFor({ timeout: 60_000 });
  await expectAccessible(page, "the outbox");
  const batches = await batchesOf(service, projectId, 1);
  expectBatches(batches, ["Scene one"]);

  // The recordings are in the gallery, and each line references its recording.
  const inGallery = recordings.map((name) => folder + name);
  expect((await service.files()).sort()).toEqual([...inGallery].sort());
  const { lines, total } = bodyOf<{ lines: Json[]; total: number }>(
    await service.get(`/local/batches/${String(batches[0]?.["id"])}/lines?limit=1000`),
  );
  expect(total).toBe(count);
  expect(lines.map(({ sourceAudio }) => sourceAudio)).toEqual(inGallery);

  // The sent script is a copy with gallery paths; the local file is unchanged.
  const [copy, ...others] = await stored();
  expect([copy?.name, others]).toEqual(["Scene one.xlsx", []]);
  const read = await readScript(copy?.bytes ?? original, "Scene one.xlsx", {
    purpose: "line-dubbing",
  });
  expect(read.problems).toEqual([]);
  expect(read.lines.map((line) => [line.sourceAudio, line.text["de-de"]])).toEqual(
    inGallery.map((app, index) => [app, `Zeile ${index + 1}.`]),
  );
  expect(readFileSync(script).equals(original)).toBe(true);
  expect(await filesBelow(setting)).toEqual(before);
}

longStory("creates a line-dubbing batch from a script with recordings beside it", async (app) => {
  await run(app, async () => {
    await startLocalWorkspace(app);
    const service = await localService(app);
    const stored = async () => {
      const response = await service.get("/local/scripts");
      return Promise.all(
        bodyOf<{ name: string; url: string }[]>(response).map(async ({ name, url }) => {
          const bytes = await (await fetch(url)).arrayBuffer();
          return { name, bytes: new Uint8Array(bytes) };
        }),
      );
    };
    return { service, stored };
  });

  // The window shows the lines.
  const { page } = app;
  await page
    .getByRole("grid", { name: "Outbox" })
    .getByRole("row", { name: "Scene one" })
    .dblclick();
  await page.getByRole("heading", { name: "Scene one", level: 1 }).waitFor();
  await page.getByRole("tab", { name: "Lines" }).click();
  await page.getByRole("grid", { name: "Lines of the script" }).getByText("Zeile 1.").waitFor();
  await expectAccessible(page, "a batch with its lines");
});

longStory("creates a line-dubbing batch from local recordings, with a bucket", (app) =>
  run(app, async () => {
    const { service, bucket } = await connectWithBucket(app, "Studio");
    const stored = async () =>
      [...(await bucket.contents())].map(([key, bytes]) => ({ name: path.basename(key), bytes }));
    return { service: service.client, stored };
  }),
);

/**
 * A service without a script store, and a bucket instead: configured in the settings, and fetched
 * from by the service.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { BucketServer } from "../../helpers/bucket-server";
import { connectToPlainService, connectWithBucket, startTestBucket } from "./script-bucket";
import { longStory } from "./story";
import {
  batchesOf,
  episodes,
  expectAccessible,
  expectBatches,
  fillTableFromFolder,
  goToBulk,
  createTable,
  startTable,
  writePairs,
} from "./bulk-actions";
import { expectNotOnPage, filesContaining } from "./leak-checks";
import { createProject, goTo, openProjectId, expectToast, writeFiles } from "./user-actions";

const text = "ID,Character,Text_DE-DE\n1,Lotse,Leinen los!\n2,Heizer,Jawohl!\n";

async function fillInBucket(page: Page, { connection }: BucketServer, secret: string) {
  const form = page.getByRole("form", { name: "Script store" });
  for (const [label, value] of [
    ["Endpoint", connection.endpoint],
    ["Region", connection.region],
    ["Bucket", connection.bucket],
    ["Prefix (optional)", connection.prefix],
    ["Access key ID", connection.accessKeyId],
  ] as const)
    await form.getByRole("textbox", { name: label, exact: true }).fill(value);
  await form.getByLabel("Secret access key", { exact: true }).fill(secret);
  await form.getByRole("checkbox", { name: "Path style" }).check();
  return form;
}

longStory("stores scripts in a bucket, and shows its secret key nowhere", async (app) => {
  const bucket = await startTestBucket();
  const { secretAccessKey: secret } = bucket.connection;
  const { page } = app;
  const service = await connectToPlainService(page, "Studio");
  await createProject(page, { name: "Fähre", type: "Audio production", targets: ["German"] });
  const projectId = openProjectId(page);

  // Without a store, the form for a local script links to the settings.
  const [script = ""] = writeFiles(path.join(app.profile, "files"), {
    "Abfahrt (neu).csv": text,
  });
  await app.stubDialogs({ open: [script] });
  await page.getByRole("button", { name: "New batch" }).first().click();
  const batch = page.getByRole("form", { name: "The batch" });
  await batch.getByRole("textbox", { name: "Name" }).fill("Abfahrt");
  await batch.getByRole("button", { name: "Choose file…" }).first().click();
  await page.getByText("This workspace has no script store").waitFor();
  await expectAccessible(page, "a script without a store");
  await page.getByRole("button", { name: "Set up script store…" }).click();
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();

  // Invalid settings are reported before anything is stored.
  const form = await fillInBucket(page, bucket, `${secret}x`);
  await form.getByRole("button", { name: "Test" }).click();
  await expect
    .poll(() => form.locator("[aria-invalid=true]").or(form.getByRole("alert")).count())
    .toBeGreaterThan(0);
  await expectAccessible(page, "a bucket with invalid settings");
  const field = form.getByLabel("Secret access key", { exact: true });
  expect(await field.getAttribute("type")).toBe("password");
  await field.fill(secret);
  await form.getByRole("button", { name: "Test" }).click();
  await form.getByText("It works: written, fetched and deleted").waitFor();
  expect(await bucket.contents()).toEqual(new Map());
  await form.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "The bucket was saved");
  await page.getByText("Stored in the keychain.").waitFor();
  expect(await field.inputValue()).toBe("");
  await expectAccessible(page, "a stored bucket");

  // The key is stored after a restart.
  await app.restart();
  const after = app.page;
  await goTo(after, "Projects");
  await after.getByRole("grid", { name: "Projects" }).getByText("Fähre").dblclick();
  await after.getByRole("button", { name: "New batch" }).first().click();
  const again = after.getByRole("form", { name: "The batch" });
  await again.getByRole("textbox", { name: "Name" }).fill("Abfahrt");
  await app.stubDialogs({ open: [script] });
  await again.getByRole("button", { name: "Choose file…" }).first().click();
  await after.getByText("Its URL in the bucket is valid for 7 days").waitFor();
  const tests = bucket.presigned.length;
  await after.getByRole("button", { name: "Create batch" }).click();
  await after.getByRole("heading", { name: "Abfahrt", level: 1 }).waitFor();
  await goTo(after, "Outbox");
  const request = after.getByRole("grid", { name: "Outbox" }).getByRole("row", { name: "Abfahrt" });
  await request.getByText("Sent", { exact: true }).waitFor();

  // The script is in the bucket, and the service fetched it with its signed URL only.
  expectBatches(await batchesOf(service.client, projectId, 1), ["Abfahrt"], "casting");
  const [[key, bytes] = ["", Buffer.of()], ...others] = await bucket.contents();
  expect(others).toEqual([]);
  expect(key).toMatch(/^team\/[0-9a-f]{32}\/.+\.csv$/);
  expect(bytes.equals(readFileSync(script))).toBe(true);
  const fetched = bucket.presigned.slice(tests);
  expect(fetched.map(({ method }) => method)).toContain("GET");
  expect(new Set(fetched.map((one) => decodeURIComponent(one.path)))).toEqual(
    new Set([`/scripts/${key}`]),
  );

  // Neither the key nor a signature is on the screens or on disk.
  const secrets = [secret, ...bucket.presigned.map(({ signature }) => signature)];
  await expectNotOnPage(after, secrets);
  await request.dblclick();
  await after.getByRole("heading", { name: "Abfahrt", level: 1 }).waitFor();
  await expectNotOnPage(after, secrets);
  await goTo(after, "Settings");
  const stored = after.getByRole("list", { name: "Stored scripts" });
  await stored.getByRole("listitem").first().waitFor();
  await expectAccessible(after, "stored scripts");
  await expectNotOnPage(after, secrets);
  const report = await app.call<{ text: string }>("diagnostics.report");
  for (const one of secrets) expect(report.text).not.toContain(one);
  expect(filesContaining(app.profile, secrets)).toEqual([]);
  // The check finds texts: the access key id, which is not secret, is there.
  expect(filesContaining(app.profile, [bucket.connection.accessKeyId])).not.toEqual([]);
});

// Electron gets the folder from a drop, Chromium from the dialog.
longStory("starts a season in bulk, with a bucket", async (app) => {
  const { page } = app;
  const names = episodes(25);
  const folder = writePairs(app.profile, names);
  const { service, bucket } = await connectWithBucket(app, "Studio");
  await createProject(page, {
    name: "Night Ferry",
    type: "Media dubbing",
    source: "English (United States)",
    targets: ["German"],
  });
  const projectId = openProjectId(page);
  await goToBulk(page);
  await createTable(page, "Season 1");
  const match = await fillTableFromFolder(app, folder);
  await match.getByRole("radio", { name: /Yes, use it/ }).check();
  await match.getByRole("button", { name: "Add 25 rows" }).click();
  await match.waitFor({ state: "detached" });
  await startTable(page, "Start 25 batches");
  expectBatches(await batchesOf(service.client, projectId, names.length), names);

  // Every script is in the bucket once, and the service had no other access to it.
  const stored = [...(await bucket.contents()).keys()].map((key) => path.basename(key)).sort();
  expect(stored).toEqual([...names.map((name) => `${name}.en.srt`), "Season 1.xlsx"]);
  const fetched = bucket.presigned.filter(({ method }) => method === "GET");
  expect(new Set(fetched.map((one) => one.path)).size).toBe(stored.length);
  const secrets = [
    bucket.connection.secretAccessKey,
    ...bucket.presigned.map(({ signature }) => signature),
  ];
  await expectNotOnPage(page, secrets);
  expect(filesContaining(app.profile, secrets)).toEqual([]);
});

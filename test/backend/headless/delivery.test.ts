/** `dubyard export` and `dubyard review` as processes, with a real service. */
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import { eventsNamed, runCommand, startCommand } from "../../helpers/commands";
import { startEngine } from "../../helpers/engine";
import { createDubbedBatch, hashesBelow } from "../../helpers/exports";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";

let local: RunningLocalService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  local = await startLocalService({ scriptWorkerFile, startEngine });
});
afterAll(async () => {
  await local.remove();
  await folder.remove();
});
const run = (...args: string[]) => {
  const address = local.address();
  return runCommand(address, [...args, "--base-url", address.baseUrl, "--json"]).ended;
};

it("lists what is to be reviewed, and delivers what is approved", async () => {
  expect((await run("review", "--list")).code).toBe(0);
  const batch = await createDubbedBatch(local.client);
  const listed = await run("review", "--list");
  expect(listed.code).toBe(3);
  expect(eventsNamed(listed.lines, "language")).toMatchObject([
    { batch: "Épisode: 1", languageId: "en-us", lines: 4, toReview: 4 },
  ]);
  const { baseUrl } = local.address();
  let text = "";
  const reading = startCommand(local.address(), ["review", "--list", "--base-url", baseUrl]);
  for await (const chunk of reading.stdout) text += String(chunk);
  expect(text).toMatch(/^4\t4\t[^\t]+\tÉpisode: 1\ten-us\n$/);

  const to = path.join(folder.path, "out");
  await mkdir(to);
  const args = ["export", batch, "--languages", "EN-US", "--to", to, "--parts", "takes,subtitles"];
  const refused = await run(...args);
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain("--anyway");
  expect(eventsNamed(refused.lines, "missing")).toMatchObject([{ unapproved: [1, 2, 3, 4] }]);
  expect(await filesBelow(to)).toEqual([]);

  const approval = { languageId: "en-us", lines: [1, 2, 3, 4], change: { decision: "approved" } };
  bodyOf(await local.client.post(`/local/batches/${batch}/review/apply`, approval));
  expect((await run("review", "--list")).code).toBe(0);
  const done = await run(...args);
  expect(done.code, done.errors).toBe(0);
  expect(eventsNamed(done.lines, "summary")).toMatchObject([{ state: "made", files: 10 }]);
  const subtitles = await readFile(
    path.join(to, "Episode_1_v1/en-US/subtitles/Episode_1_en-US.srt"),
    "utf8",
  );
  expect(subtitles).toContain("Where were you last night?");

  // The same as a service for a team: the files are downloaded.
  await local.restart({ team: { name: "Studio North" } });
  const downloaded = await run(...args);
  expect(downloaded.code, downloaded.errors).toBe(0);
  expect(eventsNamed(downloaded.lines, "summary")).toMatchObject([
    { state: "made", files: 10, folder: path.join(to, "Episode_1_v2") },
  ]);
  const withoutVersion = async (name: string) => {
    const hashes = Object.entries(await hashesBelow(path.join(to, name)));
    return hashes.filter(([file]) => file !== "manifest.json" && file !== "SHA256SUMS");
  };
  expect(await withoutVersion("Episode_1_v2")).toEqual(await withoutVersion("Episode_1_v1"));
});

it.each([
  [["export", "--languages", "en-us", "--to", "."], "BATCH"],
  [["export", "b", "--to", "."], "--languages"],
  [["export", "b", "--languages", "en-us", "--to", "missing"], "--to"],
  [["export", "b", "--languages", "en-us", "--to", ".", "--preset", "loud"], "--preset"],
  [["export", "b", "--languages", "en-us", "--to", ".", "--parts", "x"], "--parts"],
  [["review"], "--list"],
])("%j is refused with the argument", async (args, name) => {
  const { code, errors } = await run(...args);
  expect([code, errors]).toEqual([2, expect.stringContaining(name)]);
});

/**
 * Kills at any time while the local service copies files: all are in the gallery after a restart,
 * none in part.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder as lasting } from "../helpers/backend";
import { seeded } from "../helpers/random";
import { writeSeason, type Season } from "../helpers/season";
import { long } from "../long";
import { launch, temporaryFolder } from "./harness";
import {
  createLocalWorkspace,
  dataDirOf,
  expectInGallery,
  homeOf,
  localServiceProcess,
  noPuts,
  putsSince,
  uploadFolder,
  waitForUploads,
} from "./workspace";

const seed = Number(process.env["DUBYARD_SEED"] ?? 20_261_122);
const mebibyte = 1024 ** 2;

/**
 * Waits for this time. The time of the kill is the variable of the test, so there is no event to
 * wait for.
 */
const delay = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe("a folder with a file of 1 GiB", long, () => killAt(10, 1024 * mebibyte));

/**
 * The number of kills of the application and of the local service, each during a separate upload.
 */
function killAt(killCount: number, largeBytes: number): void {
  let folder: Awaited<ReturnType<typeof lasting>>;
  let season: Season;
  /** Duration of the upload without a kill, in milliseconds; kill times are fractions of it. */
  let duration: number;
  const random = seeded(seed);
  const start = (profile: string) => launch({ profile, env: homeOf(profile) });
  /** Nothing was sent, and no incomplete copy remains. */
  function expectOnlyClones(dataDir: string): void {
    expect(putsSince(dataDir, noPuts)).toBe(0);
    expect(readdirSync(path.join(dataDir, "staging"))).toEqual([]);
  }

  beforeAll(async () => {
    folder = await lasting();
    season = await writeSeason(folder.path, largeBytes);
  }, 120_000);
  afterAll(() => folder.remove());

  test("is cloned without a kill", async () => {
    const profile = temporaryFolder("profile");
    const { page } = await start(profile);
    const workspaceId = await createLocalWorkspace(page, profile);
    await uploadFolder(page, workspaceId, season.folder);
    const startedAt = performance.now();
    await waitForUploads(page, workspaceId);
    duration = performance.now() - startedAt;
    await expectInGallery(page, workspaceId, dataDirOf(profile), season);
    expectOnlyClones(dataDirOf(profile));
  });

  test.each(Array.from({ length: killCount }, (_, index) => [index + 1, random()]))(
    `the application is killed: ${seed}, kill %i, at %f of the upload`,
    async (_index, at) => {
      const profile = temporaryFolder("profile");
      const first = await start(profile);
      const workspaceId = await createLocalWorkspace(first.page, profile);
      await uploadFolder(first.page, workspaceId, season.folder);
      await delay(at * duration);
      await first.kill();
      const second = await start(profile);
      await waitForUploads(second.page, workspaceId);
      await expectInGallery(second.page, workspaceId, dataDirOf(profile), season);
      expectOnlyClones(dataDirOf(profile));
    },
  );

  test.skipIf(process.platform !== "linux")(
    `the local service is killed ${killCount} times, during an upload each (found with Linux /proc)`,
    { timeout: killCount * 60_000 },
    async () => {
      const profile = temporaryFolder("profile");
      const dubyard = await start(profile);
      const { page } = dubyard;
      const workspaceId = await createLocalWorkspace(page, profile);
      for (let round = 1; round <= killCount; round += 1) {
        const target = `round ${round}/`;
        await uploadFolder(page, workspaceId, season.folder, target);
        await delay(random() * duration);
        process.kill(localServiceProcess(dubyard), "SIGKILL");
        await waitForUploads(page, workspaceId);
        await expectInGallery(page, workspaceId, dataDirOf(profile), season, target);
      }
      expect(readdirSync(path.join(dataDirOf(profile), "staging"))).toEqual([]);
    },
  );
}

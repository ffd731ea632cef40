/**
 * Kills at any time during an upload by PUTs: it is completed after a restart, and no finished part
 * is sent twice. clone-kill.test.ts tests uploads that the local service copies by their paths.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hedging } from "../../main/backend/uploads/failure-policies";
import { temporaryFolder as lasting } from "../helpers/backend";
import { seeded } from "../helpers/random";
import { writeSeason, type Season } from "../helpers/season";
import { long } from "../long";
import { launch, temporaryFolder, type Dubyard } from "./harness";
import {
  createLocalWorkspace,
  dataDirOf,
  expectInGallery,
  homeOf,
  localServiceProcess,
  completedPuts,
  noPuts,
  putsFinished,
  putsSince,
  uploadFolder,
  waitForUploads,
} from "./workspace";

const slots = 4;
const seed = Number(process.env["DUBYARD_SEED"] ?? 20_261_121);
const mebibyte = 1024 ** 2;

/**
 * Waits for this time. The time of the kill is the variable of the test, so there is no event to
 * wait for.
 */
const delay = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Its local service does not clone files, so that they are sent by PUTs. */
async function start(profile: string): Promise<Dubyard> {
  return launch({ profile, env: { ...homeOf(profile), DUBYARD_CLONES: "off" } });
}

describe("a folder with a file of 40 MiB", () => killAt(1, 40 * mebibyte, 0));
describe("a folder with a file of 200 MiB", long, () =>
  killAt(20, 200 * mebibyte, hedging.maxActive),
);

/**
 * `killCount`: the number of kills of the application and of the local service, each during a
 * separate upload. `latePuts`: at the end of the large file, this many parts may be late, and are
 * sent twice.
 */
function killAt(killCount: number, largeBytes: number, latePuts: number): void {
  let folder: Awaited<ReturnType<typeof lasting>>;
  let season: Season;
  /** Duration of the upload without a kill, in milliseconds; kill times are fractions of it. */
  let duration: number;

  beforeAll(async () => {
    folder = await lasting();
    season = await writeSeason(folder.path, largeBytes);
  }, 120_000);
  afterAll(() => folder.remove());

  function expectPuts(puts: number, expected: number): void {
    expect(puts).toBeGreaterThanOrEqual(expected);
    expect(puts).toBeLessThanOrEqual(expected + latePuts);
  }

  test("uploads without a kill", async () => {
    const profile = temporaryFolder("profile");
    const { page } = await start(profile);
    const workspaceId = await createLocalWorkspace(page, profile);
    await uploadFolder(page, workspaceId, season.folder);
    const startedAt = performance.now();
    await waitForUploads(page, workspaceId);
    duration = performance.now() - startedAt;
    await expectInGallery(page, workspaceId, dataDirOf(profile), season);
    expectPuts(putsSince(dataDirOf(profile), noPuts), season.puts);
  });

  describe(`the application is killed (seed ${seed})`, () => {
    const random = seeded(seed);
    test.each(Array.from({ length: killCount }, (_, index) => [index + 1, random()]))(
      "kill %i, at %f of the upload",
      async (_index, at) => {
        const profile = temporaryFolder("profile");
        const dataDir = dataDirOf(profile);
        const first = await start(profile);
        const workspaceId = await createLocalWorkspace(first.page, profile);
        await uploadFolder(first.page, workspaceId, season.folder);
        await delay(at * duration);
        await first.kill();
        const finished = putsFinished(profile);
        const before = completedPuts(dataDir);

        const second = await start(profile);
        await waitForUploads(second.page, workspaceId);
        await expectInGallery(second.page, workspaceId, dataDir, season);
        await second.close();
        // Exactly the unfinished PUTs were sent after the restart.
        expectPuts(putsSince(dataDir, before), season.puts - finished);
      },
    );
  });

  describe.skipIf(process.platform !== "linux")(
    `the local service is killed (seed ${seed}; its process is found with Linux /proc)`,
    () => {
      test(`${killCount} times, an upload each`, { timeout: killCount * 60_000 }, async () => {
        const random = seeded(seed + 1);
        const profile = temporaryFolder("profile");
        const dataDir = dataDirOf(profile);
        const dubyard = await start(profile);
        const { page } = dubyard;
        const workspaceId = await createLocalWorkspace(page, profile);
        for (let round = 1; round <= killCount; round += 1) {
          const target = `round ${round}/`;
          const before = completedPuts(dataDir);
          await uploadFolder(page, workspaceId, season.folder, target);
          await delay(random() * duration);
          process.kill(localServiceProcess(dubyard), "SIGKILL");
          await waitForUploads(page, workspaceId);
          await expectInGallery(page, workspaceId, dataDir, season, target);
          // A PUT whose response was lost with the service may be repeated: at most one per slot.
          const killed = putsSince(dataDir, before);
          expect(killed).toBeGreaterThanOrEqual(season.puts);
          expect(killed).toBeLessThanOrEqual(season.puts + slots + latePuts);
        }
      });
    },
  );
}

/**
 * Exports by a service that is killed on the way: complete, and the same bytes as without a kill.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import {
  createDubbedBatch,
  dubbedLanguage,
  findExport,
  hashesBelow,
  soundParts,
  startExport,
  untilEnded,
} from "../../helpers/exports";
import { startKilledService } from "../../helpers/killed-service";
import { long } from "../../long";

/** Kills the service after each of these numbers of finished files. */
async function exportWithKills(after: readonly number[], parts: readonly string[]): Promise<void> {
  const service = await startKilledService();
  const folder = await temporaryFolder();
  try {
    const batch = await createDubbedBatch(service.client);
    const begin = async (name: string) => {
      const target = path.join(folder.path, name);
      await mkdir(target);
      const request = { languages: [dubbedLanguage], parts, preset: "online" };
      return startExport(service.client, batch, {
        ...request,
        includeUnapproved: true,
        folder: target,
      });
    };
    const whole = await begin("whole");
    expect(await untilEnded(() => service.client, whole)).toMatchObject({ state: "made" });
    const killed = await begin("killed");
    let kills = 0;
    const made = async () => {
      const { files, state } = await findExport(service.client, killed);
      return state === "made" ? Infinity : files.filter((file) => file.state === "made").length;
    };
    for (const count of after) {
      await expect.poll(made, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(count);
      if ((await made()) !== Infinity) kills += 1;
      await service.killAndRestart();
    }
    expect(await untilEnded(() => service.client, killed)).toMatchObject({ state: "made" });
    expect(kills).toBeGreaterThan(after.length / 2);
    expect(await hashesBelow(killed.folder)).toEqual(await hashesBelow(whole.folder));
  } finally {
    await service.remove();
    await folder.remove();
  }
}

it(
  "is killed twice",
  () => exportWithKills([1, 6], ["takes", "stems", "subtitles", "cues"]),
  60_000,
);

it("is killed 20 times", { ...long, timeout: 240_000 }, () =>
  exportWithKills(
    Array.from({ length: 20 }, (_none, index) => Math.floor(index / 2)),
    soundParts,
  ),
);

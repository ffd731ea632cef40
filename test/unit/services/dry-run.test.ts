/** What a dry run leaves alone. */
import { expect, it } from "vitest";
import { dryRun } from "../../../main/services/bulk/dry-run";
import { createShares } from "../../../main/services/shares";
import { readBulk } from "../../../main/scripts/read";

it("looks at no file of another computer that nobody has brought files from", async () => {
  const shares = createShares({ kept: [], keep: () => undefined, platform: "win32" });
  const read: string[] = [];
  const deps = {
    reader: { readBulk },
    files: {
      read({ path }: { path: string }) {
        read.push(path);
        return Promise.reject(new Error("looked at"));
      },
    },
    shares,
    isInGallery: () => true,
    isGalleryKnown: () => Promise.resolve(true),
  };
  const place = {
    ...{ workspaceId: "w", type: "media-dubbing" as const, targetFolder: "", settings: {} },
    ...{
      catalogueLanguages: undefined,
      projectLanguages: undefined,
      namesTaken: new Set<string>(),
    },
  };
  const row = {
    ...{ id: 1, name: "Ep 1", language: "FR-FR", settings: {} },
    ...{ video: "//stranger/films/ep1.mp4", script: "//stranger/films/ep1.srt" },
  };
  const { issues, checkedScripts } = await dryRun(deps, place, [row]);
  expect(issues.map(({ cell, rule, severity }) => [cell, rule, severity])).toEqual([
    ["video", "not-looked-at", "warning"],
    ["script", "not-looked-at", "warning"],
  ]);
  expect([checkedScripts, read]).toEqual([0, []]);

  shares.bring(["//stranger/films/season 1"]);
  await expect(dryRun(deps, place, [row])).rejects.toThrow("looked at");
  expect(read).toEqual(["//stranger/films/ep1.srt"]);
});

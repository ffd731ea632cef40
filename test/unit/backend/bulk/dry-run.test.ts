/** A dry run does not open files that the user has not chosen. */
import { expect, it } from "vitest";
import { dryRun } from "../../../../main/backend/bulk/dry-run";
import { readBulk } from "../../../../main/script-formats/read";

it("opens no file that the user has not chosen", async () => {
  let isChosen = false;
  const read: string[] = [];
  const deps = {
    reader: { readBulk },
    files: {
      read({ path }: { path: string }) {
        read.push(path);
        return Promise.reject(new Error("opened"));
      },
    },
    approved: { isApproved: () => Promise.resolve(isChosen) },
    isInGallery: () => true,
    isGalleryKnown: () => Promise.resolve(true),
  };
  const location = {
    workspaceId: "w",
    type: "media-dubbing" as const,
    targetFolder: "",
    settings: {},
    catalogueLanguages: undefined,
    projectLanguages: undefined,
    namesTaken: new Set<string>(),
  };
  const row = {
    id: 1,
    name: "Ep 1",
    language: "FR-FR",
    settings: {},
    video: "//stranger/films/ep1.mp4",
    script: "//stranger/films/ep1.srt",
  };
  const { issues, checkedScripts } = await dryRun(deps, location, [row]);
  expect(issues.map(({ cell, rule, severity }) => [cell, rule, severity])).toEqual([
    ["video", "not-checked", "warning"],
    ["script", "not-checked", "warning"],
  ]);
  expect([checkedScripts, read]).toEqual([0, []]);

  isChosen = true;
  await expect(dryRun(deps, location, [row])).rejects.toThrow("opened");
  expect(read).toEqual(["//stranger/films/ep1.srt"]);
});

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { WatchFolder } from "../../preload/contract/watch-folders";
import type { PollReason } from "../../preload/facts/watch-folders";
import { axeViolations } from "./axe";
import { workspaceId } from "./test-backend";
import { addWatchFolders } from "./watch-folder-seed";
import { describeWindow } from "./window";
import { long } from "../long";

describeWindow("Watch folders screen", (open) => {
  test("adds a watch folder with patterns, after a preview of its files", async () => {
    const { page, backend } = await open({ at: "#/uploads" });
    for (const name of ["a.wav", "b.mov", "old/c.wav", "notes.txt"])
      await backend.file(`exports/${name}`);
    const exports = join(backend.filesFolder, "exports");
    await page.getByRole("button", { name: "Watch folders" }).click();
    await page.getByText("No watch folders").waitFor();
    const dialog = page.getByRole("dialog", { name: "Add watch folder" });
    // The user cancels the native dialog.
    await page.getByRole("button", { name: "Add watch folder…" }).last().click();
    await expect.poll(() => backend.calledNames()).toContain("watchFolders.choose");
    backend.dialogs.chooseFolder = () => Promise.resolve(exports);
    await page.getByRole("button", { name: "Add watch folder…" }).last().click();
    await dialog.getByText("a.wav").waitFor();
    expect(await dialog.getByLabel("Folder on this computer").inputValue()).toBe(exports);
    expect(await dialog.getByLabel("Target folder").inputValue()).toBe("exports/");
    await dialog.getByRole("tab", { name: /To upload\s*3/ }).waitFor();
    await dialog.getByRole("tab", { name: /Skipped\s*1/ }).click();
    await dialog.getByText("Not an audio or video file").waitFor();
    const previews = backend.calledNames().filter((name) => name === "watchFolders.preview");
    expect(previews).toHaveLength(1);
    await dialog.getByLabel("Include").fill("*.wav\n*a*b*c*");
    await dialog.getByText("At most three “*”").waitFor();
    await dialog.getByLabel("Include").fill("*.wav");
    await dialog.getByLabel("Exclude").fill("old/");
    await dialog.getByRole("tab", { name: /Excluded\s*2/ }).click();
    await dialog.getByText("old/c.wav").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Watch folder", exact: true }).click();
    const row = page.getByRole("row", { name: /exports.*Waiting until 1 file is unchanged/ });
    await row.waitFor();
    expect(await backend.handlers.watchFolders.list({ workspaceId })).toMatchObject([
      {
        sourcePath: exports,
        targetFolder: "exports/",
        quietMs: 30_000,
        onConflict: "ask",
        include: ["*.wav"],
        exclude: ["old/"],
        isPaused: false,
      },
    ]);
    // The same folder again is rejected at its field.
    await page.getByRole("button", { name: "Add watch folder…" }).click();
    await dialog.getByRole("button", { name: "Watch folder", exact: true }).click();
    await dialog.getByText("already watched").waitFor();
  });

  test("shows that folders are read from time to time, and why, and that files are compared", async () => {
    const status = {
      problem: null,
      waiting: 0,
      deferred: 0,
      comparing: 0,
      failed: 0,
      polling: null,
    };
    const polling = (reason: PollReason) => ({ reason, seconds: 20 });
    const statuses: WatchFolder["status"][] = [
      { ...status, state: "watching", polling: polling("system-limit") },
      { ...status, state: "watching", polling: polling("network-drive"), waiting: 2 },
      { ...status, state: "watching", comparing: 3 },
    ];
    const folders = statuses.map((one, index) => ({
      id: index + 1,
      sourcePath: `/media/folder ${index + 1}`,
      targetFolder: "",
      include: [],
      exclude: [],
      quietMs: 0,
      onConflict: "ask" as const,
      isPaused: false,
      status: one,
      progress: { uploaded: 0, queued: 0, failed: 0, lastFile: null },
    }));
    const { page } = await open({
      at: "#/watch-folders",
      overrides: { "watchFolders.list": () => folders },
    });
    const limit = "Read every 20 sec.*The system’s limit of watched folders is used up";
    await page.getByRole("row", { name: new RegExp(`folder 1.*${limit}`) }).waitFor();
    const waiting = /folder 2.*Read every 20 sec.*Waiting until 2 files are unchanged/;
    await page.getByRole("row", { name: waiting }).waitFor();
    const comparing = /folder 3.*Watching.*Comparing 3 files with what was uploaded/;
    await page.getByRole("row", { name: comparing }).waitFor();
  });

  test(
    "shows what watch folders do; pauses, changes, removes and restores them",
    long,
    async () => {
      const { page, backend } = await open({
        at: "#/watch-folders",
        seedApplication: (application, files) =>
          addWatchFolders(application, workspaceId, [
            { sourcePath: join(files, "mixes"), targetFolder: "in/", include: ["*.wav"] },
            { sourcePath: join(files, "later"), targetFolder: "later/", isPaused: true },
          ]),
      });
      const mixes = page.getByRole("row", { name: /mixes/ });
      const later = page.getByRole("row", { name: /later/ });
      await mixes.getByText("Folder not found").waitFor();
      await mkdir(join(backend.filesFolder, "mixes"));
      await backend.file("mixes/a.wav");
      await mixes.click();
      await page.keyboard.press("p");
      await mixes.getByText("Paused").waitFor();
      await page.keyboard.press("r");
      await mixes.getByText("1 uploaded").waitFor();
      await mixes.getByText("a.wav").waitFor();
      await later.getByText("Paused").waitFor();
      await page.keyboard.press("Delete");
      await mixes.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Undo" }).click();
      await mixes.getByText("1 uploaded").waitFor();
      await mixes.dblclick();
      const dialog = page.getByRole("dialog", { name: "Edit watch folder" });
      await dialog.getByLabel("Target folder").fill("new");
      await dialog.getByText("All files are uploaded to the new target folder.").waitFor();
      await dialog.getByRole("button", { name: "Save" }).click();
      await mixes.getByText("new/").waitFor();
      await mixes.click({ button: "right" });
      await page.getByRole("menuitem", { name: "Show uploads" }).click();
      await page.getByRole("row", { name: /a\.wav.*In the gallery/ }).waitFor();
      expect(await page.getByRole("textbox", { name: "Search uploads" }).inputValue()).toBe("new/");
      expect(await page.getByRole("row", { name: /a\.wav/ }).count()).toBe(1);
    },
  );
});

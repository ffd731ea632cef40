/**
 * Backup, restore, statistics and the folder of local workspaces; recovery from a damaged database.
 */
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";
import { long } from "../long";

describeWindow("Maintenance of local workspaces", (open) => {
  test("shows statistics; backs up, and restores and moves after a confirmation", async () => {
    const { page, backend } = await open({
      at: "#/settings",
      workspace: "local",
      cacheAge: 0,
      seed(service) {
        // The seeded rows have no bytes on disk; a restore rejects a status that does not exist.
        service.run("DELETE FROM files");
        service.run("UPDATE batches SET status = 'ready' WHERE id = 'trailer'");
      },
      seedApplication: (application) =>
        application.run(
          `INSERT INTO workspaces VALUES ('other', 'Studio', 'hosted', 'https://studio.example', 'c', 'raw', '', 1,
             '[]', '{}', 'null')`,
        ),
    });
    const section = page.getByRole("region", { name: "Backup and folder" });
    const row = section.getByRole("listitem");
    expect(await row.count()).toBe(1);
    await row.getByText("0 files, 0 B").waitFor();

    const chosen = path.join(backend.filesFolder, "raid");
    await mkdir(chosen);
    backend.dialogs.chooseFolder = () => Promise.resolve(chosen);
    await row.getByRole("button", { name: "Back up…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/0 files .* backed up to .*raid/).waitFor();
    const backup = path.join(chosen, (await readdir(chosen))[0] ?? "");

    await row.getByRole("button", { name: "Restore…" }).click();
    const confirmation = page.getByRole("alertdialog", {
      name: "Replace everything in “Northlight Studio”?",
    });
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    expect(backend.lastInput("maintenance.restore")).toBeUndefined();
    backend.dialogs.chooseFolder = () => Promise.resolve(backup);
    await row.getByRole("button", { name: "Restore…" }).click();
    await confirmation.getByRole("button", { name: "Choose backup…" }).click();
    await page.getByText(/0 files .* restored/).waitFor();

    const other = path.join(backend.filesFolder, "Dubyard");
    await mkdir(other);
    backend.dialogs.chooseFolder = () => Promise.resolve(other);
    await row.getByRole("button", { name: "Move folder…" }).click();
    await page.getByRole("button", { name: "Choose folder…" }).click();
    await page.getByText(`The workspace is now in ${other}`).waitFor();
    expect(backend.lastInput("maintenance.moveFolder")).toEqual({ workspaceId });
  });

  test("shows a running job with its progress, which can be cancelled", async () => {
    const figures = { files: 3, bytes: 250, totalFiles: 12, totalBytes: 1000 };
    const job = { workspaceId, kind: "backup" as const, folder: "/media/raid/b" };
    const { page, backend } = await open({
      at: "#/settings",
      workspace: "local",
      overrides: {
        "maintenance.jobs": () => [{ ...job, ...figures, isCancelling: false }],
        "maintenance.cancel": () => undefined,
      },
    });
    const row = page.getByRole("region", { name: "Backup and folder" }).getByRole("listitem");
    await row.getByText("3 of 12 files").waitFor();
    const bar = row.getByRole("progressbar", { name: "Backing up… Northlight Studio" });
    expect(await bar.getAttribute("aria-valuenow")).toBe("25");
    expect(await row.getByRole("button", { name: "Back up…" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    expect(await axeViolations(page)).toEqual([]);
    await row.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => backend.lastInput("maintenance.cancel")).toEqual({ workspaceId });
  });

  test(
    "names what a backup lacks, and restores the rest of a damaged one on request",
    long,
    async () => {
      const figures = { folder: "/media/raid/b", files: 3, bytes: 250 };
      const none = { unverified: 0, takesWithoutSound: 0 };
      const missing = { kind: "media" as const, name: "a/1.wav", problem: "missing" as const };
      const script = { kind: "script" as const, name: "s.csv", problem: "damaged" as const };
      const restored = { kind: "restore" as const, ...figures, ...none, problemCount: 1 };
      const { page, backend } = await open({
        at: "#/settings",
        workspace: "local",
        overrides: {
          "maintenance.backUp": () => ({
            kind: "backup" as const,
            outcome: "incomplete" as const,
            ...figures,
            ...none,
            problems: [missing],
            problemCount: 1,
          }),
          "maintenance.restore": () => ({
            ...restored,
            outcome: "damaged" as const,
            problems: [script],
          }),
          "maintenance.restoreRest": () => ({
            ...restored,
            outcome: "incomplete" as const,
            problems: [script],
          }),
        },
      });
      const row = page
        .getByRole("region", { name: "Backup and folder" })
        .getByRole("listitem")
        .first();
      await row.getByRole("checkbox", { name: "Include the sound of takes" }).uncheck();
      await row.getByRole("button", { name: "Back up…" }).click();
      await row.getByText("The backup in /media/raid/b is incomplete: 1 file is missing").waitFor();
      await row.getByText("Media file a/1.wav: missing").waitFor();
      expect(backend.lastInput("maintenance.backUp")).toEqual({ workspaceId, withSound: false });
      expect(await axeViolations(page)).toEqual([]);

      await row.getByRole("button", { name: "Restore…" }).click();
      await page.getByRole("button", { name: "Choose backup…" }).click();
      await row.getByText("Nothing was restored").waitFor();
      await row.getByRole("button", { name: "Restore the rest" }).click();
      await row.getByText("Restored, but incomplete").waitFor();
      await row.getByText("Script s.csv: damaged").waitFor();
      await row.getByRole("button", { name: "Dismiss" }).click();
      expect(await row.getByText("Script s.csv: damaged").count()).toBe(0);
    },
  );

  test("shows a restore that was interrupted, which continues or is discarded", async () => {
    let interrupted: { folder: string; startedAt: number } | null = {
      folder: "/media/raid/b",
      startedAt: Date.UTC(2026, 0, 31, 12),
    };
    const { page, backend } = await open({
      at: "#/settings",
      workspace: "local",
      overrides: {
        "maintenance.interruptedRestore": () => interrupted,
        "maintenance.continueRestore": () => null,
        "maintenance.dropRestore": () => {
          interrupted = null;
          backend.changed("maintenance");
        },
      },
    });
    await page.getByText(/A restore from .*raid.* was interrupted/).waitFor();
    await page.getByRole("button", { name: "Continue restore" }).click();
    await expect
      .poll(() => backend.lastInput("maintenance.continueRestore"))
      .toEqual({ workspaceId });
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText(/was interrupted/).waitFor({ state: "detached" });
  });

  test("shows why a backup failed", async () => {
    const { page, backend } = await open({ at: "#/settings", workspace: "local" });
    backend.failCall("maintenance.backUp", "service-full");
    await page.getByRole("button", { name: "Back up…" }).click();
    await page.getByText("The service is out of storage space").waitFor();
  });

  test("restores the newest copy of a damaged database from the banner, after a confirmation", async () => {
    const copyMadeAt = Date.UTC(2026, 0, 31, 12);
    const problem = { code: "database-damaged" as const, message: "malformed", copyMadeAt };
    let isDamaged = true;
    const { page, backend } = await open({
      workspace: "local",
      overrides: {
        "workspaces.list": async (input, real) => {
          const workspaces = await real(input);
          const damage = { state: "unreachable" as const, problem };
          return isDamaged ? workspaces.map((one) => ({ ...one, ...damage })) : workspaces;
        },
        "workspaces.recover": () => {
          isDamaged = false;
          backend.changed("workspaces");
        },
      },
    });
    await page
      .getByText(/The workspace’s database is damaged/)
      .first()
      .waitFor();
    await page
      .getByRole("button", { name: /^Restore copy of .*2026/ })
      .first()
      .click();
    const confirmation = page.getByRole("alertdialog", {
      name: "Restore the database of “Northlight Studio”?",
    });
    expect(await confirmation.textContent()).toContain("Media files stay in the folder");
    expect(backend.lastInput("workspaces.recover")).toBeUndefined();
    await confirmation.getByRole("button", { name: /^Restore copy of/ }).click();
    await page.getByText("The database of “Northlight Studio” was restored").waitFor();
    expect(backend.lastInput("workspaces.recover")).toEqual({ workspaceId, consent: "copy" });
  });

  test("names the invalid rows of a workspace from elsewhere, and opens it after a confirmation", async () => {
    const message = "its table batches has an invalid row (id b): settings is not of its form";
    const problem = { code: "rows-invalid" as const, message };
    const { page, backend } = await open({
      workspace: "local",
      overrides: {
        "workspaces.list": async (input, real) =>
          (await real(input)).map((one) => ({ ...one, state: "unreachable" as const, problem })),
        "workspaces.recover": () => undefined,
      },
    });
    await page.getByRole("button", { name: "Open anyway" }).first().click();
    const confirmation = page.getByRole("alertdialog", {
      name: "Open “Northlight Studio” with its invalid rows?",
    });
    expect(await confirmation.textContent()).toContain(message);
    expect(backend.lastInput("workspaces.recover")).toBeUndefined();
    await confirmation.getByRole("button", { name: "Open anyway" }).click();
    await expect
      .poll(() => backend.lastInput("workspaces.recover"))
      .toEqual({ workspaceId, consent: "rows" });
  });
});

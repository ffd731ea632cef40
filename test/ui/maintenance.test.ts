/** Backup, restore, figures and the folder of local workspaces; the way out of a damaged database. */
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { hostedWorkspace } from "./fake-data";
import { describeWindow } from "./harness";

const local = hostedWorkspace({
  id: "local",
  name: "This computer",
  kind: "local",
  baseUrl: "",
  clientId: "",
  dataDir: "/home/sam/Dubyard",
  extensions: ["backup", "statistics"],
});

describeWindow("maintenance", (open) => {
  test("shows figures, and backs up, restores and moves after a question", async () => {
    const { page, backend } = await open({
      at: "#/settings",
      workspaces: [local, hostedWorkspace()],
    });
    const section = page.getByRole("region", { name: "Backup and folder" });
    const row = section.getByRole("listitem");
    expect(await row.count()).toBe(1);
    await row.getByText("12,345").waitFor();
    await row.getByText("1,204 files").waitFor();

    await row.getByRole("button", { name: "Back up…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/1,204 files .* backed up to \/media\/raid\/Dubyard backup/).waitFor();

    await row.getByRole("button", { name: "Restore…" }).click();
    const question = page.getByRole("alertdialog", {
      name: "Replace everything in “This computer”?",
    });
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(backend.lastInput("maintenance.restore")).toBeUndefined();
    await row.getByRole("button", { name: "Restore…" }).click();
    await question.getByRole("button", { name: "Choose backup…" }).click();
    await page.getByText(/2 files .* restored/).waitFor();

    await row.getByRole("button", { name: "Move folder…" }).click();
    await page.getByRole("button", { name: "Choose folder…" }).click();
    await page.getByText("The workspace is now in /media/raid/Dubyard").waitFor();
    expect(backend.lastInput("maintenance.moveFolder")).toEqual({ workspaceId: "local" });

    await section.getByRole("button", { name: "Restore a backup as a new workspace…" }).click();
    await page.getByText("The backup was restored as a new workspace").waitFor();
  });

  test("shows a running job with its progress, which can be cancelled", async () => {
    const figures = { files: 3, bytes: 250, totalFiles: 12, totalBytes: 1000 };
    const job = { workspaceId: "local", kind: "backup" as const, folder: "/media/raid/b" };
    const { page, backend } = await open({
      at: "#/settings",
      workspaces: [local],
      jobs: [{ ...job, ...figures, isCancelling: false }],
    });
    const row = page.getByRole("region", { name: "Backup and folder" }).getByRole("listitem");
    await row.getByText("3 of 12 files").waitFor();
    const bar = row.getByRole("progressbar", { name: "Backing up… This computer" });
    expect(await bar.getAttribute("aria-valuenow")).toBe("25");
    expect(await row.getByRole("button", { name: "Back up…" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    expect(await axeViolations(page)).toEqual([]);
    await row.getByRole("button", { name: "Cancel" }).click();
    await expect
      .poll(() => backend.lastInput("maintenance.cancel"))
      .toEqual({ workspaceId: "local" });
  });

  test("says what a refused backup was refused for", async () => {
    const { page, backend } = await open({ at: "#/settings", workspaces: [local] });
    backend.failCall("maintenance.backUp", "service-full");
    await page.getByRole("button", { name: "Back up…" }).click();
    await page.getByText("The service is out of storage space").waitFor();
  });

  test("offers the newest copy of a damaged database, in the banner and after a question", async () => {
    const copyMadeAt = Date.UTC(2026, 0, 31, 12);
    const problem = { code: "database-damaged" as const, message: "malformed", copyMadeAt };
    const damaged = { ...local, state: "unreachable" as const, problem };
    const { page, backend } = await open({ workspaces: [damaged] });
    await page
      .getByText(/The workspace’s database is damaged/)
      .first()
      .waitFor();
    await page
      .getByRole("button", { name: /^Restore copy of .*2026/ })
      .first()
      .click();
    const question = page.getByRole("alertdialog", {
      name: "Restore the database of “This computer”?",
    });
    expect(await question.textContent()).toContain("Media files stay in the folder");
    expect(backend.lastInput("workspaces.restoreCopy")).toBeUndefined();
    await question.getByRole("button", { name: /^Restore copy of/ }).click();
    await page.getByText("The database of “This computer” was restored").waitFor();
    expect(backend.lastInput("workspaces.restoreCopy")).toEqual({ workspaceId: "local" });
  });
});

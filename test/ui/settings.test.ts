import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Bridge } from "../../preload/contract";
import type { Database } from "../../main/common/database/database";
import type { Appearance } from "../../preload/model";
import { axeViolations } from "./axe";
import { command, listOf, service } from "./external-engine-material";
import { recordCopies } from "./copied-text";
import { addBucket, addRequest, addTable } from "./bulk-seed";
import { addOtherWorkspace, workspaceId, type WindowBackend } from "./test-backend";
import { manyUploads, someUploads } from "./upload-seed";
import { addWatchFolders } from "./watch-folder-seed";
import { searchPalette } from "./palette";
import { describeWindow, type OpenOptions } from "./window";

const rootAttribute = (page: Page, name: string) =>
  page.evaluate((attribute) => document.documentElement.getAttribute(attribute), name);

/** A local workspace and a hosted one, "south". */
function addOthers(application: Database, files: string): void {
  addOtherWorkspace(application, "local", "This computer", path.join(files, "Dubyard"));
  addOtherWorkspace(application, "south", "Südstadt Synchron");
}
/** The service of "south" rejects its credentials, which are not stored. */
const rejectedCredentials: OpenOptions = {
  overrides: {
    "workspaces.list": async (input, real) =>
      (await real(input)).map((one) =>
        one.id === "south"
          ? {
              ...one,
              state: "token-refused",
              problem: { code: "token-refused", message: "HTTP 401" },
              isSecretPersistent: false,
            }
          : one,
      ),
  },
};
const textSize = (backend: WindowBackend) =>
  (backend.preferences.get("appearance") as Appearance | undefined)?.textSize;

describeWindow("Settings screen", (open) => {
  test("has an index with a link to each section", async () => {
    const { page } = await open({ at: "#/settings" });
    const index = page.getByRole("navigation", { name: "Sections" });
    await index.getByRole("button", { name: "Language" }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Language");
    expect(await index.getByRole("button", { name: "Language" }).getAttribute("aria-current")).toBe(
      "true",
    );
    await index.getByRole("button", { name: "Workspaces" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Workspaces");
  });

  test("stops uploads by the upload hours, and the user can upload anyway", async () => {
    const { page, backend } = await open({ at: "#/settings", uploads: someUploads() });
    const section = page.getByRole("region", { name: "Uploads" });
    await section.getByRole("switch", { name: "Upload hours" }).click();
    await section.getByLabel("From").fill("00:00");
    await section.getByLabel("To", { exact: true }).fill("00:00");
    await section.getByLabel("Upload", { exact: true }).selectOption("Not in these hours");
    // Every day but one, three days from now.
    const free = new Date(Date.now() + 3 * 24 * 60 * 60_000);
    const freeDay = free.toLocaleDateString("en", { weekday: "long" });
    await section.getByRole("checkbox", { name: "Saturday" }).check();
    await section.getByRole("checkbox", { name: "Sunday" }).check();
    await section.getByText("Nothing would ever be uploaded").waitFor();
    expect((await backend.handlers.uploads.hours()).days).toHaveLength(6);
    expect(await axeViolations(page)).toEqual([]);
    await section.getByRole("checkbox", { name: freeDay }).uncheck();
    await expect.poll(async () => (await backend.handlers.uploads.hours()).days).toHaveLength(6);

    await page.keyboard.press("Control+4");
    const day = free.toLocaleDateString("en", { weekday: "short" });
    const banner = page.getByRole("status").filter({ hasText: `Uploads continue at ${day}` });
    await banner.waitFor();
    await page.getByRole("row").getByText(`Waiting until ${day}`).first().waitFor();
    await banner.getByRole("button", { name: "Upload now" }).click();
    await page.getByRole("menuitem", { name: "Upload now for 1 hour" }).click();
    const ignored = page.getByRole("status").filter({ hasText: "The upload hours are ignored" });
    await ignored.getByRole("button", { name: "Apply upload hours" }).click();
    await banner.getByRole("button", { name: "Change hours…" }).click();
    await section.getByRole("switch", { name: "Upload hours" }).waitFor();
  });

  test("shows every workspace with its state and its actions", async () => {
    const { page, backend } = await open({
      at: "#/settings",
      uploads: someUploads(),
      seedApplication: addOthers,
      ...rejectedCredentials,
    });
    const rows = page.getByRole("region", { name: "Workspaces" }).getByRole("listitem");
    await rows.nth(0).getByText("online").waitFor();
    await rows.nth(0).getByText("9 uploads open").waitFor();
    await rows
      .nth(1)
      .getByText(/\/Dubyard$/)
      .waitFor();
    await rows.nth(2).getByText("sign-in refused").waitFor();
    await rows.nth(2).getByText("Kept until you quit").waitFor();
    await rows.nth(0).getByRole("button", { name: "Test connection" }).click();
    await page.getByText(/“Northlight Studio” responds and accepts its credentials/).waitFor();
    expect(backend.lastInput("workspaces.reconnect")).toEqual({ workspaceId: "northlight" });
    await rows.nth(2).getByRole("button", { name: "Replace credentials…" }).click();
    await page.getByLabel("Client secret").fill("new-secret");
    await page.getByRole("button", { name: "Test and replace" }).click();
    await page.getByRole("dialog").getByText("The service is not responding").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add workspace…" }).click();
    await page.getByRole("dialog", { name: "Add workspace" }).waitFor();
  });

  test("lists in a confirmation what the removal of a workspace deletes and what it preserves", async () => {
    const { page, backend } = await open({
      at: "#/settings",
      uploads: manyUploads(12),
      entries: [1, 2, 3].map((id) => ({
        id,
        name: `Ep ${id}`,
        state: id === 1 ? "sent" : "refused",
      })),
      seedApplication(application, files) {
        addOthers(application, files);
        addTable(application, { id: 1, name: "Season 2" });
        addRequest(application, { id: "r1", name: "Season 1" });
        addBucket(application);
        addWatchFolders(application, workspaceId, [
          { sourcePath: "/mnt/exports" },
          { sourcePath: "/mnt/paused", isPaused: true },
        ]);
      },
    });
    const menu = page.getByRole("button", { name: "More actions: Northlight Studio" });
    await menu.click();
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByText("12 uploads that are not finished will be cancelled.").waitFor();
    await confirmation
      .getByText("These folders will no longer be watched: /mnt/exports.")
      .waitFor();
    await confirmation
      .getByText("2 requests in the outbox that were not sent will be deleted.")
      .waitFor();
    await confirmation.getByText("1 bulk table will be deleted.").waitFor();
    await confirmation.getByText("1 bulk request will no longer be followed here.").waitFor();
    await confirmation.getByText("the key of the bucket for scripts will be deleted").waitFor();
    await confirmation.getByText("61 paths of the media gallery").waitFor();
    await confirmation.getByText("Nothing is deleted at the service.").waitFor();
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => menu.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "More actions: This computer" }).click();
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await confirmation.getByText(/stay on disk in .*\/Dubyard/).waitFor();
    await confirmation.getByRole("button", { name: "Remove" }).click();
    await expect
      .poll(() => backend.lastInput("workspaces.remove"))
      .toEqual({ workspaceId: "local" });
  });

  test("stores a proxy, and shows errors of its address", async () => {
    const { page, backend } = await open({ at: "#/settings" });
    await page.getByRole("combobox", { name: "Proxy" }).selectOption("manual");
    const address = page.getByLabel("Address of the proxy");
    await address.waitFor();
    expect(backend.calledNames()).not.toContain("network.setSettings");
    backend.failCall("network.setSettings", "invalid-input", "proxyUrl: not-a-url", [
      { field: "proxyUrl", message: "not-a-url" },
    ]);
    await address.fill("nonsense");
    await address.press("Tab");
    await page.getByText("Not a URL").waitFor();
    expect(await address.inputValue()).toBe("nonsense");
    backend.restoreCall("network.setSettings");
    await address.fill("http://proxy.example:3128");
    await address.press("Tab");
    await expect
      .poll(() => backend.lastInput("network.setSettings"))
      .toEqual({ proxy: "manual", proxyUrl: "http://proxy.example:3128" });
    await page.getByText("Not a URL").waitFor({ state: "detached" });
    const signIn = page.getByRole("form", { name: "Credentials of the proxy" });
    await signIn.getByLabel("User name").fill("mia");
    await signIn.getByLabel("Password").fill("word");
    await signIn.getByRole("button", { name: "Save" }).click();
    await signIn.getByText("Stored. Leave empty to keep it.").waitFor();
    expect(await signIn.getByLabel("Password").inputValue()).toBe("");
    expect(backend.lastInput("network.setProxyCredentials")).toEqual({
      proxy: "http://proxy.example:3128",
      userName: "mia",
      password: "word",
    });
    await page.getByRole("combobox", { name: "Proxy" }).selectOption("none");
    await signIn.waitFor({ state: "detached" });
    await expect
      .poll(() => backend.lastInput("network.setSettings"))
      .toMatchObject({ proxy: "none" });
  });

  test("tests the connection step by step, and names the step that fails", async () => {
    const { page } = await open({
      at: "#/settings",
      faults: [{ path: /models$/, fault: { kind: "respond", status: 503 }, times: Infinity }],
    });
    const section = page.locator("section[data-section=network]");
    const status = section.getByRole("status");
    expect(await status.textContent()).toBe("");
    await section.getByRole("button", { name: "Test connection" }).click();
    await status.getByText("Failed: Service").waitFor();
    await section.getByText(/HTTP 503/).waitFor();
    await section.getByText(/does not respond as expected/).waitFor();
    const copied = await recordCopies(page);
    await section.getByRole("button", { name: "Copy as text" }).click();
    await page.getByText("The result was copied").waitFor();
    expect(await copied()).toMatch(/✗ Service · Failed after .* ms · .*HTTP 503 · .*\n– Clock/s);
  });

  test("cancels the test of a connection by keyboard; the button keeps the focus", async () => {
    const { page } = await open({
      at: "#/settings",
      faults: [{ path: /models$/, fault: { kind: "stall", afterBytes: 0 }, times: Infinity }],
    });
    const section = page.locator("section[data-section=network]");
    await section.getByRole("button", { name: "Test connection" }).focus();
    const status = section.getByRole("status");
    await page.keyboard.press("Enter");
    await status.getByText("Testing…").waitFor();
    await section.getByRole("button", { name: "Cancel" }).waitFor();
    await page.keyboard.press("Enter");
    await status.getByText("Cancelled").waitFor();
    const again = section.getByRole("button", { name: "Test again" });
    await again.waitFor();
    expect(await again.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("shows why new credentials were rejected, also for errors without a field", async () => {
    const { page, backend } = await open({
      at: "#/settings",
      faults: [{ path: /./, fault: { kind: "respond", status: 401 }, times: Infinity }],
    });
    await page.getByRole("button", { name: "Replace credentials…" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Client secret").fill("new-secret");
    const send = dialog.getByRole("button", { name: "Test and replace" });
    for (const [code, message, details] of [
      ["unreachable", "The service is not responding", undefined],
      ["invalid-input", "The input is not valid", [{ field: "baseUrl", message: "not-a-url" }]],
    ] as const) {
      backend.failCall("workspaces.replaceSecret", code, "", details);
      await send.click();
      await dialog.getByRole("alert").filter({ hasText: message }).waitFor();
    }
    backend.failCall("workspaces.replaceSecret", "token-refused");
    await send.click();
    await dialog.getByText("The service refuses these credentials.").waitFor();
    await expect
      .poll(() => dialog.getByRole("alert").filter({ hasText: "accept" }).count())
      .toBe(0);
  });

  test("changes each setting of the appearance separately, on the screen and by keyboard", async () => {
    const { page, backend } = await open({ at: "#/settings" });
    await page.getByRole("radiogroup", { name: "Theme" }).getByText("Dark").click();
    await expect.poll(() => rootAttribute(page, "data-theme")).toBe("dark");
    await page.getByRole("radiogroup", { name: "Contrast" }).getByText("More").click();
    await expect.poll(() => rootAttribute(page, "data-contrast")).toBe("more");
    await page.getByRole("radiogroup", { name: "Text size" }).getByText("125%").click();
    await expect
      .poll(() => backend.preferences.get("appearance"))
      .toEqual({ theme: "dark", contrast: "more", motion: "system", textSize: 1.25 });
    await page.keyboard.press("Control+=");
    await expect.poll(() => textSize(backend)).toBe(1.5);
    await page.keyboard.press("Control+-");
    await expect.poll(() => textSize(backend)).toBe(1.25);
    backend.emit("menuChosen", { action: "app.text-reset" });
    await expect.poll(() => textSize(backend)).toBe(1);
    await searchPalette(page, "theme light");
    await page.getByRole("option", { name: "Theme: Light" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => rootAttribute(page, "data-theme")).toBe("light");
    expect(backend.preferences.get("appearance")).toMatchObject({ contrast: "more" });
    // What the system wants applies as well: the windows of these tests reduce motion.
    expect(await rootAttribute(page, "data-motion")).toBe("reduced");
    await page.emulateMedia({ reducedMotion: "no-preference", contrast: "more" });
    await expect.poll(() => rootAttribute(page, "data-motion")).toBe(null);
    await page.getByRole("radiogroup", { name: "Contrast" }).getByText("System").click();
    await expect
      .poll(() => backend.preferences.get("appearance"))
      .toMatchObject({ contrast: "system" });
    expect(await rootAttribute(page, "data-contrast")).toBe("more");
    await page.emulateMedia({ reducedMotion: "reduce", contrast: "no-preference" });
    await expect.poll(() => rootAttribute(page, "data-contrast")).toBe(null);
  });

  test("keeps a change while an older state of the application is still arriving", async () => {
    const { page, backend } = await open({ at: "#/settings" });
    await page.getByRole("radiogroup", { name: "Text size" }).waitFor();
    // The first call returns the state before the change; later ones do not return.
    let release: () => void = () => undefined;
    const arriving = new Promise<void>((resolve) => (release = resolve));
    const never = new Promise<void>(() => undefined);
    let calls = 0;
    backend.overrideCall("app.state", async (input, real) => {
      const state = await real(input);
      calls += 1;
      await (calls === 1 ? arriving : never);
      return state;
    });
    backend.emit("changed", { topics: ["app"] });
    await expect.poll(() => calls).toBe(1);
    await page.getByRole("radiogroup", { name: "Text size" }).getByText("125%").click();
    await expect.poll(() => textSize(backend)).toBe(1.25);
    release();
    // A later call has returned, so the older one has arrived too.
    await page.evaluate(() =>
      (window as unknown as { bridge: Bridge }).bridge.call("network.settings", undefined),
    );
    await page.keyboard.press("Control+=");
    await expect.poll(() => textSize(backend)).toBe(1.5);
  });

  test("turns notifications on and off", async () => {
    const { page, backend } = await open({ at: "#/settings" });
    await page.getByRole("switch", { name: "Batches" }).focus();
    await page.keyboard.press("Space");
    await expect
      .poll(() => backend.preferences.get("notifications"))
      .toEqual({ uploads: true, batches: false, files: true });
  });

  test("changes the language only after the button was pressed", async () => {
    const { page, backend } = await open({ at: "#/settings" });
    await page.getByRole("radio", { name: "System" }).last().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(backend.calledNames()).not.toContain("app.setLanguage");
    await page.getByRole("button", { name: "Use Deutsch" }).click();
    await expect.poll(() => backend.lastInput("app.setLanguage")).toEqual({ language: "de" });
  });

  test("shows, copies and saves a report, checks the database, shows the logs and abandoned uploads", async () => {
    const { page, backend, screenshot } = await open({
      at: "#/settings",
      seedApplication: (application) =>
        application.run(
          `INSERT INTO abandoned_uploads (workspace_id, upload_id, gallery_path, bytes, abandoned_at)
             SELECT id, 'upload-1', 'a.mov', 5000000, 0 FROM workspaces LIMIT 1`,
        ),
    });
    await page.getByText(/1 multipart upload \(5.* MB\) will never be completed/).waitFor();
    await page.getByRole("button", { name: "Clear list" }).click();
    await page.getByText("will never be completed").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Check database" }).click();
    await page.getByText("The database is intact").waitFor();
    backend.failCall("diagnostics.checkDatabase", "internal");
    await page.getByRole("button", { name: "Check database" }).click();
    await page.getByText("Something unexpected went wrong").waitFor();
    await page.getByRole("button", { name: "Show log files" }).click();
    await expect.poll(() => backend.calledNames()).toContain("diagnostics.showLogs");
    backend.emit("menuChosen", { action: "app.show-report" });
    const report = page.getByRole("dialog", { name: "Diagnostics report" });
    const text = await report.locator("pre").innerText();
    expect(text).toContain("Workspace 1: hosted");
    await report.getByRole("button", { name: "Copy report" }).click();
    await page.getByText("The report is on the clipboard").waitFor();
    const file = `${backend.filesFolder}/report.txt`;
    backend.dialogs.saveFile = () => Promise.resolve(file);
    await report.getByRole("button", { name: "Save report…" }).click();
    await page.getByText(`Saved as ${file}`).waitFor();
    expect((await readFile(file, "utf8")).trim()).toBe(text.trim());
    expect(await axeViolations(page)).toEqual([]);
    await screenshot("diagnostics-report");
  });

  test("axe reports no violations in both themes and contrasts", async () => {
    const { page } = await open({
      at: "#/settings",
      seedApplication: addOthers,
      overrides: {
        ...rejectedCredentials.overrides,
        "externalEngines.list": () => listOf(service, command),
      },
    });
    await page.getByLabel("Part size").waitFor();
    await page.getByText("Not confirmed", { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("radiogroup", { name: "Contrast" }).getByText("More").click();
    await page.locator("html[data-contrast=more]").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

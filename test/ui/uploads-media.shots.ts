/**
 * Screenshots of uploads, media, settings and dialogs. The tests fail only if a screen does not
 * appear.
 */
import path from "node:path";
import { expect, test } from "vitest";
import { addOtherWorkspace, type WindowBackend } from "./test-backend";
import { manyUploads, someUploads } from "./upload-seed";
import { describeWindow } from "./window";

const uploads = someUploads();
/**
 * Writes the folder season-2, with a file that is in the gallery and with files that are skipped.
 */
async function writeSeason(backend: WindowBackend): Promise<string> {
  for (let take = 0; take < 40; take++)
    await backend.file(`season-2/stems/take_${String(take).padStart(3, "0")}.wav`);
  for (const number of ["01", "02", "03"])
    await backend.file(`season-2/episode-${number}/S02E${number}_conform.mov`, "x".repeat(90_000));
  await backend.file("season-2/stems/empty.wav", "");
  await backend.file("season-2/.DS_Store");
  await backend.file("season-2/notes.pdf");
  return path.join(backend.filesFolder, "season-2");
}

describeWindow("Uploads and media", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`uploads, ${theme}`, async () => {
      const { page, backend, screenshot } = await open({ theme, at: "#/uploads", uploads });
      await page.getByRole("grid", { name: "Uploads" }).waitFor();
      backend.emit("uploadsProgressed", {
        uploads: [
          { id: 1, sentBytes: 5_400_000_000, speed: 90_000_000, secondsLeft: 78, isStalled: false },
          {
            id: 2,
            sentBytes: 1_150_000_000,
            speed: 28_000_000,
            secondsLeft: 182,
            isStalled: false,
          },
        ],
        summaries: [],
      });
      await page.getByText("S02E04_The_Long").click();
      await screenshot(`uploads-${theme}`);
      await page.getByText("S02E06_conform.mkv").dblclick();
      await screenshot(`uploads-details-${theme}`);
      expect(await page.getByRole("row").count()).toBeGreaterThan(5);
    });
    test(`media, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/media?folder=season-2%2F" });
      await page.getByText("episode-04").first().waitFor();
      await screenshot(`media-${theme}`);
      await page.getByRole("grid").getByText("episode-02").click();
      await page
        .getByRole("grid")
        .getByText("episode-05")
        .click({ modifiers: ["Shift"] });
      await page.getByText("episode-03").last().click({ button: "right" });
      await page.getByRole("menu").waitFor();
      await screenshot(`media-menu-${theme}`);
    });
    test(`plan and palette, ${theme}`, async () => {
      const { page, backend, screenshot, drag } = await open({ theme, at: "#/uploads", uploads });
      await writeSeason(backend);
      await page.getByRole("grid").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await screenshot(`palette-${theme}`);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText("S02E04_The_Long").click();
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await screenshot(`shortcuts-${theme}`);
      await page.keyboard.press("Escape");
      await drag(["season-2"], false);
      await screenshot(`drag-${theme}`);
      await drag(["season-2"]);
      await page.getByRole("dialog").waitFor();
      await page.getByText("take_000.wav").waitFor();
      await screenshot(`plan-${theme}`);
      await page.getByRole("radio", { name: "Keep both" }).click();
      await page.getByRole("tab", { name: "Skipped" }).click();
      await screenshot(`plan-skipped-${theme}`);
      await page.getByRole("tab", { name: "Cannot be uploaded" }).click();
      await page.getByText("Empty file").first().waitFor();
      await screenshot(`plan-failed-${theme}`);
    });
    test(`settings and first run, ${theme}`, async () => {
      const settings = await open({
        theme,
        at: "#/settings",
        isVaultPersistent: false,
        faults: [{ path: /./, fault: { kind: "respond", status: 401 }, times: Infinity }],
        seedApplication: (application, files) =>
          addOtherWorkspace(application, "local", "This computer", path.join(files, "Dubyard")),
        overrides: {
          "workspaces.list": async (input, real) =>
            (await real(input)).map((one) =>
              one.kind === "local"
                ? { ...one, dataDir: "/home/sam/Dubyard" }
                : { ...one, baseUrl: "https://api.northlight.example/v1" },
            ),
        },
      });
      await settings.page.getByLabel("Part size").waitFor();
      await settings.screenshot(`settings-${theme}`);
      await settings.page.getByRole("button", { name: "Workspace: Northlight Studio" }).click();
      await settings.page.getByRole("menu").waitFor();
      await settings.screenshot(`workspace-menu-${theme}`);
      await settings.page.keyboard.press("Escape");
      await settings.page.getByRole("button", { name: "Replace credentials…" }).first().click();
      await settings.page.getByRole("dialog").waitFor();
      await settings.screenshot(`replace-${theme}`);
      const first = await open({
        theme,
        workspace: "none",
        isVaultPersistent: false,
        overrides: {
          "workspaces.localDefaults": async (input, real) => ({
            ...(await real(input)),
            dataDir: "/home/sam/Dubyard",
          }),
        },
      });
      await first.page.getByText("/home/sam/Dubyard").waitFor();
      await first.screenshot(`first-run-${theme}`);
      first.backend.failCall("workspaces.test", "token-refused", "HTTP 401");
      await first.page.getByRole("button", { name: "Connect…" }).click();
      await first.page.getByLabel("Base URL").fill("https://api.example.com/v1");
      await first.page.getByLabel("Client ID").fill("studio");
      await first.page.getByLabel("Client secret").fill("wrong");
      await first.page.getByRole("button", { name: "Test connection" }).click();
      await first.page.getByText("refuses these credentials").waitFor();
      await first.screenshot(`connect-${theme}`);
    });
  }

  test("uploads and media, narrow", async () => {
    const { page, backend, screenshot } = await open({
      at: "#/uploads",
      uploads,
      width: 900,
      height: 600,
    });
    const season = await writeSeason(backend);
    backend.dialogs.chooseMedia = () => Promise.resolve([season]);
    await page.getByText("S02E06_conform.mkv").dblclick();
    await screenshot("uploads-narrow");
    await page.keyboard.press("Control+3");
    await page.getByRole("grid").getByText("season-2").click();
    await screenshot("media-narrow");
    await page.keyboard.press("Control+4");
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("Control+o");
    await page.getByText("take_000.wav").waitFor();
    await screenshot("plan-narrow");
  });

  test("uploads and media, empty", async () => {
    const { page, screenshot } = await open({
      at: "#/uploads",
      seed: (service) => service.run("DELETE FROM files"),
    });
    await page.getByText("Nothing to upload yet").waitFor();
    await screenshot("uploads-empty");
    await page.keyboard.press("Control+3");
    await page.getByText("No media yet").waitFor();
    await screenshot("media-empty");
  });

  test("thousands of uploads, suspended", async () => {
    const { page, screenshot } = await open({
      at: "#/uploads",
      uploads: manyUploads(100_000),
      overrides: {
        "uploads.summary": async (input, real) => ({
          ...(await real(input)),
          isPaused: false,
          suspension: { code: "service-full", message: "HTTP 507", until: Date.now() + 12_000 },
        }),
      },
    });
    await page.getByText("clip_000003.mov").waitFor();
    await page.getByText("clip_000003.mov").click();
    await page.keyboard.press("Control+a");
    await screenshot("uploads-thousands");
  });

  test("uploads and media with errors", async () => {
    const { page, screenshot } = await open({
      at: "#/media",
      cacheAge: null,
      isOnline: false,
    });
    await page.getByText("Not available offline").waitFor();
    await screenshot("media-offline");
    const stale = await open({
      at: "#/media",
      cacheAge: 120,
      faults: [{ path: /./, fault: { kind: "respond", status: 503 }, times: Infinity }],
    });
    await stale.page.getByRole("button", { name: "Refresh" }).first().click();
    await stale.page.getByText("Showing data from 2 hours ago").waitFor();
    await stale.screenshot("media-stale");
    const rtl = await open({ at: "#/uploads", uploads, direction: "rtl" });
    await rtl.page.getByText("S02E06_conform.mkv").dblclick();
    await rtl.screenshot("uploads-rtl");
    const forced = await open({ at: "#/uploads", uploads, forcedColors: true });
    await forced.page.getByText("S02E06_conform.mkv").click();
    await forced.screenshot("uploads-forced");
  });
});

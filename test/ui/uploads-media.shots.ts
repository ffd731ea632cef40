/** Screenshots of uploads, media, settings and dialogs. The tests fail only if a screen does not appear. */
import { expect, test } from "vitest";
import { hostedWorkspace, manyUploads } from "./fake-data";
import { describeWindow } from "./harness";

describeWindow("Uploads and media", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`uploads, ${theme}`, async () => {
      const { page, backend, screenshot } = await open({ theme, at: "#/uploads" });
      await page.getByRole("grid", { name: "Uploads" }).waitFor();
      backend.emit("uploadsProgressed", {
        uploads: [
          { id: 1, sentBytes: 5_400_000_000, speed: 90_000_000, secondsLeft: 78 },
          { id: 2, sentBytes: 1_150_000_000, speed: 28_000_000, secondsLeft: 182 },
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
      const { page, screenshot, drag } = await open({ theme, at: "#/uploads" });
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
      await page.getByText("Empty file").first().waitFor();
      await screenshot(`plan-skipped-${theme}`);
    });
    test(`settings and first run, ${theme}`, async () => {
      const local = hostedWorkspace({
        id: "local",
        name: "This computer",
        kind: "local",
        baseUrl: "",
        dataDir: "/home/sam/Dubyard",
      });
      const rejection = hostedWorkspace({
        state: "token-refused",
        problem: { code: "token-refused", message: "HTTP 401" },
        isSecretPersistent: false,
      });
      const settings = await open({ theme, at: "#/settings", workspaces: [rejection, local] });
      await settings.page.getByLabel("Part size").waitFor();
      await settings.screenshot(`settings-${theme}`);
      await settings.page.getByRole("button", { name: "Workspace: Northlight Studio" }).click();
      await settings.page.getByRole("menu").waitFor();
      await settings.screenshot(`workspace-menu-${theme}`);
      await settings.page.keyboard.press("Escape");
      await settings.page.getByRole("button", { name: "Replace credentials…" }).first().click();
      await settings.page.getByRole("dialog").waitFor();
      await settings.screenshot(`replace-${theme}`);
      const first = await open({ theme, workspaces: [], isVaultPersistent: false });
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
    const { page, screenshot } = await open({ at: "#/uploads", width: 900, height: 600 });
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
    const { page, screenshot } = await open({ at: "#/uploads", uploads: [], gallery: [] });
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
      summary: {
        speed: 0,
        secondsLeft: null,
        suspension: { code: "service-full", message: "HTTP 507", until: Date.now() + 12_000 },
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
      readAt: null,
      gallery: [],
      isOnline: false,
      workspaces: [hostedWorkspace({ state: "offline" })],
      galleryProblem: { code: "offline", message: "" },
    });
    await page.getByText("Not available offline").waitFor();
    await screenshot("media-offline");
    const stale = await open({
      at: "#/media",
      readAt: Date.now() - 7_200_000,
      workspaces: [
        hostedWorkspace({
          state: "unreachable",
          problem: { code: "certificate", message: "self-signed" },
        }),
      ],
      galleryProblem: { code: "unreachable", message: "" },
    });
    await stale.page.getByText("2 hours ago").first().waitFor();
    await stale.screenshot("media-stale");
    const rtl = await open({ at: "#/uploads", direction: "rtl" });
    await rtl.page.getByText("S02E06_conform.mkv").dblclick();
    await rtl.screenshot("uploads-rtl");
    const forced = await open({ at: "#/uploads", forcedColors: true });
    await forced.page.getByText("S02E06_conform.mkv").click();
    await forced.screenshot("uploads-forced");
  });
});

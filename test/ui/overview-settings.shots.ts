/** Screenshots of the overview, the settings and the sidebar in both languages. */
import path from "node:path";
import { expect, test } from "vitest";
import { addOtherWorkspace } from "./test-backend";
import { someUploads } from "./upload-seed";
import { describeWindow, type OpenOptions } from "./window";

/** Adds a local workspace, and a hosted one whose service rejects its credentials. */
const threeWorkspaces: OpenOptions = {
  seedApplication(application, files) {
    addOtherWorkspace(application, "local", "This computer", path.join(files, "Dubyard"));
    addOtherWorkspace(application, "south", "Südstadt Synchron GmbH & Co. KG");
  },
  overrides: {
    "workspaces.list": async (input, real) =>
      (await real(input)).map((one) => {
        if (one.id === "local") return { ...one, dataDir: "/home/sam/Dubyard" };
        if (one.id !== "south") return { ...one, baseUrl: "https://api.northlight.example/v1" };
        return {
          ...one,
          baseUrl: "https://dubbing.suedstadt-synchron.example/api/v1",
          state: "token-refused",
          problem: { code: "token-refused", message: "HTTP 401" },
          isSecretPersistent: false,
        };
      }),
  },
};

describeWindow("Overview and settings", (open) => {
  for (const language of ["en", "de"] as const)
    for (const theme of ["light", "dark"] as const)
      test(`overview, ${language}, ${theme}`, async () => {
        const { page, screenshot } = await open({
          theme,
          language,
          at: "#/overview",
          uploads: someUploads(),
        });
        await page.getByRole("link", { name: /Ep 6/ }).waitFor();
        await screenshot(`overview-${language}-${theme}`);
        await page.setViewportSize({ width: 900, height: 600 });
        await screenshot(`overview-narrow-${language}-${theme}`);
        await page.getByRole("radio").last().click();
        await screenshot(`overview-projects-${language}-${theme}`);
        expect(await page.getByRole("listitem").count()).toBeGreaterThan(5);
      });

  for (const language of ["en", "de"] as const)
    for (const theme of ["light", "dark", "contrast-light", "contrast-dark"] as const)
      test(`settings and palette, ${language}, ${theme}`, async () => {
        const { page, backend, screenshot } = await open({
          language,
          theme: theme.endsWith("dark") ? "dark" : "light",
          at: "#/settings",
          uploads: someUploads(),
          ...threeWorkspaces,
        });
        if (theme.startsWith("contrast")) {
          const appearance = { theme: "system", motion: "system", textSize: 1 } as const;
          await backend.handlers.app.setAppearance({ ...appearance, contrast: "more" });
          await page.locator("html[data-contrast=more]").waitFor();
        }
        await page.locator("section[data-section=uploads] select").first().waitFor();
        await screenshot(`settings-${language}-${theme}`);
        await page.locator("nav").last().getByRole("button").last().click();
        await screenshot(`settings-end-${language}-${theme}`);
        await page
          .getByRole("button", { name: /Northlight Studio$/ })
          .first()
          .click();
        await page.getByRole("menu").waitFor();
        await screenshot(`switcher-${language}-${theme}`);
        await page.keyboard.press("Escape");
        await page.getByRole("menu").waitFor({ state: "detached" });
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").getByRole("option").first().waitFor();
        await screenshot(`palette-${language}-${theme}`);
        await page.keyboard.press("Escape");
        await page.setViewportSize({ width: 900, height: 600 });
        await screenshot(`settings-narrow-${language}-${theme}`);
        // Equivalent to a text size of 150 % in a small window.
        await page.setViewportSize({ width: 600, height: 400 });
        await screenshot(`settings-large-${language}-${theme}`);
        await page.keyboard.press("Control+1");
        await page.getByRole("link", { name: /Ep 6/ }).waitFor();
        await screenshot(`overview-large-${language}-${theme}`);
        await page.setViewportSize({ width: 1280, height: 800 });
        await screenshot(`overview-${language}-${theme}`);
        await page.keyboard.press("Control+4");
        await page.getByRole("grid").waitFor();
        await screenshot(`uploads-${language}-${theme}`);
      });

  for (const language of ["en", "de"] as const)
    for (const theme of ["light", "dark"] as const)
      test(`upload hours, ${language}, ${theme}`, async () => {
        const { page, backend, screenshot } = await open({
          language,
          theme,
          at: "#/settings",
          uploads: someUploads(),
        });
        const free = new Date(Date.now() + 2 * 24 * 60 * 60_000).getDay() || 7;
        const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== free);
        const hours = { isOn: true, days, from: "00:00", to: "00:00", applies: "inside" } as const;
        await backend.handlers.uploads.setHours({ ...hours, limit: 512_000 });
        const section = page.locator("section[data-section=uploads]");
        await section.locator("input[type=time]").first().waitFor();
        await section.scrollIntoViewIfNeeded();
        await page.locator("nav").last().getByRole("button").nth(2).click();
        await screenshot(`upload-hours-${language}-${theme}`);
        await page.setViewportSize({ width: 600, height: 700 });
        await screenshot(`upload-hours-small-${language}-${theme}`);
        await page.keyboard.press("Control+4");
        await page.getByRole("grid").waitFor();
        await screenshot(`uploads-limited-small-${language}-${theme}`);
        await page.setViewportSize({ width: 1280, height: 800 });
        await screenshot(`uploads-limited-${language}-${theme}`);
        await backend.handlers.uploads.setHours({ ...hours, limit: null });
        await page.getByRole("status").getByRole("button").first().waitFor();
        await screenshot(`uploads-closed-${language}-${theme}`);
        await page.setViewportSize({ width: 600, height: 400 });
        await screenshot(`uploads-closed-small-${language}-${theme}`);
      });

  for (const language of ["en", "de"] as const)
    for (const theme of ["light", "dark"] as const)
      test(`test of the connection, ${language}, ${theme}`, async () => {
        const { page, screenshot } = await open({
          language,
          theme,
          at: "#/settings",
          faults: [{ path: /models$/, fault: { kind: "respond", status: 503 }, times: Infinity }],
        });
        const section = page.locator("section[data-section=network]");
        await section.getByRole("button").last().click();
        await section.getByText(/HTTP 503/).waitFor();
        await section.getByRole("button").last().scrollIntoViewIfNeeded();
        await screenshot(`connection-test-${language}-${theme}`);
        await page.setViewportSize({ width: 600, height: 700 });
        await section.getByRole("button").last().scrollIntoViewIfNeeded();
        await screenshot(`connection-test-small-${language}-${theme}`);
      });

  test("test of the connection, running", async () => {
    const { page, screenshot } = await open({
      at: "#/settings",
      faults: [{ path: /models$/, fault: { kind: "stall", afterBytes: 0 }, times: Infinity }],
    });
    const section = page.locator("section[data-section=network]");
    await section.getByRole("button").last().click();
    await section.getByText("Connection (TCP)").waitFor();
    await section.getByRole("button").last().scrollIntoViewIfNeeded();
    await screenshot("connection-test-running");
  });

  test("forced colours", async () => {
    const { page, screenshot } = await open({
      at: "#/overview",
      uploads: someUploads(),
      forcedColors: true,
    });
    await page.getByRole("link", { name: /Ep 6/ }).focus();
    await screenshot("overview-forced");
    await page.keyboard.press("Control+,");
    await page.getByRole("switch").first().waitFor();
    await page.getByRole("switch").first().scrollIntoViewIfNeeded();
    await screenshot("settings-forced");
  });

  test("media, de", async () => {
    const { page, screenshot } = await open({ language: "de", at: "#/media" });
    await page.getByRole("grid").getByText("season-2").click();
    await screenshot("media-de");
  });

  test("the overview of an empty workspace", async () => {
    const { page, screenshot } = await open({
      at: "#/overview",
      seed(service) {
        for (const table of ["batches", "projects"]) service.run(`DELETE FROM ${table}`);
      },
    });
    await page.getByText("Start with a project").waitFor();
    await screenshot("overview-first");
  });
});

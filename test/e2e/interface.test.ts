/**
 * Language and text size of the window with the system around it; notifications and links that open
 * a screen.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { startHostileService } from "../helpers/hostile-service";
import { writeSeason } from "../helpers/season";
import { launch, recordEvents, temporaryFolder, type Dubyard } from "./harness";
import {
  callMain,
  createLocalWorkspace,
  dataDirOf,
  expectInGallery,
  homeOf,
  uploadFolder,
  waitForUploads,
} from "./workspace";
import { long } from "../long";

const menuLabels = ({ app }: Dubyard) =>
  app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);
const urlOf = (page: Page) => page.evaluate(() => location.search + location.hash);
const appearance = { theme: "system", contrast: "system", motion: "system", textSize: 1 };

/** Records notifications from now on, because no desktop displays them. */
async function recordNotifications(app: Dubyard["app"]) {
  type Shown = { title: string; body: string; emit(name: string): void }[];
  await app.evaluate(({ Notification }) => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    Notification.isSupported = () => true;
    Notification.prototype.show = function (this: unknown) {
      shown.push(this);
    };
  });
  return {
    texts: () =>
      app.evaluate(() =>
        (globalThis as unknown as { shown: Shown }).shown.map(({ title, body }) => [title, body]),
      ),
    /** Clicks the first notification. */
    click: () =>
      app.evaluate(() => (globalThis as unknown as { shown: Shown }).shown[0]?.emit("click")),
  };
}

test("a German desktop has a German menu, and the first frame is German", async () => {
  // Linux reads it from the environment; other systems from desktop settings, which tests must not
  // change.
  const isLinux = process.platform === "linux";
  const dubyard = await launch(
    isLinux ? { language: null, env: { LANGUAGE: "de_AT:de" } } : { language: "de" },
  );
  expect(await menuLabels(dubyard)).toEqual(
    expect.arrayContaining(["&Datei", "&Bearbeiten", "&Ansicht", "&Hilfe"]),
  );
  expect(await urlOf(dubyard.page)).toMatch(/^\?language=de/);
  expect((await callMain<{ language: string }>(dubyard.page, "app.state")).language).toBe("system");
});

const factorOf = ({ app }: Dubyard) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
  );
const widthOf = ({ page }: Dubyard) => page.evaluate(() => window.innerWidth);

test("a new language reloads the window once, at the same screen; the text size is its zoom factor; both last", async () => {
  const profile = temporaryFolder("profile");
  const dubyard = await launch({ profile, env: homeOf(profile) });
  const { app, page } = dubyard;
  expect(await urlOf(page)).toMatch(/^\?language=en/);
  expect(await menuLabels(dubyard)).toContain("&File");
  await page.evaluate(() => (location.hash = "#/settings"));
  await app.evaluate(({ BrowserWindow }) => {
    const loads = { count: 0 };
    Object.assign(globalThis, { loads });
    BrowserWindow.getAllWindows()[0]?.webContents.on("did-navigate", () => (loads.count += 1));
  });
  const loads = () =>
    app.evaluate(() => (globalThis as unknown as { loads: { count: number } }).loads.count);

  const workspaceId = await createLocalWorkspace(page, profile);
  const season = await writeSeason(temporaryFolder("drop"));
  await uploadFolder(page, workspaceId, season.folder);

  // The page that made the call is closed before its result arrives.
  const choose = (language: string) =>
    page
      .evaluate((value) => window.bridge.call("app.setLanguage", { language: value }), language)
      .catch(() => null);
  void choose("de");
  await expect.poll(() => urlOf(page).catch(() => "")).toBe("?language=de#/settings");
  await expect.poll(() => menuLabels(dubyard)).toContain("&Datei");
  expect((await callMain<{ language: string }>(page, "app.state")).language).toBe("de");
  // Uploads continued.
  await waitForUploads(page, workspaceId);
  await expectInGallery(page, workspaceId, dataDirOf(profile), season);
  // Selecting the current language does not reload, and there is no history entry in the former
  // language.
  await choose("de");
  expect(await loads()).toBe(1);
  const canGoBack = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.navigationHistory.canGoBack(),
  );
  expect(canGoBack).toBe(false);

  expect(await factorOf(dubyard)).toBe(1);
  const usualWidth = await widthOf(dubyard);
  await callMain(page, "app.setAppearance", { ...appearance, textSize: 2 });
  expect(await factorOf(dubyard)).toBeCloseTo(2, 5);
  await expect.poll(() => widthOf(dubyard)).toBeLessThan(usualWidth);
  await page.reload();
  expect(await factorOf(dubyard)).toBeCloseTo(2, 5);
  await page.evaluate(() => (location.hash = "#/uploads?search=harbour"));
  await page.getByRole("heading", { name: "Uploads", level: 1 }).waitFor();
  await dubyard.close();

  const again = await launch({ profile });
  // The window opens again at its last screen, with its filter.
  expect(await urlOf(again.page)).toBe("?language=de#/uploads?search=harbour");
  expect(await menuLabels(again)).toContain("&Datei");
  expect(await factorOf(again)).toBeCloseTo(2, 5);
  await callMain(again.page, "app.setAppearance", appearance);
  await again.close();
  // Chromium stores zoom factors too; the setting overrides them.
  expect(await factorOf(await launch({ profile }))).toBe(1);
});

test("a click on the notification of a drop opens the uploads", long, async () => {
  const profile = temporaryFolder("profile");
  const { app, page } = await launch({ profile, language: "de", env: homeOf(profile) });
  const workspaceId = await createLocalWorkspace(page, profile);
  const folder = path.join(temporaryFolder("drop"), "takes");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "take.wav"), "RIFF and so on");
  const opened = await recordEvents(page, "opened");
  const notifications = await recordNotifications(app);
  // A hidden window receives no drops, so the upload starts after the drop.
  await callMain(page, "uploads.setPaused", { isPaused: true });
  await uploadFolder(page, workspaceId, folder);
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.hide();
  });
  await callMain(page, "uploads.setPaused", { isPaused: false });
  await waitForUploads(page, workspaceId);
  await expect.poll(notifications.texts).toEqual([["Upload fertig", "1 Datei hochgeladen"]]);
  await notifications.click();
  await expect.poll(opened).toEqual([{ workspaceId, route: { screen: "uploads" } }]);
  const isVisible = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.isVisible(),
  );
  expect(isVisible).toBe(true);
});

test("a batch that ends while the window is hidden causes one notification, which opens the batch", async () => {
  const service = await startHostileService();
  onTestFinished(() => service.close());
  const at = new Date().toISOString();
  const stamps = { createdAt: at, updatedAt: at };
  const batch = (completionPercentage: number, fields: object = {}) => ({
    id: "b1",
    projectId: "p1",
    name: "Pilot",
    status: "inferring",
    message: "",
    completionPercentage,
    isCastingCompleted: true,
    translations: [],
    ...stamps,
    ...fields,
  });
  let now = batch(40);
  const project = {
    id: "p1",
    name: "Night Ferry",
    status: "active",
    type: "line-dubbing",
    model: "m",
    ...stamps,
  };
  service.respondTo("GET /projects/p1", { body: project });
  service.respondTo("GET /projects", ({ query }) => ({
    body: query.get("type") === "line-dubbing" ? [project] : [],
  }));
  service.respondTo("GET /projects/p1/batches", () => ({ body: [now] }));
  service.respondTo("GET /batches/b1", () => ({ body: now }));
  for (const list of ["models", "languages", "voices", "users", "media/files"])
    service.respondTo(`GET /${list}`, { body: [] });
  for (const list of ["characters", "glossary", "team"])
    service.respondTo(`GET /projects/p1/${list}`, { body: [] });
  const { app, page } = await launch();
  const { baseUrl, clientId, clientSecret } = service;
  await callMain(page, "workspaces.connect", {
    name: "Studio",
    baseUrl,
    clientId,
    clientSecret,
    authScheme: "raw",
  });
  await page.getByRole("button", { name: "Workspace: Studio" }).waitFor();
  await page.evaluate(() => (location.hash = "#/project/p1/batches"));
  await page.getByRole("grid", { name: "Batches" }).getByText("Pilot").waitFor();
  const notifications = await recordNotifications(app);
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window) window.isFocused = () => false;
  });
  now = batch(100, { status: "completed" });
  await expect
    .poll(notifications.texts)
    .toEqual([["Batch done", expect.stringContaining("Pilot")]]);
  await notifications.click();
  await page.getByRole("heading", { name: "Pilot", level: 1 }).waitFor();
  expect(await page.evaluate(() => location.hash)).toBe("#/batch/p1/b1");
  expect(await notifications.texts()).toHaveLength(1);
});

test("a link opens its screen, and a file its upload, in the running window, and in one that it starts; an invalid link only shows the window", async () => {
  const profile = temporaryFolder("profile");
  const env = homeOf(profile);
  const first = await launch({ profile, env });
  const { app, page } = first;
  const opened = await recordEvents(page, "opened");
  const start = (link: string) =>
    app.evaluate(
      ({ app: running }, input) => running.emit("second-instance", {}, ["dubyard", input], "/"),
      link,
    );
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await start("dubyard://open/nowhere?workspaceId=w");
  await start("dubyard://open/project?service=https://a.test&projectId=p&tab=casting");
  const route = { screen: "project", projectId: "p", tab: "casting" };
  await expect.poll(opened).toEqual([{ workspaceId: null, service: "https://a.test", route }]);
  const isVisible = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.isVisible(),
  );
  expect(isVisible).toBe(true);

  const workspaceId = await createLocalWorkspace(page, profile);
  await page.getByRole("button", { name: "Workspace: This computer" }).waitFor();
  await page.evaluate(() => (location.hash = "#/media?folder=takes%2F"));
  await page.getByRole("heading", { name: "Media gallery" }).waitFor();
  await page.keyboard.press("Control+Shift+l");
  await page.getByText("Link copied. It works on this computer only.").waitFor();
  const film = path.join(profile, "film.mp4");
  writeFileSync(film, "film");
  await app.evaluate(
    ({ app: running }, files) => running.emit("second-instance", {}, ["dubyard"], "/", { files }),
    [film],
  );
  await page.getByRole("dialog").getByText("film.mp4").first().waitFor();
  await page.keyboard.press("Escape");
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toBe(`dubyard://open/media?workspaceId=${workspaceId}&folder=takes%2F`);
  await first.close();
  const again = await launch({ profile, env, args: [copied] });
  await expect.poll(() => again.page.evaluate(() => location.hash)).toBe("#/media?folder=takes%2F");
});

import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { signIn } from "../helpers/local-service";
import { axeViolations } from "./axe";
import { recordCopies } from "./copied-text";
import { searchPalette } from "./palette";
import { addGalleryFiles } from "./seed";
import { workspaceId } from "./test-backend";
import { someUploads } from "./upload-seed";
import { describeWindow } from "./window";
import { long } from "../long";

describeWindow("Media screen", (open) => {
  test("navigates folders by keyboard, in the list and in the tree", async () => {
    const { page } = await open({ at: "#/media" });
    const list = page.getByRole("grid", { name: "Files and folders" });
    await list.getByText("season-2").waitFor();
    await list.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await list.getByText("episode-10").waitFor();
    await list.press("Backspace");
    await list.getByText("trailer_final_v3.mov").waitFor();
    const tree = page.getByRole("tree", { name: "Folders" });
    await tree.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await tree.getByText("episode-03").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await list.getByText("S01E01_conform.mov").waitFor();
    await page.goBack();
    await list.getByText("trailer_final_v3.mov").waitFor();
  });

  test("deletes files after a confirmation with their number", async () => {
    const { page, backend } = await open({ at: "#/media?folder=season-2%2F" });
    const list = page.getByRole("grid", { name: "Files and folders" });
    await list.getByText("episode-02").click();
    await list.getByText("episode-04").click({ modifiers: ["Shift"] });
    await page.keyboard.press("Delete");
    const confirmation = page.getByRole("alertdialog", {
      name: "Delete 9 files from the media gallery?",
    });
    await confirmation.getByText("episode-02/, episode-03/, and episode-04/").waitFor();
    await confirmation.getByRole("button", { name: "Delete 9 files" }).click();
    await page.getByText("9 files deleted").waitFor();
    expect(backend.lastInput("gallery.delete")).toEqual({
      workspaceId: "northlight",
      paths: ["season-2/episode-02/", "season-2/episode-03/", "season-2/episode-04/"],
    });
    await list.getByText("episode-03").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
  });

  test("searches, sorts, copies paths and refreshes", async () => {
    const { page, backend } = await open({ at: "#/media" });
    const copied = await recordCopies(page);
    const list = page.getByRole("grid", { name: "Files and folders" });
    await list.getByText("season-2").waitFor();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("S02E0");
    await page.getByText("9 matches").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+a");
    await page.getByText("9 selected").waitFor();
    await page.keyboard.press("Control+c");
    await page.getByText("9 paths copied").waitFor();
    expect((await copied()).split("\n")[0]).toBe("season-2/episode-01/S02E01_conform.mov");
    await page.keyboard.press("Escape");
    await list.getByRole("button", { name: "Name" }).click();
    await expect.poll(() => backend.lastInput("gallery.browse")).toMatchObject({ sort: "-name" });
    backend.change((service) => {
      service.run("DELETE FROM files WHERE path LIKE 'season-1/episode-01/%'");
      addGalleryFiles(
        service,
        Array.from({ length: 12 }, (_, at) => `season-3/take_${at}.wav`),
      );
    });
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("Refreshed: +12 −3").waitFor();
  });

  test("shows the error of a failed refresh once: on this screen in a banner, elsewhere as a notification", async () => {
    const { page, backend } = await open({
      at: "#/media",
      cacheAge: 120,
      faults: [{ path: /media/, fault: { kind: "respond", status: 503 }, times: Infinity }],
    });
    const list = page.getByRole("grid", { name: "Files and folders" });
    await list.getByText("season-2").waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    const error = /The service reported an error/;
    await page.getByText("Showing data from 2 hours ago.").getByText(error).waitFor();
    await page.keyboard.press("Control+1");
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    backend.failCall("gallery.refresh", "disk-full");
    await searchPalette(page, "refresh media");
    await page.keyboard.press("Enter");
    const notifications = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
    await notifications.getByText("This computer’s disk is full").waitFor();
    // A notification of the first refresh would still be visible.
    expect(await notifications.count()).toBe(1);
  });

  test("downloads the selection to a folder, with progress and a result, where the service offers it", async () => {
    const { page, backend } = await open({
      at: "#/media?folder=season-1%2F",
      announced: { extensions: ["media-files"] },
    });
    const client = await signIn(backend.service!);
    // The other seeded files have no bytes.
    await client.upload("season-1/one.wav", new Uint8Array(10), "audio/wav");
    await client.upload("season-1/two.wav", new Uint8Array(20), "audio/wav");
    await backend.handlers.gallery.refresh({ workspaceId });
    const chosen = join(backend.filesFolder, "raid");
    await mkdir(chosen);
    backend.dialogs.chooseFolder = () => Promise.resolve(chosen);
    const list = page.getByRole("grid", { name: "Files and folders" });
    await list.getByText("one.wav").click();
    await list.getByText("two.wav").click({ modifiers: ["Shift"] });
    await list.getByText("two.wav").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Download to…" }).click();
    await page.getByText("2 files saved in “raid”.").waitFor();
    expect((await readdir(chosen)).sort()).toEqual(["one.wav", "two.wav"]);

    // By keyboard, to a connection that stalls.
    const fault = { kind: "stall-response", afterBytes: 5 } as const;
    void backend.proxy.injectFault({ path: /files\/season-1%2Fone/, fault, times: 1 });
    await list.getByText("one.wav").click();
    await searchPalette(page, "download to");
    await page.keyboard.press("Enter");
    const banner = page.getByRole("status").filter({ hasText: "Downloading to “raid”" });
    const bar = banner.getByRole("progressbar", { name: "Progress of the download" });
    await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("50");
    expect(await axeViolations(page)).toEqual([]);
    await banner.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Download cancelled.").waitFor();
    await banner.waitFor({ state: "detached" });

    await list.getByText("episode-01").click();
    await searchPalette(page, "download to");
    await page.keyboard.press("Enter");
    await page.getByText("3 files are no longer in the media gallery.").waitFor();
    expect((await readdir(chosen)).sort()).toEqual(["one.wav", "two.wav"]);

    const other = await open({ at: "#/media" });
    const names = other.page.getByRole("grid", { name: "Files and folders" });
    await names.getByText("trailer_final_v3.mov").click({ button: "right" });
    await other.page.getByRole("menuitem", { name: "Copy path" }).waitFor();
    expect(await other.page.getByRole("menuitem", { name: "Download to…" }).count()).toBe(0);
  });

  test("scrolls through 1,000,000 paths, which exceed the maximum height of an element", async () => {
    // Listing such a gallery is tested without a window; this test covers rendering only.
    const total = 1_000_000;
    const { page } = await open({
      at: "#/media",
      overrides: {
        "gallery.browse": ({ offset, limit }) => ({
          entries: Array.from({ length: Math.min(limit, total - offset) }, (_, at) => {
            const name = `clip_${String(offset + at).padStart(7, "0")}.mov`;
            return { path: name, name, isFolder: false, fileCount: 1 };
          }),
          total,
          isTruncated: false,
        }),
      },
    });
    const list = page.getByRole("grid", { name: "Files and folders" });
    await list.getByText("clip_0000003.mov").waitFor();
    await list.focus();
    await page.keyboard.press("End");
    await list.getByText("clip_0999999.mov").waitFor();
    await page.keyboard.press("ArrowUp");
    await list.getByText("clip_0999998.mov").waitFor();
    await expect
      .poll(async () => {
        await list.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
        return list.getByText(/clip_0(499|500)\d\d\d/).count();
      })
      .toBeGreaterThan(0);
    expect(await list.getByRole("row").count()).toBeLessThan(50);
  });

  test("shows that the gallery was never synced, or that it is stale", long, async () => {
    const never = await open({
      at: "#/media",
      cacheAge: null,
      faults: [{ path: /media/, fault: { kind: "respond", status: 503 }, times: Infinity }],
    });
    await never.page.getByText("This could not be read").waitFor();
    await never.page.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => never.backend.calledNames()).toContain("gallery.refresh");
    const offline = await open({ at: "#/media", cacheAge: null, isOnline: false });
    await offline.page.getByText("Not available offline").waitFor();
    await offline.page.getByText("Offline", { exact: true }).waitFor();
    expect(await offline.page.getByText(/showing cached data|0 items/).count()).toBe(0);
    const top = offline.page.getByRole("treeitem", { name: /Media gallery/ });
    expect((await top.innerText()).trim()).toBe("Media gallery");
    // The state of the screen that is left does not remain.
    await offline.page.evaluate(() => (location.hash = "#/uploads"));
    await offline.page.getByText("Offline: showing cached data").waitFor();
    const stale = await open({
      at: "#/media",
      cacheAge: 120,
      isOnline: false,
      uploads: someUploads(),
    });
    const refreshed = async () => stale.backend.handlers.gallery.refresh({ workspaceId });
    await expect(refreshed()).rejects.toThrow();
    await stale.page.getByText("Showing data from 2 hours ago.").waitFor();
    const refresh = stale.page.getByRole("button", { name: "Refresh" }).first();
    expect(await refresh.getAttribute("aria-disabled")).toBe("true");
    await stale.page
      .getByText("Offline: showing cached data; 6 uploads continue when the network is back")
      .waitFor();
  });

  test("files of a local workspace are shown in their folder and dragged out, in a sort order that stays", async () => {
    const {
      page,
      backend,
      drag: dropFiles,
    } = await open({
      at: "#/media?folder=season-2%2F",
      workspace: "local",
      seed: (service) => addGalleryFiles(service, ["season-2/01.wav", "season-2/02.wav"]),
      overrides: {
        "gallery.showInFolder": () => ({ isShown: true }),
        "gallery.drag": () => ({ dragged: 1 }),
      },
    });
    const row = (name: string) => page.getByRole("row", { name });
    const drag = (name: string) => row(name).dispatchEvent("dragstart");
    await row("02.wav").click();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Show in folder" }).click();
    await expect
      .poll(() => backend.lastInput("gallery.showInFolder"))
      .toEqual({ workspaceId: "northlight", path: "season-2/02.wav" });
    // The row that is not selected is dragged alone.
    await drag("01.wav");
    await expect
      .poll(() => backend.lastInput("gallery.drag"))
      .toEqual({ workspaceId: "northlight", paths: ["season-2/01.wav"] });
    await row("01.wav").click({ modifiers: ["ControlOrMeta"] });
    await drag("01.wav");
    await page.getByText("1 file has another name on the disk").waitFor();
    const { paths } = backend.lastInput("gallery.drag") as { paths: string[] };
    expect([...paths].sort()).toEqual(["season-2/01.wav", "season-2/02.wav"]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect.poll(() => backend.lastInput("app.setView")).toMatchObject({ screen: "media" });
    await page.reload();
    await page
      .getByRole("columnheader", { name: "Name" })
      .and(page.locator("[aria-sort=descending]"))
      .waitFor();
    // A file that is dropped where it came from is not uploaded; any other drop is.
    for (const name of ["media/season-2/01.wav", "03.wav"]) await backend.file(name);
    await drag("01.wav");
    await dropFiles(["media/season-2/01.wav"]);
    await dropFiles(["03.wav"]);
    await page.getByRole("dialog", { name: "Upload “03.wav”" }).waitFor();
    expect(backend.lastInput("plans.create")).toMatchObject({
      sourcePaths: [`${backend.filesFolder}/03.wav`],
    });
    expect(backend.lastInput("plans.create")).not.toHaveProperty("addTo");
  });
});

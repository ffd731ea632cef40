import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordCopies } from "./copied-text";
import { isCutOff } from "./cut-off";
import { workspaceId } from "./test-backend";
import { manyUploads, someUploads, type UploadSeed } from "./upload-seed";
import { describeWindow } from "./window";
import { long } from "../long";

describeWindow("Uploads screen", (open) => {
  test("pauses, resumes, cancels, restores and restarts an upload", async () => {
    const { page, backend } = await open({ at: "#/uploads", uploads: someUploads() });
    const row = page.getByRole("row", { name: /S02E04_The_Long/ });
    await row.getByRole("button", { name: "Pause" }).click();
    await row.getByText("Paused").waitFor();
    await row.getByRole("button", { name: "Resume" }).click();
    await row.getByText("Waiting for its turn").waitFor();
    await row.click();
    await page.keyboard.press("Delete");
    await page.getByText("1 upload cancelled").waitFor();
    expect(backend.lastInput("uploads.cancel")).toEqual({ ids: [1] });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => backend.lastInput("uploads.restore")).toEqual({ ids: [1] });
    await row.getByText("Waiting for its turn").waitFor();
    const changed = page.getByRole("row", { name: /S02E06_conform/ });
    await changed.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Show in folder" }).click();
    await expect.poll(() => backend.lastInput("uploads.showInFolder")).toEqual({ id: 4 });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
    await changed.getByRole("button", { name: "Start again" }).click();
    await expect.poll(() => backend.lastInput("uploads.retry")).toEqual({ ids: [4] });
  });

  test("selects uploads by mouse and keyboard, and pauses or cancels the selected ones or all", async () => {
    const { page, backend } = await open({ at: "#/uploads", uploads: someUploads() });
    await page.getByRole("row", { name: /S02E04_The_Long/ }).click();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByText("3 selected").waitFor();
    await page.getByRole("row", { name: /S02E07/ }).click({ modifiers: ["Control"] });
    await page.getByText("4 selected").waitFor();
    await page.getByRole("toolbar").getByRole("button", { name: "Pause" }).click();
    await expect.poll(() => backend.lastInput("uploads.pause")).toEqual({ ids: [1, 2, 3, 7] });
    await page.getByRole("grid").press("Control+a");
    await page.getByText("11 selected").waitFor();
    await page.getByRole("toolbar").getByRole("button", { name: "Cancel upload" }).click();
    const confirmation = page.getByRole("alertdialog", { name: "Cancel 11 uploads?" });
    // The default button must not cancel 11 uploads.
    await confirmation.waitFor();
    await page.keyboard.press("Enter");
    await confirmation.waitFor({ state: "detached" });
    expect(backend.calledNames()).not.toContain("uploads.cancel");
    await page.getByRole("grid").press("Escape");
    await page.getByRole("radio", { name: /Failed/ }).click();
    await page.getByRole("row", { name: /bruno/ }).waitFor();
    expect(await page.getByRole("row").count()).toBe(3);
    await page.getByRole("button", { name: "Pause all" }).click();
    await page.getByRole("button", { name: "Resume all" }).waitFor();
  });

  test("moves a waiting upload by keyboard and menu, and undoes that", async () => {
    const { page, backend } = await open({ at: "#/uploads", uploads: someUploads() });
    const waiting = async () => {
      const page = { offset: 0, limit: 10 };
      const list = { workspaceId, filter: "waiting", search: "", ...page } as const;
      const { uploads } = await backend.handlers.uploads.list(list);
      return uploads.map(({ name }) => name.slice(0, 6));
    };
    const before = await waiting();
    const [first, second, ...rest] = before;
    await page.getByRole("row", { name: new RegExp(second!) }).click();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(waiting).toEqual([second, first, ...rest]);
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(waiting).toEqual(before);
    await page.getByRole("row", { name: new RegExp(first!) }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move to bottom" }).click();
    await expect.poll(waiting).toEqual([second, ...rest, first]);
    await page.getByText("1 upload moved to the bottom").waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(waiting).toEqual(before);
  });

  test("resolves a conflict with a file that was added to the gallery, for one and for several uploads", async () => {
    const conflict = (galleryPath: string): UploadSeed => ({
      galleryPath,
      state: "failed",
      problem: { code: "path-taken", message: "" },
    });
    const uploads = [conflict("one.mov"), conflict("two.mov"), { galleryPath: "other.mov" }];
    const { page, backend } = await open({ at: "#/uploads", uploads });
    const row = page.getByRole("row", { name: /one\.mov.*Now exists in the gallery/ });
    await row.getByRole("button", { name: "Resolve" }).click();
    await page.getByRole("menuitem", { name: "Skip" }).waitFor();
    await page.getByRole("menuitem", { name: "Replace" }).click();
    await expect
      .poll(() => backend.lastInput("uploads.resolveConflicts"))
      .toEqual({ selection: { ids: [1] }, choice: "replace" });
    await page.getByRole("grid").press("Control+a");
    await page.getByText("3 selected").waitFor();
    await page.getByRole("toolbar").getByRole("button", { name: "Keep both" }).click();
    await expect
      .poll(() => backend.lastInput("uploads.resolveConflicts"))
      .toMatchObject({ choice: "rename" });
  });

  test("exports a manifest of the selected uploads, with progress and a result", async () => {
    const done = (galleryPath: string): UploadSeed => ({ galleryPath, state: "done", size: 4 });
    const uploads = [
      done("one.mov"),
      done("two.mov"),
      done("three.mov"),
      { galleryPath: "four.mov" },
    ];
    const { page, backend } = await open({ at: "#/uploads", uploads });
    const [one, two] = [
      await backend.file("one.mov", "1234"),
      await backend.file("two.mov", "1234"),
    ];
    const { mtimeNs, ino } = await stat(one, { bigint: true });
    const changed = { mtime: "1", ino: "1" };
    for (const [path, { mtime, ino: inode }] of [
      [one, { mtime: String(mtimeNs), ino: String(ino) }],
      [two, changed],
    ] as const)
      backend.change((_service, application) =>
        application.run(
          "UPDATE uploads SET source_path = ?, mtime_ns = ?, inode = ?, finished_at = 1 WHERE gallery_path = ?",
          path,
          mtime,
          inode,
          path === one ? "one.mov" : "two.mov",
        ),
      );
    backend.dialogs.saveFile = () => Promise.resolve(join(backend.filesFolder, "m.json"));
    await page.getByRole("row", { name: /four\.mov/ }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move to top" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Export manifest…" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("grid").press("Control+a");
    await page.getByText("4 selected").waitFor();
    await page.getByRole("row", { name: /one\.mov/ }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Export manifest…" }).click();
    await page
      .getByText(
        "Manifest of 3 files saved as m.json. 1 file changed since its upload. 1 file is missing on this computer. 1 upload is not finished and not listed.",
      )
      .waitFor();
    const manifest: unknown = JSON.parse(
      await readFile(join(backend.filesFolder, "m.json"), "utf8"),
    );
    expect(manifest).toMatchObject({
      unfinished: 1,
      files: [
        { galleryPath: "one.mov", status: "unchanged", md5: "81dc9bdb52d04dc20036dbd8313ed055" },
        { galleryPath: "three.mov", status: "missing", md5: "" },
        { galleryPath: "two.mov", status: "changed", md5: "" },
      ],
    });

    const progress = { path: "/m.csv", files: 1, totalFiles: 3, bytes: 5e9, totalBytes: 1e10 };
    backend.overrideCall("uploads.manifestExport", () => Promise.resolve(progress));
    backend.changed("manifests");
    const bar = page.getByRole("progressbar", { name: "Progress of the manifest" });
    await bar.waitFor();
    await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("50");
    await page
      .getByRole("status")
      .filter({ has: bar })
      .getByRole("button", { name: "Cancel" })
      .click();
    await expect.poll(() => backend.calledNames()).toContain("uploads.cancelManifest");
    backend.overrideCall("uploads.manifestExport", () => Promise.resolve(null));
    backend.changed("manifests");
    await bar.waitFor({ state: "detached" });
  });

  test("shows in the details that an upload is unverified, and why it restarted", async () => {
    const { page, backend } = await open({
      at: "#/uploads",
      uploads: [{ galleryPath: "one.mov" }],
    });
    backend.change((_service, application) =>
      application.run("UPDATE uploads SET is_unverified = 1, restart_reason = 'file-rewritten'"),
    );
    backend.changed("uploads");
    await page.getByRole("row", { name: /one\.mov/ }).click();
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: "Upload details" });
    await details.getByText("Not compared").waitFor();
    await details.getByText("sent again from the beginning").waitFor();
  });

  test("shows progress from events without another call for the rows", async () => {
    const { page, backend } = await open({ at: "#/uploads", uploads: someUploads() });
    const row = page.getByRole("row", { name: /S02E04_The_Long/ });
    await row.waitFor();
    const listCalls = () => backend.calledNames().filter((name) => name === "uploads.list").length;
    const before = listCalls();
    const current = await backend.handlers.uploads.summary({ workspaceId });
    const summary = { ...current, isPaused: false, speed: 90_000_000, secondsLeft: 3725 };
    // The start of the queue may cause a call that ends after the events.
    backend.overrideCall("uploads.summary", () => Promise.resolve(summary));
    const events = 20;
    for (let event = 1; event <= events; event += 1)
      backend.emit("uploadsProgressed", {
        uploads: [
          {
            id: 1,
            sentBytes: (11_000_000_000 * event) / events,
            speed: 90_000_000,
            secondsLeft: 12,
            isStalled: false,
          },
        ],
        summaries: [{ workspaceId, summary }],
      });
    await row.getByText("part 86 of 96").waitFor();
    await row.getByText("10 sec").waitFor();
    await page.getByText("1 hr left").first().waitFor();
    // The start of the queue may cause one call; the events cause none.
    expect(listCalls()).toBeLessThanOrEqual(before + 1);
  });

  test("shows whole states beside the details", long, async () => {
    const states = {
      en: [/^Uploading · part \d+ of 96$/, "Checking in the gallery", "The file became shorter"],
      de: [
        /^Wird hochgeladen · Teil \d+ von 96$/,
        "Wird in der Galerie geprüft",
        "Die Datei wurde kürzer",
      ],
    };
    for (const language of ["en", "de"] as const) {
      const { page } = await open({
        at: "#/uploads",
        language,
        width: 1280,
        uploads: someUploads(),
      });
      const list = page.getByRole("grid", { name: "Uploads" });
      await list.getByText("S02E06_conform.mkv").dblclick();
      const details = page.getByRole("complementary");
      await details.waitFor();
      for (const state of states[language])
        expect(await isCutOff(list.getByText(state)), `${language}: ${state}`).toBe(false);
      expect(await isCutOff(details.getByText(states[language][2]!).first()), language).toBe(false);
    }
  });

  test("shows the error of an upload in its details, and copies them", async () => {
    const { page } = await open({ at: "#/uploads", uploads: someUploads() });
    // A title for the time that is left and for the end.
    await page.getByRole("columnheader", { name: "Time", exact: true }).waitFor();
    await page.getByRole("row", { name: /bruno/ }).click();
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: "Upload details" });
    await details.getByText("Change its permissions. Continues automatically then.").waitFor();
    await details.getByText("/mnt/edit/deliveries/season-2/stems/bruno").waitFor();
    const copied = await recordCopies(page);
    await details.getByRole("button", { name: "Copy details" }).click();
    await page.getByText("Copied to the clipboard").waitFor();
    expect(await copied()).toContain("file-denied");
  });

  test("shows many files with one problem as one message with their number", async () => {
    const waiting = { problem: { code: "file-growing", message: "" } } as const;
    const denied = { state: "failed", problem: { code: "file-denied", message: "" } } as const;
    const missing = { state: "failed", problem: { code: "drive-missing", message: "" } } as const;
    const problems = [waiting, waiting, denied, ...Array.from({ length: 1231 }, () => missing)];
    const { page } = await open({
      at: "#/uploads",
      uploads: problems.map((fields, index) => ({ galleryPath: `reel/${index}.mov`, ...fields })),
    });
    const banner = page.getByRole("status").filter({ hasText: "1,231 files" });
    await banner.getByText("1,231 files: The disk of the file is not connected.").waitFor();
    await banner.getByText("Connect the disk or network drive.").waitFor();
    await banner.getByText("2 files: Still being written.").waitFor();
    // The problem of a single file is shown in its row only.
    expect(await banner.textContent()).not.toContain("no permission");
    await banner.getByRole("button", { name: "Show failed" }).click();
    await expect.poll(() => page.getByRole("radio", { name: /^Failed/ }).isChecked()).toBe(true);
  });

  test("shows why the queue is suspended, and a remedy", async () => {
    const suspension = { code: "rate-limited", message: "", until: Date.now() + 60_000 } as const;
    const { page, backend } = await open({
      at: "#/uploads",
      uploads: someUploads(),
      overrides: {
        "uploads.summary": async (input, real) => ({
          ...(await real(input)),
          isPaused: false,
          suspension,
        }),
      },
    });
    await page.getByText("The service limits the number of requests").waitFor();
    await page.getByText(/Next try in \d+ sec/).waitFor();
    const fault = { kind: "respond", status: 401 } as const;
    void backend.proxy.injectFault({ path: /auth/, fault, times: Infinity });
    void backend.proxy.injectFault({ path: /projects/, fault, times: Infinity });
    const refresh = async () =>
      backend.handlers.lists.refresh({ workspaceId, list: { kind: "projects" } });
    await expect(refresh()).rejects.toThrow();
    await page.getByRole("button", { name: "Replace credentials…" }).click();
    backend.proxy.clearFaults();
    const { clientId, clientSecret } = backend.service!;
    await page.getByLabel("Client secret").fill(clientSecret);
    await page.getByRole("button", { name: "Test and replace" }).click();
    await page.getByText("The credentials were replaced").waitFor();
    expect(backend.lastInput("workspaces.replaceSecret")).toEqual({
      workspaceId,
      clientId,
      clientSecret,
      authScheme: "raw",
    });
  });

  test("renders and requests only the visible rows of 20,000", async () => {
    const { page, backend } = await open({ at: "#/uploads", uploads: manyUploads(20_000) });
    const grid = page.getByRole("grid", { name: "Uploads" });
    await page.getByText("clip_000003.mov").waitFor();
    expect(await grid.getAttribute("aria-rowcount")).toBe("20001");
    await grid.focus();
    await page.keyboard.press("End");
    await page.getByText("clip_019999.mov").waitFor();
    await expect
      .poll(async () => {
        await grid.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
        return page.getByText(/clip_0(09|10)\d\d\d\.mov/).count();
      })
      .toBeGreaterThan(0);
    expect(await page.getByRole("row").count()).toBeLessThan(45);
    expect(backend.calledNames().filter((name) => name === "uploads.list").length).toBeLessThan(12);
  });
});

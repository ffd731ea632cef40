import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { ErrorCode } from "../../preload/model";
import { axeViolations } from "./axe";
import { addRequest } from "./bulk-seed";
import type { Override } from "./overrides";
import { reviewLines, withReview } from "./review-material";
import { addBatch } from "./seed";
import { manyUploads, someUploads } from "./upload-seed";
import { describeWindow } from "./window";
import { long } from "../long";

const currentHash = (page: Page) => page.evaluate(() => location.hash);
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const group = (page: Page, name: string) => page.getByRole("region", { name });

const next = { batchId: "ep3", batch: "Ep 3 · Harbour" };

const suspendedFor =
  (code: ErrorCode): Override<"uploads.summary"> =>
  async (input, real) => ({
    ...(await real(input)),
    isPaused: false,
    suspension: { code, message: "", until: null },
  });

describeWindow("Overview screen", (open) => {
  test("is the first screen; lists items that need attention, running items and recent projects", async () => {
    const { page } = await open({ uploads: someUploads() });
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    const needs = group(page, "Needs attention 4");
    await needs.getByRole("link", { name: /Ep 6 · Conform.*Failed.*row 214/ }).waitFor();
    await needs.getByRole("link", { name: /Ep 5 · Überfahrt.*Casting/ }).waitFor();
    await needs
      .getByRole("link", { name: /season 2 Casting 2 characters have no voice/ })
      .waitFor();
    const running = group(page, "Running 4");
    await running.getByRole("link", { name: /Ep 4.*Inferring.*50% done/ }).waitFor();
    // An unknown status is shown unchanged.
    await running.getByRole("link", { name: /Trailer 30 s.*AWAITING_PICTURE/ }).waitFor();
    await running.getByRole("link", { name: /Uploads 2 of 11 files.*4 min left/ }).waitFor();
    expect(await group(page, "Recent projects 3").getByRole("link").allInnerTexts()).toHaveLength(
      3,
    );
    const link = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Overview" });
    expect(await link.getAttribute("aria-current")).toBe("page");
    expect(await link.textContent()).toContain("4 items need attention");
  });

  test("lists running bulk requests and failed rows", async () => {
    const request = {
      requestId: "r1",
      projectId: "home",
      projectName: "The Long Way Home",
      name: "Season 2",
      rowCount: 25,
      done: 10,
      failed: 0,
      status: "in_progress",
      progress: 40,
      isOver: false,
      isLost: false,
      sentAt: Date.now() - 60_000,
    };
    const completed = {
      ...request,
      requestId: "r2",
      name: "Season 1",
      done: 23,
      failed: 2,
      isOver: true,
      isLost: false,
    };
    const { page } = await open({
      seedApplication: (application) => addRequest(application, { id: "r1", name: "Season 1" }),
      uploads: someUploads(),
      overrides: {
        "overview.get": async (input, real) => ({
          ...(await real(input)),
          requests: [request, completed],
        }),
      },
    });
    const running = group(page, "Running 5");
    await running
      .getByRole("link", { name: /Season 2.*In progress.*10 of 25 batches done/ })
      .waitFor();
    const failed = group(page, "Needs attention 5").getByRole("link", {
      name: /Season 1.*2 rows failed/,
    });
    await failed.click();
    await expect.poll(() => currentHash(page)).toBe("#/bulk/home?request=r2");
    await page.goBack();
    await running.getByRole("link", { name: /Season 2/ }).click();
    await page.getByRole("grid", { name: "Rows of “Season 1”" }).getByText("Ep 1").waitFor();
    await page.getByRole("link", { name: "Bulk" }).click();
    await page.getByRole("grid", { name: "Bulk requests of this project" }).waitFor();
    expect(await currentHash(page)).toBe("#/bulk/home");
  });

  test("opens the screen of each row by keyboard", async () => {
    const { page } = await open({ at: "#/overview", uploads: someUploads() });
    await page.getByRole("link", { name: /^2 uploads/ }).focus();
    await page.keyboard.press("ArrowDown");
    // What waits longest is first.
    expect(await focusedText(page)).toContain("Ep 6 · Conform");
    await page.keyboard.press("Enter");
    await expect.poll(() => currentHash(page)).toBe("#/batch/home/ep6");
    const link = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Projects" });
    expect(await link.getAttribute("aria-current")).toBe("page");
    await page.keyboard.press("Control+1");
    await page.getByRole("link", { name: /^2 uploads/ }).focus();
    for (const _ of [1, 2]) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => currentHash(page)).toBe("#/project/home/casting");
    await page.keyboard.press("Control+1");
    await page.getByRole("link", { name: /^2 uploads/ }).focus();
    await page.keyboard.press("End");
    expect(await focusedText(page)).toContain("Die unwahrscheinliche Pilgerreise");
    await page.keyboard.press("Home");
    expect(await focusedText(page)).toContain("2 uploads");
    await page.keyboard.press("Enter");
    await page.getByRole("grid", { name: "Uploads" }).waitFor();
  });

  test("retries failed uploads; when a focused row is removed, the focus stays in the list", async () => {
    const { page, backend } = await open({ uploads: someUploads() });
    await page.getByRole("button", { name: "Retry failed" }).click();
    await expect
      .poll(() => backend.lastInput("uploads.retry"))
      .toEqual({ workspaceId: "northlight", filter: "failed", search: "" });
    await group(page, "Needs attention 3").waitFor();
    await page.getByRole("link", { name: /^Ep 5/ }).focus();
    backend.change((service) => service.run("DELETE FROM batches WHERE id = 'ep5'"));
    await backend.syncList({ kind: "batches", projectId: "home" });
    await group(page, "Needs attention 2").waitFor();
    // The row that takes its position: it was the last one of its group.
    await expect.poll(() => focusedText(page)).toContain("Uploads");
  });

  test("counts a suspended queue as an item that needs attention only if the user must act", async () => {
    const { page, backend } = await open({
      cacheAge: 0,
      seed(service) {
        service.run("DELETE FROM batches");
        service.run("DELETE FROM characters");
      },
      uploads: manyUploads(20),
      overrides: { "uploads.summary": suspendedFor("offline") },
    });
    await page.getByText("Nothing needs attention").waitFor();
    await group(page, "Running 1").getByText("This computer is offline").waitFor();
    backend.overrideCall("uploads.summary", suspendedFor("service-full"));
    backend.changed("uploads");
    await group(page, "Needs attention 1")
      .getByText("The service is out of storage space")
      .waitFor();
  });

  test("refreshes stale data and on request, and reports the visible lists to main", async () => {
    const { page, backend } = await open({ cacheAge: 60 });
    await expect
      .poll(() => backend.lastInput("overview.refresh"))
      .toEqual({ workspaceId: "northlight", olderThanMs: 120_000 });
    const refreshCount = () =>
      backend.calledNames().filter((name) => name === "overview.refresh").length;
    expect(refreshCount()).toBe(1);
    // A second refresh starts only after the first one has ended.
    await page.getByText(/^as of (?!1 hour ago)/).waitFor();
    await page.keyboard.press("Control+r");
    await expect.poll(refreshCount).toBe(2);
    expect(backend.lastInput("overview.refresh")).toEqual({ workspaceId: "northlight" });
    await expect
      .poll(() => backend.lastInput("lists.show"))
      .toMatchObject({
        lists: [
          { kind: "projects" },
          { kind: "batches", projectId: "home" },
          { kind: "batches", projectId: "trailers" },
        ],
      });
    backend.failCall("overview.refresh", "timeout");
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("The service took too long to respond").waitFor();
  });

  test("refreshes stale data when the network returns", async () => {
    const { page, backend } = await open({ isOnline: false, cacheAge: 60 });
    await page.getByText("as of 1 hour ago").waitFor();
    const refresh = page.getByRole("button", { name: "Refresh" });
    await expect.poll(() => refresh.getAttribute("aria-disabled")).toBe("true");
    expect(backend.calledNames()).not.toContain("overview.refresh");
    backend.network.change(true);
    await expect
      .poll(() => backend.lastInput("overview.refresh"))
      .toEqual({ workspaceId: "northlight", olderThanMs: 120_000 });
  });

  test("lists languages to review with their progress, opens the first batch, and saves a report", async () => {
    const { page, backend } = await open({
      workspace: "local",
      overrides: {
        ...withReview(reviewLines()),
        "review.progress": () => ({
          languages: [
            {
              projectId: "home",
              project: "The Long Way Home",
              languageId: "fr-fr",
              lines: 40,
              states: { approved: 3, ready: 36, stale: 1 },
              next,
              takesMs: 120_000,
              approvedMs: 9_000,
            },
            {
              projectId: "home",
              project: "The Long Way Home",
              languageId: "es-es",
              lines: 40,
              states: { approved: 40 },
              next: null,
              takesMs: 120_000,
              approvedMs: 120_000,
            },
            // Nothing was made yet: no line is to be approved.
            {
              projectId: "home",
              project: "The Long Way Home",
              languageId: "de-de",
              lines: 12,
              states: { pending: 12 },
              next: null,
              takesMs: 0,
              approvedMs: 0,
            },
          ],
        }),
        "overview.saveProgress": () => ({ path: "/somewhere/Progress.xlsx" }),
      },
    });
    const row = group(page, "To review 1").getByRole("link");
    await row.getByText("37 to review").waitFor();
    await row.getByText("3 of 40 lines approved, 2 min").waitFor();
    await group(page, "Review complete 1").waitFor();
    expect(await page.getByText("0 of 12 lines").count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Export progress…" }).click();
    await page.getByText("The progress was exported").waitFor();
    expect(backend.calledNames()).toContain("overview.saveProgress");
    await row.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => currentHash(page)).toContain("review/home/ep3");
  });

  test("groups by project, filters by state and text, sorts, and remembers what is collapsed", async () => {
    const { page, backend } = await open({ at: "#/overview", cacheAge: 0 });
    await group(page, "Needs attention 3").waitFor();
    // The left arrow key collapses the group of a row, the right one expands it.
    await page.getByRole("link", { name: /^Ep 6/ }).focus();
    await page.keyboard.press("ArrowLeft");
    const title = page.getByRole("button", { name: "Needs attention 3" });
    await expect.poll(() => title.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => focusedText(page)).toContain("Needs attention");
    expect(await page.getByRole("link", { name: /^Ep 6/ }).count()).toBe(0);
    await expect
      .poll(() => JSON.stringify(backend.lastInput("app.setView")))
      .toContain("needs-attention");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focusedText(page)).toContain("Ep 6");
    // The search is about batches and projects.
    await page.keyboard.press("Control+f");
    await page.keyboard.type("nothing of that name");
    await page.getByText("No matching items").waitFor();
    await page.getByRole("button", { name: "Show all items" }).click();
    await page.getByRole("textbox", { name: "Search overview" }).fill("conform");
    await group(page, "Needs attention 1").getByRole("link", { name: /^Ep 6/ }).waitFor();
    await page.getByRole("textbox", { name: "Search overview" }).fill("");
    await page.getByRole("combobox", { name: "Show" }).selectOption("running");
    await expect.poll(() => page.getByRole("region", { name: /^Needs/ }).count()).toBe(0);
    await page.getByRole("combobox", { name: "Show" }).selectOption("");
    await page.getByRole("radio", { name: "By project" }).click();
    // Projects with items that need attention are first; the others have what runs.
    const names = page.getByRole("region").getByRole("heading", { level: 2 });
    await expect.poll(async () => (await names.allInnerTexts())[0]).toMatch(/The Long Way Home/);
    await page.getByRole("combobox", { name: "Order" }).selectOption("newest");
    await expect
      .poll(() => backend.lastInput("overview.get"))
      .toMatchObject({ isNewestFirst: true });
    expect(await axeViolations(page)).toEqual([]);
  });

  test("says how many projects were read while the others are being read", async () => {
    const { page, backend } = await open({
      cacheAge: 0,
      overrides: {
        "overview.get": async (input, real) => ({
          ...(await real(input)),
          projects: { read: 20, total: 300, isReading: true },
        }),
      },
    });
    await page.getByText("20 of 300 projects read. The others are being read").waitFor();
    backend.overrideCall("overview.get", async (input, real) => ({
      ...(await real(input)),
      projects: { read: 20, total: 300, isReading: false },
    }));
    backend.changed("projects");
    await page.getByText("20 of 300 projects read. Refresh to read the others.").waitFor();
  });

  test("due dates and notes are edited in place and undone; what is overdue is first", async () => {
    const { page, backend } = await open({ at: "#/batch/home/ep5", cacheAge: 0 });
    await page.getByLabel("Due date").fill("2020-02-03");
    await page.getByLabel("Note").fill("Two voices are ill");
    await page.getByLabel("Due date").focus();
    await expect
      .poll(() => backend.lastInput("schedules.change"))
      .toMatchObject({ batchId: "ep5", change: { note: "Two voices are ill" } });
    // The service of this workspace stores them; of a hosted one it is said that it does not.
    expect(await page.getByText("Stored on this computer only").count()).toBe(
      (await backend.handlers.schedules.list({ workspaceId: "northlight" })).isStoredHere ? 1 : 0,
    );
    await page.getByText("Due date and note were saved").first().waitFor();
    // The month is deleted: an incomplete date is not stored, and replaces none.
    const isComplete = () =>
      page.getByLabel("Due date").evaluate((field: HTMLInputElement) => !field.validity.badInput);
    await page.keyboard.press("Backspace");
    expect(await isComplete()).toBe(false);
    // What is typed while an earlier text is being stored stays when that is read again.
    await page.getByLabel("Note").focus();
    await page.getByText("The date is incomplete").waitFor();
    await page.getByLabel("Note").fill("Two voices");
    const unblock = backend.blockCall("schedules.change");
    await page.keyboard.press("Control+Enter");
    await page.keyboard.type(" are ill");
    const isStored = (note: string) =>
      expect
        .poll(() => backend.handlers.schedules.list({ workspaceId: "northlight" }))
        .toMatchObject({ schedules: [{ dueOn: "2020-02-03", note }] });
    const readings = () => backend.calledNames().filter((name) => name === "schedules.list").length;
    const before = readings();
    unblock();
    await isStored("Two voices");
    // After the change, and after its event.
    await expect.poll(readings).toBeGreaterThan(before + 1);
    expect(await page.getByLabel("Note").inputValue()).toBe("Two voices are ill");
    await page.keyboard.press("Control+1");
    await isStored("Two voices are ill");
    const overdue = group(page, "Overdue 1");
    await overdue.getByRole("link", { name: /^Ep 5.*Due.*2020.*Two voices are ill/ }).waitFor();
    expect(await page.getByRole("region").first().getAttribute("aria-labelledby")).toBe(
      "overview-overdue",
    );
    await page.evaluate(() => (location.hash = "#/project/home/batches"));
    await page.getByRole("columnheader", { name: "Due" }).waitFor();
    await page.getByText("Feb 3, 2020").waitFor();
    // The note was stored last.
    await page.keyboard.press("Control+z");
    await expect
      .poll(() => backend.lastInput("schedules.change"))
      .toMatchObject({ change: { note: "Two voices" } });
    // The same values are edited in a dialog, for a project too.
    await page.evaluate(() => (location.hash = "#/projects"));
    await page.getByRole("row", { name: /The Long Way Home/ }).click();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("due date");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /Due date and note of/ });
    await dialog.getByLabel("Due date").press("1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The date is incomplete").waitFor();
    await dialog.getByLabel("Due date").fill("2030-01-01");
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Jan 1, 2030").waitFor();
  });

  test("suggests to create a project if there is none", async () => {
    const { page } = await open({ seed: (service) => service.run("DELETE FROM projects") });
    await page.getByText("Start with a project").waitFor();
    await page.getByRole("main").getByRole("button", { name: "New project…" }).last().click();
    await page.getByRole("dialog", { name: "New project" }).waitFor();
  });

  test("shows cached data while offline; reports that nothing was synced yet, and a failed sync", async () => {
    const stale = await open({ isOnline: false, cacheAge: 120 });
    await stale.page.getByText("Showing data from 2 hours ago.").waitFor();
    await stale.page.getByRole("link", { name: /^Ep 6/ }).waitFor();
    expect(stale.backend.calledNames()).not.toContain("overview.refresh");
    const never = await open({ isOnline: false, cacheAge: null });
    await never.page.getByText("Not available offline").waitFor();
    const failed = await open({
      cacheAge: null,
      faults: [{ path: /./, fault: { kind: "respond", status: 503 }, times: Infinity }],
    });
    await failed.page.getByText("The overview could not be read").waitFor();
  });

  test("shows hundreds of rows and long names without horizontal scrolling", long, async () => {
    const long = "Die außerordentlich lange Überschrift der vorletzten Folge ".repeat(4);
    const { page } = await open({
      width: 900,
      height: 600,
      cacheAge: 0,
      seed(service) {
        service.run("DELETE FROM batches");
        for (let index = 0; index < 260; index++)
          addBatch(service, { id: `b${index}`, name: `${index} ${long}`, status: "failed" });
      },
    });
    await group(page, "Needs attention 261").waitFor();
    await page.getByRole("link", { name: "61 more in your projects" }).waitFor();
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
  });

  test("axe reports no violations in both themes", async () => {
    const { page } = await open({ uploads: someUploads() });
    await page.getByRole("link", { name: /^Ep 6/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const first = await open({ seed: (service) => service.run("DELETE FROM projects") });
    await first.page.getByText("Start with a project").waitFor();
    expect(await axeViolations(first.page)).toEqual([]);
  });
});

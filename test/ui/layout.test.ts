/** The positions of parts that all screens share: the header, the breadcrumbs and the footer. */
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { isCutOff } from "./cut-off";
import { someEntries } from "./outbox-seed";
import { reviewLines, withReview } from "./review-material";
import { addBatch, addProject } from "./seed";
import { someUploads } from "./upload-seed";
import { describeWindow } from "./window";

/** The right edge of the text of an element, which may be narrower than the element. */
const textEnd = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().right;
  });
const startOf = async (element: Locator) => (await element.boundingBox())?.x ?? NaN;

describeWindow("Layout of screens", (open) => {
  test("keeps the footer at the bottom of a batch that is not sent", async () => {
    const { page } = await open({ at: "#/pending-batch/home/2", entries: someEntries() });
    await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
    const footer = await page.locator("footer").boundingBox();
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBe(800);
  });

  test("shows short titles of projects and batches without gaps", async () => {
    const { page } = await open({
      at: "#/batch/film/b1",
      seed: (service) => {
        addProject(service, { id: "film", name: "Film" });
        addBatch(service, { id: "b1", name: "Ep", projectId: "film" });
      },
    });
    const title = page.getByRole("heading", { name: "Ep", level: 1 });
    const project = page.locator("header nav a", { hasText: "Film" });
    await project.waitFor();
    expect((await startOf(title)) - (await textEnd(project))).toBeLessThan(40);
    const more = page.locator("header").getByRole("button", { name: "More" });
    expect((await startOf(more)) - (await textEnd(title))).toBeLessThan(20);
  });

  test("keeps the actions of a review inside of the window, also with long words", async () => {
    const { page } = await open({
      at: "#/review/home/ep3?language=es-es",
      workspace: "local",
      width: 1280,
      language: "de",
      overrides: withReview(reviewLines()),
    });
    const next = page.getByRole("button", { name: "Nächste Zeile prüfen" });
    await next.waitFor();
    for (const width of [1_280, 900]) {
      await page.setViewportSize({ width, height: 600 });
      const box = await next.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect(await next.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThan(1);
      const more = await page
        .locator("header")
        .getByRole("button", { name: "Weitere Aktionen" })
        .boundingBox();
      const search = page.getByRole("search", { name: "Zeilen suchen" });
      expect((more?.x ?? 0) + (more?.width ?? 0)).toBeLessThanOrEqual(await startOf(search));
    }
  });

  test("keeps the actions of a review inside of a narrow window", async () => {
    const { page } = await open({
      at: "#/review/home/ep3?language=es-es",
      workspace: "local",
      width: 900,
      height: 600,
      overrides: withReview(reviewLines()),
    });
    const action = page.getByRole("button", { name: "Approve all without warnings" });
    await action.waitFor();
    const box = await action.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(900);
    // The details of a line are beside the states of the list, and do not cover them.
    await page.getByRole("button", { name: "Show or hide the line" }).click();
    const pane = page.getByRole("complementary", { name: "Line" });
    await pane.waitFor();
    const states = page.getByRole("grid", { name: "Lines" }).locator(".state");
    await states.first().waitFor();
    for (const state of await states.all()) {
      const cell = await state.boundingBox();
      expect((cell?.x ?? NaN) + (cell?.width ?? NaN)).toBeLessThanOrEqual(await startOf(pane));
      expect(await isCutOff(state.locator("> :first-child"))).toBe(false);
    }
  });

  test("keeps filters and actions of lists inside of the window, also with long words", async () => {
    const { page } = await open({
      at: "#/uploads",
      width: 900,
      language: "de",
      uploads: someUploads(),
      workspace: "local",
    });
    await page.getByRole("button", { name: "Fertige entfernen" }).waitFor();
    const overflow = () =>
      page
        .locator(".tools")
        .first()
        .evaluate((node) => node.scrollWidth - node.clientWidth);
    expect(await overflow()).toBeLessThan(1);
    await page.evaluate(() => (location.hash = "#/voices"));
    const filters = page.locator(".tools select");
    await filters.nth(4).waitFor();
    expect(await overflow()).toBeLessThan(1);
    // The value is as wide as its longest option, up to a part of the row.
    for (const filter of await filters.all())
      expect((await filter.boundingBox())?.width ?? 0).toBeGreaterThan(100);
  });

  test("shortens long titles without hiding them", async () => {
    const name = "The Long Way Home and everything that was left behind";
    const { page } = await open({
      at: "#/batch/film/b1",
      width: 900,
      seed: (service) => {
        addProject(service, { id: "film", name: `${name}: the project` });
        addBatch(service, { id: "b1", name: `${name}: the batch`, projectId: "film" });
      },
    });
    const project = page.locator("header nav a", { hasText: name });
    const title = page.getByRole("heading", { name, level: 1 });
    await project.waitFor();
    for (const part of [project, title])
      expect((await part.boundingBox())?.width ?? 0).toBeGreaterThan(60);
    const actions = page.getByRole("button", { name: "Add languages…" });
    expect((await title.boundingBox())!.x + (await title.boundingBox())!.width).toBeLessThan(
      await startOf(actions),
    );
  });
});

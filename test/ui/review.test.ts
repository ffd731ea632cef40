/** The review of the lines of a batch. */
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { invalidFields } from "../../main/common/errors";
import type { ReadTexts } from "../../preload/contract/review";
import { axeViolations } from "./axe";
import { lineOf, reviewLines, withReview } from "./review-material";
import { addLines } from "./seed";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/review/home/ep3?language=fr-fr";
const isFocused = (locator: Locator) =>
  locator.evaluateAll((found) => found.some((node) => node === document.activeElement));

describeWindow("Review", (open) => {
  test("is done with the keyboard alone: approved, rejected with a reason, edited, undone", async () => {
    const lines = reviewLines();
    const { page, backend } = await open({ at, workspace: "local", overrides: withReview(lines) });
    const grid = page.getByRole("grid", { name: "Lines" });
    await grid.getByText("Text of line 1").waitFor();
    await page.getByText("4 to review").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const pane = page.getByRole("complementary", { name: "Line" });
    await grid.focus();
    await page.keyboard.press("Home");
    await pane.getByText("Line 1 · ANNA").waitFor();
    for (const title of ["Approve (A)", "Reject (R)"]) await pane.getByTitle(title).waitFor();

    // Approves, and goes to the next line without a decision.
    await page.keyboard.press("a");
    await pane.getByText("Line 3 · ANNA").waitFor();
    expect(backend.lastInput("review.change")).toMatchObject({
      number: 1,
      revision: 0,
      change: { decision: "approved" },
    });
    await page.getByText("3 to review").waitFor();
    await pane.getByText("Please slower").waitFor();

    await page.keyboard.press("e");
    await page.keyboard.type("Another text");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => isFocused(grid)).toBe(true);
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ number: 3, change: { target: "Another text" } });
    await expect
      .poll(() => backend.lastInput("review.makeTakes"))
      .toMatchObject({ selection: { lines: [{ number: 3 }] } });

    await page.keyboard.press("n");
    await pane.getByText("Line 5 · ANNA").waitFor();
    await page.keyboard.press("r");
    const reason = pane.getByRole("textbox", { name: "Reason" });
    await expect.poll(() => isFocused(reason)).toBe(true);
    await page.keyboard.type("too fast");
    await page.keyboard.press("Enter");
    await expect.poll(() => isFocused(grid)).toBe(true);
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ number: 5, change: { decision: "rejected", reason: "too fast" } });
    // The state of line 3 says that its take is generated; a notice would cover the comments.
    expect(await page.getByText(/^Generating \d+ take/).count()).toBe(0);
    // The key goes to the reason of a rejected line, and Escape back without a change.
    await page.keyboard.press("r");
    await expect.poll(() => isFocused(reason)).toBe(true);
    await page.keyboard.type("too slow");
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(grid)).toBe(true);
    expect(await reason.inputValue()).toBe("too fast");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ number: 5, change: { decision: null } });
    await page.getByText("3 to review").waitFor();
  });

  test("shows the words of the glossary in a line, and its history", async () => {
    const { page } = await open({ at, workspace: "local", overrides: withReview(reviewLines()) });
    const pane = page.getByRole("complementary", { name: "Line" });
    await page.getByRole("grid", { name: "Lines" }).getByText("Text of line 1").click();
    await pane.getByText("Source", { exact: true }).last().waitFor();
    expect(await pane.getByTitle("Glossary: saus").textContent()).toBe("Source");
    const spoken = pane.getByRole("list", { name: "Pronunciations from the glossary" });
    expect(await spoken.getByRole("listitem").allTextContents()).toEqual(["Text: tekst"]);
    await page.getByRole("grid", { name: "Lines" }).getByText("Text of line 4").click();
    await pane.getByText("2 changes").click();
    const changes = pane.getByRole("list", { name: "2 changes" }).getByRole("paragraph");
    const shown = (await changes.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    expect(shown).toEqual([
      "Decision: none → Rejected",
      "Reason: none → too fast",
      "Text: An old text → Text of line 4",
      "Voice: that of the character → Brandon",
      "Offset: 0 ms → -120 ms",
      "Length: Fit to the line → 1.2× speed",
      "Used take: the first one → Take 2",
    ]);
    expect(await axeViolations(page)).toEqual([]);
    // The way back after the line was closed.
    await pane.getByRole("button", { name: "Close" }).click();
    await pane.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show or hide the line" }).click();
    await pane.getByText("2 changes").waitFor();
  });

  test("is opened at a line of the script, by keyboard and with the button", long, async () => {
    const lines = Array.from({ length: 450 }, (_, index) => lineOf(index + 1));
    const { page } = await open({
      at: "#/batch/home/ep3",
      workspace: "local",
      cacheAge: 0,
      overrides: withReview(lines),
      seed: (service) => addLines(service, "ep3", 450),
    });
    await page.getByRole("tab", { name: "Lines" }).click();
    const script = page.getByRole("grid", { name: "Lines of the script" });
    await script.getByText("Ligne 3", { exact: true }).waitFor();
    await script.focus();
    await page.keyboard.press("End");
    await script.getByText("Ligne 450").waitFor();
    await page.keyboard.press("Enter");
    const pane = page.getByRole("complementary", { name: "Line" });
    await pane.getByText("Line 450 · BRUNO").waitFor();
    const grid = page.getByRole("grid", { name: "Lines", exact: true });
    await grid.getByRole("row", { selected: true }).getByText("Text of line 450").waitFor();

    await page.goBack();
    await page.getByRole("tab", { name: "Lines" }).click();
    await script.getByText("Ligne 3", { exact: true }).click();
    await page.getByRole("button", { name: "Review French (France)" }).click();
    await pane.getByText("Line 3 · ANNA").waitFor();
  });

  test("goes to the next line to review although it is far away, and shows it", long, async () => {
    const lines = Array.from({ length: 450 }, (_, index) =>
      lineOf(index + 1, index === 0 || index === 440 ? {} : { state: "approved" }),
    );
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    const grid = page.getByRole("grid", { name: "Lines" });
    await page.getByText("2 to review").waitFor();
    await grid.focus();
    await page.keyboard.press("Home");
    await page.getByRole("complementary", { name: "Line" }).getByText("Line 1 · ANNA").waitFor();
    await page.keyboard.press("a");
    await page.getByRole("complementary", { name: "Line" }).getByText("Line 441 · ANNA").waitFor();
    await grid.getByRole("row", { selected: true }).getByText("Text of line 441").waitFor();
    await page.keyboard.press("a");
    await expect.poll(() => lines[440]?.decision).toBe("approved");
  });

  test("approves all undecided lines after a confirmation, and filters by state", async () => {
    const lines = reviewLines();
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    // The command acts on the lines that were read.
    await page.getByText("4 to review").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Approve all undecided");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog", {
      name: "Approve 2 lines without listening?",
    });
    await dialog.getByRole("button", { name: "Approve" }).click();
    await page.getByText("2 lines approved").waitFor();
    await page.getByText("2 to review").waitFor();
    await page.getByRole("combobox", { name: "State" }).selectOption({ label: "Rejected (1)" });
    const grid = page.getByRole("grid", { name: "Lines" });
    await grid.getByText("Text of line 4").waitFor();
    expect(await grid.getByRole("row").count()).toBe(2);
    // Line 3, whose text is longer.
    const states = page.getByRole("combobox", { name: "State" });
    await states.selectOption({ label: "With open comments (1)" });
    await grid.getByText("A text that is much longer").waitFor();
    expect(await grid.getByRole("row").count()).toBe(2);
    await states.selectOption({ label: "Not approved (3)" });
    await grid.getByText("Text of line 6").waitFor();
    expect(await grid.getByRole("row").count()).toBe(4);
  });

  test("approves lines without warnings together, which can be undone", async () => {
    const lines = reviewLines();
    const { page, backend } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await page.getByText("4 to review").waitFor();
    const approve = page.getByRole("button", { name: "Approve all without warnings" });
    await approve.click();
    const dialog = page.getByRole("alertdialog", {
      name: "Approve 1 line without errors or warnings?",
    });
    await dialog.getByRole("button", { name: "Approve" }).click();
    await page.getByText("1 line approved").waitFor();
    await page.getByText("3 to review").waitFor();
    // Line 5 has a warning.
    await approve.click();
    await page.getByText("All undecided lines have errors or warnings.").waitFor();
    await page.getByRole("grid", { name: "Lines" }).focus();
    await page.keyboard.press("Control+z");
    await expect
      .poll(() => backend.lastInput("review.decide"))
      .toMatchObject({ selection: { lines: [{ number: 1 }] }, decision: null });
    await page.getByText("4 to review").waitFor();
  });

  test("shows what the checks found, filters by it, and ignores it with a name", async () => {
    const lines = reviewLines();
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: withReview(lines),
      preferences: {},
    });
    const grid = page.getByRole("grid", { name: "Lines" });
    await page.getByRole("combobox", { name: "Check" }).selectOption({ label: "Too long (1)" });
    await expect.poll(() => grid.getByRole("row").count()).toBe(2);
    await grid.getByText("Too long").click();
    const pane = page.getByRole("complementary", { name: "Line" });
    await pane.getByText("Too long: Fits its time at 1.42× speed (at most 1.35×)").waitFor();
    await pane.getByText("Glossary not applied: “Dubyard”").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await pane.getByRole("button", { name: "Ignore: Too long" }).click();
    const dialog = page.getByRole("dialog", { name: "Ignore “Too long” for this line" });
    await dialog.getByRole("button", { name: "Ignore" }).click();
    expect(backend.lastInput("review.ignoreCheck")).toBeUndefined();
    await dialog.getByRole("textbox", { name: "Your name" }).fill("Rosa");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => backend.lastInput("review.ignoreCheck"))
      .toMatchObject({ number: 5, check: "too-long", isIgnored: true });
    expect(backend.lastInput("app.setReviewerName")).toEqual({ name: "Rosa" });
    await page.getByRole("combobox", { name: "Check" }).selectOption({ label: "All checks" });
    await grid.getByText("Text of line 5").click();
    await pane.getByText("Ignored by Rosa").waitFor();
    await pane.getByRole("button", { name: "Stop ignoring: Too long" }).click();
    await pane.getByRole("button", { name: "Ignore: Too long" }).waitFor();
  });

  test("replaces words in all texts after a preview, and undoes that", async () => {
    const lines = reviewLines();
    const { page, backend } = await open({ at, workspace: "local", overrides: withReview(lines) });
    const grid = page.getByRole("grid", { name: "Lines" });
    await grid.getByText("Text of line 1").waitFor();
    await grid.focus();
    await page.keyboard.press("Control+h");
    const dialog = page.getByRole("dialog", { name: "Find and replace" });
    await dialog.getByRole("textbox", { name: "Find" }).fill("text");
    await dialog.getByRole("textbox", { name: "Replace with" }).fill("Words");
    await dialog.getByText("6 lines change").waitFor();
    await dialog.getByRole("checkbox", { name: "Match case" }).check();
    await dialog.getByText("1 line changes").waitFor();
    await dialog.getByRole("checkbox", { name: "Match case" }).uncheck();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("checkbox", { name: /^2 TextWords of line 2/ }).uncheck();
    await dialog.getByRole("button", { name: "Replace in 5 lines" }).click();
    await page.getByText("5 texts changed").waitFor();
    await grid.getByText("Words of line 1").waitFor();
    await grid.getByText("Text of line 2").waitFor();
    await grid.focus();
    await page.keyboard.press("Control+z");
    await grid.getByText("Text of line 1").waitFor();
    expect(backend.lastInput("review.setTexts")).toMatchObject({
      texts: expect.arrayContaining([
        { number: 1, revision: 1, target: "Text of line 1" },
      ]) as unknown,
    });
  });

  test("shows what a file with texts changes, and changes it", async () => {
    const read: ReadTexts = {
      path: "/Texts fr-fr.csv",
      name: "Texts fr-fr.csv",
      encoding: { name: "windows-1252", isChosen: false, words: ["£ódŸ"] },
      changes: [1, 3, 6].map((number) => ({
        number,
        revision: 0,
        character: "ANNA",
        before: `Text of line ${number}`,
        target: `Text of the line ${number}`,
        row: number + 1,
        by: "id" as const,
      })),
      unchanged: 2,
      missing: 1,
      notes: [{ row: 4, code: "line-id-changed", message: "The ID 3 was read as L3" }],
      problems: [
        { row: 9, code: "line-id-unknown", message: "No line of the batch has the ID L9" },
        { row: null, code: "text-column-missing", message: "" },
      ],
    };
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: {
        ...withReview(reviewLines()),
        "review.readTexts": () => read,
        "scripts.setEncoding": () => undefined,
        "review.saveTexts": () => {
          throw invalidFields([{ field: "format", message: "line 1 has no time" }]);
        },
      },
    });
    const grid = page.getByRole("grid", { name: "Lines" });
    await grid.getByText("Text of line 1").waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Export texts…" }).click();
    await page.getByText("The lines have no times. Export the texts as .xlsx or .csv").waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Import texts…" }).click();
    const dialog = page.getByRole("dialog", { name: "Texts from “Texts fr-fr.csv”" });
    await dialog
      .getByText("3 lines change · 2 lines are the same · 1 line is not in the file")
      .waitFor();
    backend.overrideCall("review.readTexts", () => ({
      ...read,
      encoding: { name: "windows-1250" as const, isChosen: true, words: ["Łódź"] },
    }));
    await dialog.getByRole("combobox", { name: "Encoding" }).selectOption("windows-1250");
    await dialog.getByText("Check these words: “Łódź”").waitFor();
    expect(backend.lastInput("review.readTexts")).toMatchObject({ path: read.path });
    await dialog.getByText("No line of the batch has the ID L9").waitFor();
    await dialog.getByText("The ID 3 was read as L3").waitFor();
    await dialog.getByText("ANNA · By ID").first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("checkbox", { name: /^3/ }).uncheck();
    await dialog.getByRole("button", { name: "Change 2 texts" }).click();
    await page.getByText("2 texts changed").waitFor();
    await grid.getByText("Text of the line 6").waitFor();
    expect(backend.lastInput("review.setTexts")).toMatchObject({
      texts: [{ number: 1, revision: 0, target: "Text of the line 1" }, { number: 6 }],
    });
  });

  test("shows the present values of a line that was changed meanwhile", long, async () => {
    const lines = [lineOf(1)];
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await page.getByRole("grid", { name: "Lines" }).getByText("Text of line 1").click();
    await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
    Object.assign(lines[0] ?? {}, { revision: 4, source: "Changed by another window" });
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page
      .getByText("The line was changed in the meantime. Its current values are shown.")
      .waitFor();
    await page.getByText("Changed by another window").last().waitFor();
  });

  test("is not offered by a service without it", async () => {
    const { page, backend } = await open({ at });
    await page
      .getByText("This service does not provide lines for review", { exact: false })
      .waitFor();
    await page.evaluate(() => (location.hash = "#/batch/home/ep3"));
    await page.getByText("in the web application of this service", { exact: false }).waitFor();
    expect(backend.calledNames()).not.toContain("review.list");
  });
});

/**
 * Changes in the review of a batch: conflicts, undo, several lines, takes, filters, counts and the
 * reviewer's name.
 */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { AppError } from "../../main/common/errors";
import type { LineTake } from "../../preload/contract/line-details";
import type { ReviewedLine } from "../../preload/contract/review";
import { axeViolations } from "./axe";
import type { Overrides } from "./overrides";
import { commentOf, lineOf, reviewLines, withReview } from "./review-material";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/review/home/ep3?language=fr-fr";
const grid = (page: Page) => page.getByRole("grid", { name: "Lines" });
const pane = (page: Page) => page.getByRole("complementary", { name: "Line" });
const isFocused = (locator: Locator) =>
  locator.evaluateAll((found) => found.some((node) => node === document.activeElement));
const rows = (page: Page) => grid(page).getByRole("row");

/** Chooses an item of the menu of the review. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
async function selectLine(page: Page, number: number): Promise<void> {
  await grid(page).getByText(`Text of line ${number}`, { exact: true }).click();
  await pane(page).getByText(`Line ${number} ·`, { exact: false }).waitFor();
}
const takeOf = (variant: number, fields: Partial<LineTake> = {}): LineTake => ({
  id: 10 + variant,
  variant,
  state: "made",
  isChosen: false,
  problem: "",
  voice: "Ashley",
  durationMs: 1_840,
  speed: 1,
  loudness: -23.4,
  checks: [],
  outdatedBy: null,
  ...fields,
});

describeWindow("Changes in a review", (open) => {
  test("shows who is at which line, and who changed one in the meantime", async () => {
    const lines = [lineOf(1), lineOf(2), lineOf(3)];
    const base = withReview(lines);
    const by = "Ada Moss";
    const changed: number[] = [];
    const overrides: Overrides = {
      ...base,
      "workspaces.list": async (input, real) =>
        (await real(input)).map((one) => ({
          ...one,
          extensions: [...one.extensions, "presence"],
        })),
      "review.changes": () => ({
        revision: 1,
        isReset: false,
        numbers: changed.splice(0),
        people: [{ name: by, number: 2 }],
      }),
      "review.line": async (input, real) => {
        const details = (await base["review.line"]?.(input, real)) ?? (await real(input));
        const changes = [{ name: "reason" as const, before: null, after: "Too loud" }];
        return { ...details, history: [{ at: 1_700_000_000_000, by, changes }] };
      },
    };
    const { page, backend, screenshot } = await open({ at, workspace: "local", overrides });
    await selectLine(page, 1);
    const person = grid(page).getByTitle(`At this line now: ${by}`);
    await person.waitFor();
    await screenshot("review-people");
    // A window that is shown again reads at once, and says where it is.
    const poll = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await poll();
    await expect.poll(() => backend.lastInput("review.changes")).toMatchObject({ at: 1 });
    Object.assign(lines[2] ?? {}, { target: "Another text", revision: 1 });
    changed.push(3);
    await poll();
    await grid(page).getByText("Another text").waitFor();

    // The same decision of both is no conflict.
    Object.assign(lines[0] ?? {}, { decision: "approved", state: "approved", revision: 1 });
    await page.keyboard.press("a");
    await pane(page).getByText("Line 2 ·", { exact: false }).waitFor();
    Object.assign(lines[1] ?? {}, { decision: "rejected", state: "rejected", revision: 1 });
    await page.keyboard.press("a");
    await page.getByText(`${by} has changed the line in the meantime.`).waitFor();
    expect(lines.map(({ decision }) => decision)).toEqual(["approved", "rejected", null]);
  });

  test("shows both versions of a text that was changed meanwhile, and saves the chosen one", async () => {
    const line = lineOf(1);
    const base = withReview([line]);
    /** The text that another window saves before the next change. */
    let other: string | null = null;
    const overrides: Overrides = {
      ...base,
      "review.change": (input, real) => {
        if (other !== null) Object.assign(line, { target: other, revision: line.revision + 1 });
        other = null;
        return base["review.change"]?.(input, real) ?? real(input);
      },
    };
    const { page } = await open({ at, workspace: "local", overrides });
    await selectLine(page, 1);
    const text = pane(page).getByRole("textbox", { name: "Text", exact: true });
    const save = pane(page).getByRole("button", { name: "Save", exact: true });
    const dialog = page.getByRole("alertdialog", { name: "Line 1 was changed in the meantime" });
    await text.fill("My text");
    other = "Another text";
    await save.click();
    await dialog.getByText("Another text", { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Keep the current text" }).click();
    await dialog.waitFor({ state: "detached" });
    await grid(page).getByText("Another text").waitFor();
    expect(line.target).toBe("Another text");
    // The edited text is still there, and can be saved.
    expect(await text.inputValue()).toBe("My text");
    other = "A third text";
    await save.click();
    await dialog.getByText("A third text", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Use your text" }).click();
    await grid(page).getByText("My text").waitFor();
    expect(line.target).toBe("My text");
    // Undo restores the text that was replaced.
    await grid(page).focus();
    await page.keyboard.press("Control+z");
    await grid(page).getByText("A third text").waitFor();
  });

  test("decides several lines together, and undoes one change after another, also after a failure", async () => {
    const lines = reviewLines();
    const overrides = withReview(lines);
    const { page, backend } = await open({ at, workspace: "local", overrides });
    const decisions = () => lines.slice(0, 2).map(({ decision }) => decision);
    await selectLine(page, 5);
    await grid(page).focus();
    await page.keyboard.press("Alt+ArrowRight");
    await expect.poll(() => lines[4]?.offsetMs).toBe(40);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowDown");
    await pane(page).getByText("2 lines are selected").waitFor();
    // Both keys at once: the list still shows the lines without a decision.
    await page.keyboard.press("r");
    await page.keyboard.press("a");
    await page.getByText("2 lines rejected").waitFor();
    await page.getByText("2 lines approved").waitFor();
    expect(decisions()).toEqual(["approved", "approved"]);

    await page.keyboard.press("Control+z");
    await expect.poll(decisions).toEqual(["rejected", "rejected"]);
    backend.failCall("review.decide", "unreachable");
    await page.keyboard.press("Control+z");
    await page
      .getByRole("list", { name: "Notifications" })
      .getByText("not responding", { exact: false })
      .waitFor();
    expect(decisions()).toEqual(["rejected", "rejected"]);
    if (overrides["review.decide"])
      backend.overrideCall("review.decide", overrides["review.decide"]);
    await page.keyboard.press("Control+z");
    await expect.poll(decisions).toEqual([null, "approved"]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => lines[4]?.offsetMs).toBe(0);
  });

  test("undo of decisions that were made together restores the reasons of rejected lines", async () => {
    const lines = reviewLines();
    const { page, backend } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await selectLine(page, 4);
    await grid(page).focus();
    await page.keyboard.press("Shift+ArrowDown");
    await pane(page).getByText("2 lines are selected").waitFor();
    await page.keyboard.press("a");
    await page.getByText("2 lines approved").waitFor();
    await page.keyboard.press("Control+z");
    const decided = () => lines.slice(3, 5).map(({ decision, reason }) => [decision, reason]);
    await expect.poll(decided).toEqual([
      ["rejected", "too fast"],
      [null, ""],
    ]);
    expect(backend.called.filter(({ name }) => name === "review.decide")).toHaveLength(3);
  });

  test("is opened with the filter of a link, filters by character, and makes the outdated takes of the list", async () => {
    const lines = reviewLines().map((line): ReviewedLine =>
      line.character === "BRUNO" ? { ...line, characterId: "c-2" } : line,
    );
    const { page, backend } = await open({
      at: `${at}&filter=stale`,
      workspace: "local",
      overrides: withReview(lines),
    });
    await grid(page).getByText("A text that is much longer").waitFor();
    expect(await rows(page).count()).toBe(2);
    const states = page.getByRole("combobox", { name: "State" });
    expect(await states.inputValue()).toBe("stale");
    await grid(page).focus();
    await page.keyboard.press("Shift+G");
    await expect
      .poll(() => backend.lastInput("review.makeTakes"))
      .toMatchObject({ selection: { filter: { states: ["stale"], characterId: null } } });
    await page.keyboard.press("f");
    await expect.poll(() => isFocused(states)).toBe(true);
    await page.getByRole("combobox", { name: "Character" }).selectOption({ label: "BRUNO (3)" });
    await page.getByText("No line matches").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await states.selectOption({ label: "To review (4)" });
    await grid(page).getByText("Text of line 6").waitFor();
    expect(await rows(page).count()).toBe(2);
    await states.selectOption({ label: "Rejected (1)" });
    await grid(page).getByText("Text of line 4").waitFor();
    await page.getByRole("textbox", { name: "Search lines" }).fill("nowhere");
    await page.getByRole("button", { name: "Show all lines" }).click();
    await grid(page).getByText("Text of line 1").waitFor();
    expect(await rows(page).count()).toBe(7);
  });

  test("proposes a shorter text only where an engine makes one, and does not save it", async () => {
    const base = withReview([lineOf(1), lineOf(2)]);
    const { page, backend, screenshot } = await open({
      at,
      workspace: "local",
      overrides: {
        ...base,
        "review.line": async (input, real) => ({
          ...(await (base["review.line"] ?? real)(input, real)),
          canShorten: input.number === 1,
        }),
        "review.shorten": ({ text }) =>
          text === "Hi"
            ? { text: null, problem: "Model: the engine returned no shorter text" }
            : { text: "Hi", problem: "" },
      },
    });
    const shorten = pane(page).getByRole("button", { name: "Shorten" });
    await selectLine(page, 2);
    await pane(page).getByRole("textbox", { name: "Text", exact: true }).waitFor();
    expect(await shorten.count()).toBe(0);
    await selectLine(page, 1);
    await shorten.click();
    const text = pane(page).getByRole("textbox", { name: "Text", exact: true });
    await expect.poll(() => text.inputValue()).toBe("Hi");
    await screenshot("review-shortened");
    await shorten.click();
    await page.getByText("the engine returned no shorter text").waitFor();
    expect(backend.calledNames()).not.toContain("review.change");
    await pane(page).getByRole("button", { name: "Discard changes" }).click();
    await expect.poll(() => text.inputValue()).not.toBe("Hi");
    // Another line is selected, then none is, while the text is shortened.
    const unblock = backend.blockCall("review.shorten");
    await shorten.click();
    await expect.poll(() => shorten.getAttribute("aria-busy")).toBe("true");
    await selectLine(page, 2);
    unblock();
    await page.getByText("Line 1 has a shorter text, not saved yet").waitFor();
    expect(await text.inputValue()).toBe("Text of line 2");
    await selectLine(page, 1);
    await expect.poll(() => text.inputValue()).toBe("Hi");
    await expect.poll(() => shorten.getAttribute("aria-busy")).toBe(null);
  });

  test("uses takes and rejects by digits; failed takes are removed, takes in progress stopped, old ones removed", async () => {
    const line = lineOf(1, { takes: 2 });
    line.chosen = { id: 10, variant: 0, isOutdated: false, durationMs: 1_840, speed: 1 };
    const base = withReview([line, lineOf(2, { state: "generating", chosen: null, takes: 0 })]);
    const takes = [
      takeOf(2, { state: "failed", problem: "the text is too long" }),
      takeOf(1),
      takeOf(0, { isChosen: true }),
      takeOf(0, { id: 9, state: "outdated", outdatedBy: "text" }),
    ];
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: {
        ...base,
        "review.line": async (input, real) => ({
          ...(await (base["review.line"] ?? real)(input, real)),
          takes: input.number === 1 ? takes : [],
        }),
        "review.discardTake": () => undefined,
        "review.stopTakes": () => undefined,
        "review.cleanTakes": () => ({ takes: 3, bytes: 2_000_000 }),
      },
    });
    await selectLine(page, 1);
    await pane(page).getByText("the text is too long").waitFor();
    // Takes with the same number have different names, also those of their buttons.
    const named = await pane(page).getByRole("list", { name: "Takes" }).allInnerTexts();
    expect(named.join("\n").match(/^(?:Former )?[Tt]ake 1\b/gm)).toEqual([
      "Take 1",
      "Former take 1",
    ]);
    for (const name of ["Play take 1", "Play former take 1"])
      await pane(page).getByRole("button", { name, exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await grid(page).focus();
    await page.keyboard.press("2");
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ number: 1, change: { takeId: 11 } });
    await page.keyboard.press("3");
    await page.getByText("The line has no take 3").waitFor();
    await page.keyboard.press("r");
    const reason = pane(page).getByRole("textbox", { name: "Reason" });
    await expect.poll(() => isFocused(reason)).toBe(true);
    await page.keyboard.press("Alt+2");
    await expect.poll(() => isFocused(grid(page))).toBe(true);
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ change: { decision: "rejected", reason: "Wrong pronunciation" } });
    // A reason that begins with a digit is text.
    await page.keyboard.press("r");
    await expect.poll(() => isFocused(reason)).toBe(true);
    await page.keyboard.type("2nd word is wrong");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ change: { reason: "2nd word is wrong" } });
    await pane(page).getByRole("button", { name: "Remove take 3" }).click();
    await expect
      .poll(() => backend.lastInput("review.discardTake"))
      .toMatchObject({ batchId: "ep3", takeId: 12 });
    await choose(page, "Stop generating takes");
    await expect
      .poll(() => backend.lastInput("review.stopTakes"))
      .toMatchObject({ selection: { filter: { states: ["generating"] } } });
    await choose(page, "Remove old outdated takes…");
    await page
      .getByRole("alertdialog", { name: "Remove old outdated takes?" })
      .getByRole("button", { name: "Remove takes" })
      .click();
    await page.getByText(/^3 takes removed/).waitFor();
  });

  test("goes to the line that follows a rejected one, which the filter no longer shows", async () => {
    const lines = [1, 2, 3, 4].map((number) => lineOf(number));
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await page.getByRole("combobox", { name: "State" }).selectOption({ label: "To review (4)" });
    await selectLine(page, 2);
    await grid(page).focus();
    await page.keyboard.press("r");
    const reason = pane(page).getByRole("textbox", { name: "Reason" });
    await expect.poll(() => isFocused(reason)).toBe(true);
    await page.keyboard.press("Alt+1");
    await grid(page).getByText("Text of line 2").waitFor({ state: "detached" });
    await expect.poll(() => isFocused(grid(page))).toBe(true);
    await page.keyboard.press("n");
    await pane(page).getByText("Line 3 ·", { exact: false }).waitFor();
    await page.keyboard.press("Shift+n");
    await pane(page).getByText("Line 1 ·", { exact: false }).waitFor();
  });

  test("approves together only lines that the filter shows, and says so", async () => {
    const lines = [lineOf(1), lineOf(2, { characterId: "c-2" }), lineOf(3)];
    const { page, backend } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await grid(page).getByText("Text of line 3").waitFor();
    await page.getByRole("textbox", { name: "Search lines" }).fill("line 2");
    await grid(page).getByText("Text of line 3").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Approve all without warnings" }).click();
    const dialog = page.getByRole("alertdialog", {
      name: "Approve 1 line without errors or warnings?",
    });
    await dialog.getByText(/Only lines that the filter shows are approved/).waitFor();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect
      .poll(() => backend.lastInput("review.decide"))
      .toMatchObject({ selection: { filter: { search: "line 2", states: ["ready"] } } });
  });

  test("own comments are edited and deleted with undo; a conflict shows the present text; resolved ones are filtered", async () => {
    const lines = [{ ...lineOf(1), comments: 1 }, lineOf(2)];
    let text = "Please slower";
    let isResolved = false;
    const changes: string[] = [];
    const review = withReview(lines);
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: {
        ...review,
        "app.state": async (input, real) => ({ ...(await real(input)), reviewerName: "Rosa" }),
        "review.line": async (input, real) => {
          const found = await review["review.line"]!(input, real);
          return {
            ...found,
            // A comment on a take that was removed, and another one.
            comments: found.comments.flatMap((one) => [
              { ...one, text, isResolved, takeId: 99 },
              { ...one, id: "m2", text: "Louder" },
            ]),
          };
        },
        "review.changeComment": ({ text: next, before }) => {
          if (before !== text)
            throw new AppError("invalid-input", "before: the comment was changed meanwhile", {
              details: [{ field: "before", message: "the comment was changed meanwhile" }],
            });
          changes.push(next);
          text = next;
        },
        "review.resolveComment": (input) => void (isResolved = input.isResolved),
      },
    });
    await selectLine(page, 1);
    await pane(page).getByRole("button", { name: "Edit: Please slower" }).click();
    const field = pane(page).getByRole("textbox", { name: "Comment", exact: true }).first();
    await field.fill("Much slower");
    // The edit stays while another comment is edited, another line is shown, and the comment is
    // resolved.
    await pane(page).getByRole("button", { name: "Edit: Louder" }).click();
    await pane(page).getByRole("button", { name: "Cancel" }).last().click();
    await selectLine(page, 2);
    await selectLine(page, 1);
    isResolved = true;
    backend.changed("review");
    await pane(page)
      .getByRole("radio", { name: /^Open 1/ })
      .click();
    expect(await field.inputValue()).toBe("Much slower");
    isResolved = false;
    backend.changed("review");
    await pane(page).getByRole("radio", { name: /^Open/ }).waitFor({ state: "detached" });
    await field.focus();
    // Another reviewer changes it meanwhile.
    text = "A bit slower";
    await page.keyboard.press("Enter");
    await pane(page).getByText("Another reviewer has changed this comment").waitFor();
    backend.changed("review");
    await pane(page).getByText("Current text: A bit slower").waitFor();
    await field.press("Enter");
    await expect.poll(() => changes).toEqual(["Much slower"]);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(() => changes).toEqual(["Much slower", "A bit slower"]);
    backend.changed("review");
    await pane(page).getByRole("button", { name: "Resolve: A bit slower" }).click();
    backend.changed("review");
    await pane(page)
      .getByRole("radio", { name: /^Open 1/ })
      .click();
    await pane(page)
      .getByRole("button", { name: "Reopen: A bit slower" })
      .waitFor({ state: "detached" });
    await pane(page)
      .getByRole("radio", { name: /^Resolved 1/ })
      .click();
    await pane(page).getByRole("button", { name: "Delete: A bit slower" }).click();
    await expect.poll(() => backend.calledNames()).toContain("review.removeComment");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect
      .poll(() => backend.lastInput("review.addComment"))
      .toMatchObject({ text: "A bit slower", isResolved: true, takeId: null });
  });

  test("replies to comments, says who resolved them, and asks before a thread is deleted", async () => {
    const lines = [{ ...lineOf(1), comments: 1 }, lineOf(2)];
    const review = withReview(lines);
    const stored = [
      commentOf({ text: "Too loud", atMs: 300, endMs: 900, stateBy: "Ben", stateAt: 1 }),
      commentOf({ id: "m2", text: "Where?", by: "Ben", replyTo: "m1" }),
    ];
    let home = 1;
    const { page, backend, screenshot } = await open({
      at,
      workspace: "local",
      overrides: {
        ...review,
        "review.line": async (input, real) => ({
          ...(await review["review.line"]!(input, real)),
          comments: input.number === home ? stored : [],
        }),
        "review.comments": () => ({ comments: stored.map((one) => ({ ...one, number: home })) }),
        "review.addComment": ({ text, replyTo = null }) =>
          void stored.push(commentOf({ id: "m3", text, by: "", replyTo })),
        "review.resolveComment": ({ isResolved }) =>
          void Object.assign(stored[0] ?? {}, { isResolved, stateBy: "Rosa", stateAt: 2 }),
      },
    });
    await selectLine(page, 1);
    await pane(page).getByText("Reopened by Ben", { exact: false }).waitFor();
    await pane(page)
      .getByRole("button", { name: /0:00\.300–0:00\.900/ })
      .waitFor();
    const replies = pane(page).getByRole("list", { name: "Replies to: Too loud" });
    await replies.getByText("Where?").waitFor();
    await pane(page).getByRole("button", { name: "Reply to: Too loud" }).click();
    const field = pane(page).getByRole("textbox", { name: "Reply to: Too loud" });
    await expect.poll(() => isFocused(field)).toBe(true);
    await page.keyboard.type("At the r1");
    // It is a draft of the line, which Escape and another line leave as it is.
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(grid(page))).toBe(true);
    await selectLine(page, 2);
    expect(await grid(page).getByText("Draft", { exact: true }).count()).toBe(1);
    await selectLine(page, 1);
    expect(await field.inputValue()).toBe("At the r1");
    // A split moves the comment to the other line, and an undo moves it back: the draft too.
    for (const number of [2, 1]) {
      home = number;
      backend.changed("review");
      await field.waitFor({ state: "detached" });
      const added = pane(page).getByRole("textbox", { name: "New comment" });
      expect(await added.inputValue()).toBe("");
      await selectLine(page, number);
      expect(await field.inputValue()).toBe("At the r1");
    }
    expect(await axeViolations(page)).toEqual([]);
    await field.press("Enter");
    await expect
      .poll(() => backend.lastInput("review.addComment"))
      .toMatchObject({ number: 1, text: "At the r1", replyTo: "m1" });
    backend.changed("review");
    await replies.getByText("At the r1").waitFor();
    expect(await grid(page).getByText("Draft", { exact: true }).count()).toBe(0);
    await pane(page).getByRole("button", { name: "Resolve: Too loud" }).click();
    backend.changed("review");
    await pane(page).getByText("Resolved by Rosa", { exact: false }).waitFor();
    await screenshot("review-threads");
    await pane(page).getByRole("button", { name: "Delete: Too loud" }).click();
    await page
      .getByRole("alertdialog", { name: "Delete the comment and 2 replies to it?" })
      .getByRole("button", { name: "Cancel" })
      .click();
    expect(backend.calledNames()).not.toContain("review.removeComment");
  });

  test(
    "keeps what was typed and not saved, per line, also on another screen and after a restart",
    long,
    async () => {
      const lines = [lineOf(1), lineOf(2)];
      const { page, backend } = await open({
        at,
        workspace: "local",
        overrides: withReview(lines),
      });
      const text = pane(page).getByRole("textbox", { name: "Text", exact: true });
      await selectLine(page, 1);
      await text.fill("A text in progress");
      await page.keyboard.press("Escape");
      await expect.poll(() => isFocused(grid(page))).toBe(true);
      await selectLine(page, 2);
      expect(await text.inputValue()).toBe("Text of line 2");
      await text.fill("Another one");
      await pane(page).getByRole("textbox", { name: "New comment" }).fill("a comment in progress");
      expect(await grid(page).getByText("Draft", { exact: true }).count()).toBe(2);
      await page.evaluate(() => (location.hash = "#/overview"));
      await page
        .getByRole("alertdialog", { name: "2 lines have unsaved changes" })
        .getByRole("button", { name: "Leave" })
        .click();
      await grid(page).waitFor({ state: "detached" });
      await page.goBack();
      await selectLine(page, 1);
      expect(await text.inputValue()).toBe("A text in progress");
      await expect
        .poll(() =>
          backend.change((_service, application) =>
            application
              .all<{ text: string }>("SELECT text FROM forms WHERE place LIKE 'review/%'")
              .map(({ text: one }) => one),
          ),
        )
        .toEqual([expect.stringContaining("Another one")]);
      // Drafts last after a reload.
      await page.reload();
      await selectLine(page, 2);
      await expect.poll(() => text.inputValue()).toBe("Another one");
      expect(await pane(page).getByRole("textbox", { name: "New comment" }).inputValue()).toBe(
        "a comment in progress",
      );
      await pane(page).getByRole("button", { name: "Discard" }).click();
      expect(await text.inputValue()).toBe("Text of line 2");
    },
  );

  test("shows a take as soon as it is made", async () => {
    const lines = [lineOf(1), lineOf(2, { state: "generating", chosen: null, takes: 0 })];
    let isMade = false;
    const { page } = await open({
      at,
      workspace: "local",
      overrides: {
        ...withReview(lines),
        "review.changes": ({ since }) => {
          if (since !== null && !isMade) {
            isMade = true;
            lines[1] = lineOf(2);
            return { revision: 2, numbers: [2], isReset: false, people: [] };
          }
          return { revision: isMade ? 2 : 1, numbers: [], isReset: false, people: [] };
        },
      },
    });
    await page.getByText("1 to review").waitFor();
    await page.getByText("2 to review").waitFor();
    await expect.poll(() => grid(page).getByText("Undecided").count()).toBe(2);
  });

  test("is opened from the numbers of a batch, whose lines can be approved there with undo", async () => {
    const { page, backend } = await open({
      at: "#/batch/home/ep3",
      workspace: "local",
      cacheAge: 0,
      overrides: {
        ...withReview(reviewLines()),
        "dubs.ofBatch": () => ({
          dubs: [
            {
              languageId: "fr-fr",
              state: "made",
              note: "",
              planned: 6,
              made: 6,
              failed: 0,
              outdated: 0,
              secondsLeft: null,
            },
          ],
          takesPerSecond: 10,
          isPaused: false,
        }),
      },
    });
    await page
      .getByRole("button", { name: "Approve all without warnings: French (France)" })
      .click();
    expect(await axeViolations(page)).toEqual([]);
    await page
      .getByRole("alertdialog", { name: "Approve 1 line without errors or warnings?" })
      .getByRole("button", { name: "Approve" })
      .click();
    await page.getByText("1 line approved").waitFor();
    await page
      .getByRole("list", { name: "Notifications" })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect
      .poll(() => backend.lastInput("review.decide"))
      .toMatchObject({ decision: null, selection: { lines: [{ number: 1 }] } });
    await page.getByRole("button", { name: "Review French (France): Rejected (1)" }).click();
    await grid(page).getByText("Text of line 4").waitFor();
    expect(await rows(page).count()).toBe(2);
    expect(await page.getByRole("combobox", { name: "State" }).inputValue()).toBe("rejected");
    await page.goBack();
    await page.getByRole("button", { name: "Review French (France): Too long (1)" }).click();
    await grid(page).getByText("Text of line 5").waitFor();
    expect(await rows(page).count()).toBe(2);
  });

  test("has the name of the credentials of a service for a team, which is neither asked nor changed", async () => {
    const lines = [lineOf(1), lineOf(2)];
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: {
        ...withReview(lines),
        "workspaces.list": async (input, real) =>
          (await real(input)).map((one) => ({
            ...one,
            team: { name: "North", person: { userId: "u1", name: "Ada Moss" } },
          })),
      },
      preferences: {},
    });
    await selectLine(page, 1);
    await page.keyboard.press("a");
    await expect.poll(() => lines[0]?.state).toBe("approved");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.evaluate(() => (location.hash = "#/settings"));
    const name = page.getByRole("textbox", { name: "Your name" });
    await name.waitFor();
    expect([await name.inputValue(), await name.isEditable()]).toEqual(["Ada Moss", false]);
    expect(backend.lastInput("app.setReviewerName")).toBeUndefined();
  });

  test("has the name of the reviewer in the settings", async () => {
    const { page, backend } = await open({
      at: "#/settings",
      workspace: "local",
      preferences: {},
    });
    const name = page.getByRole("textbox", { name: "Your name" });
    await name.fill("Rosa");
    await page.keyboard.press("Enter");
    await page.getByText("Your name was saved").waitFor();
    expect(backend.lastInput("app.setReviewerName")).toEqual({ name: "Rosa" });
    // What is typed before the stored name is read again stays.
    const unblock = backend.blockCall("app.state");
    const reads = () => backend.calledNames().filter((call) => call === "app.state").length;
    const before = reads();
    await name.fill("Rosa Luz");
    await page.keyboard.press("Enter");
    await expect.poll(reads).toBeGreaterThan(before);
    await name.fill("Rosa Luz Díaz");
    unblock();
    await page.evaluate(() => window.bridge.call("app.state", null));
    expect(await name.inputValue()).toBe("Rosa Luz Díaz");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => backend.lastInput("app.setReviewerName"))
      .toEqual({ name: "Rosa Luz Díaz" });
  });
});

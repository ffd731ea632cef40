/** What is typed into a field is there and stored exactly, and changes nothing else. */
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { long } from "../long";
import { seeded } from "../helpers/random";
import type { CallName } from "./overrides";
import { withDeliveries } from "./delivery-material";
import { someUploads } from "./upload-seed";
import { reviewLines, withReview } from "./review-material";
import type { WindowBackend } from "./test-backend";
import { describeWindow } from "./window";

/** The calls that are allowed while a user types: they read, or store a draft. */
const reading: ReadonlySet<string> = new Set<CallName>([
  "app.noteTextLanguage",
  "app.offerActions",
  "app.state",
  "batches.get",
  "batches.list",
  "casting.list",
  "catalogue.languages",
  "catalogue.models",
  "catalogue.styles",
  "catalogue.voices",
  "connectionTest.get",
  "deliveries.list",
  "deliveries.plan",
  "deliveries.presets",
  "downloads.list",
  "dubs.ofBatch",
  "externalEngines.list",
  "forms.get",
  "forms.set",
  "gallery.browse",
  "gallery.count",
  "gallery.folders",
  "gallery.status",
  "glossary.list",
  "lists.show",
  "maintenance.held",
  "maintenance.interruptedRestore",
  "maintenance.jobs",
  "maintenance.statistics",
  "network.authorities",
  "network.proxyCredentials",
  "network.policies",
  "network.settings",
  "outbox.list",
  "overview.get",
  "packs.list",
  "projects.get",
  "projects.languages",
  "projects.list",
  "review.changes",
  "review.comments",
  "review.line",
  "review.list",
  "review.summary",
  "samples.find",
  "schedules.list",
  "scriptStore.get",
  "scriptStore.list",
  "uploads.abandoned",
  "uploads.hours",
  "uploads.list",
  "uploads.manifestExport",
  "uploads.problems",
  "uploads.settings",
  "uploads.summary",
  "users.list",
  "watchFolders.list",
  "workspaces.list",
]);

/** What a person types: letters that are commands, digits, spaces and signs. */
const typed = "abcdefghijklmnopqrstuvwxyzARNJKPSO0123456789 ?/.,-+;:!'()[]";
const lineNumber = 4;
const review = "#/review/home/ep3?language=fr-fr";
const pane = (page: Page) => page.getByRole("complementary", { name: "Line" });

interface World {
  page: Page;
  backend: WindowBackend;
  lines: ReturnType<typeof reviewLines>;
  /** The values of a form that is stored, by the beginning of its key. */
  draft: (key: string) => Record<string, unknown>;
}
interface TypedField {
  at: string;
  /** A text that is shown when the screen is ready. */
  ready: string;
  /** Opens the field. */
  open?: (page: Page) => Promise<unknown>;
  field: (page: Page) => Locator;
  /** Closes what was opened. */
  close?: (page: Page) => Promise<unknown>;
  /** Another text than a random one. */
  text?: (pick: (count: number) => number) => { keys: string; value: string };
  /** The call that Enter makes, which stores the text. */
  stores?: CallName;
  /** What is stored for a value. */
  expected?: (value: string) => unknown;
  stored?: (world: World) => unknown;
  /** What is stored when the field is left. */
  left?: (world: World) => unknown;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
const selectLine = async (page: Page) => {
  await page.getByRole("grid", { name: "Lines" }).getByText("Text of line 4").click();
  await pane(page).getByText("Line 4 ·", { exact: false }).waitFor();
};
const inReview = (more: Omit<TypedField, "at" | "ready">): TypedField => ({
  at: review,
  ready: "Text of line 1",
  ...more,
});
const inPane = (name: string | RegExp, more: Partial<TypedField> = {}): TypedField =>
  inReview({
    open: selectLine,
    field: (page) => pane(page).getByRole("textbox", { name, exact: true }),
    ...more,
  });
const ofLine = (kind: string) => (world: World) =>
  (world.draft("review/")[kind] as Record<string, string> | undefined)?.[lineNumber];
const searchField = (page: Page) => page.locator("[role=search] input:visible").first();
const search = (at: string, ready: string): TypedField => ({
  at,
  ready,
  field: searchField,
  close: (page) => searchField(page).fill(""),
});
const closeDialog = (page: Page) => page.keyboard.press("Escape");
const settings = { at: "#/settings", ready: "Part size" };

const fields: readonly TypedField[] = [
  inPane("Text", { stored: ofLine("texts") }),
  inPane(/^New comment/, { stored: ofLine("comments") }),
  inPane(/^Reply to/, {
    open: async (page) => {
      await page.getByRole("grid", { name: "Lines" }).getByText("A text that is much").click();
      await pane(page).getByText("Line 3 ·", { exact: false }).waitFor();
      const reply = pane(page).getByRole("button", { name: /^Reply to/ });
      if (await reply.isVisible()) await reply.click();
    },
    stored: (world) =>
      (world.draft("review/").replies as Record<string, { text: string }> | undefined)?.m1?.text,
  }),
  inPane("Reason", {
    stored: ofLine("reasons"),
    left: ({ lines }) => lines[lineNumber - 1]?.reason,
  }),
  inPane("Source text", {
    open: async (page) => {
      await selectLine(page);
      await page.getByRole("grid", { name: "Lines" }).focus();
      await page.keyboard.press("Shift+E");
    },
    stored: ofLine("sources"),
  }),
  inPane("Character", {
    // It offers the known characters.
    field: (page) => pane(page).getByRole("combobox", { name: "Character", exact: true }),
    stores: "review.change",
    expected: (value) => value.trim(),
    stored: ({ lines }) => lines[lineNumber - 1]?.character,
  }),
  inPane("Offset in ms", {
    text(pick) {
      const value = String(pick(4_000) - 2_000);
      return { keys: value, value };
    },
    stores: "review.change",
    expected: Number,
    stored: ({ lines }) => lines[lineNumber - 1]?.offsetMs,
  }),
  inReview({
    open: async (page) => {
      await page.getByRole("grid", { name: "Lines" }).focus();
      await page.keyboard.press("Control+h");
    },
    field: (page) =>
      page
        .getByRole("dialog", { name: "Find and replace" })
        .getByRole("textbox", { name: "Replace with" }),
    close: closeDialog,
  }),
  search(review, "Text of line 1"),
  {
    at: "#/projects",
    ready: "Trailers",
    open: (page) => page.getByRole("button", { name: "New project…" }).click(),
    field: (page) =>
      page
        .getByRole("dialog", { name: "New project" })
        .getByRole("textbox", { name: "Name", exact: true }),
    stored: ({ draft }) => draft("project")["name"],
    close: closeDialog,
  },
  search("#/projects", "Trailers"),
  {
    at: "#/new-batch/home",
    ready: "Create batch",
    field: (page) => page.getByRole("textbox", { name: "Name", exact: true }),
    stored: ({ draft }) => draft('["batch"')["name"],
  },
  search("#/media", "season-2"),
  search("#/voices", "Voices"),
  {
    ...settings,
    field: (page) => page.getByRole("textbox", { name: "Your name" }),
    stores: "app.setReviewerName",
    expected: (value) => value.trim(),
    stored: ({ backend }) => backend.preferences.get("reviewerName"),
  },
  {
    ...settings,
    field: (page) => page.getByRole("textbox", { name: "Bandwidth limit", exact: true }),
    text(pick) {
      const value = String(1 + pick(900));
      return { keys: value, value };
    },
    stores: "uploads.setSettings",
    expected: (value) => Number(value) * 1_000_000,
    stored: async ({ backend }) => (await backend.handlers.uploads.settings()).bandwidthLimit,
  },
  {
    ...settings,
    async open(page) {
      const hours = page.getByRole("switch", { name: "Upload hours" });
      if ((await hours.getAttribute("aria-checked")) !== "true") await hours.click();
    },
    field: (page) => page.getByLabel("From", { exact: true }),
    text(pick) {
      const [hour, minute] = [1 + pick(11), twoDigits(pick(60))];
      return { keys: `${twoDigits(hour)}${minute}PM`, value: `${hour + 12}:${minute}` };
    },
    stores: "uploads.setHours",
    stored: async ({ backend }) => (await backend.handlers.uploads.hours()).from,
  },
];

/** Empties a field, and types into it. */
async function typeInto(page: Page, field: Locator, keys: string): Promise<void> {
  await field.waitFor();
  // A field for a time has parts, which are overwritten one after another from the first one.
  const isTime = (await field.getAttribute("type")) === "time";
  if (isTime) await field.blur();
  await field.focus();
  if (!isTime) {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
  }
  await page.keyboard.type(keys);
}

describeWindow("Typing", (open) => {
  test(
    "200 random texts are in their fields and stored as typed, and nothing else happens",
    { ...long, timeout: 300_000 },
    async () => {
      const random = seeded(20_261_127);
      const pick = (count: number) => Math.floor(random() * count);
      const lines = reviewLines().map((line) => ({ ...line, startMs: 0, endMs: 1_000 }));
      const before = structuredClone(lines);
      const { page, backend } = await open({
        at: "#/overview",
        workspace: "local",
        overrides: withReview(lines),
      });
      const draft = (key: string) => {
        const found = backend.change((_service, application) =>
          application.all<{ place: string; text: string }>("SELECT place, text FROM forms"),
        );
        const { text = "{}" } = found.find(({ place }) => place.startsWith(key)) ?? {};
        return JSON.parse(text) as Record<string, unknown>;
      };
      const world: World = { page, backend, lines, draft };
      const randomText = () => {
        // A name is stored without spaces around it.
        const inner = Array.from({ length: 3 + pick(12) }, () => typed[pick(typed.length)] ?? "a");
        const value = `${inner.join("")}x`;
        return { keys: value, value };
      };
      const rounds = Math.ceil(200 / fields.length);
      let tried = 0;
      let last = "";
      for (const [index, one] of fields.entries()) {
        if (fields[index - 1]?.at !== one.at) {
          await page.evaluate((value) => (location.hash = value), one.at);
          // The desk is left with drafts.
          const leave = page.getByRole("alertdialog").getByRole("button", { name: "Leave" });
          if (fields[index - 1]?.at === review) await leave.click();
          await page.getByText(one.ready).first().waitFor();
        }
        await one.open?.(page);
        const field = one.field(page);
        for (let round = 0; round < rounds; round += 1) {
          const { keys, value } = one.text?.(pick) ?? randomText();
          const label = `${one.at} ${index} ${keys}`;
          const at = backend.called.length;
          const names = () => backend.called.slice(at).map(({ name }) => name);
          await typeInto(page, field, keys);
          expect([label, await field.inputValue()]).toEqual([label, value]);
          expect(page.url()).toContain(one.at);
          const isNative = (await field.getAttribute("type")) === "time";
          if (!isNative)
            expect([label, names().filter((name) => !reading.has(name))]).toEqual([label, []]);
          if (one.stores !== undefined) await page.keyboard.press("Enter");
          if (one.stored)
            await expect
              .poll(async () => [label, await one.stored?.(world)])
              .toEqual([label, one.expected?.(value) ?? value]);
          const others = names().filter((name) => !reading.has(name) && name !== one.stores);
          expect([label, others]).toEqual([label, []]);
          tried += 1;
          last = value;
        }
        if (one.left) {
          await field.blur();
          await expect.poll(() => one.left?.(world)).toBe(last);
        }
        await one.close?.(page);
      }
      expect(tried).toBeGreaterThanOrEqual(200);
      // The lines differ only in what was stored on purpose.
      const kept = ({
        character: _c,
        offsetMs: _o,
        reason: _n,
        revision: _r,
        ...line
      }: (typeof lines)[number]) => line;
      expect(lines.map(kept)).toEqual(before.map(kept));
    },
  );

  interface Screen {
    at: string;
    /** Opens a dialog, or shows more fields. */
    open?: (page: Page) => Promise<unknown>;
    /** The least number of fields, so that a screen without any is found. */
    fields: number;
  }
  const newItem = async (page: Page) => {
    await page.getByRole("grid").first().focus();
    await page.keyboard.press("n");
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
  };
  const screens: readonly Screen[] = [
    { at: "#/overview", fields: 1 },
    { at: "#/uploads", fields: 1 },
    { at: "#/media", fields: 1 },
    { at: "#/help", fields: 1 },
    { at: "#/new-batch/home", fields: 4 },
    {
      at: "#/delivery/home/ep3",
      async open(page) {
        await page.getByRole("combobox", { name: "Names of takes" }).selectOption("template");
      },
      fields: 2,
    },
    { at: "#/project/home/glossary", open: newItem, fields: 2 },
    { at: "#/users", open: newItem, fields: 2 },
  ];
  const textFields =
    "textarea:visible, input:visible:is([type=text], [type=search], [type=password], :not([type]))";

  test.each(screens)(
    "each field of $at has what is typed, and no command runs",
    long,
    async (one) => {
      const random = seeded(29);
      const pick = (count: number) => Math.floor(random() * count);
      const { page, backend } = await open({
        at: one.at,
        uploads: someUploads(),
        workspace: "local",
        overrides: withDeliveries(() => []),
      });
      await page.locator(textFields).or(page.getByRole("combobox")).first().waitFor();
      await one.open?.(page);
      await page.locator(textFields).first().waitFor();
      const dialog = page.getByRole("dialog");
      // What is behind a dialog cannot be focused.
      const scope = (await dialog.count()) > 0 ? dialog : page.locator("body");
      const fields = await scope.locator(textFields).elementHandles();
      expect(fields.length).toBeGreaterThanOrEqual(one.fields);
      for (const [index, field] of fields.entries()) {
        if (!(await field.isEditable())) continue;
        const keys = `${Array.from({ length: 12 }, () => typed[pick(typed.length)] ?? "a").join("")}x`;
        const at = backend.called.length;
        await field.focus();
        await page.keyboard.press("Control+a");
        await page.keyboard.press("Delete");
        await page.keyboard.type(keys);
        const limit = await field.evaluate((element) => (element as HTMLInputElement).maxLength);
        const accepted = limit < 0 ? keys : keys.slice(0, limit);
        expect([index, await field.inputValue()]).toEqual([index, accepted]);
        const others = backend.called.slice(at).filter(({ name }) => !reading.has(name));
        expect([index, keys, others]).toEqual([index, keys, []]);
        expect(page.url()).toContain(one.at);
      }
    },
  );
});

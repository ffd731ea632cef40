import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import type { ScriptReport } from "../../preload/contract/scripts";
import { hostedWorkspace } from "./fake-data";
import { someEntries } from "./fake-outbox-data";
import { describeWindow, type Window } from "./harness";

const path = "/home/sam/scripts/S02E04.xlsx";
const broken: Partial<ScriptReport> = {
  sheet: "Lines",
  counts: { errors: 2, warnings: 1 },
  problems: [
    {
      severity: "error",
      row: 214,
      column: "Text_FR-FR",
      cell: "D214",
      code: "cell-error",
      message: "The formula here ends in #REF!.",
    },
    {
      severity: "error",
      row: null,
      column: "",
      cell: "",
      code: "something-new",
      message: "A word that is not known here.",
    },
    {
      severity: "warning",
      row: 12,
      column: "",
      cell: "",
      code: "text-missing",
      message: "This row has no text in any language.",
    },
  ],
};
const panel = (page: Window["page"]) =>
  page.getByRole("region", { name: "Contents of the script" });

describeWindow("a script of this computer", (open) => {
  test("is checked, previewed and put in the outbox, by keyboard alone", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    await page.getByLabel("Name").fill("Ep 10");
    await page.getByRole("combobox", { name: "Video" }).fill("season-2/S02E10.mov");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Choose file…" }).last().focus();
    await page.keyboard.press("Enter");
    await panel(page).getByText("No problems found").waitFor();
    await panel(page).getByText("240 lines · 3 characters · English", { exact: false }).waitFor();
    await panel(page).getByText("Lines", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await panel(page).getByRole("cell", { name: "Line 1", exact: true }).waitFor();
    await panel(page).getByText("The first 50 of 240 lines").waitFor();
    await page.getByText("Sent automatically once the script is stored").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Ep 10" }).waitFor();
    await page.getByText("“Ep 10” will be created automatically").waitFor();
    expect(backend.lastInput("outbox.add")).toEqual({
      workspaceId: "northlight",
      projectId: "home",
      request: {
        name: "Ep 10",
        script: { kind: "file", path },
        video: { kind: "location", location: "season-2/S02E10.mov" },
        languageCode: "",
        settings: {},
      },
      targetFolder: "",
    });
  });

  test("tells its problems by place, is opened, and read again when it changes", async () => {
    const { page, backend } = await open({
      at: "#/new-batch/home",
      outbox: { reports: { [path]: broken } },
    });
    await page.getByLabel("Name").fill("Ep 10");
    await page.getByRole("combobox", { name: "Video" }).fill("season-2/S02E10.mov");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("2 errors and 1 warning").waitFor();
    await panel(page).getByRole("button", { name: "Cell D214 · Text_FR-FR" }).click();
    await expect
      .poll(() => backend.lastInput("scripts.openInProgram"))
      .toEqual({ path, cell: { sheet: "Lines", name: "D214" } });
    const copied = page.getByText("D214 copied", { exact: false });
    await copied.waitFor();
    await copied.waitFor({ state: "detached" });
    // A program that can be told shows it.
    backend.outbox.isAtCell = true;
    await panel(page).getByRole("button", { name: "Cell D214 · Text_FR-FR" }).click();
    await panel(page).getByText("A word that is not known here.").waitFor();
    await panel(page).getByText("Row 12").waitFor();
    await panel(page).getByRole("button", { name: "Open in default app" }).click();
    expect(backend.lastInput("scripts.openInProgram")).toEqual({ path, cell: null });
    await page.getByRole("button", { name: "Create batch" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("Create the batch with 2 errors in its script?").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(backend.calledNames()).not.toContain("outbox.add");
    backend.outbox.reports = {};
    backend.changed("scripts");
    await panel(page).getByText("No problems found").waitFor();
    backend.outbox.reports = { [path]: broken };
    backend.changed("scripts");
    await panel(page).getByText("2 errors and 1 warning").waitFor();
    await page.getByRole("button", { name: "Create batch" }).click();
    await question.getByRole("button", { name: "Create anyway" }).click();
    await page.getByRole("heading", { name: "Ep 10" }).waitFor();
  });

  test("of line dubbing counts its source audio, and asks where it goes", async () => {
    const sourceAudio = { local: 38, missing: 2, gallery: 1, urls: 0 };
    const { page, backend } = await open({
      at: "#/new-batch/trailers",
      outbox: { reports: { [path]: { sourceAudio } } },
    });
    await page.getByLabel("Name").fill("Trailer");
    await page.getByRole("button", { name: "Save a template…" }).click();
    await page.getByText("“line-dubbing-template.xlsx” was saved").waitFor();
    expect(backend.lastInput("scripts.saveTemplate")).toMatchObject({ kind: "line-dubbing" });
    await page.getByRole("button", { name: "Choose file…" }).click();
    await page
      .getByText(
        "38 files on this computer will be uploaded, 1 in the media gallery, 2 are missing",
      )
      .waitFor();
    await page.getByText("Sent as soon as its files are uploaded").waitFor();
    await page.getByRole("combobox", { name: "Upload to folder" }).fill("trailers");
    await page.getByRole("button", { name: "Create batch" }).click();
    await expect
      .poll(() => backend.lastInput("outbox.add"))
      .toMatchObject({ targetFolder: "trailers/", request: { video: { kind: "none" } } });
  });

  test("needs its language where its kind does not say it, and a place to be put", async () => {
    const { page } = await open({
      at: "#/new-batch/home",
      outbox: {
        chosenScript: "/home/sam/ep10.srt",
        store: { kind: "none", bucket: null, hasSecret: false, urlLifetime: null },
      },
    });
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("This workspace has no script store", { exact: false }).waitFor();
    await page.getByText("A .docx, .txt, .pdf or .srt file does not specify it.").waitFor();
    const submit = page.getByRole("button", { name: "Create batch" });
    expect(await submit.getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("button", { name: "Set up script store…" }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Script store");
  });

  test("says why it cannot be read, and how long a bucket's address works", async () => {
    const { page, backend } = await open({
      at: "#/new-batch/home",
      outbox: { store: { kind: "bucket", bucket: null, hasSecret: true, urlLifetime: 604_800 } },
    });
    backend.failCall("scripts.check", "file-missing");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("The file was moved or deleted", { exact: false }).waitFor();
    backend.failCall("scripts.check", null);
    backend.changed("scripts");
    await panel(page).getByText("valid for 7 days", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Remove the file" }).click();
    await panel(page).waitFor({ state: "detached" });
  });

  test("at a signed address says until when that works", async () => {
    const { page } = await open({ at: "#/new-batch/home" });
    const field = page.getByRole("textbox", { name: /^Script/ });
    const signed = (signedMs: number, seconds: number) => {
      const date = new Date(Date.now() - signedMs).toISOString().replace(/[-:]|\.\d+/g, "");
      return `https://bucket.example/a.srt?X-Amz-Date=${date}&X-Amz-Expires=${seconds}&X-Amz-Signature=0`;
    };
    await field.fill(signed(0, 604_800));
    await page.getByText(/^This address works until /).waitFor();
    await field.fill(signed(0, 300));
    await page.getByText(/^This address works only until /).waitFor();
    await field.fill(signed(7_200_000, 300));
    await page.getByText("This address expired 2 hours ago.").waitFor();
    const end = Math.floor(Date.now() / 1000) - 3 * 86_400;
    await field.fill(`https://bucket.example/a.srt?Expires=${end}&Signature=x`);
    await page.getByText("This address expired 3 days ago.").waitFor();
    const soon = new Date(Date.now() + 600_000).toISOString();
    await field.fill(`https://blob.example/a.srt?se=${encodeURIComponent(soon)}&sig=x`);
    await page.getByText(/^This address works only until /).waitFor();
    await field.fill("https://bucket.example/a.srt?expires=tomorrow");
    await page.getByText(/^This address/).waitFor({ state: "detached" });
    expect(await axeViolations(page)).toEqual([]);
  });
});

describeWindow("a video of this computer", (open) => {
  test("is chosen or dropped, and uploaded first", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    await page.getByLabel("Name").fill("Ep 11");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "ep11.mov", mimeType: "video/quicktime", buffer: Buffer.from("x") });
    await page.getByRole("group", { name: "Video" }).getByText("ep11.mov").waitFor();
    await page.getByRole("complementary").getByText("Video: ep11.mov").waitFor();
    await page.locator("form#new-batch").evaluate((form) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], "ep11.xlsx"));
      dataTransfer.items.add(new File(["x"], "other.mov"));
      for (const type of ["dragenter", "dragover", "drop"])
        form.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByRole("group", { name: "Script" }).getByText("ep11.xlsx").waitFor();
    await page.getByRole("group", { name: "Video" }).getByText("other.mov").waitFor();
    expect(backend.calledNames()).not.toContain("plans.create");
    await page.getByText("Sent as soon as its file is uploaded").waitFor();
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => backend.lastInput("outbox.add"))
      .toMatchObject({ request: { video: { kind: "file", path: "/home/sam/other.mov" } } });
  });

  test("is pending while the service is unreachable", async () => {
    const offline = await open({
      at: "#/new-batch/home",
      isOnline: false,
      workspaces: [hostedWorkspace({ state: "offline" })],
    });
    await offline.page.getByLabel("Name").fill("Ep 13");
    await offline.page.getByRole("combobox", { name: "Video" }).fill("season-2/S02E13.mov");
    await offline.page.getByText("Sent automatically when the network is back").waitFor();
    await offline.page.keyboard.press("Control+Enter");
    await offline.page.getByRole("heading", { name: "Ep 13" }).waitFor();
    await offline.page.getByText("“Ep 13” will be created automatically").waitFor();
    await offline.page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  });

  test("comes back with its fields marked when it was refused", async () => {
    const refused = someEntries().map((one) =>
      one.id === 1
        ? {
            ...one,
            state: "refused" as const,
            problem: { code: "invalid-input" as const, message: "" },
            fields: [
              { field: "videoPath", message: "not-media" },
              { field: "languageCode", message: "not-a-language" },
            ],
          }
        : one,
    );
    const { page } = await open({ at: "#/new-batch/home?entry=1", outbox: { entries: refused } });
    const video = page.getByRole("combobox", { name: "Video" });
    await expect.poll(() => video.getAttribute("aria-invalid")).toBe("true");
    await page
      .getByText("The service does not accept this type of media file", { exact: false })
      .waitFor();
    await expect.poll(() => video.evaluate((field) => field === document.activeElement)).toBe(true);
    await video.fill("season-2/S02E05.mov");
    await expect.poll(() => video.getAttribute("aria-invalid")).not.toBe("true");
    const language = page.getByRole("combobox", { name: /^Language of the script/ });
    expect(await language.getAttribute("aria-invalid")).toBe("true");
  });

  test("can be changed while it waits; what is gone says so", async () => {
    const { page, backend } = await open({
      at: "#/new-batch/home?entry=1",
      outbox: { entries: someEntries() },
    });
    await page.getByRole("heading", { name: "Edit batch" }).waitFor();
    await page.getByLabel("Name").fill("Ep 8 · High Tide");
    backend.failCall("outbox.change", "invalid-input", "", [
      { field: "videoPath", message: "required" },
    ]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Required", { exact: true }).waitFor();
    backend.failCall("outbox.change", null);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "Ep 8 · High Tide" }).waitFor();
    expect(backend.lastInput("outbox.change")).toMatchObject({
      entryId: 1,
      request: { video: { kind: "location", location: "season-2/S02E04.mov" } },
    });
    await page.evaluate(() => (location.hash = "#/new-batch/home?entry=77"));
    await page.getByText("This request is no longer in the outbox").waitFor();
  });
});

describeWindow("an .srt without a language", (open) => {
  const srt = "/home/sam/ep10.srt";
  test("shows its lines, asks for the language in one field, and proposes a speaker separator", async () => {
    const reports = {
      [srt]: {
        isLanguageMissing: true,
        languages: [],
        characters: [],
        separator: { text: ":", speakers: ["Anna", "Ben"] },
      },
    };
    const { page, backend } = await open({
      at: "#/new-batch/home",
      outbox: { chosenScript: srt, reports },
    });
    await page.getByLabel("Name").fill("Ep 10");
    await page.getByRole("combobox", { name: "Video" }).fill("season-2/S02E10.mov");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("No problems found").waitFor();
    await panel(page).getByText("This file does not say its language. Choose it below.").waitFor();
    await panel(page).getByText("Lines", { exact: true }).click();
    await panel(page).getByRole("cell", { name: "Line 1", exact: true }).waitFor();
    await panel(page).getByText("separated by “:”: Anna and Ben", { exact: false }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await panel(page).getByRole("button", { name: "Use this separator" }).click();
    await expect
      .poll(() => page.getByRole("textbox", { name: /^Speaker separator/ }).inputValue())
      .toBe(":");
    await expect
      .poll(() => backend.lastInput("scripts.check"))
      .toMatchObject({ path: srt, speakerSeparator: ":" });
    await page.getByRole("button", { name: "Create batch" }).click();
    const language = page.getByRole("combobox", { name: /^Language of the script/ });
    await expect.poll(() => language.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByText("Required", { exact: true }).count()).toBe(1);
    expect(backend.calledNames()).not.toContain("outbox.add");
  });
});

describeWindow("a batch in the outbox", (open) => {
  test("has a screen that becomes that of the batch once it was sent", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    await page.getByLabel("Name").fill("Ep 14");
    await page.getByRole("combobox", { name: "Video" }).fill("https://e.com/v.mov?X-Signature=abc");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("No problems found").waitFor();
    await page.getByRole("button", { name: "Create batch" }).click();
    await page.getByRole("heading", { name: "Ep 14", level: 1 }).waitFor();
    await page.getByText("Waiting for its turn").waitFor();
    await page.getByText("S02E04.xlsx").waitFor();
    // A URL that may be signed is shown by its file name alone.
    expect(await page.locator("body").innerHTML()).not.toContain("X-Signature");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Edit…" }).click();
    await page.getByRole("heading", { name: "Edit batch" }).waitFor();
    await page.goBack();
    await page.getByText("Waiting for its turn").waitFor();
    backend.outbox.entries = backend.outbox.entries.map((one) =>
      one.name === "Ep 14" ? { ...one, state: "sent", resultId: "ep4" } : one,
    );
    backend.changed("outbox");
    await page.getByRole("heading", { name: /^Ep 4/, level: 1 }).waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/batch/home/ep4");
    await page.evaluate(() => (location.hash = "#/pending-batch/home/4711"));
    await page.getByText("This request is no longer in the outbox").waitFor();
  });
});

import path from "node:path";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { srtScript } from "./bulk-seed";
import { someEntries, type EntrySeed } from "./outbox-seed";
import { withoutScriptStore, type WindowBackend } from "./test-backend";
import { someUploads } from "./upload-seed";
import { describeWindow, type Window } from "./window";
import { long } from "../long";

/** A script with two languages and three characters. */
const lines = (count: number) => [
  "ID,Character,Text_EN-GB,Text_DE-DE",
  ...Array.from({ length: count }, (_, at) => {
    const character = ["Anna", "Bruno", "The Harbour Master"][at % 3] ?? "";
    return `${at + 1},${character},Line ${at + 1},Zeile ${at + 1}`;
  }),
];
const goodScript = lines(240).join("\n");
/** A script with an unknown emotion and a row without a text. */
const invalidScript = [
  `${lines(0)[0]},Emotion`,
  "1,Anna,Line 1,Zeile 1,moonrise",
  "2,Bruno,,,",
].join("\n");
/** Writes a script to disk; the native dialog then returns its path. */
async function writeChosenScript(
  backend: WindowBackend,
  name: string,
  content: string,
): Promise<string> {
  const file = await backend.file(name, content);
  backend.dialogs.chooseFile = () => Promise.resolve(file);
  return file;
}
const panel = (page: Window["page"]) =>
  page.getByRole("region", { name: "Contents of the script" });

describeWindow("New batch with a script on this computer", (open) => {
  test("checks and previews the script, and adds a pending request by keyboard only", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home", ...withoutScriptStore });
    const script = await writeChosenScript(backend, "S02E04.csv", goodScript);
    await page.getByLabel("Name").fill("Ep 10");
    await page
      .getByRole("combobox", { name: "Video" })
      .fill("season-2/episode-10/S02E10_conform.mov");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Choose file…" }).last().focus();
    await page.keyboard.press("Enter");
    await panel(page).getByText("No problems found").waitFor();
    await panel(page).getByText("This file is sent as it is; the service reads it.").waitFor();
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
        script: { kind: "file", path: script },
        video: { kind: "location", location: "season-2/episode-10/S02E10_conform.mov" },
        languageCode: "",
        settings: {},
      },
      targetFolder: "",
    });
  });

  test("leaves out lines that are probably not speech, and makes them lines again, by keyboard", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home", workspace: "local" });
    const table = "Character,Text_EN-GB\nAnna,Hello.\nAnna,42\n";
    const script = await writeChosenScript(backend, "S02E04.csv", table);
    await page.getByLabel("Name").fill("Ep 10");
    await page
      .getByRole("combobox", { name: "Video" })
      .fill("season-2/episode-10/S02E10_conform.mov");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("2 lines", { exact: false }).waitFor();
    await panel(page).getByText("Read as lines: only a number (“42”).").waitFor();
    await panel(page).getByRole("button", { name: "Leave out" }).focus();
    await page.keyboard.press("Enter");
    await panel(page).getByText("Left out: only a number (“42”).").waitFor();
    // The button was replaced: the focus is at the list with the other one.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "Problems of the script",
    );
    await panel(page).getByText("1 line", { exact: false }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await panel(page).getByRole("button", { name: "Make them lines anyway" }).click();
    await panel(page).getByText("2 lines", { exact: false }).waitFor();
    await panel(page).getByRole("button", { name: "Leave out" }).click();
    await panel(page).getByText("Left out: only a number (“42”).").waitFor();
    await page.getByRole("button", { name: "Create batch" }).click();
    await expect.poll(() => backend.calledNames()).toContain("outbox.add");
    expect(backend.lastInput("outbox.add")).toMatchObject({
      request: { script: { kind: "file", path: script, lineKinds: "no-number" } },
    });
    await expect.poll(() => page.evaluate(() => location.hash)).not.toContain("new-batch");
  });

  test("shows problems with their cells, opens the file at a cell, and reads it again when it changes", async () => {
    let isAtCell = false;
    const { page, backend } = await open({
      at: "#/new-batch/home",
      ...withoutScriptStore,
      overrides: { "scripts.openInProgram": () => ({ isAtCell }) },
    });
    const script = await writeChosenScript(backend, "S02E04.csv", invalidScript);
    await page.getByLabel("Name").fill("Ep 10");
    await page
      .getByRole("combobox", { name: "Video" })
      .fill("season-2/episode-10/S02E10_conform.mov");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("1 error and 1 warning").waitFor();
    await panel(page).getByRole("button", { name: "Cell E2 · Emotion" }).click();
    await expect
      .poll(() => backend.lastInput("scripts.openInProgram"))
      .toEqual({ path: script, cell: { sheet: "", name: "E2" } });
    const copied = page.getByText("E2 copied", { exact: false });
    await copied.waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await copied.waitFor({ state: "detached" });
    // If the program could open the file at the cell, nothing is copied.
    isAtCell = true;
    await panel(page).getByRole("button", { name: "Cell E2 · Emotion" }).click();
    await panel(page).getByText("Row 3").waitFor();
    await panel(page).getByRole("button", { name: "Open in default app" }).click();
    expect(backend.lastInput("scripts.openInProgram")).toEqual({ path: script, cell: null });
    await page.getByRole("button", { name: "Create batch" }).click();
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByText("Create the batch with 1 error in its script?").waitFor();
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    await confirmation.waitFor({ state: "detached" });
    expect(backend.calledNames()).not.toContain("outbox.add");
    await backend.file("S02E04.csv", goodScript);
    await panel(page).getByText("No problems found").waitFor();
    await backend.file("S02E04.csv", invalidScript);
    await panel(page).getByText("1 error and 1 warning").waitFor();
    await page.getByRole("button", { name: "Create batch" }).click();
    await confirmation.getByRole("button", { name: "Create anyway" }).click();
    await page.getByRole("heading", { name: "Ep 10" }).waitFor();
  });

  test("counts the source audio of a line dubbing script, and has a field for its target folder", async () => {
    const { page, backend } = await open({ at: "#/new-batch/trailers", ...withoutScriptStore });
    const audio = ["a.wav", "b.wav", "a.wav", "missing.wav", "trailer_final_v3.mov"];
    const rows = audio.map((name, at) => `${at + 1},Anna,Line ${at + 1},${name}`);
    await writeChosenScript(
      backend,
      "trailer.csv",
      ["ID,Character,Text_EN-GB,Source_Audio", ...rows].join("\n"),
    );
    for (const name of ["a.wav", "b.wav"]) await backend.file(name);
    const template = path.join(backend.filesFolder, "line-dubbing-template.xlsx");
    backend.dialogs.saveFile = () => Promise.resolve(template);
    await page.getByLabel("Name").fill("Trailer");
    await page.getByRole("button", { name: "Save a template…" }).click();
    await page.getByText("“line-dubbing-template.xlsx” was saved").waitFor();
    expect(backend.lastInput("scripts.saveTemplate")).toMatchObject({ kind: "line-dubbing" });
    await page.getByRole("button", { name: "Choose file…" }).click();
    await page.getByText(/2 files on this computer will be uploaded.* 1 is missing/).waitFor();
    await page.getByText("Sent as soon as its files are uploaded").waitFor();
    await page.getByRole("combobox", { name: "Upload to folder" }).fill("trailers");
    // The request would be refused after the upload of the other recordings.
    const create = page.getByRole("button", { name: "Create batch" });
    await expect.poll(() => create.getAttribute("aria-disabled")).toBe("true");
    await page.getByText("1 error in the script").waitFor();
    await page.getByText("Nothing is missing").waitFor({ state: "detached" });
    await backend.file("missing.wav");
    await panel(page).getByRole("button", { name: "Check again" }).click();
    await page.getByText("Nothing is missing").waitFor();
    await create.click();
    await expect
      .poll(() => backend.lastInput("outbox.add"))
      .toMatchObject({ targetFolder: "trailers/", request: { video: { kind: "none" } } });
    await page.getByText("“Trailer” will be created automatically").waitFor();
  });

  test(
    "requires the language if the format does not specify it, and a script store",
    long,
    async () => {
      const { page, backend } = await open({ at: "#/new-batch/home" });
      await writeChosenScript(backend, "ep10.srt", srtScript);
      await page.getByRole("button", { name: "Choose file…" }).last().click();
      await panel(page).getByText("This workspace has no script store", { exact: false }).waitFor();
      await page.getByText("Subtitles and .docx, .txt and .pdf files do not specify it.").waitFor();
      const submit = page.getByRole("button", { name: "Create batch" });
      expect(await submit.getAttribute("aria-disabled")).toBe("true");
      await page.getByRole("button", { name: "Set up script store…" }).click();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe("Script store");
    },
  );

  test("shows why the script cannot be read, and how long a URL of the bucket is valid", async () => {
    const { page, backend } = await open({
      at: "#/new-batch/home",
      overrides: {
        "scriptStore.get": () => ({
          kind: "bucket",
          bucket: null,
          hasSecret: true,
          urlLifetime: 604_800,
        }),
      },
    });
    await writeChosenScript(backend, "S02E04.csv", goodScript);
    backend.failCall("scripts.check", "file-missing");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("The file was moved or deleted", { exact: false }).waitFor();
    backend.restoreCall("scripts.check");
    backend.changed("scripts");
    await panel(page).getByText("valid for 7 days", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Remove the file" }).click();
    await panel(page).waitFor({ state: "detached" });
  });

  test("shows until when a signed URL is valid", async () => {
    const { page } = await open({ at: "#/new-batch/home" });
    const field = page.getByRole("textbox", { name: /^Script/ });
    const signed = (signedMs: number, seconds: number) => {
      const date = new Date(Date.now() - signedMs).toISOString().replace(/[-:]|\.\d+/g, "");
      return `https://bucket.example/a.srt?X-Amz-Date=${date}&X-Amz-Expires=${seconds}&X-Amz-Signature=0`;
    };
    await field.fill(signed(0, 604_800));
    await page.getByText(/^This URL is valid until /).waitFor();
    await field.fill(signed(0, 300));
    await page.getByText(/^This URL is valid only until /).waitFor();
    await field.fill(signed(7_200_000, 300));
    await page.getByText("This URL expired 2 hours ago.").waitFor();
    const end = Math.floor(Date.now() / 1000) - 3 * 86_400;
    await field.fill(`https://bucket.example/a.srt?Expires=${end}&Signature=x`);
    await page.getByText("This URL expired 3 days ago.").waitFor();
    const soon = new Date(Date.now() + 600_000).toISOString();
    await field.fill(`https://blob.example/a.srt?se=${encodeURIComponent(soon)}&sig=x`);
    await page.getByText(/^This URL is valid only until /).waitFor();
    await field.fill("https://bucket.example/a.srt?expires=tomorrow");
    await page.getByText(/^This URL/).waitFor({ state: "detached" });
    expect(await axeViolations(page)).toEqual([]);
  });
});

describeWindow("New batch with a video on this computer", (open) => {
  test("accepts chosen and dropped files, which are uploaded first", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home", ...withoutScriptStore });
    await backend.file("ep11.csv", goodScript);
    await backend.file("other.mov");
    await page.getByLabel("Name").fill("Ep 11");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "ep11.mov", mimeType: "video/quicktime", buffer: Buffer.from("x") });
    await page.getByRole("group", { name: "Video" }).getByText("ep11.mov").waitFor();
    await page.getByRole("complementary").getByText("Video: ep11.mov").waitFor();
    await page.locator("form#new-batch").evaluate((form) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], "ep11.csv"));
      dataTransfer.items.add(new File(["x"], "other.mov"));
      for (const type of ["dragenter", "dragover", "drop"])
        form.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByRole("group", { name: "Script" }).getByText("ep11.csv").waitFor();
    await page.getByRole("group", { name: "Video" }).getByText("other.mov").waitFor();
    expect(backend.calledNames()).not.toContain("plans.create");
    await panel(page).getByText("No problems found").waitFor();
    await page.getByText("Sent as soon as its file is uploaded").waitFor();
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => backend.lastInput("outbox.add"))
      .toMatchObject({
        request: { video: { kind: "file", path: `${backend.filesFolder}/other.mov` } },
      });
    await page.getByText(/will be created automatically/).waitFor();
  });

  test("adds a pending request while offline", long, async () => {
    const offline = await open({
      at: "#/new-batch/home",
      isOnline: false,
    });
    await offline.page.getByLabel("Name").fill("Ep 13");
    await offline.page.getByRole("combobox", { name: "Video" }).fill("season-2/S02E13.mov");
    await offline.page.getByText("Sent automatically when the network is back").waitFor();
    await offline.page.keyboard.press("Control+Enter");
    await offline.page.getByRole("heading", { name: "Ep 13" }).waitFor();
    await offline.page.getByText("“Ep 13” will be created automatically").waitFor();
    await offline.page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  });

  test("marks the fields of a rejected request", async () => {
    const refused: EntrySeed = {
      id: 1,
      name: "Ep 8 · Low Tide",
      state: "refused",
      problem: { code: "invalid-input", message: "" },
      fields: [
        { field: "videoPath", message: "not-media" },
        { field: "languageCode", message: "not-a-language" },
      ],
    };
    const { page } = await open({ at: "#/new-batch/home?entry=1", entries: [refused] });
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

  test("edits a pending request; reports one that no longer exists", async () => {
    const { page, backend } = await open({
      at: "#/new-batch/home?entry=1",
      entries: someEntries(),
      uploads: someUploads(),
    });
    await page.getByRole("heading", { name: "Edit batch" }).waitFor();
    await page.getByLabel("Name").fill("Ep 8 · High Tide");
    backend.failCall("outbox.change", "invalid-input", "", [
      { field: "videoPath", message: "required" },
    ]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Required", { exact: true }).waitFor();
    backend.restoreCall("outbox.change");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "Ep 8 · High Tide" }).waitFor();
    expect(backend.lastInput("outbox.change")).toMatchObject({
      entryId: 1,
      request: { video: { kind: "location", location: "season-2/episode-04/S02E04_conform.mov" } },
    });
    await page.evaluate(() => (location.hash = "#/new-batch/home?entry=77"));
    await page.getByText("This request is no longer in the outbox").waitFor();
  });
});

describeWindow("New batch with an .srt script", (open) => {
  test("shows the lines, requires the language, and suggests a speaker separator", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home", ...withoutScriptStore });
    const srt = await writeChosenScript(backend, "ep10.srt", srtScript);
    await page.getByLabel("Name").fill("Ep 10");
    await page
      .getByRole("combobox", { name: "Video" })
      .fill("season-2/episode-10/S02E10_conform.mov");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("1 warning").waitFor();
    await panel(page).getByText("This file does not say its language. Choose it below.").waitFor();
    await panel(page).getByText("Lines", { exact: true }).click();
    await panel(page).getByRole("cell", { name: /Hallo/ }).waitFor();
    await panel(page).getByText("separated by “:”: Anna and Bruno", { exact: false }).waitFor();
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

describeWindow("Pending batch screen", (open) => {
  test("shows the pending request, and opens the batch when it was sent", long, async () => {
    const { page, backend } = await open({ at: "#/new-batch/home", ...withoutScriptStore });
    await writeChosenScript(backend, "S02E04.csv", goodScript);
    await page.getByLabel("Name").fill("Ep 14");
    await page.getByRole("combobox", { name: "Video" }).fill("https://e.com/v.mov?X-Signature=abc");
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    await panel(page).getByText("No problems found").waitFor();
    await page.getByRole("button", { name: "Create batch" }).click();
    await page.getByRole("heading", { name: "Ep 14", level: 1 }).waitFor();
    await page
      .getByText(/Waiting/)
      .first()
      .waitFor();
    await page.getByText("S02E04.csv").waitFor();
    // Of a URL that may be signed, only the file name is shown.
    expect(await page.locator("body").innerHTML()).not.toContain("X-Signature");
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Edit…" }).click();
    await page.getByRole("heading", { name: "Edit batch" }).waitFor();
    await page.goBack();
    await page
      .getByText(/Waiting/)
      .first()
      .waitFor();
    backend.change((_service, application) =>
      application.run("UPDATE outbox SET state = 'sent', result_id = 'ep4' WHERE name = 'Ep 14'"),
    );
    backend.changed("outbox");
    await page.getByRole("heading", { name: /^Ep 4/, level: 1 }).waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/batch/home/ep4");
    await page.evaluate(() => (location.hash = "#/pending-batch/home/4711"));
    await page.getByText("This request is no longer in the outbox").waitFor();
  });
});

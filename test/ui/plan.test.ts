import { expect, test } from "vitest";
import type { Plan } from "../../preload/model";
import { addGalleryFiles } from "./seed";
import { someUploads } from "./upload-seed";
import { describeWindow } from "./window";

describeWindow("Upload dialog", (open) => {
  test("requires one conflict rule, lists skipped files, and adds the others to the queue", async () => {
    const { page, backend, drag } = await open({
      at: "#/media?folder=season-2%2F",
      seed: (service) =>
        addGalleryFiles(service, ["season-2/season-2/01.wav", "season-2/season-2/02.wav"]),
      cacheAge: 0,
    });
    for (const name of ["01.wav", "02.wav", "03.wav", "04.wav", ".DS_Store", "notes.pdf"])
      await backend.file(`season-2/${name}`);
    await backend.file("trailer.mov", "12345");
    await page.getByRole("treeitem", { name: "season-2" }).waitFor();
    await drag(["season-2"], false);
    await page.getByText("Drop to upload to season-2/").waitFor();
    await drag(["season-2", "trailer.mov"]);
    const dialog = page.getByRole("dialog", { name: "Upload 2 items" });
    await dialog.getByText("2 files are already in the gallery").waitFor();
    expect(backend.lastInput("plans.create")).toEqual({
      workspaceId: "northlight",
      sourcePaths: [`${backend.filesFolder}/season-2`, `${backend.filesFolder}/trailer.mov`],
      targetFolder: "season-2/",
    });
    const upload = dialog.getByRole("button", { name: /^Upload \d+ files/ });
    expect(await upload.getAttribute("aria-disabled")).toBe("true");
    await dialog.getByText("First choose what happens").first().waitFor();
    expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
    await upload.click({ force: true });
    expect(backend.calledNames()).not.toContain("plans.confirm");

    await dialog.getByRole("tab", { name: /Skipped/ }).click();
    await dialog.getByText("Hidden or system file").first().waitFor();
    await dialog.getByRole("radio", { name: "Skip" }).check();
    await dialog.getByRole("button", { name: "Upload 3 files · 7 B" }).waitFor();
    await dialog.getByRole("radio", { name: "Replace" }).check();
    await dialog.getByRole("button", { name: "Upload 5 files · 9 B" }).click();
    await page.getByText("5 files added to the queue").waitFor();
    await page.getByRole("heading", { name: "Uploads", level: 1 }).waitFor();
  });

  test("names what cannot be uploaded, and uploads both of two files with one path by that choice", async () => {
    const { page, backend, drag } = await open({ at: "#/media" });
    await backend.file("card 1/DCIM/1.mov");
    await backend.file("card 2/DCIM/1.mov");
    await backend.file("clip.mxf");
    await page.getByRole("heading", { name: "Media gallery", level: 1 }).waitFor();
    await drag(["card 1/DCIM", "card 2/DCIM", "clip.mxf"]);
    const dialog = page.getByRole("dialog", { name: "Upload 3 items" });
    await dialog.getByText("2 files cannot be uploaded").waitFor();
    await dialog.getByText("1 file has the same path as another one").waitFor();
    await dialog.getByRole("tab", { name: /Cannot be uploaded\s*2/ }).click();
    await dialog.getByText("Convert it to .mp4").waitFor();
    await dialog.getByRole("radio", { name: "Keep both" }).check();
    await dialog.getByText("1 file cannot be uploaded").waitFor();
    await dialog.getByRole("button", { name: /^Upload 2 files/ }).click();
    await page.getByText("2 files added to the queue").waitFor();
  });

  test("opens at the skipped files if nothing is new, and uses a script as a new batch", async () => {
    const { page, backend, drag } = await open({ at: "#/project/home" });
    await backend.file("lines/harbour.fr.srt", "1\n00:00:01,000 --> 00:00:02,000\nBonjour\n");
    await backend.file("lines/harbour.de.srt", "1\n00:00:01,000 --> 00:00:02,000\nHallo\n");
    await page.getByRole("grid", { name: "Batches" }).waitFor();
    await drag(["lines"]);
    const dialog = page.getByRole("dialog", { name: "Upload “lines”" });
    await dialog.getByText("Not an audio or video file").first().waitFor();
    await dialog.getByRole("button", { name: "Use as a new batch" }).click();
    await page.getByRole("heading", { name: "New batch" }).waitFor();
    // Both languages of the film: the script, and one of another language.
    await page.getByText("harbour.de.srt").first().waitFor();
    await page.getByText("harbour.fr.srt").first().waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("harbour");
    await expect
      .poll(() => page.getByLabel("Language of the script").inputValue())
      .toMatch(/German/);
  });

  test("suggests folders for the target and changes it", async () => {
    const { page, backend, drag } = await open({ at: "#/uploads" });
    await backend.file("season-2/take.wav");
    await drag(["season-2"]);
    const target = page.getByRole("combobox", { name: "Upload to" });
    await target.fill("season-2/ep");
    await page.getByRole("option", { name: "season-2/episode-01/" }).waitFor();
    await target.press("ArrowDown");
    await target.press("ArrowDown");
    await target.press("Enter");
    expect(await target.inputValue()).toBe("season-2/episode-02/");
    await expect
      .poll(() => backend.lastInput("plans.change"))
      .toMatchObject({ targetFolder: "season-2/episode-02/" });
  });

  test("shows the number of files while it reads folders, and can be cancelled", async () => {
    let reading: Pick<Plan, "state" | "galleryReadAt" | "counts"> = {
      state: "reading",
      galleryReadAt: null,
      counts: { new: 5, conflict: 0, failed: 0, skipped: 0 },
    };
    const { page, backend, drag } = await open({
      at: "#/uploads",
      uploads: someUploads(),
      overrides: {
        "plans.get": async (input, real) => ({ ...(await real(input)), ...reading }),
      },
    });
    await page.getByRole("grid").waitFor();
    await page.getByText("S02E06_conform.mkv").click();
    await backend.file("season-2/take.wav");
    await drag(["season-2"]);
    await page.getByText("Reading… 5 files").waitFor();
    reading = { ...reading, counts: { new: 1200, conflict: 0, failed: 0, skipped: 0 } };
    backend.changed("plans");
    await page.getByText("Reading… 1,200 files").waitFor();
    reading = { ...reading, state: "ready" };
    backend.changed("plans");
    await page.getByText("The gallery has not been read yet").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(backend.calledNames()).toContain("plans.discard");
    // The focus returns to the previous element.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
  });

  test("reports that dropped text is not a file", async () => {
    const { page, drag } = await open({ at: "#/uploads" });
    await drag(["text-snippet"]);
    await page.getByText("Only files on this computer can be uploaded.").waitFor();
  });

  test("opened files are added to the plan that is open, and do not replace it", async () => {
    const { page, backend, drag } = await open({ at: "#/media?folder=season-2%2F" });
    for (const name of ["01.wav", "02.wav", "03.wav"]) await backend.file(name);
    await page.getByRole("heading", { name: "Media gallery", level: 1 }).waitFor();
    await drag(["01.wav"]);
    const folder = page.getByRole("dialog").getByRole("combobox", { name: "Upload to" });
    await folder.fill("season-3");
    await page.getByRole("button", { name: /^Upload 1 file/ }).waitFor();
    backend.emit("filesOpened", { paths: [`${backend.filesFolder}/02.wav`] });
    backend.emit("filesOpened", { paths: [`${backend.filesFolder}/03.wav`] });
    const dialog = page.getByRole("dialog", { name: "Upload 3 items" });
    await page.getByText("Added to the open upload").first().waitFor();
    await dialog.getByRole("button", { name: /^Upload 3 files/ }).click();
    await page.getByText("3 files added to the queue").waitFor();
    const { uploads } = await backend.handlers.uploads.list({
      workspaceId: "northlight",
      filter: "all",
      search: "",
      offset: 0,
      limit: 9,
    });
    expect(uploads.map(({ galleryPath }) => galleryPath).sort()).toEqual([
      "season-3/01.wav",
      "season-3/02.wav",
      "season-3/03.wav",
    ]);
  });
});

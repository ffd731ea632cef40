import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { describeWindow, type Window } from "./window";
import { long } from "../long";

const script = (page: Window["page"]) => page.getByRole("textbox", { name: /^Script/ });
const language = (page: Window["page"]) =>
  page.getByRole("combobox", { name: /^Language of the script/ });

describeWindow("New batch screen", (open) => {
  test("creates a batch of a media dubbing project by keyboard only", async () => {
    const { page, backend } = await open({ at: "#/project/home/batches" });
    await page.getByRole("grid").getByText("Ep 4").waitFor();
    await page.keyboard.press("Control+n");
    await page.getByRole("heading", { name: "New batch" }).waitFor();
    const summary = page.getByRole("complementary", { name: "Summary" });
    await summary.getByText("No script: the speech in the video is transcribed").waitFor();
    await summary.getByText("All settings at their defaults.").waitFor();
    await page.keyboard.type("Ep 8 · Nachtfahrt");
    await summary.getByText("“Ep 8 · Nachtfahrt” in “The Long Way Home · season 2”").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("S02E08_con");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await summary.getByText("Nothing is missing.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Ep 8 · Nachtfahrt" }).waitFor();
    expect(backend.lastInput("outbox.add")).toEqual({
      workspaceId: "northlight",
      projectId: "home",
      request: {
        name: "Ep 8 · Nachtfahrt",
        script: { kind: "none" },
        video: { kind: "location", location: "season-2/episode-08/S02E08_conform.mov" },
        languageCode: "",
        settings: {},
      },
      targetFolder: "",
    });
    await page.keyboard.press("Control+n");
    await page.getByRole("heading", { name: "New batch" }).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("");
  });

  test("puts a video and scripts of two languages that are dropped together into one batch", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home", width: 900, height: 600 });
    const files = {
      "film.mp4": await backend.file("film.mp4", "x"),
      "film.de.srt": await backend.file("film.de.srt", "1\n00:00:01,000 --> 00:00:02,000\nHallo"),
      "film.fr.srt": await backend.file("film.fr.srt", "1\n00:00:01,000 --> 00:00:02,000\nSalut"),
    };
    await page.getByRole("form", { name: "The batch" }).evaluate((form, names) => {
      const dataTransfer = new DataTransfer();
      for (const name of names) dataTransfer.items.add(new File(["x"], name));
      for (const kind of ["dragenter", "dragover", "drop"])
        form.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    }, Object.keys(files));
    const summary = page.getByRole("complementary", { name: "Summary" });
    await summary.getByText("Script: film.de.srt").waitFor();
    await summary.getByText("Script in French (France): film.fr.srt").waitFor();
    await summary.getByText("Script in German (Germany)").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("combobox", { name: "Language of film.fr.srt" }).waitFor();
    await page.getByRole("button", { name: "Remove film.fr.srt" }).press("Enter");
    await summary.getByText("film.fr.srt").waitFor({ state: "detached" });
    expect(await page.getByLabel("Name").inputValue()).toBe("film");
  });

  test(
    "offers the settings of a local workspace, and sends those that were changed",
    long,
    async () => {
      const { page, backend } = await open({
        at: "#/new-batch/home",
        announced: { extensions: ["batch-settings"] },
      });
      await page.getByLabel("Name").fill("Ep 9");
      await page.getByRole("combobox", { name: /^Video/ }).fill("season-2/ep9.mov");
      const track = page.getByRole("textbox", { name: /^Sound track/ });
      await track.fill("0");
      await track.press("Tab");
      await page.getByText("Out of range").first().waitFor();
      await track.fill("2");
      await page.getByRole("combobox", { name: /^Music and effects/ }).fill("season-2/me.wav");
      await page.getByLabel("Gap after a line (ms)").selectOption("1000");
      await page.getByRole("checkbox", { name: /^Slow short takes/ }).click();
      await page.getByRole("checkbox", { name: /^Hold the last frame/ }).click();
      const summary = page.getByRole("complementary", { name: "Summary" });
      await summary.getByText("Sound track 2 of the video is used").waitFor();
      await summary.getByText("Music and effects: season-2/me.wav").waitFor();
      await summary.getByText("Takes use up to 1,000 ms of the gap after their lines").waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Create batch" }).click();
      await page.getByRole("heading", { name: "Ep 9" }).waitFor();
      expect(backend.lastInput("outbox.add")).toMatchObject({
        request: {
          settings: {
            fitGapMs: 1_000,
            slowsShortTakes: true,
            holdsLastFrame: true,
            soundTrack: 2,
            bedPath: "season-2/me.wav",
          },
        },
      });
    },
  );

  test("does not offer them in a hosted workspace", async () => {
    const { page } = await open({ at: "#/new-batch/home" });
    await page.getByText("Start inference automatically").waitFor();
    expect(await page.getByLabel("Gap after a line (ms)").count()).toBe(0);
    expect(await page.getByText("Slow short takes").count()).toBe(0);
  });

  test("shows notifications where they do not cover its buttons", async () => {
    for (const width of [1280, 900]) {
      const { page, backend } = await open({ at: "#/new-batch/home", width, height: 700 });
      backend.failCall("scripts.choose", "disk-full");
      await page.getByRole("button", { name: "Choose file…" }).last().click();
      const toast = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
      await toast.waitFor();
      const box = await toast.boundingBox();
      const button = await page.getByRole("button", { name: "Create batch" }).boundingBox();
      const sidebar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(button?.x ?? 0);
      expect(box?.x).toBeGreaterThan((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
    }
  });

  test("sends only settings that were changed and that apply", async () => {
    const announced = { extensions: ["batch-settings"] };
    const { page, backend } = await open({ at: "#/new-batch/home", announced });
    await page.getByLabel("Name").fill("Ep 9");
    await page.getByRole("combobox", { name: "Video" }).fill("https://media.example/ep9.mov");
    const text = page.getByRole("checkbox", { name: "Text" });
    expect(await text.getAttribute("aria-disabled")).toBe("true");
    await page.getByText("Add a script first.").first().waitFor();
    await script(page).fill("https://scripts.example/ep9.xlsx");
    await text.check();
    await page.getByRole("checkbox", { name: "Remove background" }).uncheck();
    await page.getByRole("checkbox", { name: "Start inference automatically" }).uncheck();
    await page.getByRole("checkbox", { name: "Start inference automatically" }).check();
    await page.getByRole("radio", { name: "2" }).click();
    expect(await page.getByRole("textbox", { name: "Number of speakers" }).count()).toBe(0);
    await page.getByRole("checkbox", { name: /Detect the number of speakers/ }).uncheck();
    const speakers = page.getByRole("textbox", { name: "Number of speakers" });
    await speakers.fill("many");
    await speakers.blur();
    await page.getByText("Out of range").first().waitFor();
    await speakers.fill("4");
    await page.getByRole("textbox", { name: /^Sound track/ }).fill("2");
    await page.getByRole("combobox", { name: /^Music and effects/ }).fill("season-2/me.wav");
    await page.getByRole("checkbox", { name: /^Hold the last frame/ }).click();
    const summary = page.getByRole("complementary", { name: "Summary" });
    for (const words of [
      "2 alternative takes per line",
      "The background is not removed",
      "4 speakers",
      "Text comes from the script",
    ])
      await summary.getByText(words).waitFor();
    await page.getByRole("button", { name: "Create batch" }).click();
    await page.getByRole("heading", { name: "Ep 9" }).waitFor();
    expect(backend.lastInput("outbox.add")).toMatchObject({
      request: {
        settings: {
          noOfAlternativeTakes: 2,
          removeBackgroud: false,
          automaticSpeakerDetection: false,
          noOfSpeakers: 4,
          importText: true,
          holdsLastFrame: true,
          soundTrack: 2,
          bedPath: "season-2/me.wav",
        },
      },
    });
  });

  test("requires the language of a script whose format does not specify it", long, async () => {
    const { page, backend } = await open({ at: "#/new-batch/audiobook" });
    // Settings that apply to media only are not shown.
    await page.getByLabel("Name").waitFor();
    expect(await page.getByText("Remove background").count()).toBe(0);
    expect(await page.getByText("Cast characters automatically").count()).toBe(0);
    await page.getByLabel("Name").fill("Chapter 1");
    expect(await script(page).inputValue()).toBe("");
    await script(page).fill("https://scripts.example/chapter-1.docx");
    const summary = page.getByRole("complementary", { name: "Summary" });
    await summary.getByRole("button", { name: "Language of the script" }).click();
    expect(await language(page).evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press("Control+Enter");
    await page.getByText("Required", { exact: true }).waitFor();
    await page.keyboard.type("german");
    await page.keyboard.press("Enter");
    await summary.getByText("Nothing is missing.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Chapter 1" }).waitFor();
    expect(backend.lastInput("outbox.add")).toMatchObject({
      request: { languageCode: "de-de", video: { kind: "none" } },
    });
  });

  test("marks an empty field only after it was edited, or after the form was submitted", async () => {
    const { page } = await open({ at: "#/new-batch/home" });
    const name = page.getByLabel("Name");
    const required = page.getByText("Required", { exact: true });
    await expect
      .poll(() => name.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.getByRole("checkbox", { name: /^Cast characters automatically/ }).click();
    await script(page).focus();
    await page.getByRole("combobox", { name: "Video" }).focus();
    expect(await required.count()).toBe(0);
    await name.fill("Ep 10");
    await name.fill("");
    await script(page).focus();
    await expect.poll(() => required.count()).toBe(1);
    await page.getByRole("button", { name: "Create batch" }).click();
    await expect.poll(() => required.count()).toBe(2);
  });

  test("has no video and requires a script in a line dubbing project", async () => {
    const { page } = await open({ at: "#/new-batch/trailers" });
    await page.getByText("Source_Audio").waitFor();
    expect(await page.getByRole("combobox", { name: /Video/ }).count()).toBe(0);
    expect(await page.getByLabel(/Speaker separator/).count()).toBe(0);
    await page.getByRole("button", { name: "Create batch" }).click();
    expect(await page.getByText("Required", { exact: true }).count()).toBe(2);
    await script(page).fill("ftp://scripts.example/a.xlsx");
    await page.getByText("Only http and https URLs can be fetched").first().waitFor();
    // Paths of the media gallery are valid for videos only: here they are neither suggested nor
    // accepted.
    await script(page).fill("season-2/episode-08/S02E08_conform.xlsx");
    await page.getByText("Not a URL: it must begin with https:// or http://").first().waitFor();
    expect(await page.getByRole("option").count()).toBe(0);
  });

  test("warns about a path that is not in the gallery, and marks fields that the service rejects", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    await page.getByLabel("Name").fill("Ep 10");
    const video = page.getByRole("combobox", { name: "Video" });
    await video.fill("season-2/nowhere.mov");
    await page.getByText(/Not in the media gallery as of/).waitFor();
    backend.failCall("outbox.add", "invalid-input", "", [
      { field: "videoPath", message: "no such file" },
    ]);
    await page.getByRole("button", { name: "Create batch" }).click();
    await page.getByText("no such file").waitFor();
    await expect
      .poll(() => video.evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(await page.getByLabel("Name").inputValue()).toBe("Ep 10");
    await video.fill("season-1/episode-01/S01E01_conform.mov");
    await page.getByText("no such file").waitFor({ state: "detached" });
    await page.getByText(/Not in the media gallery/).waitFor({ state: "detached" });
    backend.failCall("outbox.add", "unreachable");
    await page.getByRole("button", { name: "Create batch" }).click();
    await page.getByRole("alert").getByText("The service is not responding").waitFor();
    backend.restoreCall("outbox.add");
    await page.getByRole("button", { name: "Create batch" }).click();
    await page.getByRole("heading", { name: "Ep 10" }).waitFor();
  });

  test(
    "preserves its fields while another screen is open, until they are discarded",
    long,
    async () => {
      const { page } = await open({ at: "#/new-batch/home" });
      await page.getByLabel("Name").fill("Half a batch");
      await page.getByRole("checkbox", { name: "Remove background" }).uncheck();
      await page.evaluate(() => (location.hash = "#/projects"));
      await page.getByRole("grid").getByText("Trailers").waitFor();
      await page.evaluate(() => (location.hash = "#/new-batch/trailers"));
      await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("");
      await page.evaluate(() => (location.hash = "#/new-batch/home"));
      await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Half a batch");
      expect(await page.getByRole("checkbox", { name: "Remove background" }).isChecked()).toBe(
        false,
      );
      await page.getByRole("button", { name: "Discard draft" }).click();
      expect(await page.getByLabel("Name").inputValue()).toBe("");
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Half a batch");
      await page.getByRole("button", { name: "Discard draft" }).click();
      expect(await page.getByRole("button", { name: "Discard draft" }).count()).toBe(0);
    },
  );

  test("stores its fields on disk; a reloaded window restores them", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    const forms = () =>
      backend.change((_service, application) =>
        application.all<{ text: string }>("SELECT text FROM forms").map(({ text }) => text),
      );
    const name = page.getByLabel("Name");
    await name.fill("Half a batch");
    const background = page.getByRole("checkbox", { name: "Remove background" });
    await background.uncheck();
    await expect.poll(() => forms().join()).toContain('"removeBackgroud":false');
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe("Half a batch");
    expect(await background.isChecked()).toBe(false);
    await page.getByRole("button", { name: "Discard draft" }).click();
    await expect.poll(forms).toEqual([]);
    // A form that the user leaves is written immediately. A form stored by another version is
    // readable.
    await name.fill("Left");
    await page.evaluate(() => (location.hash = "#/projects"));
    await expect.poll(() => forms().length).toBe(1);
    backend.change((_service, application) =>
      application.run(
        "UPDATE forms SET text = ?",
        '{"name":"Older","settings":{"x":1},"videoPath":7}',
      ),
    );
    await page.reload();
    await page.evaluate(() => (location.hash = "#/new-batch/home"));
    await expect.poll(() => name.inputValue()).toBe("Older");
  });

  test(
    "does not navigate after the user left the screen, and is not submitted again while the call runs",
    long,
    async () => {
      const { page, backend } = await open({ at: "#/new-batch/home" });
      const go = (hash: string) => page.evaluate((to) => (location.hash = to), hash);
      const name = page.getByLabel("Name");
      const created = () => backend.calledNames().filter((one) => one === "outbox.add").length;
      await name.fill("Ep 11");
      await page.getByRole("combobox", { name: "Video" }).fill("https://media.example/ep11.mov");
      const unblock = backend.blockCall("outbox.add");
      await page.keyboard.press("Control+Enter");
      await expect.poll(created).toBe(1);
      await go("#/projects");
      await page.getByRole("grid", { name: "Projects" }).waitFor();
      await go("#/new-batch/home");
      await expect.poll(() => name.inputValue()).toBe("Ep 11");
      await page.keyboard.press("Control+Enter");
      await go("#/projects");
      await page.getByRole("grid", { name: "Projects" }).waitFor();
      unblock();
      await page.getByText("“Ep 11” was created").waitFor();
      expect(await page.evaluate(() => location.hash)).toBe("#/projects");
      expect(created()).toBe(1);
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.getByRole("heading", { name: "Ep 11" }).waitFor();
      await go("#/new-batch/home");
      await name.waitFor();
      expect(await name.inputValue()).toBe("");
      // A failure is reported in a notification with a link to the form.
      await name.fill("Ep 12");
      await page.getByRole("combobox", { name: "Video" }).fill("https://media.example/ep12.mov");
      const unblockRejected = backend.blockCall("outbox.add");
      await page.keyboard.press("Control+Enter");
      await expect.poll(created).toBe(2);
      await go("#/projects");
      await page.getByRole("grid", { name: "Projects" }).waitFor();
      backend.failCall("outbox.add", "service-error");
      unblockRejected();
      const notification = page
        .getByRole("listitem")
        .filter({ hasText: "“Ep 12” was not created." });
      await notification.getByRole("button", { name: "Show" }).click();
      await expect.poll(() => name.inputValue()).toBe("Ep 12");
    },
  );

  test(
    "can be submitted while offline; rejects an unknown project type and a missing project",
    long,
    async () => {
      const offline = await open({
        at: "#/new-batch/home",
        isOnline: false,
      });
      await offline.page.getByRole("button", { name: "Create batch" }).waitFor();
      await offline.page.getByText("Sent automatically when the network is back").waitFor();
      const unknown = await open({
        at: "#/new-batch/trailers",
        cacheAge: 0,
        seedApplication: (application) =>
          application.run(
            "UPDATE list_items SET body = json_set(body, '$.type', 'hologram') WHERE id = 'trailers'",
          ),
      });
      await unknown.page.getByText("does not support projects of the type “hologram”").waitFor();
      const missing = await open({ at: "#/new-batch/nowhere" });
      await missing.page.getByText("This project no longer exists").waitFor();
      await missing.page.getByRole("button", { name: "Back to projects" }).click();
      await missing.page.getByRole("grid", { name: "Projects" }).waitFor();
    },
  );
});

/** The delivery of a batch: plan, gate, folder, progress. */
import { expect, test } from "vitest";
import type { Delivery } from "../../preload/contract/deliveries";
import { axeViolations } from "./axe";
import { batchId, deliveryOf, projectId, withDeliveries } from "./delivery-material";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";

const at = `#/delivery/${projectId}/${batchId}`;

describeWindow("The delivery of a batch", (open) => {
  test("needs approvals or a decision, and a folder; then it begins", async () => {
    let deliveries: Delivery[] = [];
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: {
        ...withDeliveries(() => deliveries),
        "deliveries.start": () => {
          const counts = { files: 12, made: 3, failed: 0, findings: 0 };
          deliveries = [deliveryOf({ state: "making", counts })];
          return { deliveryId: "d-1" };
        },
        "deliveries.cancel": () => {
          deliveries = [deliveryOf({ state: "cancelled" })];
        },
      },
    });
    const missing = page.getByRole("link", { name: "Spanish (Spain): 3 lines not approved" });
    expect(await missing.getAttribute("href")).toBe(
      `#/review/${projectId}/${batchId}?language=es-es&line=7&filter=not-approved`,
    );
    await page.getByText("File list").click();
    await page.getByText("es-ES/video/Episode_1_es-ES.mp4").waitFor();
    await page.getByText("and 1,202 other files").waitFor();
    await page.getByText("Not delivered yet").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const start = page.getByRole("button", { name: "Deliver", exact: true });
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("checkbox", { name: "Deliver anyway" }).check();
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    await page.getByText("/home/mia/out", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Loudness" }).selectOption("streaming");
    // What a preset does not do is said before.
    const loudness = page.getByRole("combobox", { name: "Loudness" });
    await loudness.selectOption("premix");
    await page.getByText("the mix has only a maximum, and no fixed loudness").waitFor();
    await loudness.selectOption("streaming");
    const layout = page.getByRole("combobox", { name: "Channels of the mix" });
    await layout.selectOption({ label: "As the source: 5.1 with the dub in the centre" });
    const startTimecode = page.getByRole("textbox", { name: "Start timecode" });
    await startTimecode.fill("10:00:00");
    await page.getByText("Four numbers of two digits").first().waitFor();
    await startTimecode.fill("10:00:00;00");
    // A session references takes.
    await page.getByRole("checkbox", { name: "Session" }).check();
    await page.getByText("Required by Session", { exact: true }).waitFor();
    expect(await page.getByRole("checkbox", { name: "Takes" }).isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: "Original sound as a second track" }).check();
    await page.getByRole("checkbox", { name: "Stems" }).focus();
    await page.keyboard.press("Space");
    await expect
      .poll(() => backend.lastInput("deliveries.plan"))
      .toMatchObject({ request: { preset: "streaming", includeUnapproved: true } });
    await start.click();
    await expect.poll(() => backend.lastInput("deliveries.start")).toBeDefined();
    backend.emit("changed", { topics: ["review"] });
    const bar = page.getByRole("progressbar", { name: "Progress of /home/mia/out/Episode_1_v1" });
    await bar.waitFor();
    await page.getByText("3 of 12 files").waitFor();
    expect(backend.lastInput("deliveries.start")).toMatchObject({
      workspaceId,
      projectId,
      batchId,
      folder: "/home/mia/out",
      request: {
        languages: ["es-es", "fr-fr"],
        naming: "number",
        includeUnapproved: true,
        originalTrack: true,
        mix: "source",
        startTimecode: "10:00:00;00",
        parts: expect.arrayContaining(["takes", "session"]) as string[],
      },
    });
    await page.getByRole("button", { name: "Cancel: /home/mia/out/Episode_1_v1" }).click();
    await page.getByText("Cancelled").waitFor();
  });

  test("begins with the last choices and the language it was opened from, and reports its end", async () => {
    let deliveries = [deliveryOf({ bytes: 12_300_000 })];
    const { page, backend } = await open({
      at: `${at}?language=fr-fr`,
      workspace: "local",
      overrides: {
        ...withDeliveries(() => deliveries),
        "deliveries.start": () => {
          deliveries = [deliveryOf({ id: "d-2", state: "making" }), ...deliveries];
          return { deliveryId: "d-2" };
        },
      },
    });
    // The folder that contains the last delivery.
    await page.getByText("/home/mia/out", { exact: true }).waitFor();
    await page.getByText("Takes and Subtitles · Podcast · 12.3 MB").waitFor();
    const check = (name: string) => page.getByRole("checkbox", { name });
    expect(await check("French (France)").isChecked()).toBe(true);
    expect(await check("Spanish (Spain)").isChecked()).toBe(false);
    await page.getByRole("combobox", { name: "Loudness" }).selectOption("streaming");
    await check("Cue sheet").check();
    await page.getByRole("button", { name: "Deliver", exact: true }).click();
    await expect.poll(() => backend.lastInput("deliveries.start")).toBeDefined();
    await page.evaluate(() => (location.hash = "#/projects"));
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    deliveries = [deliveryOf({ id: "d-2" })];
    await page.getByText("Delivered to /home/mia/out/Episode_1_v1").waitFor();
    await page.evaluate((to) => (location.hash = to), at);
    await check("Spanish (Spain)").waitFor();
    expect(await check("Spanish (Spain)").isChecked()).toBe(true);
    expect(await check("Cue sheet").isChecked()).toBe(true);
    const preset = page.getByRole("combobox", { name: "Loudness" });
    expect(await preset.inputValue()).toBe("streaming");
  });

  test("names takes by a template, which is checked while it is typed, and offered again", async () => {
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: {
        ...withDeliveries(() => [deliveryOf()]),
        "deliveries.start": () => ({ deliveryId: "d-2" }),
        "deliveries.importPresets": () => ({
          isPresetFile: true,
          added: 2,
          renamed: 1,
          existing: 0,
          leftOut: 0,
        }),
      },
    });
    await page.getByRole("combobox", { name: "Names of takes" }).selectOption("template");
    const field = page.getByRole("combobox", { name: "Template of names" });
    await field.fill("{nummer}_{id}");
    await page.getByText("{nummer} has no meaning here").waitFor();
    const start = page.getByRole("button", { name: "Deliver", exact: true });
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    await field.fill("{character}/{id}");
    await page.getByRole("checkbox", { name: "Deliver anyway" }).check();
    await page
      .getByText("2 takes have a number or a shorter name, since the name exists or is too long")
      .waitFor();
    await page.getByText("ANNA/L1.wav", { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The choices become a preset, which sets them again.
    const presets = page.getByRole("combobox", { name: "Preset", exact: true });
    await page.getByRole("textbox", { name: "Name of a new preset" }).fill("Ids by character");
    await page.getByRole("button", { name: "Save as preset" }).click();
    await page.getByRole("button", { name: "Delete preset “Ids by character”" }).waitFor();
    await presets.selectOption({ label: "Film: video, mix and subtitles" });
    expect(await page.getByRole("combobox", { name: "Names of takes" }).inputValue()).toBe(
      "number",
    );
    await presets.selectOption({ label: "Ids by character" });
    expect(await field.inputValue()).toBe("{character}/{id}");
    const remove = page.getByRole("button", { name: "Delete preset “Ids by character”" });
    const undo = page.getByRole("button", { name: "Undo" });
    await remove.click();
    await page.getByText("Preset “Ids by character” deleted").waitFor();
    await undo.click();
    await remove.waitFor();
    // A preset of the same name is replaced only by a button that says so.
    await field.fill("{id}");
    await page.getByRole("textbox", { name: "Name of a new preset" }).fill("Ids by character");
    await page.getByRole("button", { name: "Replace preset" }).click();
    await page.getByText("Preset “Ids by character” replaced").waitFor();
    await undo.click();
    await field.fill("{character}/{id}");
    await remove.waitFor();
    // It is renamed, and has its name in a file that others read.
    const menu = page.getByRole("button", { name: "Presets", exact: true });
    await menu.click();
    await page.getByRole("menuitem", { name: "Rename preset…" }).click();
    await page.getByRole("textbox", { name: "Name of the preset" }).fill("Ids");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Delete preset “Ids”" }).waitFor();
    await menu.click();
    await page.getByRole("menuitem", { name: "Import presets…" }).click();
    await page.getByText("2 presets imported. 1 under another name").waitFor();
    expect(backend.lastInput("deliveries.importPresets")).toEqual({ workspaceId });
    expect(await axeViolations(page)).toEqual([]);
    await start.click();
    await expect
      .poll(() => backend.lastInput("deliveries.start"))
      .toMatchObject({ request: { naming: "template", nameTemplate: "{character}/{id}" } });
    const offered = page.locator("datalist option");
    await expect
      .poll(() => offered.evaluateAll((options) => options.map((one) => one.getAttribute("value"))))
      .toContain("{character}/{id}");
    await page.evaluate(() => (location.hash = "#/projects"));
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    await page.evaluate((to) => (location.hash = to), at);
    expect(await field.inputValue()).toBe("{character}/{id}");
  });

  test("that failed has its reason and is continued; a complete one is shown", async () => {
    let deliveries = [
      deliveryOf({
        id: "d-2",
        state: "failed",
        problem: "es-ES/takes/1.wav: the disk is full",
        counts: { files: 12, made: 10, failed: 1, findings: 2 },
      }),
      deliveryOf({ folder: "/home/mia/out/Other_v1" }),
    ];
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: {
        ...withDeliveries(() => deliveries),
        "deliveries.resume": () => {
          deliveries = deliveries.map((one) => ({ ...one, state: "made" }));
        },
        "deliveries.show": () => undefined,
      },
    });
    await page.getByText("es-ES/takes/1.wav: the disk is full").waitFor();
    await page.getByText("1 file failed, 2 files outside the preset").click();
    await page.getByText("needs 7.1 dB of limiting").waitFor();
    await page.getByRole("button", { name: "Remove files: /home/mia/out/Episode_1_v1" }).waitFor();
    await page.getByRole("button", { name: "Show folder: /home/mia/out/Other_v1" }).click();
    await expect
      .poll(() => backend.lastInput("deliveries.show"))
      .toEqual({ workspaceId, deliveryId: "d-1" });
    await page.getByRole("button", { name: "Continue: /home/mia/out/Episode_1_v1" }).click();
    await expect.poll(() => page.getByText("Complete").count()).toBe(2);
  });

  test("that was begun elsewhere says what it would write where, and waits for an answer", async () => {
    const folder = "/media/stick/Episode_1_v1";
    const counts = { files: 12, made: 0, failed: 0, findings: 0 };
    let deliveries = [deliveryOf({ folder, state: "unconfirmed", counts })];
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: {
        ...withDeliveries(() => deliveries),
        "deliveries.resume": () => {
          deliveries = [deliveryOf({ folder, state: "made" })];
        },
      },
    });
    await page.getByText("Waiting for confirmation").waitFor();
    await page
      .getByText(`It would write 12 files (Takes and Subtitles) to ${folder}.`, { exact: false })
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: `Discard: ${folder}` }).waitFor();
    await page.getByRole("button", { name: `Continue: ${folder}` }).click();
    await page.getByText("Complete").waitFor();
    expect(backend.lastInput("deliveries.resume")).toEqual({ workspaceId, deliveryId: "d-1" });
  });

  test("of a team is downloaded: by others, again after it has expired, and after a problem", async () => {
    const none = { state: "none" as const, problem: null };
    const problem = { code: "path-taken" as const, message: "another file exists" };
    const failed = { state: "failed" as const, problem };
    const deliveries = [
      deliveryOf({ id: "d-3", folder: "Episode_1_v3", download: none }),
      deliveryOf({ id: "d-2", folder: "Episode_1_v2", state: "expired", download: none }),
      deliveryOf({ state: "failed", download: failed }),
      deliveryOf({ id: "d-4", folder: "Episode_1_v4", state: "making", download: none }),
    ];
    const { page, backend } = await open({
      at,
      overrides: {
        ...withDeliveries(() => deliveries, "delivery-files"),
        "deliveries.download": () => undefined,
        "deliveries.resume": () => undefined,
        "deliveries.cancel": () => undefined,
        "deliveries.removeDownload": () => undefined,
      },
    });
    await page.getByText("The folder of the delivery has another file of the same name").waitFor();
    await page.getByRole("button", { name: "Continue: /home/mia/out/Episode_1_v1" }).waitFor();
    // Nothing of it is on this computer yet.
    expect(await page.getByRole("button", { name: /^Show folder/ }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Download…: Episode_1_v3" }).click();
    await expect
      .poll(() => backend.lastInput("deliveries.download"))
      .toEqual({ workspaceId, projectId, batchId, deliveryId: "d-3", folder: "/home/mia/out" });
    await page.getByRole("button", { name: "Make again: Episode_1_v2" }).click();
    await expect
      .poll(() => backend.lastInput("deliveries.resume"))
      .toEqual({ workspaceId, deliveryId: "d-2" });
    await page.getByRole("button", { name: "Remove files: /home/mia/out/Episode_1_v1" }).click();
    await expect
      .poll(() => backend.lastInput("deliveries.removeDownload"))
      .toEqual({ workspaceId, deliveryId: "d-1" });
    // What others can download is ended after a question.
    await page.getByRole("button", { name: "End for everybody…: Episode_1_v4" }).click();
    expect(backend.lastInput("deliveries.cancel")).toBe(undefined);
    await page.getByRole("button", { name: "End delivery" }).click();
    await expect
      .poll(() => backend.lastInput("deliveries.cancel"))
      .toEqual({ workspaceId, deliveryId: "d-4" });
  });

  test("is opened from the batch with Mod+E, and not offered by a hosted workspace", async () => {
    const local = await open({
      at: `#/batch/${projectId}/${batchId}`,
      workspace: "local",
      overrides: withDeliveries(() => []),
    });
    await local.page.getByRole("button", { name: "Deliver…" }).waitFor();
    await local.page.keyboard.press("ControlOrMeta+e");
    await local.page.getByRole("heading", { name: "Files to deliver" }).waitFor();
    const hosted = await open({ at });
    await hosted.page
      .getByText("This workspace does not deliver files", { exact: false })
      .waitFor();
  });
});

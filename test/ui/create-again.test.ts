import { expect, test } from "vitest";
import type { Database } from "../../main/common/database/database";
import type { BatchOrigin } from "../../preload/contract/batch-origin";
import { axeViolations } from "./axe";
import { insert } from "./seed";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";

const origin: BatchOrigin = {
  from: "here",
  script: { kind: "name", name: "ep4.srt" },
  video: { kind: "location", location: "season-2/S02E04.mov" },
  languageCode: "de-de",
  settings: { importText: true, noOfAlternativeTakes: 2, sourceSpeakerSeparator: " - " },
  targetFolder: "season-2/",
};
const setStatus = (status: string) => (service: Database) => {
  service.run("UPDATE batches SET status = ? WHERE id = 'ep4'", status);
  service.run("UPDATE translations SET status = ? WHERE batch_id = 'ep4'", status);
};

describeWindow("Failed batch", (open) => {
  test("is created again from a prefilled form, which lists the unknown fields", async () => {
    const { page, backend } = await open({
      at: "#/batch/home/ep4",
      cacheAge: 0,
      seed: setStatus("failed"),
      seedApplication: (application) =>
        insert(application, "batch_origins", {
          workspace_id: workspaceId,
          batch_id: "ep4",
          origin: JSON.stringify(origin),
        }),
    });
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText("ep4.srt").waitFor();
    await details.getByText("S02E04.mov").waitFor();
    await details.getByText("Alternative takes: 2").waitFor();
    await page.getByText("This batch has failed.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const name = await page.getByRole("heading", { level: 1 }).innerText();
    await page.getByRole("button", { name: "Create again…" }).first().click();
    await page.getByRole("heading", { name: "New batch" }).waitFor();
    await page.getByText("Unknown and left empty: Script.", { exact: false }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByLabel("Name").inputValue()).toBe(name);
    const script = page.getByRole("textbox", { name: /^Script/ });
    expect(await script.inputValue()).toBe("");
    await script.fill("https://scripts.example/ep4.srt");
    await page.getByRole("button", { name: "Create batch" }).click();
    await expect.poll(() => backend.calledNames()).toContain("outbox.add");
    expect(backend.lastInput("outbox.add")).toMatchObject({
      request: {
        name,
        script: { kind: "location", location: "https://scripts.example/ep4.srt" },
        video: { kind: "location", location: "season-2/S02E04.mov" },
        languageCode: "de-de",
        settings: origin.settings,
      },
    });
  });
});

describeWindow("Completed batch", (open) => {
  test("is duplicated under a new name; the origin of a batch created elsewhere is unknown", async () => {
    const { page } = await open({
      at: "#/batch/home/ep4",
      cacheAge: 0,
      seed: setStatus("completed"),
    });
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText("Unknown: this batch was created elsewhere.").waitFor();
    expect(await page.getByRole("button", { name: "Create again…" }).count()).toBe(0);
    const name = await page.getByRole("heading", { level: 1 }).innerText();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Duplicate…" }).click();
    await page
      .getByText("Unknown and left empty: Script, Video, Language of the script, and Settings.", {
        exact: false,
      })
      .waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe(`${name} (copy)`);
  });
});

/** Settings → Engine: packs of local workspaces. */
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { manyPacks, packOf, withPacks } from "./pack-material";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";

describeWindow("Packs of local workspaces", (open) => {
  test("are listed by kind; installed, cancelled and removed", async () => {
    let packs = manyPacks();
    const change = (id: string, fields: object) => {
      packs = packs.map((pack) => (pack.id === id ? { ...pack, ...fields } : pack));
    };
    const { page, backend } = await open({
      at: "#/settings",
      workspace: "local",
      overrides: {
        ...withPacks(() => packs),
        "packs.install": ({ packId }) => change(packId, { state: "waiting" }),
        "packs.cancel": ({ packId }) => change(packId, { state: "available", share: 0 }),
        "packs.remove": ({ packId }) => change(packId, { state: "available" }),
        "packs.installFrom": () => ({ isStarted: true }),
      },
    });
    const section = page.getByRole("region", { name: "Packs" });
    await section.getByText("1 pack installed, 132 MB").waitFor();
    const voices = section.getByRole("list", { name: "Voices" });
    expect(await voices.getByRole("listitem").count()).toBe(3);
    // No program runs its model, and it uses no space.
    expect(await section.getByText("TitaNet").count()).toBe(0);
    await voices
      .getByText("German (Germany) · Piper · Licence CC0-1.0 · 67.1 MB download")
      .waitFor();
    await section
      .getByText("English (United States) → German (Germany)", { exact: false })
      .waitFor();
    await section.getByText("5 languages", { exact: false }).waitFor();
    const bar = section.getByRole("progressbar", { name: "Installation of Kokoro 82M (English)" });
    expect(await bar.getAttribute("aria-valuenow")).toBe("42");
    expect(await axeViolations(page)).toEqual([]);

    await section.getByRole("button", { name: "Install: Piper Kerstin" }).focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await question.getByText("67.1 MB will be downloaded from github.com.").waitFor();
    await question.getByText("Publisher: Piper, https://huggingface.co/rhasspy/").waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(backend.calledNames()).not.toContain("packs.install");
    await section.getByRole("button", { name: "Install: Piper Kerstin" }).click();
    await question.getByRole("button", { name: "Download" }).click();
    await section.getByText("Waiting for another installation").waitFor();
    expect(backend.lastInput("packs.install")).toEqual({ workspaceId, packId: "kerstin" });
    await section.getByRole("button", { name: "Cancel: Piper Kerstin" }).click();
    await section.getByRole("button", { name: "Install: Piper Kerstin" }).waitFor();

    await section.getByRole("button", { name: "Remove…: Piper Thorsten" }).click();
    const confirmation = page.getByRole("alertdialog", { name: "Remove “Piper Thorsten”?" });
    await confirmation.getByText("This frees 132 MB", { exact: false }).waitFor();
    await confirmation.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Piper Thorsten was removed, 132 MB freed").waitFor();
    await section.getByText("No pack is installed", { exact: false }).waitFor();

    await section.getByRole("button", { name: "More actions: Piper Kerstin" }).click();
    await page.getByRole("menuitem", { name: "Install from a file…" }).click();
    await expect
      .poll(() => backend.lastInput("packs.installFrom"))
      .toEqual({ workspaceId, packId: "kerstin", what: "file" });
    await section.getByRole("button", { name: "More actions: Mozilla English → German" }).click();
    await page.getByRole("menuitem", { name: "Install from a folder…" }).waitFor();
    expect(await page.getByRole("menuitem").count()).toBe(1);
  });

  test("that failed have their reason, and are resumed or discarded", async () => {
    const { page, backend } = await open({
      at: "#/settings",
      workspace: "local",
      overrides: {
        ...withPacks(manyPacks),
        "packs.install": () => undefined,
        "packs.cancel": () => undefined,
      },
    });
    const row = page.getByRole("listitem").filter({ hasText: "Whisper base" });
    await row.getByText("The download was interrupted. Resume continues it.").waitFor();
    await row.getByText("github.com could not be reached (ENOTFOUND)").waitFor();
    await row.getByRole("button", { name: "Resume: Whisper base" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("94.0 MB will be downloaded", { exact: false }).waitFor();
    await question.getByRole("button", { name: "Download" }).click();
    await expect
      .poll(() => backend.lastInput("packs.install"))
      .toMatchObject({ packId: "whisper" });
    await row.getByRole("button", { name: "More actions: Whisper base" }).click();
    await page.getByRole("menuitem", { name: "Discard the interrupted download (104 MB)" }).click();
    await expect.poll(() => backend.lastInput("packs.cancel")).toMatchObject({ packId: "whisper" });
  });

  test("are not offered without a local workspace or its extension; damaged ones are", async () => {
    const hosted = await open({ at: "#/settings" });
    const engine = hosted.page.getByRole("region", { name: "Engine", exact: true });
    await engine.getByText("There is no workspace on this computer.").waitFor();
    expect(hosted.backend.calledNames()).not.toContain("packs.list");

    const { page } = await open({
      at: "#/settings",
      workspace: "local",
      overrides: withPacks(() => [
        packOf("a", { state: "damaged" }),
        packOf("b", { kind: "speakers", state: "damaged", isUsable: false }),
      ]),
    });
    const unusable = page.getByRole("listitem").filter({ hasText: "Pack b" });
    await unusable.getByText("has no program that runs this pack").waitFor();
    await unusable.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Remove…" }).waitFor();
    expect(await page.getByRole("menuitem").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByRole("listitem").filter({ hasText: "Files are missing" }).first().waitFor();
    await page.getByRole("button", { name: "Install again: Pack a" }).waitFor();
    await page.getByRole("button", { name: "More actions: Pack a" }).click();
    await page.getByRole("menuitem", { name: "Remove…" }).waitFor();
  });
});

/** Screenshots of watch folders. The tests fail only if a screen does not appear. */
import { join } from "node:path";
import { test } from "vitest";
import type { WatchFolder } from "../../preload/contract/watch-folders";
import { workspaceId, type WindowBackend } from "./test-backend";
import { addWatchFolders } from "./watch-folder-seed";
import { describeWindow, type OpenOptions } from "./window";

const sourcePaths = [
  "/mnt/edit/deliveries/season-2",
  "/mnt/edit/stems",
  "D:\\Exports\\Reaper\\final mixes",
  "/Volumes/NAS/pickups",
  "/mnt/edit/Die außerordentlich lange Überschrift der vorletzten Folge mit allen Korrekturen/PICTURE LOCK 2026-11-20 v17 final FINAL",
  "/home/sam/مرحبا بالعالم",
];

/** Watch folders in every state. */
function everyState(): WatchFolder[] {
  const watching = {
    state: "watching",
    problem: null,
    waiting: 0,
    deferred: 0,
    comparing: 0,
    polling: null,
    failed: 0,
  } as const;
  const states: Partial<WatchFolder>[] = [
    {
      status: { ...watching, waiting: 3 },
      progress: progress(1_204, 12, 0),
    },
    { status: watching, progress: progress(48, 1_733, 2) },
    { isPaused: true, status: null, progress: progress(310, 0, 0) },
    {
      status: {
        ...watching,
        state: "not-found",
        problem: { code: "file-missing", message: "ENOENT" },
      },
    },
    {
      status: {
        ...watching,
        state: "problem",
        problem: { code: "file-denied", message: "EACCES" },
      },
      progress: progress(123_456, 7_890, 1_234),
    },
    {
      status: { ...watching, polling: { reason: "system-limit", seconds: 20 } },
      progress: progress(1, 0, 0),
    },
  ];
  return states.map((state, index) => ({
    id: index + 1,
    sourcePath: sourcePaths[index] ?? "",
    isPaused: false,
    status: watching,
    targetFolder:
      ["season-2/", "season-2/stems/", "", "pickups/", "locked/v17/final/", "hello/"][index] ?? "",
    include: ["*.wav"],
    exclude: [],
    quietMs: 30_000,
    onConflict: "ask",
    progress: progress(0, 0, 0),
    ...state,
  }));
}
function progress(uploaded: number, queued: number, failed: number): WatchFolder["progress"] {
  const lastFile = {
    galleryPath: "season-2/episode-04/S02E04_The_Long_Way_Home_v3.mov",
    uploadedAt: Date.now() - uploaded * 60_000,
  };
  return { uploaded, queued, failed, lastFile: uploaded > 0 ? lastFile : null };
}
const states: OpenOptions = {
  at: "#/watch-folders",
  overrides: { "watchFolders.list": () => everyState() },
};

async function writeExports(backend: WindowBackend): Promise<void> {
  for (let take = 0; take < 140; take++)
    await backend.file(
      `exports/stems/take_${String(take).padStart(3, "0")}.wav`,
      "x".repeat(9_000),
    );
  for (const name of [
    "S02E04_conform.mov",
    "mixes/S02E04 – Überfahrt, die außerordentlich lange Fassung mit allen Korrekturen v17 FINAL.wav",
    "old/a.wav",
    "notes.pdf",
    ".DS_Store",
    "S02E05.mov.part",
  ])
    await backend.file(`exports/${name}`);
  await backend.file("exports/empty.wav", "");
  backend.dialogs.chooseFolder = () => Promise.resolve(join(backend.filesFolder, "exports"));
}

describeWindow("Watch folders", (open) => {
  for (const theme of ["light", "dark"] as const)
    test(`list and form, ${theme}`, async () => {
      const { page, backend, screenshot } = await open({ ...states, theme });
      await writeExports(backend);
      await page.getByRole("row", { name: /deliveries/ }).click();
      await screenshot(`watch-folders-${theme}`);
      await page.getByRole("row", { name: /stems/ }).click({ modifiers: ["Shift"] });
      await page.getByRole("row", { name: /stems/ }).click({ button: "right" });
      await page.getByRole("menu").waitFor();
      await screenshot(`watch-folders-menu-${theme}`);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Add watch folder…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("take_000.wav").waitFor();
      await screenshot(`watch-folders-form-${theme}`);
      await dialog.getByLabel("Include").fill("*.wav\n*a*b*c*");
      await dialog.getByText("At most three").waitFor();
      await dialog.getByLabel("Exclude").fill("old/");
      await dialog.getByText("How patterns work").click();
      await screenshot(`watch-folders-error-${theme}`);
      await dialog.getByLabel("Include").fill("*.wav\n*.pdf");
      await dialog.getByRole("tab", { name: /Cannot be uploaded/ }).click();
      await dialog.getByText("Not an audio").waitFor();
      await screenshot(`watch-folders-skipped-${theme}`);
    });

  test("empty, and the header of uploads", async () => {
    const { page, screenshot } = await open({ at: "#/watch-folders" });
    await page.getByText("No watch folders").waitFor();
    await screenshot("watch-folders-empty");
    await page.getByRole("link", { name: "Uploads" }).first().click();
    await page.getByText("Nothing to upload yet").waitFor();
    await screenshot("watch-folders-uploads");
  });

  test("small", async () => {
    const { page, backend, screenshot } = await open({ ...states, width: 640, height: 460 });
    await writeExports(backend);
    await page.getByRole("row", { name: /deliveries/ }).click();
    await screenshot("watch-folders-small");
    await page.getByRole("button", { name: "Add watch folder…" }).click();
    await page.getByRole("dialog").getByText("take_000.wav").waitFor();
    await screenshot("watch-folders-form-small");
  });

  test("narrow, German", async () => {
    const { page, backend, screenshot } = await open({
      ...states,
      width: 900,
      height: 640,
      language: "de",
    });
    await writeExports(backend);
    await page.getByRole("row", { name: /deliveries/ }).click();
    await screenshot("watch-folders-german");
    await page.getByRole("button", { name: "Überwachten Ordner hinzufügen…" }).click();
    await page.getByRole("dialog").getByText("take_000.wav").waitFor();
    await page.getByRole("dialog").getByText("So funktionieren Muster").click();
    await screenshot("watch-folders-form-german");
  });

  test("right to left, with a missing folder", async () => {
    const { page, screenshot } = await open({
      at: "#/watch-folders",
      direction: "rtl",
      seedApplication: (application, files) =>
        addWatchFolders(application, workspaceId, [
          { sourcePath: join(files, "mixes"), targetFolder: "in/", include: ["*.wav"] },
        ]),
    });
    await page.getByText("Folder not found").waitFor();
    await page.getByRole("row", { name: /mixes/ }).dblclick();
    await page.getByText("There is no folder at this location").waitFor();
    await screenshot("watch-folders-rtl");
  });
});

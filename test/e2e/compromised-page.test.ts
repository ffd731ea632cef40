/**
 * A script in the window that makes calls: it reaches no file that the user has not chosen, and no
 * unknown host.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import type { ElectronApplication } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { approvePaths, callBridge, launch, temporaryFolder } from "./harness";
import { callMain, createLocalWorkspace, homeOf } from "./workspace";

const rejection = { ok: false, error: { code: "path-not-approved" } };

test("cannot name or invent a path; a dropped file is approved before the next call", async () => {
  const profile = temporaryFolder("profile");
  const { page } = await launch({ profile, env: homeOf(profile) });
  const workspaceId = await createLocalWorkspace(page, profile);
  const folder = temporaryFolder("files");
  const [video, script] = [path.join(folder, "video.mp4"), path.join(folder, "lines.csv")];
  writeFileSync(video, "x");
  writeFileSync(script, "Character,Text_FR-FR\nAnna,Bonjour\n");
  const plan = (sourcePath: string) =>
    callBridge(page, "plans.create", { workspaceId, sourcePaths: [sourcePath], targetFolder: "" });
  const how = { projectType: "audio-production", languageCode: "", speakerSeparator: "" };
  const check = () => callBridge(page, "scripts.check", { workspaceId, path: script, ...how });
  for (const forged of [video, folder, "/", "/etc", profile])
    expect(await plan(forged), forged).toMatchObject(rejection);
  expect(await check()).toMatchObject(rejection);

  const made = await page.evaluate((name) => {
    const file = new File(["x"], name);
    Object.defineProperty(file, "path", { value: name });
    const transfer = new DataTransfer();
    transfer.items.add(file);
    const input = document.createElement("input");
    input.type = "file";
    input.files = transfer.files;
    const pathOf = (of: unknown) => {
      try {
        return window.bridge.pathOf(of as object);
      } catch {
        return "refused";
      }
    };
    const args = [file, input.files[0], { path: name, name }, file.slice(), name].map(pathOf);
    return args.filter((text) => text !== "" && text !== "refused");
  }, video);
  expect(made).toEqual([]);
  expect(await plan(video)).toMatchObject(rejection);

  await approvePaths(page, [video]);
  expect(await plan(video)).toMatchObject({ ok: true });
  expect(await check()).toMatchObject(rejection);
  await approvePaths(page, [folder]);
  expect(await check()).toMatchObject({ ok: true, value: { lineCount: 1 } });
});

test("cannot approve source audio outside of the script's folder: the user confirms it in a separate window", async () => {
  const profile = temporaryFolder("profile");
  const { app, page } = await launch({ profile, env: homeOf(profile) });
  const workspaceId = await createLocalWorkspace(page, profile);
  const { id: projectId } = await callMain<{ id: string }>(page, "projects.create", {
    workspaceId,
    name: "P",
    type: "line-dubbing",
    model: "local-basic",
    sourceLanguage: "en-us",
    targetLanguages: ["fr-fr"],
  });
  const folder = temporaryFolder("files");
  const script = path.join(folder, "show", "lines.csv");
  const takes = Array.from({ length: 40 }, (_, index) =>
    path.join(folder, "takes", `<b>take ${String(index).padStart(2, "0")}</b>.wav`),
  );
  for (const file of [script, ...takes]) mkdirSync(path.dirname(file), { recursive: true });
  for (const take of takes) writeFileSync(take, take);
  const lines = takes.map((take) => `Anna,Un,${take}\n`).join("");
  writeFileSync(script, `Character,Text_FR-FR,Source_Audio\n${lines}`);
  await approvePaths(page, [folder]);
  const request = {
    name: "One",
    languageCode: "",
    settings: {},
    script: { kind: "file", path: script },
    video: { kind: "none" },
  };
  const add = () =>
    callBridge(page, "outbox.add", { workspaceId, projectId, request, targetFolder: "" });
  const cancelled = { ok: false, error: { code: "not-confirmed" } };

  const first = add();
  const confirmation = await shownConfirmation(app);
  await focusOn(app, "Cancel");
  expect(confirmation.items).toEqual(takes);
  expect(confirmation.heading).toContain("40 files");
  expect(confirmation.isScrollable).toBe(true);
  // The window's page cannot access it, and it has no bridge to main.
  expect(confirmation.reach).toEqual(["undefined", null]);
  await pressButton(app, "Enter");
  expect(await first).toMatchObject(cancelled);

  const second = add();
  await shownConfirmation(app);
  await pressButton(app, "Escape");
  expect(await second).toMatchObject(cancelled);

  const third = add();
  await shownConfirmation(app);
  await focusOn(app, "Cancel");
  await focusOn(app, "Use these 40 files", "Tab");
  await pressButton(app, "Enter");
  expect(await third).toMatchObject({ ok: true });
});

/**
 * The content of the confirmation of files. Main reads it and sends the keys, because Playwright
 * cannot reach it.
 */
async function shownConfirmation(app: ElectronApplication) {
  let shown: ShownConfirmation | null = null;
  await expect.poll(async () => (shown = await readConfirmation(app))).not.toBeNull();
  return shown as unknown as ShownConfirmation;
}
interface ShownConfirmation {
  items: string[];
  heading: string;
  focused: string;
  isScrollable: boolean;
  reach: [string, unknown];
}
const readConfirmation = (app: ElectronApplication) =>
  app.evaluate(async ({ webContents }) => {
    const contents = webContents
      .getAllWebContents()
      .find((one) => one.getURL().startsWith("app://confirm/") && !one.isLoading());
    if (!contents) return null;
    return (await contents.executeJavaScript(`({
      items: [...document.querySelectorAll("li")].map((item) => item.textContent),
      heading: document.querySelector("h1").textContent,
      focused: document.activeElement.textContent,
      isScrollable: document.querySelector("ul").scrollHeight > document.querySelector("ul").clientHeight,
      reach: [typeof window.bridge, window.opener],
    })`)) as ShownConfirmation;
  });

/** Presses a key until a button has the focus. */
async function focusOn(app: ElectronApplication, button: string, key?: "Tab"): Promise<void> {
  const focused = async () => {
    const now = (await readConfirmation(app))?.focused;
    if (now !== button && key) await press(app, key);
    return now;
  };
  await expect.poll(focused).toBe(button);
}

/** Presses a key until the confirmation is closed. */
async function pressButton(app: ElectronApplication, key: "Enter" | "Escape"): Promise<void> {
  const isClosed = async () => {
    await press(app, key);
    // Checked from main, because a script in a page that is being closed never ends.
    return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length === 1);
  };
  await expect.poll(isClosed).toBe(true);
}

const press = (app: ElectronApplication, key: "Enter" | "Escape" | "Tab") =>
  app.evaluate(({ webContents }, keyCode) => {
    const contents = webContents
      .getAllWebContents()
      .find((one) => one.getURL().startsWith("app://confirm/"));
    contents?.focus();
    contents?.sendInputEvent({ type: "keyDown", keyCode });
    if (keyCode === "Enter") contents?.sendInputEvent({ type: "char", keyCode: "\r" });
    contents?.sendInputEvent({ type: "keyUp", keyCode });
  }, key);

test("cannot connect to a new host unless the native confirmation is accepted", async () => {
  const { app, page } = await launch({ areHostsConfirmed: false });
  let hits = 0;
  const server = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await app.evaluate(({ dialog }) => {
    const requested: unknown[] = [];
    Object.assign(globalThis, { requestedOptions: requested });
    dialog.showMessageBox = ((_window: unknown, options: Electron.MessageBoxOptions) => {
      requested.push(options);
      return Promise.resolve({ response: options.cancelId ?? 0, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  });
  const credentials = {
    baseUrl: `${origin}/api`,
    clientId: "id",
    clientSecret: "secret",
    authScheme: "raw",
  };
  for (const [name, input] of [
    ["workspaces.test", credentials],
    ["workspaces.connect", { ...credentials, name: "Stranger" }],
  ] as const)
    expect(await callBridge(page, name, input)).toMatchObject({
      ok: false,
      error: { code: "not-confirmed" },
    });
  expect(hits).toBe(0);
  const query = await app.evaluate(
    () => (globalThis as unknown as { requestedOptions: object[] }).requestedOptions,
  );
  expect(query).toHaveLength(2);
  expect(query[0]).toMatchObject({
    detail: expect.stringContaining(origin) as string,
    defaultId: 0,
    cancelId: 0,
    buttons: ["Cancel", "Connect"],
  });
});

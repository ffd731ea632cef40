/** What a script in the window gets by calls alone: no file that the user has not chosen, no host that they do not know. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { approvePaths, callBridge, launch, temporaryFolder } from "./harness";
import { ask, createLocalWorkspace, homeOf } from "./workspace";

const refused = { ok: false, error: { code: "path-not-approved" } };

test("names no file, and makes none up; a dropped file is known to main before the next call", async () => {
  const profile = temporaryFolder("profile");
  const { page } = await launch({ profile, env: homeOf(profile) });
  const workspaceId = await createLocalWorkspace(page, profile);
  const folder = temporaryFolder("files");
  const [film, script] = [path.join(folder, "film.mp4"), path.join(folder, "lines.csv")];
  writeFileSync(film, "x");
  writeFileSync(script, "Character,Text_FR-FR\nAnna,Bonjour\n");
  const plan = (sourcePath: string) =>
    callBridge(page, "plans.create", { workspaceId, sourcePaths: [sourcePath], targetFolder: "" });
  const how = { projectType: "audio-production", languageCode: "", speakerSeparator: "" };
  const check = () => callBridge(page, "scripts.check", { workspaceId, path: script, ...how });
  for (const forged of [film, folder, "/", "/etc", profile])
    expect(await plan(forged), forged).toMatchObject(refused);
  expect(await check()).toMatchObject(refused);

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
    const given = [file, input.files[0], { path: name, name }, file.slice(), name].map(pathOf);
    return given.filter((text) => text !== "" && text !== "refused");
  }, film);
  expect(made).toEqual([]);
  expect(await plan(film)).toMatchObject(refused);

  await approvePaths(page, [film]);
  expect(await plan(film)).toMatchObject({ ok: true });
  expect(await check()).toMatchObject(refused);
  await approvePaths(page, [folder]);
  expect(await check()).toMatchObject({ ok: true, value: { lineCount: 1 } });
});

test("confirms no source audio outside of a script's folder: the user does, in a window of its own", async () => {
  const profile = temporaryFolder("profile");
  const { app, page } = await launch({ profile, env: homeOf(profile) });
  const workspaceId = await createLocalWorkspace(page, profile);
  const { id: projectId } = await ask<{ id: string }>(page, "projects.create", {
    ...{ workspaceId, name: "P", type: "line-dubbing", model: "local-basic" },
    ...{ sourceLanguage: "en-us", targetLanguages: ["fr-fr"] },
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
  const order = {
    ...{ name: "One", languageCode: "", settings: {} },
    ...{ script: { kind: "file", path: script }, video: { kind: "none" } },
  };
  const add = async () => {
    const opened = app.waitForEvent("window");
    const reply = callBridge(page, "outbox.add", {
      workspaceId,
      projectId,
      order,
      targetFolder: "",
    });
    const question = await opened;
    question.setDefaultTimeout(15_000);
    await question.getByRole("heading").waitFor();
    return { reply, question };
  };

  const first = await add();
  const { question } = first;
  expect(await question.getByRole("listitem").allTextContents()).toEqual(takes);
  expect(await question.getByRole("heading").textContent()).toContain("40 files");
  const cancel = question.getByRole("button", { name: "Cancel" });
  expect(await cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  const list = question.getByRole("list", { name: "Files" });
  expect(await list.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  // The page of the question is out of reach of the window's, and has no bridge to main.
  expect(await question.evaluate(() => [typeof window.bridge, window.opener])).toEqual([
    "undefined",
    null,
  ]);
  await question.keyboard.press("Enter");
  expect(await first.reply).toMatchObject({ ok: false, error: { code: "not-confirmed" } });

  const second = await add();
  // Playwright's own key presses go past main.
  await app.evaluate(({ webContents }) => {
    const asking = webContents.getAllWebContents().find((one) => one.getURL().includes("confirm"));
    asking?.sendInputEvent({ type: "keyDown", keyCode: "Escape" });
  });
  expect(await second.reply).toMatchObject({ ok: false, error: { code: "not-confirmed" } });

  const third = await add();
  await third.question.keyboard.press("Tab");
  expect(await third.question.evaluate(() => document.activeElement?.textContent)).toBe(
    "Use these 40 files",
  );
  await third.question.keyboard.press("Enter");
  expect(await third.reply).toMatchObject({ ok: true });
  expect(app.windows()).toHaveLength(1);
});

test("connects to no new host unless the native question about it is answered with yes", async () => {
  const { app, page } = await launch({ confirmsHosts: false });
  let hits = 0;
  const server = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await app.evaluate(({ dialog }) => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = ((_window: unknown, options: Electron.MessageBoxOptions) => {
      asked.push(options);
      return Promise.resolve({ response: options.cancelId ?? 0, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  });
  const credentials = {
    ...{ baseUrl: `${origin}/api`, clientId: "id", clientSecret: "secret", authScheme: "raw" },
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
  const asked = await app.evaluate(() => (globalThis as unknown as { asked: object[] }).asked);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({
    detail: expect.stringContaining(origin) as string,
    ...{ defaultId: 0, cancelId: 0, buttons: ["Cancel", "Connect"] },
  });
});

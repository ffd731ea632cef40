/**
 * The state that the window needs for its first frame, and the settings outside of the database.
 */
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dispatch } from "../../../main/backend/dispatch";
import { silentLog } from "../../../main/common/log";
import { startBackend, temporaryFolder, type TestBackend } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let test: TestBackend;
let stored: Map<string, unknown>;
const shown: string[] = [];
const start = () =>
  startBackend(path.join(folder.path, "profile"), {
    preferences: {
      get: (key, fallback) => (stored.get(key) ?? fallback) as typeof fallback,
      set: (key, value) => void stored.set(key, value),
    },
    logFiles: {
      tail: (lines) => Promise.resolve(`${lines} lines of somebody@example.test`),
      show: () => void shown.push("logs"),
    },
  });

beforeEach(async () => {
  stored = new Map();
  folder = await temporaryFolder();
  test = start();
});
afterEach(async () => {
  await test.stop();
  await folder.remove();
});

it("starts with the system settings, and stores changes", async () => {
  const state = async () => test.handlers.app.state(undefined);
  expect(await state()).toMatchObject({
    appearance: { theme: "system", contrast: "system", motion: "system", textSize: 1 },
    language: "system",
    notifications: { uploads: true, batches: true },
    views: {},
    workspaceId: null,
  });
  await test.handlers.app.setLanguage({ language: "de" });
  await test.handlers.app.setNotifications({ uploads: true, batches: false, files: true });
  await test.handlers.app.setAppearance({
    theme: "dark",
    contrast: "more",
    motion: "reduced",
    textSize: 1.25,
  });
  await test.stop();
  test = start();
  expect(await state()).toMatchObject({
    appearance: { theme: "dark", contrast: "more", motion: "reduced", textSize: 1.25 },
    language: "de",
    notifications: { uploads: true, batches: false },
  });
});

it("replaces invalid settings by the defaults", async () => {
  stored = new Map<string, unknown>([
    ["appearance", { theme: "purple" }],
    ["language", 7],
    ["notifications", "loud"],
    ["views", ["x"]],
  ]);
  await test.stop();
  test = start();
  const reply = await dispatch(test.handlers, "app.state", undefined, silentLog);
  expect(reply).toMatchObject({
    ok: true,
    value: { appearance: { theme: "system" }, language: "system", views: {} },
  });
});

it("stores the view state of screens within limits, without a change event", async () => {
  for (let index = 0; index < 120; index += 1)
    await test.handlers.app.setView({ screen: `screen ${index}`, view: String(index) });
  await test.handlers.app.setView({ screen: "screen 50", view: "again" });
  const { views } = await test.handlers.app.state(undefined);
  expect(Object.keys(views)).toHaveLength(100);
  expect(views).toMatchObject({ "screen 50": "again", "screen 119": "119" });
  expect(views).not.toHaveProperty("screen 5");
  expect(test.events).toEqual([]);
});

it("shows the log folder, and the last lines without secrets", async () => {
  await test.handlers.diagnostics.showLogs(undefined);
  expect(shown).toEqual(["logs"]);
  const { text } = await test.handlers.diagnostics.report(undefined);
  expect(text).toContain("200 lines of [e-mail]");
});

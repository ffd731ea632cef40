/** Start, second start, exit, and errors at the start. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { lockFolder } from "../../main/common/database/lock";
import { long } from "../long";
import {
  callBridge,
  electronExecutable,
  launch,
  launchForGroup,
  recordEvents,
  root,
  temporaryFolder,
} from "./harness";
import { homeOf } from "./workspace";

/** Starts the application without automation; resolves with its exit code and output. */
const start = (profile: string, ...args: readonly string[]) =>
  run([`--user-data-dir=${profile}`, ...args]);

function run(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  const child = spawn(electronExecutable(), [...(isRoot ? ["--no-sandbox"] : []), root, ...args], {
    env: { ...process.env, DUBYARD_QUIT_WITHOUT_ASKING: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

test("opens its window, goes on after an unexpected error, restores its bounds, and exits normally", async () => {
  const profile = temporaryFolder("profile");
  const netLog = path.join(temporaryFolder("net"), "log.json");
  const first = await launch({ profile, args: [`--log-net-log=${netLog}`] });
  expect(await first.page.title()).toContain("Dubyard");
  await first.app.evaluate(() => {
    setTimeout(() => {
      throw new Error("thrown out of a timer");
    });
    setTimeout(() => void Promise.reject(new Error("rejected in a timer")));
  });
  await expect.poll(first.log).toContain("app: unexpected error Error: thrown out of a timer");
  await expect.poll(first.log).toContain("app: unexpected error Error: rejected in a timer");
  expect(await callBridge(first.page, "network.settings")).toMatchObject({ ok: true });
  await first.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1000, height: 700 });
  });
  await first.close();
  expect(first.log()).toContain("app: ended");
  // Chromium requests nothing of its own, such as a dictionary.
  const traffic = readFileSync(netLog, "utf8");
  expect(traffic).toContain('"events"');
  const urls = [...traffic.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url ?? "");
  expect(urls.filter((url) => !url.startsWith("http://127.0.0.1"))).toEqual([]);
  const second = await launch({ profile });
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(bounds).toMatchObject({ width: 1000, height: 700 });
});

test("a terminal command leaves nothing in the folders of the user", async () => {
  const home = temporaryFolder("home");
  mkdirSync(path.join(home, ".config"));
  const env = { HOME: home, APPDATA: home, XDG_CONFIG_HOME: "" };
  const { code, output } = await run(["--version"], env);
  expect(code).toBe(0);
  expect(output).toContain("dubyard ");
  expect(readdirSync(home, { recursive: true })).toEqual([".config"]);
});

test(
  "a profile that another process uses is named in an error, with that process",
  long,
  async () => {
    const profile = temporaryFolder("profile");
    const lock = await lockFolder(profile, { program: "dubyard upload" });
    const { code, output } = await start(profile);
    lock.release();
    expect(code).toBe(1);
    expect(output).toContain(`dubyard upload (process ${process.pid}, since `);
    expect(output).toContain(profile);
    expect(existsSync(path.join(profile, "dubyard.db"))).toBe(false);
  },
);

test("a database that cannot be opened is named in an error and not changed, and sets the exit code", async () => {
  const newer = temporaryFolder("profile");
  const database = path.join(newer, "dubyard.db");
  const connection = new DatabaseSync(database);
  connection.exec("PRAGMA user_version=9999");
  connection.close();
  const outcome = await start(newer);
  expect(outcome.code).toBe(1);
  expect(outcome.output).toContain("newer version of Dubyard");
  expect(outcome.output).toContain(newer);

  const damaged = temporaryFolder("profile");
  const garbage = "this is no database ".repeat(500);
  writeFileSync(path.join(damaged, "dubyard.db"), garbage);
  const other = await start(damaged);
  expect(other.code).toBe(1);
  expect(other.output).toContain("cannot start");
  expect(readFileSync(path.join(damaged, "dubyard.db"), "utf8")).toBe(garbage);

  const file = path.join(temporaryFolder("profile"), "a-file");
  writeFileSync(file, "");
  const third = await start(path.join(file, "profile"));
  expect(third.code).toBe(1);
  expect(third.output).toContain("cannot be written");
  expect(existsSync(file)).toBe(true);
});

test("started hidden, it opens its window when it is started again", async () => {
  const profile = temporaryFolder("profile");
  const launched = launch({ profile, args: ["--hidden"] });
  const logFile = path.join(profile, "logs/main.log");
  await expect
    .poll(() => existsSync(logFile) && readFileSync(logFile, "utf8"), { timeout: 60_000 })
    .toContain("app: started without a window");
  expect((await start(profile)).code).toBe(0);
  const { app } = await launched;
  expect(app.windows()).toHaveLength(1);
});

describe("the running application", () => {
  const running = launchForGroup((profile) => ({ env: homeOf(profile) }));

  test("shows its window when it is started again, with the files of the second process, which exits", async () => {
    const { app, page, profileDir } = running();
    const opened = await recordEvents(page, "filesOpened");
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    const file = path.join(profileDir, "film 1.mp4");
    writeFileSync(file, "");
    expect((await start(profileDir, file, "no-such-file")).code).toBe(0);
    await expect.poll(opened).toEqual([{ paths: [file] }]);
    const isVisible = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.isVisible(),
    );
    expect(isVisible).toBe(true);
    expect(app.windows()).toHaveLength(1);
  });

  test("sends events of menu entries to the window", async () => {
    const { app, page } = running();
    const chosen = await recordEvents(page, "menuChosen");
    await app.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()?.getMenuItemById("go.media")?.click();
    });
    await expect.poll(chosen).toEqual([{ action: "go.media" }]);
  });

  test("enables the menu entries of the actions that the window offers", async () => {
    const { app, page } = running();
    await page.evaluate(() => (location.hash = ""));
    await page.getByRole("button", { name: "Start here" }).click();
    await page.getByRole("button", { name: /^Workspace: This computer/ }).waitFor();
    const isEnabled = (id: string) =>
      app.evaluate(
        ({ Menu }, entry) => Menu.getApplicationMenu()?.getMenuItemById(entry)?.enabled,
        id,
      );
    await expect.poll(() => isEnabled("batches.create")).toBe(false);
    expect(await isEnabled("projects.create")).toBe(true);
    // After a separator.
    expect(await isEnabled("uploads.pause-all")).toBe(false);
    expect(await isEnabled("show-logs")).toBe(true);
  });
});

/**
 * The installers of Windows and macOS, as far as they are code of the application: the installer
 * program and Squirrel are replaced.
 */
import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FeedURLOptions } from "electron";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeCopy } from "../../../../main/common/database/copies";
import { openDatabase } from "../../../../main/common/database/database";
import { inspectDatabase } from "../../../../main/common/database/inspect";
import { migrations } from "../../../../main/common/database/migrations";
import { silentLog } from "../../../../main/common/log";
import {
  othersThan,
  parseByFolder,
  parseByName,
} from "../../../../main/electron/updates/installed-processes";
import { beginStart, takeRefusal, takeReverted } from "../../../../main/electron/updates/journal";
import { offerWayBack } from "../../../../main/electron/updates/way-back";
import { UpdateRefused } from "../../../../main/backend/updates/errors";
import {
  canWriteInto,
  createNsisInstaller,
  installerArguments,
} from "../../../../main/electron/updates/nsis";
import { createSquirrelInstaller } from "../../../../main/electron/updates/squirrel";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-installers-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A downloaded file, with its size and hash in the signed list. */
function update(content = "new", signed = content) {
  const file = path.join(folder, `update-${content}.exe`);
  writeFileSync(file, content);
  const sha512 = createHash("sha512").update(signed).digest("hex");
  return { version: "0.1.1", file, release: { size: Buffer.byteLength(signed), sha512 } };
}
const refusalOf = (work: Promise<void>) =>
  work.then(
    () => "installed",
    (error: unknown) => (error instanceof UpdateRefused ? error.refusal : String(error)),
  );

describe("on Windows", () => {
  function setUp(
    version = "0.1.0",
    system: { others?: number[]; isForbidden?: boolean } = {},
    schema = migrations.length,
  ) {
    const { others = [], isForbidden = false } = system;
    const installed = path.join(folder, "Dubyard");
    mkdirSync(installed, { recursive: true });
    const events: string[] = [];
    const exits = new EventEmitter();
    const exited = once(exits, "exit");
    const installer = createNsisInstaller({
      executable: path.join(installed, "Dubyard.exe"),
      version,
      schema,
      updates: folder,
      async start(program, args) {
        await Promise.resolve();
        if (isForbidden) throw new Error("spawn UNKNOWN");
        events.push([path.basename(program), ...args].join(" "));
      },
      countOthers: () => Promise.resolve(others.shift() ?? 0),
      relaunch: () => void events.push("relaunch"),
      exit() {
        events.push("exit");
        exits.emit("exit");
      },
    });
    const finish = () => {
      installer.finish?.();
      return exited;
    };
    return { installed, installer, events, finish };
  }

  test("the verified installer starts without questions when the process ends", async () => {
    const { installed, installer, events, finish } = setUp();
    await installer.install(update());
    expect(events).toEqual([]);
    await finish();
    expect(events).toEqual([`update-new.exe ${installerArguments.join(" ")}`, "exit"]);
    // The test of whether the folder can be written to leaves no file.
    expect(readdirSync(installed)).toEqual([]);
  });

  test("a changed file does not start", async () => {
    const { installer, events, finish } = setUp();
    expect(await refusalOf(installer.install(update("bad", "new")))).toBe("wrong-hash");
    expect(await refusalOf(installer.install(update("longer", "new")))).toBe("wrong-size");
    await finish();
    expect(events).toEqual(["exit"]);
  });

  test("a file that was changed after one that was right does not start", async () => {
    const { installer, events, finish } = setUp();
    await installer.install(update());
    expect(await refusalOf(installer.install(update("bad", "new")))).toBe("wrong-hash");
    await finish();
    expect(events).toEqual(["exit"]);
  });

  test("this version starts again, and reports it, if the system does not start the installer", async () => {
    const { installer, events, finish } = setUp("0.1.0", { isForbidden: true });
    await installer.install(update());
    await finish();
    expect(events).toEqual(["relaunch", "exit"]);
    expect([takeRefusal(folder), takeRefusal(folder)]).toEqual(["cannot-replace", null]);
  });

  test("an installer does not start while it would end other processes of the application", async () => {
    const { installer, events, finish } = setUp("0.1.0", { others: [1, 0, 2] });
    expect(await refusalOf(installer.install(update()))).toBe("still-running");
    await installer.install(update());
    await finish();
    expect(events).toEqual(["relaunch", "exit"]);
    expect(takeRefusal(folder)).toBe("still-running");
  });

  test("processes that were started by this one are no others", () => {
    const found = parseByFolder("100 4\r\n101 100\r\n200 7\r\n\r\n");
    expect(othersThan(found, new Set([100]))).toEqual([{ pid: 200, parent: 7 }]);
    const named = parseByName('"Dubyard.exe","100","Console","1","9 K"\r\n"Dubyard.exe","200"\r\n');
    expect(othersThan(named, new Set([100]))).toEqual([{ pid: 200, parent: null }]);
    expect(parseByName("INFO: No tasks are running.")).toEqual([]);
  });

  test("a version that failed at two starts is replaced by its predecessor, whose installer was kept", async () => {
    const { installed, installer } = setUp();
    writeFileSync(path.join(installed, "Dubyard.exe"), "");
    await installer.install(update("first"));
    // The version before was installed by the user: there is no installer of it.
    expect(beginStart(folder, "0.1.1")).toBe(null);
    await setUp("0.1.1").installer.install({ ...update("second"), version: "0.1.2" });
    const wayBack = (started: string[], version = "0.1.2") =>
      offerWayBack({
        folder,
        version,
        databaseFile: path.join(folder, "dubyard.db"),
        confirm: () => Promise.resolve(true),
        onInstaller: (one) => void started.push(readFileSync(one, "utf8")),
        log: silentLog,
        now: Date.now,
      });
    const started: string[] = [];
    expect([await wayBack(started), await wayBack(started), started]).toEqual([false, false, []]);
    expect(await wayBack(started)).toBe(true);
    expect(started).toEqual(["first"]);
    // The installer did not run: nothing was put back, and it is offered again.
    expect(takeReverted(folder)).toBe(null);
    expect(await wayBack(started)).toBe(true);
    // The installer ran. The version that runs again has its installer for the next update, and no
    // journal.
    expect(await wayBack(started, "0.1.1")).toBe(false);
    expect(started).toEqual(["first", "first"]);
    expect(takeReverted(folder)).toBe("0.1.2");
    expect(readdirSync(folder)).toContain("installed-0.1.1.exe");
    expect(readdirSync(folder)).not.toContain("journal.json");
  });

  test("after its installer has run, the previous version restores the database that it can read", async () => {
    const schema = migrations.length - 1;
    const file = path.join(folder, "dubyard.db");
    const { installed, installer } = setUp();
    writeFileSync(path.join(installed, "Dubyard.exe"), "");
    await installer.install(update("first"));
    openDatabase(file, migrations.slice(0, schema)).close();
    await makeCopy(file, Date.now());
    await setUp("0.1.1", {}, schema).installer.install({ ...update("second"), version: "0.1.2" });
    openDatabase(file, migrations).close();
    const wayBack = (version: string) =>
      offerWayBack({
        folder,
        version,
        databaseFile: file,
        confirm: () => Promise.resolve(true),
        onInstaller: () => undefined,
        log: silentLog,
        now: Date.now,
      });
    for (let start = 0; start < 2; start += 1) await wayBack("0.1.2");
    expect(await wayBack("0.1.2")).toBe(true);
    expect(inspectDatabase(file)).toMatchObject({ version: migrations.length });
    expect(await wayBack("0.1.1")).toBe(false);
    expect(inspectDatabase(file)).toMatchObject({ version: schema });
  });

  test("an installer that was changed since is not offered", async () => {
    const { installed, installer } = setUp();
    writeFileSync(path.join(installed, "Dubyard.exe"), "");
    await installer.install(update("first"));
    await setUp("0.1.1").installer.install({ ...update("second"), version: "0.1.2" });
    writeFileSync(path.join(folder, "installed-0.1.1.exe"), "other");
    const offers: boolean[] = [];
    for (let start = 0; start < 3; start += 1)
      offers.push(
        await offerWayBack({
          folder,
          version: "0.1.2",
          databaseFile: path.join(folder, "dubyard.db"),
          confirm: () => Promise.resolve(true),
          onInstaller: () => undefined,
          log: silentLog,
          now: Date.now,
        }),
      );
    expect(offers).toEqual([false, false, false]);
  });

  test("an update that did not happen leaves the installer of the version that stays", async () => {
    await setUp("0.1.0").installer.install(update("first"));
    await setUp("0.1.1").installer.install({ ...update("second"), version: "0.1.2" });
    expect(beginStart(folder, "0.1.1")).toBe(null);
    expect(
      readdirSync(folder)
        .filter((name) => /^installed|^journal/.test(name))
        .sort(),
    ).toEqual([
      "installed-0.1.1.exe",
      "installed-0.1.1.json",
      "installed-0.1.2.exe",
      "installed-0.1.2.json",
    ]);
  });

  test("a folder in which no file can be created is named", async () => {
    const { installed, installer } = setUp();
    rmSync(installed, { recursive: true });
    expect(canWriteInto(installed)).toBe(false);
    expect(await refusalOf(installer.install(update()))).toBe("cannot-replace");
  });
});

describe("on macOS", () => {
  /** Squirrel as it reads a feed: the address with the headers, then the archive without them. */
  class FakeSquirrel extends EventEmitter {
    feed: FeedURLOptions = { url: "" };
    archive = "";
    /** Statuses of requests of other programs, which know neither the headers nor the path. */
    foreign: number[] = [];
    problem: Error | null = null;
    hasQuit = false;
    setFeedURL(feed: FeedURLOptions) {
      this.feed = feed;
    }
    checkForUpdates() {
      void this.read();
    }
    async read() {
      const { url, headers = {} } = this.feed;
      const offered = (await (await fetch(url, { headers })).json()) as { url: string };
      for (const one of [url, `${url}update.zip`]) this.foreign.push((await fetch(one)).status);
      const archive = await fetch(offered.url);
      if (archive.ok) this.archive = await archive.text();
      if (this.problem) this.emit("error", this.problem);
      else this.emit("update-downloaded");
    }
    quitAndInstall() {
      this.hasQuit = true;
    }
  }
  function setUp() {
    const squirrel = new FakeSquirrel();
    const events: string[] = [];
    const installer = createSquirrelInstaller({
      autoUpdater: squirrel as never,
      exit: () => void events.push("exit"),
    });
    return { squirrel, installer, events };
  }

  test("only Squirrel can download the verified archive from this process", async () => {
    const { squirrel, installer } = setUp();
    await installer.install(update("archive"));
    expect(squirrel.archive).toBe("archive");
    expect(squirrel.foreign).toEqual([401, 404]);
    // The server is closed when the installation has ended.
    await expect(fetch(squirrel.feed.url)).rejects.toThrow();
    installer.finish?.();
    expect(squirrel.hasQuit).toBe(true);
    expect(squirrel.eventNames()).toEqual(["error"]);
  });

  test("an archive that Squirrel does not accept is refused, and the application ends anyway", async () => {
    const { squirrel, installer, events } = setUp();
    squirrel.problem = new Error("the code signature differs");
    expect(await refusalOf(installer.install(update()))).toBe("cannot-replace");
    expect(squirrel.eventNames()).toEqual([]);
    installer.finish?.();
    squirrel.emit("error", new Error("no update is prepared"));
    expect(events).toEqual(["exit"]);
  });

  test("a changed archive does not reach Squirrel", async () => {
    const { squirrel, installer } = setUp();
    expect(await refusalOf(installer.install(update("bad", "new")))).toBe("wrong-hash");
    expect(squirrel.feed.url).toBe("");
  });
});

/**
 * The installers of Windows and macOS, as far as they are code of the application: the installer
 * program and Squirrel are replaced.
 */
import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FeedURLOptions } from "electron";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrations } from "../../../../main/common/database/migrations";
import { silentLog } from "../../../../main/common/log";
import { beginStart, takeReverted } from "../../../../main/electron/updates/journal";
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

/** A downloaded file, and what the signed list says of it. */
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
  function setUp(version = "0.1.0") {
    const installed = path.join(folder, "Dubyard");
    mkdirSync(installed, { recursive: true });
    const events: string[] = [];
    const installer = createNsisInstaller({
      executable: path.join(installed, "Dubyard.exe"),
      version,
      schema: migrations.length,
      updates: folder,
      start: (program, args) => void events.push([path.basename(program), ...args].join(" ")),
      exit: () => void events.push("exit"),
    });
    return { installed, installer, events };
  }

  test("the verified installer starts without questions when the process ends", async () => {
    const { installed, installer, events } = setUp();
    await installer.install(update());
    expect(events).toEqual([]);
    installer.finish?.();
    expect(events).toEqual([`update-new.exe ${installerArguments.join(" ")}`, "exit"]);
    // The attempt to write leaves nothing.
    expect(readdirSync(installed)).toEqual([]);
  });

  test("a changed file does not start", async () => {
    const { installer, events } = setUp();
    expect(await refusalOf(installer.install(update("bad", "new")))).toBe("wrong-hash");
    expect(await refusalOf(installer.install(update("longer", "new")))).toBe("wrong-size");
    installer.finish?.();
    expect(events).toEqual(["exit"]);
  });

  test("a file that was changed after one that was right does not start", async () => {
    const { installer, events } = setUp();
    await installer.install(update());
    expect(await refusalOf(installer.install(update("bad", "new")))).toBe("wrong-hash");
    installer.finish?.();
    expect(events).toEqual(["exit"]);
  });

  test("a version that failed at two starts is replaced by its predecessor, whose installer was kept", async () => {
    const { installed, installer } = setUp();
    writeFileSync(path.join(installed, "Dubyard.exe"), "");
    await installer.install(update("first"));
    // The version before was installed by the user: there is no installer of it.
    expect(beginStart(folder, "0.1.1")).toBe(null);
    await setUp("0.1.1").installer.install({ ...update("second"), version: "0.1.2" });
    const wayBack = (started: string[]) =>
      offerWayBack({
        folder,
        version: "0.1.2",
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
    expect(takeReverted(folder)).toBe("0.1.2");
    // The version that runs again has its installer for the next update, and no journal.
    expect(beginStart(folder, "0.1.1")).toBe(null);
    expect(readdirSync(folder)).toContain("installed-0.1.1.exe");
    expect(readdirSync(folder)).not.toContain("journal.json");
  });

  test("an update that did not happen leaves the installer of the version that stays", async () => {
    await setUp("0.1.0").installer.install(update("first"));
    await setUp("0.1.1").installer.install({ ...update("second"), version: "0.1.2" });
    expect(beginStart(folder, "0.1.1")).toBe(null);
    expect(
      readdirSync(folder)
        .filter((name) => /^installed|^journal/.test(name))
        .sort(),
    ).toEqual(["installed-0.1.1.exe", "installed-0.1.2.exe"]);
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
    /** Statuses of requests of others, who know neither the headers nor the path. */
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

  test("Squirrel gets the verified archive from this process, and nobody else does", async () => {
    const { squirrel, installer } = setUp();
    await installer.install(update("archive"));
    expect(squirrel.archive).toBe("archive");
    expect(squirrel.foreign).toEqual([401, 404]);
    // The server ends with the installation.
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

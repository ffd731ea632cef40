/** The installation of an AppImage, the journal of its starts, and the way back. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeCopy } from "../../../../main/common/database/copies";
import { openDatabase } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";
import { silentLog } from "../../../../main/common/log";
import { createAppImageInstaller } from "../../../../main/electron/updates/appimage";
import {
  beginStart,
  startSucceeded,
  takeReverted,
} from "../../../../main/electron/updates/journal";
import { offerWayBack } from "../../../../main/electron/updates/way-back";
import { placeProfileDatabase } from "../../../helpers/new-databases";

let root: string;
let folder: string;
let target: string;
const databaseFile = () => path.join(root, "dubyard.db");

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "dubyard-test-"));
  folder = path.join(root, "updates");
  mkdirSync(folder);
  mkdirSync(path.join(root, "apps"));
  target = path.join(root, "apps/Dubyard.AppImage");
  writeFileSync(target, "old", { mode: 0o755 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function install(content = "new", signed = content, schema = migrations.length) {
  const file = path.join(folder, "update-1");
  writeFileSync(file, content);
  const sha512 = createHash("sha512").update(signed).digest("hex");
  const installer = createAppImageInstaller({ target, version: "0.1.0", schema, folder });
  await installer.install({
    version: "0.1.1",
    file,
    release: { size: Buffer.byteLength(signed), sha512 },
  });
}
const wayBack = (isConfirmed: boolean, asked: (number | null)[] = []) =>
  offerWayBack({
    folder,
    onInstaller: () => undefined,
    version: "0.1.1",
    databaseFile: databaseFile(),
    confirm(_journal, copyMadeAt) {
      asked.push(copyMadeAt);
      return Promise.resolve(isConfirmed);
    },
    log: silentLog,
    now: Date.now,
  });
const content = () => readFileSync(target, "utf8");
const apps = () => readdirSync(path.dirname(target)).sort();

test("an installation replaces the file, keeps its rights, and the previous file stays", async () => {
  await install();
  expect(content()).toBe("new");
  expect(readFileSync(`${target}.previous`, "utf8")).toBe("old");
  expect(statSync(target).mode & 0o777).toBe(0o755);
  expect(apps()).toEqual(["Dubyard.AppImage", "Dubyard.AppImage.previous"]);
});

test("a file that is not the signed one is not installed, whatever its size", async () => {
  await expect(install("new", "old")).rejects.toMatchObject({ refusal: "wrong-hash" });
  await expect(install("new", "longer")).rejects.toMatchObject({ refusal: "wrong-size" });
  rmSync(target);
  await expect(install()).rejects.toMatchObject({ refusal: "cannot-replace" });
  expect(apps()).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "a link at the name of the draft is not followed, and a draft of a former run is replaced",
  async () => {
    const other = path.join(root, "other");
    writeFileSync(other, "kept");
    symlinkSync(other, `${target}.new`);
    await install();
    expect([content(), readFileSync(other, "utf8")]).toEqual(["new", "kept"]);
    expect(statSync(target).isFile()).toBe(true);
    writeFileSync(`${target}.new`, "half");
    await install("newer");
    expect(content()).toBe("newer");
  },
);

test("the previous file is removed when the new version has started twice", async () => {
  await install();
  expect(beginStart(folder, "0.1.1")).toBeNull();
  startSucceeded(folder, "0.1.1");
  expect(apps()).toHaveLength(2);
  expect(beginStart(folder, "0.1.1")).toBeNull();
  expect(apps()).toEqual(["Dubyard.AppImage"]);
  expect(existsSync(path.join(folder, "journal.json"))).toBe(false);
});

test("nothing stays of an update that did not happen, or that another version has replaced", async () => {
  await install();
  // The process ended before the file was replaced.
  writeFileSync(target, "old");
  expect(beginStart(folder, "0.1.0")).toBeNull();
  expect(apps()).toEqual(["Dubyard.AppImage"]);
  await install();
  expect(beginStart(folder, "0.1.2")).toBeNull();
  expect(apps()).toEqual(["Dubyard.AppImage"]);
  expect(existsSync(path.join(folder, "journal.json"))).toBe(false);
});

test("after two starts that failed, the previous file is put back if the user agrees", async () => {
  await install();
  const asked: (number | null)[] = [];
  expect([await wayBack(true, asked), await wayBack(true, asked)]).toEqual([false, false]);
  expect(await wayBack(false, asked)).toBe(false);
  expect(content()).toBe("new");
  expect(await wayBack(true, asked)).toBe(true);
  expect(asked).toEqual([null, null]);
  expect(content()).toBe("old");
  expect(apps()).toEqual(["Dubyard.AppImage"]);
  expect([takeReverted(folder), takeReverted(folder)]).toEqual(["0.1.1", null]);
});

test("a database that the previous version cannot read is replaced by its copy", async () => {
  const schema = migrations.length - 1;
  const file = databaseFile();
  openDatabase(file, migrations.slice(0, schema)).close();
  const { madeAt } = await makeCopy(file, Date.now());
  await install("new", "new", schema);
  // The new version migrates the database, and fails afterwards.
  openDatabase(file, migrations).close();
  const asked: (number | null)[] = [];
  for (let start = 0; start < 2; start += 1) await wayBack(true, asked);
  expect(await wayBack(true, asked)).toBe(true);
  expect(asked[0]).toBeGreaterThanOrEqual(madeAt);
  const restored = openDatabase(file, migrations.slice(0, schema));
  expect(restored.get("SELECT value FROM settings WHERE name = 'uploadsPaused'")).toEqual({
    value: "true",
  });
  restored.close();
  expect(readdirSync(root).some((name) => name.includes(".damaged-"))).toBe(true);
});

test("there is no way back without a copy that the previous version could read", async () => {
  placeProfileDatabase(root);
  await install("new", "new", migrations.length - 1);
  for (let start = 0; start < 3; start += 1) expect(await wayBack(true)).toBe(false);
  expect(content()).toBe("new");
});

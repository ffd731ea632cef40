/** How the application finds out how it is installed, and which feed it has. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readlinkSync, realpathSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readFeed } from "../../../../main/electron/updates/feed";
import {
  appImageOf,
  installKindOf,
  isReplaceable,
  isReplacedOnDisk,
  type InstallationSystem,
} from "../../../../main/electron/updates/installation";
import { restartArguments } from "../../../../main/electron/updates/restart-arguments";

const system = (change: Partial<InstallationSystem> & { files?: Record<string, string> } = {}) => {
  const { files = {}, ...others } = change;
  return {
    platform: "linux",
    env: {},
    execPath: "/opt/Dubyard/dubyard",
    exists: (file: string) => file in files,
    isWritable: () => true,
    read: (file: string) => files[file] ?? "",
    linkTarget: () => "/opt/Dubyard/dubyard",
    realPath: (file: string) => file,
    ...others,
  } satisfies InstallationSystem;
};
const list = "/var/lib/dpkg/info/dubyard.list";

test("the kind of the installation", () => {
  const kind = (change: Parameters<typeof system>[0]) => installKindOf(system(change));
  expect(kind({ platform: "darwin" })).toBe("mac");
  expect(kind({ platform: "win32" })).toBe("nsis");
  const image = "/home/mia/Dubyard.AppImage";
  const mounted = "/tmp/.mount_Dubyar1";
  const env = { APPIMAGE: image, APPDIR: mounted };
  const files = { [image]: "", [mounted]: "" };
  const execPath = `${mounted}/dubyard`;
  expect(kind({ env, files, execPath })).toBe("appimage");
  // The folder for temporary files is a symbolic link.
  const realPath = (file: string) => file.replace(/^\/tmp/, "/var/tmp");
  expect(kind({ env, files, execPath: realPath(execPath), realPath })).toBe("appimage");
  // A file that was moved.
  expect(kind({ env, files: { [mounted]: "" }, execPath })).toBe("archive");
  expect(kind({ env: { ...env, APPIMAGE: "Dubyard.AppImage" }, files, execPath })).toBe("archive");
  // The variables of another AppImage, such as a terminal that has started this program.
  expect(kind({ env, files })).toBe("archive");
  expect(kind({ env, files: { ...files, [list]: "/opt/Dubyard/dubyard" } })).toBe("deb");
  expect(kind({ env, files, execPath: `${mounted}2/dubyard` })).toBe("archive");
  expect(kind({ env: { APPIMAGE: image }, files, execPath })).toBe("archive");
  expect(kind({ files: { "/.flatpak-info": "" } })).toBe("flatpak");
  expect(kind({ files: { [list]: "/opt\n/opt/Dubyard/dubyard\n" } })).toBe("deb");
  expect(kind({ files: { "/var/lib/rpm": "" } })).toBe("rpm");
  // Unpacked beside an installed package.
  const own = "/home/mia/dubyard/dubyard";
  expect(kind({ execPath: own, files: { [list]: "/opt/Dubyard/dubyard" } })).toBe("archive");
  expect(kind({ execPath: own, files: { "/var/lib/rpm": "" } })).toBe("archive");
});

test("a file is replaced only if it and its folder are writable", () => {
  const writable = (...files: string[]) => system({ isWritable: (file) => files.includes(file) });
  const image = "/apps/Dubyard.AppImage";
  expect(isReplaceable(image, writable(image, "/apps"))).toBe(true);
  expect(isReplaceable(image, writable(image))).toBe(false);
  expect(isReplaceable(image, writable("/apps"))).toBe(false);
  expect(appImageOf(system({ platform: "win32", env: { APPIMAGE: image } }))).toBeNull();
});

test("a program that the package manager has replaced is recognised", () => {
  const deleted = system({ linkTarget: () => "/opt/Dubyard/dubyard (deleted)" });
  expect(isReplacedOnDisk("deb", deleted)).toBe(true);
  expect(isReplacedOnDisk("rpm", deleted)).toBe(true);
  expect(isReplacedOnDisk("deb", system())).toBe(false);
  // The mount of an AppImage says nothing about its file.
  expect(isReplacedOnDisk("appimage", deleted)).toBe(false);
  expect(isReplacedOnDisk("flatpak", system({ files: { "/app/.updated": "" } }))).toBe(true);
  expect(isReplacedOnDisk("flatpak", deleted)).toBe(false);
  const unknown = system({
    linkTarget: () => {
      throw new Error("no /proc");
    },
  });
  expect(isReplacedOnDisk("deb", unknown)).toBe(false);
});

test.skipIf(process.platform !== "linux")(
  "a running program whose file is replaced as dpkg and rpm do it is recognised",
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-test-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = path.join(folder, "sleep");
    copyFileSync(realpathSync("/bin/sleep"), program);
    const child = spawn(program, ["1000"]);
    onTestFinished(() => void child.kill());
    await once(child, "spawn");
    const running = system({ linkTarget: () => readlinkSync(`/proc/${child.pid}/exe`) });
    expect(isReplacedOnDisk("deb", running)).toBe(false);
    copyFileSync(program, `${program}.dpkg-new`);
    renameSync(`${program}.dpkg-new`, program);
    expect(isReplacedOnDisk("deb", running)).toBe(true);
  },
);

test("a restart opens neither the files nor the link of the first start, and shows the window", () => {
  const argv = ["dubyard", "--hidden", "--user-data-dir=/p", "/a.mp4", "dubyard://open/uploads"];
  expect(restartArguments(argv, true)).toEqual(["--user-data-dir=/p"]);
  expect(restartArguments(["electron", "--hidden", "."], false)).toEqual(["."]);
});

test("a package uses only the feed that it contains, with TLS; others that of a test", () => {
  const manifest = (updates?: { feed: string; keys: string[] }) => JSON.stringify({ updates });
  const own = { feed: "https://feed.example/releases.json", keys: ["key"] };
  const env = {
    DUBYARD_UPDATE_FEED: "http://127.0.0.1:1/releases.json",
    DUBYARD_UPDATE_KEYS: "a,b",
  };
  const read = (manifestText: string, isPackaged: boolean, given: Record<string, string> = {}) =>
    readFeed({ manifestText, isPackaged, env: given });
  const packaged = { url: own.feed, keys: ["key"], isLoopbackAllowed: false };
  expect(read(manifest(own), true)).toEqual(packaged);
  expect(read(manifest(own), true, env)).toEqual(packaged);
  expect(read(manifest({ ...own, feed: "http://feed.example/" }), true)).toBeNull();
  for (const none of [undefined, { feed: "", keys: [] }, { feed: "", keys: ["key"] }])
    expect(read(manifest(none), true, env)).toBeNull();
  expect(read(manifest({ ...own, keys: [] }), true)).toBeNull();
  expect(read(manifest(), false)).toBeNull();
  expect(read(manifest(), false, env)).toEqual({
    url: env.DUBYARD_UPDATE_FEED,
    keys: ["a", "b"],
    isLoopbackAllowed: true,
  });
});

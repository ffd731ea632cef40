/** How the application is installed, as far as updates depend on it. */
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import path from "node:path";
import type { InstallKind } from "../../../preload/facts/updates";

/** What the system says, and tests replace. */
export interface InstallationSystem {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** The running program; absolute. */
  execPath: string;
  exists: (file: string) => boolean;
  isWritable: (file: string) => boolean;
  read: (file: string) => string;
  /** The target of a symbolic link. */
  linkTarget: (link: string) => string;
  /** The path of an existing file or folder without symbolic links. */
  realPath: (file: string) => string;
}

export const thisSystem: InstallationSystem = {
  platform: process.platform,
  env: process.env,
  execPath: process.execPath,
  exists: existsSync,
  isWritable(file) {
    try {
      accessSync(file, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  },
  read: (file) => readFileSync(file, "utf8"),
  linkTarget: (link) => readlinkSync(link),
  realPath: (file) => realpathSync(file),
};

/** The files in which dpkg lists what a package has installed. */
const dpkgList = "/var/lib/dpkg/info/dubyard.list";
/** Where rpm has its database, in older and newer distributions. */
const rpmDatabases = ["/usr/lib/sysimage/rpm", "/var/lib/rpm"];

export function installKindOf(system: InstallationSystem): InstallKind {
  const { platform, env, execPath, exists } = system;
  if (platform === "darwin") return "mac";
  if (platform === "win32") return "nsis";
  if (appImageOf(system) !== null) return "appimage";
  if (env["FLATPAK_ID"] !== undefined || exists("/.flatpak-info")) return "flatpak";
  if (exists(dpkgList) && system.read(dpkgList).split("\n").includes(execPath)) return "deb";
  if (execPath.startsWith("/opt/") && rpmDatabases.some(exists)) return "rpm";
  return "archive";
}

/**
 * The AppImage that is running; null if it is none. Programs that an AppImage starts inherit its
 * variables: they are those of this program only if it runs from the mounted folder that they name.
 */
export function appImageOf(system: InstallationSystem): string | null {
  const { platform, env, execPath, exists, realPath } = system;
  const { APPIMAGE: file, APPDIR: mounted } = env;
  if (platform !== "linux" || file === undefined || mounted === undefined) return null;
  if (!path.isAbsolute(file) || !exists(file) || !exists(mounted)) return null;
  return realPath(execPath).startsWith(`${realPath(mounted)}${path.sep}`) ? file : null;
}

/** Whether a file can be replaced by one with the same name. */
export const isReplaceable = (file: string, { isWritable }: InstallationSystem): boolean =>
  isWritable(file) && isWritable(path.dirname(file));

/**
 * Whether the running program was replaced on disk, by a package manager: its file was deleted, or
 * Flatpak has put a mark into the old version.
 */
export function isReplacedOnDisk(kind: InstallKind, system: InstallationSystem): boolean {
  try {
    if (kind === "flatpak") return system.exists("/app/.updated");
    if (kind !== "deb" && kind !== "rpm" && kind !== "archive") return false;
    if (system.platform !== "linux") return false;
    return system.linkTarget("/proc/self/exe").endsWith(" (deleted)");
  } catch {
    // Without /proc it is unknown.
    return false;
  }
}

/**
 * Checks for what Electron needs on Linux: system libraries and, without a display, Xvfb. As root
 * on Debian, missing packages are installed; otherwise the command to install them is printed.
 * Other systems need nothing.
 */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { isRoot, printStatus, which } from "./processes.mjs";

/**
 * Libraries that a desktop has and a minimal installation lacks. Debian's package names before the
 * time_t transition.
 */
const libraryPackages = [
  "libgtk-3-0",
  "libnss3",
  "libasound2",
  "libgbm1",
  "libxss1",
  "libxtst6",
  "libsecret-1-0",
  "libnotify4",
  "libdrm2",
  "libatspi2.0-0",
];

/** The shared libraries that the executable needs and this system lacks. */
function missingLibraries(executable) {
  const result = spawnSync("ldd", [executable], { encoding: "utf8" });
  return (result.stdout ?? "")
    .split("\n")
    .filter((line) => line.includes("not found"))
    .map((line) => line.trim().split(" ")[0]);
}

/** Whether a display is available. */
export const hasDisplay = () =>
  process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(fs.readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/**
 * Newer Debian releases renamed some libraries ("libgtk-3-0t64"): uses the name that can be
 * installed.
 */
function installableName(name) {
  const has = (candidate) => {
    const result = spawnSync("apt-cache", ["policy", candidate], { encoding: "utf8" });
    return /Candidate: (?!\(none\))/.test(result.stdout ?? "");
  };
  return [`${name}t64`, name].find(has) ?? name;
}

function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    execFileSync("apt-get", ["-q", "-o", "DPkg::Lock::Timeout=300", ...args], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  apt("update");
  apt("install", "-y", "--no-install-recommends", ...packages.map(installableName));
}

/**
 * Makes sure that Electron's executable can start, with a display where there is none. `optional`
 * names programs, or files, with their package ({program: package}) that are installed along with
 * needed ones and are not required otherwise. Throws with the command to run if something needed is
 * missing and cannot be installed here.
 */
export function ensureSystem({ executable, optional = {} }) {
  if (process.platform !== "linux") return;
  const libraries = missingLibraries(executable);
  const needed = libraries.length > 0 ? [...libraryPackages] : [];
  if (!hasDisplay() && !which("Xvfb")) needed.push("xvfb");
  const isInstalled = (program) =>
    path.isAbsolute(program) ? fs.existsSync(program) : Boolean(which(program));
  const wanted = Object.entries(optional)
    .filter(([program]) => !isInstalled(program))
    .map(([, packageName]) => packageName);
  if (needed.length === 0 && wanted.length === 0) return;

  const mayInstall = isRoot() && isDebian() && which("apt-get");
  if (mayInstall) {
    const packages = [...new Set([...needed, ...wanted])];
    printStatus(`installing Debian packages: ${packages.join(" ")}`);
    try {
      aptInstall(packages);
      return;
    } catch (error) {
      if (needed.length === 0) {
        printStatus(
          `they could not be installed; tests that need them are skipped (${error.message})`,
        );
        return;
      }
      // An optional package may have failed: retries with the needed ones alone.
      if (wanted.length > 0) return ensureSystem({ executable });
      throw new Error("the packages could not be installed; apt-get's reason is above", {
        cause: error,
      });
    }
  }
  if (needed.length === 0) return;
  const what = [...libraries, ...(needed.includes("xvfb") ? ["a display (or Xvfb)"] : [])];
  const how = isDebian()
    ? `run: sudo apt-get install --no-install-recommends ${needed.map(installableName).join(" ")}`
    : `install them with your system's package manager (on Debian: ${needed.join(" ")})`;
  throw new Error(`this system lacks ${what.join(", ")}; ${how}`);
}

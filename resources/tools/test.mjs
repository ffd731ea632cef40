/**
 * `npm test`: runs the checks of the source code, the build included, and then the tests if all
 * checks passed. The last line is always plain: "N passed, N failed", counting the tests, or the
 * checks if the tests did not run.
 *
 * `npm run test:long` (`--long`): builds, and runs the tests that `npm test` excludes:
 * test/long.ts.
 */
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { checks, runChecks } from "./checks.mjs";
import { withDisplay } from "./display.mjs";
import { executableIn, resolveRuntime } from "./electron-runtime.mjs";
import { main, runBin, printStatus } from "./processes.mjs";
import { ensureSystem } from "./system.mjs";

/**
 * Programs, by name or by a file of theirs, that some tests need, with their Debian packages. Where
 * a program is missing and cannot be installed, the tests that need it are skipped; the end of the
 * run lists them.
 */
const optional = {
  "chromium-headless-shell": "chromium-headless-shell",
  "gnome-keyring-daemon": "gnome-keyring",
  "dbus-run-session": "dbus",
  // Videos, loudness, and the installed engines of a local workspace.
  ffmpeg: "ffmpeg",
  "espeak-ng": "espeak-ng",
  flite: "flite",
  // Readers of delivered files.
  mediainfo: "mediainfo",
  "sndfile-info": "sndfile-programs",
  soxi: "sox",
  // The rows on PostgreSQL. Its programs are not in the path of Debian.
  "/usr/lib/postgresql": "postgresql",
  exiftool: "libimage-exiftool-perl",
  rpmbuild: "rpm",
  "/usr/lib/python3/dist-packages/openpyxl": "python3-openpyxl",
};
/** More programs, for the long tests. */
const optionalForLong = {
  localc: "libreoffice-calc",
  lowriter: "libreoffice-writer",
  pandoc: "pandoc",
  mkvmerge: "mkvtoolnix",
  xmllint: "libxml2-utils",
  rpmlint: "rpmlint",
  xdotool: "xdotool",
  xclip: "xclip",
  "xdg-mime": "xdg-utils",
  "/usr/bin/pocketsphinx_continuous": "pocketsphinx",
  "/usr/share/pocketsphinx/model/en-us": "pocketsphinx-en-us",
};

const isLong = process.argv[2] === "--long";
const testFilters = process.argv.slice(isLong ? 3 : 2);

/** Prepares the runtime and the system; returns the folder of the runtime. */
function prepare() {
  const { dist } = resolveRuntime();
  ensureSystem({
    executable: executableIn(dist),
    optional: isLong ? Object.assign(optional, optionalForLong) : optional,
  });
  return dist;
}

/** A file system in memory, and the free space that the tests need on it, in bytes. */
const memory = "/dev/shm";
const neededMemory = 4 * 1024 ** 3;

/**
 * The folder of temporary files: in memory, where the system offers enough of it, because databases
 * are synced to disk often; otherwise null, for the usual one. The long tests use a disk.
 */
function temporaryFolder() {
  if (isLong || !existsSync(memory)) return null;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < neededMemory ? null : mkdtempSync(`${memory}/dubyard-tests-`);
}

/** Runs all tests with a display; resolves with the exit code. */
async function runTests(dist) {
  const folder = temporaryFolder();
  try {
    return await runIn(folder, dist);
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

/** `folder`: of temporary files; null for that of the system. */
function runIn(folder, dist) {
  return withDisplay(async (env) => {
    let output = "";
    const code = await runBin(
      "vitest",
      [
        "run",
        "--project=!screenshots",
        `--tags-filter=${isLong ? "long" : "!long"}`,
        ...testFilters,
      ],
      {
        env: {
          ...env,
          ELECTRON_OVERRIDE_DIST_PATH: dist,
          ...(folder === null ? {} : { TMPDIR: folder }),
          // The output is piped through this process: keeps the terminal's colours.
          ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
        },
        onOutput: (text) => {
          process.stdout.write(text);
          output = (output + text).slice(-200);
        },
      },
    );
    // The test runner may have ended before its closing line.
    if (!/\d+ passed, \d+ failed/.test(output)) closingLine(0, 1);
    return code;
  });
}

const closingLine = (passed, failed) =>
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);

await main(async () => {
  const names = isLong ? ["build"] : Object.keys(checks);
  const running = runChecks(names);
  // Installs packages, where some are missing, while the checks run in processes of their own.
  const dist = prepare();
  const passed = await running;
  if (passed < names.length) {
    closingLine(passed, names.length - passed);
    return 1;
  }
  printStatus("tests …");
  // After the tests the reporter's line is the last one.
  return (await runTests(dist)) === 0 ? 0 : 1;
});

/**
 * `npm run package -- --linux dir deb`: builds, then packages with electron-builder.yml. Only what
 * depends on this machine is added here. E2E_BUILD=1 builds a package that tests can automate;
 * never release one.
 */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { resolveRuntime } from "./electron-runtime.mjs";
import { writePackageDocuments } from "./package-documents.mjs";
import { main, root, runBin, printStatus, which } from "./processes.mjs";

/**
 * What each kind of Linux package needs: any program of a row, with the Debian package that has it.
 */
const neededTools = {
  deb: [
    [["fpm", "dpkg-deb"], "dpkg"],
    [["xz"], "xz-utils"],
  ],
  rpm: [
    [["rpmbuild"], "rpm"],
    [["xz"], "xz-utils"],
  ],
  "tar.gz": [[["7za", "7zz"], "7zip"]],
};

/** Throws if a program for one of the targets is missing, and names its package. */
function checkTools(targets) {
  if (process.platform !== "linux") return;
  for (const target of targets)
    for (const [programs, packageName] of neededTools[target] ?? [])
      if (!which(...programs))
        throw new Error(
          `a ${target} package needs ${programs.join(" or ")} (Debian package ${packageName})`,
        );
}

/**
 * The time of the commit that is packaged, a Date: files of a package have it, so that the same
 * commit has the same bytes. SOURCE_DATE_EPOCH overrides it.
 */
export function packageTime() {
  const given = process.env.SOURCE_DATE_EPOCH;
  const seconds =
    given ?? execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
  return new Date(Number(seconds) * 1000);
}

/**
 * Programs that electron-builder would otherwise download, where this system or this project has a
 * replacement.
 */
function localTools() {
  const tools = {};
  if (!process.env.CUSTOM_FPM_PATH && process.platform === "linux") {
    if (which("fpm")) tools.USE_SYSTEM_FPM = "true";
    else if (which("dpkg-deb", "rpmbuild"))
      tools.CUSTOM_FPM_PATH = path.join(root, "resources/tools/fpm-lite.mjs");
  }
  const sevenZip = which("7za", "7zz");
  if (sevenZip && !process.env.ELECTRON_BUILDER_7ZIP_PATH)
    tools.ELECTRON_BUILDER_7ZIP_PATH = sevenZip;
  return tools;
}

/** Packages with the arguments of electron-builder. Resolves with the exit code. */
export async function makePackages(builderArguments) {
  checkTools(builderArguments);
  const runtime = resolveRuntime();
  const options = [];
  const isForTests = !runtime.isOfficial || process.env.E2E_BUILD === "1";
  // The name says so, because such a file must never be taken for a release.
  if (isForTests) options.push("-c.artifactName=${name}-${version}-TEST-${os}-${arch}.${ext}");
  if (!runtime.isOfficial) {
    printStatus(`NOT FOR RELEASE: packaging Electron ${runtime.version}, which is for tests only`);
    options.push(`-c.electronDist=${runtime.dist}`, `-c.electronVersion=${runtime.version}`);
  }
  if (process.env.E2E_BUILD === "1") {
    printStatus("NOT FOR RELEASE: tests can automate this package (inspect fuse on)");
    options.push("-c.electronFuses.enableNodeCliInspectArguments=true");
  }
  if (process.env.DUBYARD_SKIP_BUILD !== "1") await build();
  const time = packageTime();
  writePackageDocuments({ electron: runtime.version, time });
  const env = { ...process.env, ...localTools() };
  env.SOURCE_DATE_EPOCH = String(time.getTime() / 1000);
  const builder = ["--publish", "never"].concat(options, builderArguments);
  return runBin("electron-builder", builder, { env });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(() => makePackages(process.argv.slice(2)));

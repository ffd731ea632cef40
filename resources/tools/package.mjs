/**
 * `npm run package -- --linux dir deb`: builds, then packages with electron-builder.yml. Only what
 * depends on this machine is added here. E2E_BUILD=1 builds a package that tests can automate;
 * never release one.
 */
import path from "node:path";
import { build } from "./build.mjs";
import { resolveRuntime } from "./electron-runtime.mjs";
import { main, root, runBin, printStatus, which } from "./processes.mjs";

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

await main(async () => {
  const runtime = resolveRuntime();
  const options = [];
  if (!runtime.isOfficial) {
    printStatus(`NOT FOR RELEASE: packaging Electron ${runtime.version}, which is for tests only`);
    options.push(`-c.electronDist=${runtime.dist}`, `-c.electronVersion=${runtime.version}`);
  }
  if (process.env.E2E_BUILD === "1") {
    printStatus("NOT FOR RELEASE: tests can automate this package (inspect fuse on)");
    options.push("-c.electronFuses.enableNodeCliInspectArguments=true");
  }
  if (process.env.DUBYARD_SKIP_BUILD !== "1") await build();
  return runBin("electron-builder", ["--publish", "never", ...options, ...process.argv.slice(2)], {
    env: { ...process.env, ...localTools() },
  });
});

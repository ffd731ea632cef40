/**
 * The Debian package as a user has it: installed on a minimal Debian with nothing but the packages
 * that it depends on, started from /usr/bin by an ordinary user with the sandbox of Chromium, used,
 * upgraded beside the running application, and removed. About ten minutes: it makes three packages
 * and downloads about 200 MB.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Delivery, DeliveryPlan } from "../../preload/contract/deliveries";
import type { Sample } from "../../preload/contract/samples";
import type { UpdateStatus } from "../../preload/contract/updates";
import type { Workspace } from "../../preload/model";
import { createDebianRoot, debianRootProblem, type DebianRoot } from "../helpers/debian-root";
import { long } from "../long";
import { approvePaths, callBridge, killTree, root } from "./harness";
import { startHostedService } from "./stories/hosted-service";
import { callMain, pollCall, uploadFolder, waitForUploads } from "./workspace";

const problem = debianRootProblem();
const user = "dubyard-tester";
const home = `/home/${user}`;
/** The start of a command line that runs a program as the user. */
const asUser = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups"];
/** Seconds since 1970: the time of the files in the packages. */
const packageTime = "1760000000";
const laterVersion = "99.0.0";

/** Errors of lintian that are not of this project, or are meant. */
const foreignErrors = new Set([
  // Packages that are not of Debian belong there.
  "dir-or-file-in-opt",
  // Electron and its libraries, and a library of sherpa-onnx, as they are published.
  "unstripped-binary-or-object",
  "embedded-library",
  "custom-library-search-path",
  // The packages of this test, for speed.
  "uses-no-compression-for-control-tarball",
  "uses-no-compression-for-data-tarball",
]);

interface PackageOptions {
  /** The folder of the packages. */
  output: string;
  /** Default: that of the sources. */
  version?: string;
  /** Whether the sources are built again. */
  isBuilt?: boolean;
  targets?: readonly ("deb" | "rpm")[];
}

/** Makes packages; returns the path of each, in the order of the targets. */
function makePackages({
  output,
  version,
  isBuilt = false,
  targets = ["deb"],
}: PackageOptions): string[] {
  const result = spawnSync(
    process.execPath,
    [
      "resources/tools/package.mjs",
      "--linux",
      ...targets,
      `-c.directories.output=${output}`,
      ...(version === undefined ? [] : [`-c.extraMetadata.version=${version}`]),
    ],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        SOURCE_DATE_EPOCH: packageTime,
        FPM_LITE_LEVEL: "0",
        DUBYARD_SKIP_BUILD: isBuilt ? "0" : "1",
        // The fuse that lets a test answer native dialogs; the rest is that of a release.
        E2E_BUILD: "1",
      },
      maxBuffer: 64 * 1024 ** 2,
    },
  );
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`);
  rmSync(path.join(output, "linux-unpacked"), { recursive: true });
  return targets.map((target) => {
    const made = readdirSync(output).find((name) => name.endsWith(`.${target}`));
    if (made === undefined) throw new Error(`there is no ${target} package`);
    return path.join(output, made);
  });
}

const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
const isInstalled = (program: string) => spawnSync("which", [program]).status === 0;

describe.skipIf(problem !== "")(`the Debian package${problem && ` (${problem})`}`, long, () => {
  let folder = "";
  let first = "";
  let second = "";
  let debian: DebianRoot | null = null;
  const inside = () => debian ?? expect.fail("there is no Debian");
  const run = (command: string, ...args: string[]) => inside().run(command, ...args);

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-installed-"));
    chmodSync(folder, 0o755);
    [first = ""] = makePackages({ output: path.join(folder, "first") });
    [second = ""] = makePackages({ output: path.join(folder, "second"), version: laterVersion });
    debian = await createDebianRoot(folder);
    run("useradd", "--create-home", "--shell", "/bin/sh", user);
    const needed = run("dpkg-deb", "--field", first, "Depends").trim();
    run("apt-get", "--quiet", "--yes", "--no-install-recommends", "satisfy", needed);
  }, 1_800_000);
  afterAll(async () => {
    await debian?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the installed application as the user. */
  async function start(): Promise<{ app: ElectronApplication; page: Page }> {
    const wrapper = path.join(folder, "start.sh");
    const authority = path.join(folder, "Xauthority");
    const { XAUTHORITY: given = path.join(os.homedir(), ".Xauthority") } = process.env;
    if (existsSync(given)) {
      copyFileSync(given, authority);
      chmodSync(authority, 0o644);
    }
    // Playwright adds --no-sandbox for root; the user is not root.
    await writeFile(
      wrapper,
      `#!/bin/bash
args=(); for one in "$@"; do [ "$one" = "--no-sandbox" ] || args+=("$one"); done
exec ${inside().enter.join(" ")} ${asUser.join(" ")} \\
  env HOME=${home} XAUTHORITY=${authority} LANG=C.UTF-8 PATH=/usr/bin:/bin dubyard "\${args[@]}"
`,
    );
    chmodSync(wrapper, 0o755);
    const app = await _electron.launch({
      executablePath: wrapper,
      timeout: 120_000,
      args: ["--ozone-platform=x11", "--lang=en"],
      env: {
        ...(process.env as Record<string, string>),
        DUBYARD_QUIT_WITHOUT_ASKING: "1",
        // Other tests have none.
        DUBYARD_ENGINE: "own",
      },
    });
    const { pid } = app.process();
    onTestFinished(() => killTree(pid));
    const page = await app.firstWindow();
    await page.waitForLoadState("domcontentloaded");
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    });
    return { app, page };
  }
  const versionOf = (app: ElectronApplication) =>
    app.evaluate(({ app: { getVersion } }) => getVersion());

  /** A folder that the user owns, at the same path inside and outside. */
  function userFolder(name: string): string {
    const created = path.join(folder, name);
    run("install", "-d", "-o", user, created);
    return created;
  }

  /** From a folder of media to the gallery. */
  async function fillGallery(page: Page, workspaceId: string): Promise<void> {
    const source = userFolder("source");
    for (const name of ["01.wav", "02.wav"]) {
      writeFileSync(path.join(source, name), Buffer.alloc(4 * 1024 ** 2, "dubyard"));
      run("chown", user, path.join(source, name));
    }
    await uploadFolder(page, workspaceId, source);
    await waitForUploads(page, workspaceId);
    expect(await callMain(page, "gallery.status", { workspaceId })).toMatchObject({ fileCount: 2 });
  }

  /** From a batch to the files of a delivery. */
  async function deliver(page: Page, workspaceId: string): Promise<void> {
    const sample = await callMain<Sample>(page, "samples.add", { workspaceId });
    const batch = { workspaceId, projectId: sample.projectId, batchId: sample.batchId };
    const request = {
      languages: sample.languageIds.slice(0, 1),
      parts: ["takes"],
      preset: "online",
      naming: "number",
      includeUnapproved: true,
      originalTrack: false,
    };
    const { projectId, batchId } = batch;
    const dubbed = { workspaceId, projectId, batchIds: [batchId], languageIds: request.languages };
    await pollCall<{ count: number }>(page, "dubs.start", dubbed, ({ count }) => count > 0);
    const isPlanned = async () => {
      // Refused while takes are being made and compared.
      const reply = await callBridge(page, "deliveries.plan", { ...batch, request });
      if (!reply.ok) return false;
      const { files, missing } = reply.value as DeliveryPlan;
      return files > 0 && missing.every(({ kind }) => kind !== "withoutTake");
    };
    await expect.poll(isPlanned, { timeout: 300_000 }).toBe(true);
    const target = userFolder("deliveries");
    await approvePaths(page, [target]);
    await callMain(page, "deliveries.start", { ...batch, request, folder: target });
    const { deliveries } = await pollCall<{ deliveries: Delivery[] }>(
      page,
      "deliveries.list",
      batch,
      (found) => found.deliveries.every(({ state }) => state !== "making"),
      120_000,
    );
    expect(deliveries.map(({ state }) => state)).toEqual(["made"]);
    const sounds = readdirSync(target, { recursive: true, encoding: "utf8" });
    expect(sounds.filter((name) => name.endsWith(".wav")).length).toBeGreaterThan(5);
  }

  /** Connects a hosted service, and begins uploads that take some seconds. */
  async function beginUploads(page: Page): Promise<string> {
    const { baseUrl, clientId, clientSecret } = await startHostedService();
    const { id } = await callMain<Workspace>(page, "workspaces.connect", {
      name: "Hosted",
      baseUrl,
      clientId,
      clientSecret,
      authScheme: "raw",
    });
    const limited = { maxConnections: 2, partSize: 0, bandwidthLimit: 1024 ** 2 };
    await callMain(page, "uploads.setSettings", limited);
    await uploadFolder(page, id, path.join(folder, "source"));
    await pollCall<{ counts: { active: number } }>(
      page,
      "uploads.summary",
      { workspaceId: id },
      ({ counts }) => counts.active > 0,
    );
    return id;
  }

  test("is installed, used from the folder to the delivery, upgraded while it uploads, and removed", async () => {
    const before = inside().files();
    run("dpkg", "--install", first);
    expect(run("dpkg", "--verify", "dubyard")).toBe("");
    const version = run("env", ...asUser, "env", `HOME=${home}`, "dubyard", "--version").trim();

    const earlier = await start();
    const { page } = earlier;
    expect(`dubyard ${await versionOf(earlier.app)}`).toBe(version);
    const { id: workspaceId } = await callMain<Workspace>(page, "workspaces.createLocal", {
      dataDir: `${home}/Dubyard`,
    });
    await fillGallery(page, workspaceId);
    await deliver(page, workspaceId);
    expect(await callMain<UpdateStatus>(page, "updates.status")).toMatchObject({
      kind: "deb",
      state: { kind: "off", reason: "no-feed" },
    });

    const hostedId = await beginUploads(page);
    run("dpkg", "--install", second);
    // The check of the menu Help, which also happens every hour.
    await callMain(page, "updates.check");
    await pollCall<UpdateStatus>(
      page,
      "updates.status",
      undefined,
      ({ state }) => state.kind === "restart-needed",
    );
    expect(await callMain(page, "uploads.summary", { workspaceId: hostedId })).toMatchObject({
      counts: { failed: 0 },
    });
    await waitForUploads(page, hostedId);
    expect(`dubyard ${await versionOf(earlier.app)}`).toBe(version);
    await earlier.app.close();

    const later = await start();
    expect(await versionOf(later.app)).toBe(laterVersion);
    const workspaces = await callMain<Workspace[]>(later.page, "workspaces.list");
    expect(workspaces.map(({ id }) => id).sort()).toEqual([workspaceId, hostedId].sort());
    await later.app.close();

    run("dpkg", "--remove", "dubyard");
    // The user's workspace stays.
    expect(run("ls", `${home}/Dubyard`)).toContain("workspace.db");
    run("dpkg", "--purge", "dubyard");
    const after = inside().files();
    const known = new Set(before);
    // Caches and logs of the system, and backups of the package manager.
    const ofSystem = /^\/var\/(cache|log)\/(?!.*dubyard)|^\/var\/lib\/dpkg\/[a-z]+-old$/;
    expect(after.filter((file) => !known.has(file) && !ofSystem.test(file))).toEqual([]);
    const left = new Set(after);
    // dpkg removes /opt with the last package in it.
    const lost = before.filter((file) => !left.has(file) && !ofSystem.test(file));
    expect(lost.filter((file) => file !== "/opt")).toEqual([]);
  }, 900_000);

  test.skipIf(!isInstalled("lintian"))(
    "has no errors of lintian that are those of the project",
    () => {
      const { stdout } = spawnSync("lintian", ["--tag-display-limit", "0", first], {
        encoding: "utf8",
        maxBuffer: 64 * 1024 ** 2,
      });
      // "E: dubyard: TAG DETAILS"
      const errors = stdout.split("\n").filter((line) => line.startsWith("E: "));
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.filter((line) => !foreignErrors.has(line.split(" ")[2] ?? ""))).toEqual([]);
    },
  );

  const targets = isInstalled("rpmbuild") ? (["deb", "rpm"] as const) : (["deb"] as const);
  test("is the same bytes when it is built again, and so is the rpm", () => {
    const made = [1, 2].map((number) =>
      makePackages({
        output: path.join(folder, `again-${number}`),
        isBuilt: number === 2,
        targets,
      }),
    );
    const [once = [], twice = []] = made.map((files) => files.map(hashOf));
    expect(twice).toEqual(once);
    expect(once[0]).toBe(hashOf(first));
    const rpm = made[0]?.[1];
    if (rpm === undefined || !isInstalled("rpmlint")) return;
    const config = path.join(root, "resources/linux/rpmlint.toml");
    const { stdout } = spawnSync("rpmlint", ["--config", config, rpm], { encoding: "utf8" });
    expect(stdout.split("\n").filter((line) => line.includes(": E: "))).toEqual([]);
  }, 1_800_000);
});

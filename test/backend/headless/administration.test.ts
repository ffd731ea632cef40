/** The unit of systemd and the guide for administrators: what they name exists and works. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { usageOf } from "../../../main/headless/command-help";
import { exit } from "../../../main/headless/exit-codes";
import { temporaryFolder } from "../../helpers/backend";

const root = path.resolve(import.meta.dirname, "../../..");
const unit = readFileSync(path.join(root, "resources/linux/dubyard@.service"), "utf8");
const guide = readFileSync(path.join(root, "resources/help/admin/administration.md"), "utf8");
/** The command of the unit, without the shell around it. */
const command = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit)?.[1] ?? "";

it("the unit has options that the command has, and does not run as root", () => {
  const [, options = ""] = command.split(" serve ");
  const named = options.match(/--[a-z-]+/g) ?? [];
  expect(named).toEqual(["--data", "--port", "--confirmation-key"]);
  for (const option of named) expect(usageOf("serve")).toContain(option);
  expect(unit).toMatch(/^User=dubyard$/m);
});

it.skipIf(process.platform === "win32")(
  "the unit's command writes credentials that only its user can read, and ends in order",
  async () => {
    const folder = await temporaryFolder();
    const stateFolder = path.join(folder.path, "state");
    const runFolder = path.join(folder.path, "run");
    for (const made of [stateFolder, runFolder]) mkdirSync(made);
    const program = `"${process.execPath}" "${path.join(root, "out/main/cli.cjs")}"`;
    const text = command.replace(
      "/usr/bin/dubyard --ozone-platform=headless --disable-gpu",
      program,
    );
    expect(text).not.toBe(command);
    const child = spawn("/bin/sh", ["-c", text], {
      env: {
        ...process.env,
        STATE_DIRECTORY: stateFolder,
        RUNTIME_DIRECTORY: runFolder,
        PORT: "0",
      },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("exit", resolve));
    const credentials = path.join(runFolder, "credentials.json");
    await expect
      .poll(() => existsSync(credentials) && readFileSync(credentials, "utf8"), { timeout: 60_000 })
      .toMatch(/^\{"baseUrl":"http:\/\/127\.0\.0\.1:\d+\/api",.+\}\n$/);
    expect(statSync(credentials).mode & 0o777).toBe(0o600);
    expect(existsSync(path.join(stateFolder, "workspace/workspace.db"))).toBe(true);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await folder.remove();
  },
);

it("the guide names every exit code", () => {
  const codes = [...guide.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(exit).sort((a, b) => a - b));
});

it("the guide names folders, files and variables as the product has them", () => {
  for (const name of ["--user-data-dir", "DUBYARD_CA_FILE", "NO_PROXY", "--restore-copy"])
    expect(guide).toContain(name);
  const builder = readFileSync(path.join(root, "electron-builder.yml"), "utf8");
  expect(builder).toContain("resources/linux/dubyard@.service");
  expect(guide).toContain("/opt/Dubyard/resources/dubyard@.service");
});

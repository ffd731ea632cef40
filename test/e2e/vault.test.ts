/** Secrets in a real keychain: a separate keyring on a separate bus. */
/* oxlint-disable typescript/no-deprecated -- the synchronous functions exist in every supported Electron version */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { callBridge, launch, temporaryFolder } from "./harness";

const has = (program: string) => spawnSync("which", [program]).status === 0;
const missing = ["dbus-run-session", "gnome-keyring-daemon"].filter((program) => !has(program));
const reason =
  process.platform !== "linux" ? "Linux only" : missing.length ? `no ${missing.join(", ")}` : "";

/**
 * Unlocks a keyring in `home` on a new bus, prints its environment, and runs until its input ends.
 */
const keyringScript = `
mkdir -p "$HOME/.local/share/keyrings" "$HOME/.cache"
eval "$(printf '%s' password | gnome-keyring-daemon --unlock --components=secrets 2>/dev/null)"
echo "$DBUS_SESSION_BUS_ADDRESS"
read -r _
`;

async function startKeyring(home: string): Promise<Record<string, string>> {
  const env = { HOME: home, XDG_RUNTIME_DIR: path.join(home, "run") };
  mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 });
  const session = spawn("dbus-run-session", ["--", "bash", "-c", keyringScript], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        session.on("close", () => resolve());
        session.stdin.end();
      }),
  );
  for await (const line of createInterface(session.stdout))
    return { ...env, DBUS_SESSION_BUS_ADDRESS: line };
  throw new Error("no keyring");
}

test.skipIf(reason !== "")(
  `a secret is available after a restart, encrypted by the keychain ${reason && `(skipped: ${reason})`}`,
  async () => {
    const keyring = await startKeyring(temporaryFolder("keyring"));
    const profile = temporaryFolder("profile");
    const options = {
      profile,
      env: keyring,
      preloadModule: path.join(import.meta.dirname, "real-keychain.cjs"),
    };
    const first = await launch(options);
    expect(await callBridge(first.page, "app.state")).toMatchObject({
      ok: true,
      value: { isVaultPersistent: true },
    });
    // The content of the vault's file can be decrypted only with the key of this keyring.
    const secret = "a-secret-to-be-kept";
    const encrypted = await first.app.evaluate(
      ({ safeStorage }, text) => safeStorage.encryptString(text).toString("base64"),
      secret,
    );
    expect(Buffer.from(encrypted, "base64").toString("latin1")).toMatch(/^v11/);
    await first.close();

    const second = await launch(options);
    const decrypted = await second.app.evaluate(
      ({ safeStorage }, text) => safeStorage.decryptString(Buffer.from(text, "base64")),
      encrypted,
    );
    expect(decrypted).toBe(secret);
  },
);

test.skipIf(process.platform !== "linux")("without a keychain nothing is written", async () => {
  const { page, profileDir, log } = await launch({ args: ["--password-store=basic"] });
  expect(await callBridge(page, "app.state")).toMatchObject({
    ok: true,
    value: { isVaultPersistent: false },
  });
  const file = path.join(profileDir, "vault.json");
  expect(existsSync(file) ? readFileSync(file, "utf8") : null).toBeNull();
  expect(log()).toContain("no keychain");
});

/**
 * What the administrator of a computer has set for all of its users. The same JSON text is a file
 * on Linux, a value of the registry on Windows, and managed preferences on macOS; only an
 * administrator can write each of them.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { updateModes } from "../../preload/facts/updates";
import { isMissingFile } from "./errors";
import { readSmallFile } from "./files";
import type { Log } from "./log";

/** Where each system keeps them. */
export const policyFile = "/etc/dubyard/policies.json";
const registryKey = "HKLM\\SOFTWARE\\Policies\\Dubyard";
const registryValue = "Policies";
const managedPreferences = "/Library/Managed Preferences/org.dubyard.Dubyard.plist";

/** Kinds of engines besides the one of the application. */
const engineKinds = ["packs", "external"] as const;
type EngineKind = (typeof engineKinds)[number];

const originOf = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
const absoluteFolder = z
  .string()
  .refine((folder) => path.isAbsolute(folder) || /^~[\\/]/.test(folder))
  .transform((folder) =>
    folder.startsWith("~") ? path.join(os.homedir(), folder.slice(1)) : folder,
  );

const policies = z.strictObject({
  /** The mode of updates. */
  updates: z.enum(updateModes).optional(),
  /** The addresses of services that may be connected. */
  services: z.array(originOf).max(1_000).optional(),
  /** The kinds of engines that local workspaces may use besides the built-in voices. */
  engines: z.array(z.enum(engineKinds)).optional(),
  /** "system", "none", or the address of a proxy. */
  proxy: z.union([z.enum(["system", "none"]), originOf]).optional(),
  /** A file of certificate authorities that are trusted besides all others. */
  certificates: z
    .string()
    .refine((file) => path.isAbsolute(file))
    .optional(),
  /** The folder in which new workspaces of this computer are offered. */
  workspaceFolder: absoluteFolder.optional(),
});

/** A value that is undefined is left to the user. */
export type Policies = z.infer<typeof policies>;

/** What applies while it is not known what the administrator forbids. */
const strictest: Policies = { updates: "off", services: [], engines: [] };

export const allowsEngine = ({ engines }: Policies, kind: EngineKind): boolean =>
  engines?.includes(kind) ?? true;

/** Whether the service at an address may be used. A local workspace is no such service. */
export function allowsService({ services }: Policies, url: string): boolean {
  if (services === undefined) return true;
  return URL.canParse(url) && services.includes(new URL(url).origin);
}

export interface PolicySource {
  platform: NodeJS.Platform;
  env: Partial<Record<string, string>>;
  /** Rejects like `readFileSync`. */
  readFile: (file: string) => string;
  exists: (file: string) => boolean;
  /** The output of a program; throws with its exit code as `status` if that is not 0. */
  run: (program: string, args: readonly string[]) => string;
}

const maxPolicyBytes = 1024 ** 2;

const systemPolicySource: PolicySource = {
  platform: process.platform,
  env: process.env,
  readFile: (file) => readSmallFile(file, maxPolicyBytes).toString(),
  exists: existsSync,
  run: (program, args) =>
    execFileSync(program, args, {
      encoding: "utf8",
      timeout: 10_000,
      windowsHide: true,
      stdio: ["ignore", "pipe", "ignore"],
    }),
};

/** Policies without the entries that the management of macOS may add, such as "PayloadUUID". */
function withoutPayload(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith("Payload")));
}

/** The text of the policies; null if the administrator has set none. */
function readText({ platform, env, readFile, exists, run }: PolicySource): string | null {
  if (platform === "win32") return readRegistry(env, run);
  if (platform === "darwin") {
    if (!exists(managedPreferences)) return null;
    return run("/usr/bin/plutil", ["-convert", "json", "-o", "-", managedPreferences]);
  }
  try {
    return readFile(policyFile);
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

function readRegistry(env: PolicySource["env"], run: PolicySource["run"]): string | null {
  // SECURITY: by its full path; a program of this name in another folder is not started.
  const program = path.win32.join(env["SystemRoot"] ?? "C:\\Windows", "System32", "reg.exe");
  let output: string;
  try {
    output = run(program, ["query", registryKey, "/v", registryValue]);
  } catch (error) {
    // The key or the value does not exist.
    if ((error as { status?: unknown }).status === 1) return null;
    throw error;
  }
  // The line of the value: its name, its type and its data, with spaces between them.
  const line = output.split(/\r?\n/).find((one) => one.trimStart().startsWith(registryValue));
  const [, type, ...data] = line?.trim().split(/\s+/) ?? [];
  if (type !== "REG_SZ") throw new Error("the value is no text");
  return data.join(" ");
}

/**
 * The policies of this computer. Policies that cannot be read or understood forbid all that
 * policies can forbid, because it is not known what they forbid; the log says so.
 */
export function readPolicies(log: Log, source: PolicySource = systemPolicySource): Policies {
  try {
    const text = readText(source);
    return text === null ? {} : policies.parse(withoutPayload(JSON.parse(text)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(`policies: cannot be used, and forbid services, engines and updates: ${reason}`);
    return strictest;
  }
}

/**
 * The options of the local service, as flags (`--url-life 60`) and as variables of the environment
 * (`DUBYARD_URL_LIFE=60`).
 */
import { parseArgs } from "node:util";

export const serveOptions = {
  data: { type: "string" },
  database: { type: "string" },
  "database-file": { type: "string" },
  packs: { type: "string" },
  port: { type: "string" },
  "metrics-port": { type: "string" },
  drain: { type: "string" },
  objects: { type: "string" },
  "objects-key-file": { type: "string" },
  "work-dir": { type: "string" },
  "work-bytes": { type: "string" },
  "url-life": { type: "string" },
  "token-life": { type: "string" },
  "allow-private-urls": { type: "boolean" },
  "restore-copy": { type: "boolean" },
  "accept-rows": { type: "boolean" },
  "confirm-engine": { type: "string", multiple: true },
  "awaits-grants": { type: "boolean" },
  "confirmation-key": { type: "string" },
  "credentials-file": { type: "string" },
  team: { type: "string" },
  role: { type: "string" },
  listen: { type: "string" },
  "public-url": { type: "string" },
  "tls-cert": { type: "string" },
  "tls-key": { type: "string" },
  "behind-proxy": { type: "string", multiple: true },
} as const;

export type ServeOption = keyof typeof serveOptions;
export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags only: they are agreed to for one start, or are of the parent process. */
const onlyFlags: readonly ServeOption[] = ["restore-copy", "accept-rows", "awaits-grants"];

/** The options of a workspace that is not served: where its rows and its objects are. */
export const storeOptions = [
  "data",
  "database",
  "database-file",
  "objects",
  "objects-key-file",
] as const satisfies readonly ServeOption[];

/** The variable of an option; null for those that are flags only. */
export const variableOf = (option: ServeOption): string | null =>
  onlyFlags.includes(option) ? null : `DUBYARD_${option.replaceAll("-", "_").toUpperCase()}`;

export const serveOptionNames = Object.keys(serveOptions) as ServeOption[];

/** The values of options; those that are not given are missing. */
export type ServeValues = Partial<
  ReturnType<typeof parseArgs<{ options: typeof serveOptions }>>["values"]
>;

/** @throws Error for an unknown flag, or as `withEnvironment` */
export const readServeOptions = (argv: readonly string[], environment: Environment): ServeValues =>
  withEnvironment(
    parseArgs({ args: [...argv], strict: true, allowPositionals: false, options: serveOptions })
      .values,
    environment,
    serveOptionNames,
  );

/**
 * The values of flags, and of the environment for options without one. An empty variable counts as
 * none. A variable of an option that may be repeated has its values separated by commas.
 * @throws Error for a variable that is neither 0 nor 1 where a flag has no value
 */
export function withEnvironment(
  flags: ServeValues,
  environment: Environment,
  options: readonly ServeOption[],
): ServeValues {
  const values: Record<string, unknown> = { ...flags };
  for (const option of options) {
    const variable = variableOf(option);
    const text = variable === null ? undefined : environment[variable];
    if (variable === null || !text || values[option] !== undefined) continue;
    // SECURITY: it may contain a password, unlike the flag: `findDatabaseUrl` reads it.
    if (option === "database") continue;
    if (option === "database-file" && flags.database !== undefined) continue;
    values[option] = valueOf(option, variable, text);
  }
  return values;
}

function valueOf(option: ServeOption, variable: string, text: string): string | string[] | boolean {
  const definition = serveOptions[option];
  if (definition.type === "boolean") {
    if (text !== "0" && text !== "1") throw new Error(`${variable} must be 0 or 1`);
    return text === "1";
  }
  return "multiple" in definition ? text.split(",").map((one) => one.trim()) : text;
}

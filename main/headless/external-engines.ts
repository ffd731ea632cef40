/**
 * `dubyard engines add` and `remove`: the external engines of a workspace. SECURITY: they are
 * stored only; a service uses those whose fingerprints it was started with.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import {
  externalEngineSettings,
  type ExternalEngineSettings,
} from "../../preload/local-service/external-engines";
import { AppError, isMissingFile, toProblem } from "../common/errors";
import { fingerprintOf, type ExternalEngine } from "../common/external-grants";
import { readSmallFile } from "../common/files";
import type { Programs } from "../common/processes/programs";
import { createExternalConfiguration } from "../local-service/engines/external-configuration";
import { engineStarter } from "../local-service/engine/create-engine";
import { readPackList } from "../local-service/engine/packs/pack-folders";
import type { ExternalEngineRows } from "../local-service/rows/external-port";
import { nearNames } from "./near-names";
import type { Output } from "./output";
import { invalid } from "./parse-arguments";
import { withAppErrors } from "./service-errors";
import { errorLog } from "./terminal-log";

/** Settings have at most a few hundred voices. */
const maxFileBytes = 10_000_000;

/**
 * The settings of an engine in a JSON file, as GET /local/external-engines has them.
 * @throws AppError "invalid-input" that names the field
 */
export function readSettings(file: string): ExternalEngineSettings {
  let given: unknown;
  try {
    given = JSON.parse(readSmallFile(file, maxFileBytes).toString());
  } catch (error) {
    if (isMissingFile(error)) throw invalid(`FILE: ${file} is not a file`);
    throw invalid(`FILE: ${file}: ${toProblem(error).message}`);
  }
  const parsed = externalEngineSettings.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw invalid(`FILE: ${file}: ${field === "" ? "" : `${field}: `}${issue?.message ?? ""}`);
}

interface VoicesDeps {
  bundles: string;
  programs: Programs;
  /** The folder of packs, whose voices have names too. */
  packsFolder: string;
}

/** Stores an engine with the checks of a service: its voices need names that no others have. */
async function storeEngine(
  rows: ExternalEngineRows,
  { id, settings }: ExternalEngine,
  { bundles, programs, packsFolder }: VoicesDeps,
  output: Output,
): Promise<void> {
  const start = engineStarter(bundles, programs);
  if (!start) throw invalid("speech is turned off (DUBYARD_ENGINE=off)");
  const engine = await start(await readPackList(packsFolder), errorLog(output.line));
  try {
    if (!engine.external) throw new Error("the engine has no external engines");
    const deps = { store: rows, engine, external: engine.external };
    const configuration = createExternalConfiguration(deps);
    await configuration.load();
    await withAppErrors(() => configuration.put(id, settings));
  } finally {
    await engine.close();
  }
}

const programOrAddress = ({ settings: { connection } }: ExternalEngine) =>
  connection.kind === "command" ? connection.file : connection.baseUrl;

/** Lists the engines whose settings are valid: the service ignores others. */
export async function listExternal(rows: ExternalEngineRows, output: Output): Promise<void> {
  const header = ["EXTERNAL ENGINE", "TASK", "NAME", "PROGRAM OR ADDRESS", "FINGERPRINT"];
  const table = output.table(header);
  for (const { id, settings } of await rows.listExternalEngines()) {
    const parsed = externalEngineSettings.safeParse(settings);
    if (!parsed.success) {
      output.event({ event: "external-engine", id, isValid: false });
      output.line(`${id}: its settings are invalid, so that it is not used`);
      continue;
    }
    const engine = { id, settings: parsed.data };
    const fingerprint = fingerprintOf(engine);
    output.event({ event: "external-engine", ...engine, fingerprint, isValid: true });
    const { name, task } = engine.settings;
    table.row([id, task.kind, name, programOrAddress(engine), fingerprint]);
  }
  table.end();
}

/** The variable with the key of an engine: see `serve`. */
const keyVariable = (id: string) => `DUBYARD_KEY_${id.toUpperCase().replaceAll("-", "_")}`;

/** Adds an engine, or replaces the one with this id; `id` null: with a new id. */
export async function addExternal(
  rows: ExternalEngineRows,
  { id: given, settings }: { id: string | null; settings: ExternalEngineSettings },
  deps: VoicesDeps,
  output: Output,
): Promise<void> {
  const id = given ?? randomUUID();
  const known = (await rows.listExternalEngines()).some((one) => one.id === id);
  const engine = { id, settings };
  await storeEngine(rows, engine, deps, output);
  const fingerprint = fingerprintOf(engine);
  output.event({ event: "external-engine", id, fingerprint, isReplaced: known });
  output.result(`${id} ${fingerprint}`);
  output.line(
    `${id} is ${known ? "replaced" : "added"}: start the services that work again, with --confirm-engine ${fingerprint}`,
  );
  if (settings.connection.kind === "http")
    output.line(`its key, if it has one, is ${keyVariable(id)} in their environment`);
}

/** @throws AppError "not-found" */
export async function removeExternal(
  rows: ExternalEngineRows,
  id: string,
  output: Output,
): Promise<void> {
  const ids = (await rows.listExternalEngines()).map((one) => one.id);
  if (!(await rows.removeExternalEngine(id)))
    throw new AppError("not-found", `there is no external engine "${id}"${nearNames(id, ids)}`);
  output.event({ event: "external-engine", id, isRemoved: true });
  output.result(`${id}: removed; services that work use it until they are started again`);
}

/** The folder of packs of a workspace. */
export const packsFolderOf = (packs: string | undefined, dataDir: string): string =>
  packs === undefined ? path.join(dataDir, "packs") : path.resolve(packs);

/** The engine of a service with its packs and external engines. */
import path from "node:path";
import type { ExternalGrants } from "../../common/external-grants";
import type { ActivityTracker } from "../../common/activity-tracker";
import type { Log } from "../../common/log";
import { createEngines, type Engines } from "./engines";
import type { Engine } from "../engine/engine";
import { createExternalConfiguration, type ExternalConfiguration } from "./external-configuration";
import type { PackDescription } from "../engine/packs/catalogue";
import { readPackCatalogue } from "../engine/packs/description-schema";
import type { PackList } from "../engine/packs/pack";
import { createPacks, type Packs } from "../engine/packs/packs";
import type { ExternalEngineRows } from "../rows/external-port";

export interface EngineOptions {
  /** Starts the engine that dubs; without one, the service manages scripts and casting only. */
  startEngine?: ((packs: PackList, log: Log) => Promise<Engine>) | undefined;
  /** External engines that may be used from the start; default none. */
  externalGrants?: ExternalGrants | undefined;
  /**
   * The folder of installed packs, which several services may share; default `packs` in the data
   * folder.
   */
  packsFolder?: string | undefined;
  /** Whether packs may be installed; default true. Installed ones are used anyway. */
  mayInstallPacks?: boolean | undefined;
  /** Default: `readPackCatalogue`. */
  packCatalogue?: readonly PackDescription[] | undefined;
  /** Bundle of the thread that unpacks packs; by default next to the bundle of this module. */
  packThreadFile?: string | undefined;
}

/** All are null for a service without an engine. */
export interface EngineParts {
  engine: Engine | null;
  packs: Packs | null;
  external: ExternalConfiguration | null;
  /** What the engine can do now. */
  engines: () => Engines;
  close(): Promise<void>;
}

interface EnginePartsDeps {
  store: ExternalEngineRows;
  activity: Pick<ActivityTracker, "begin">;
  dataDir: string;
  log: Log;
}

export async function startEngineParts(
  options: EngineOptions,
  { store, activity, dataDir, log }: EnginePartsDeps,
): Promise<EngineParts> {
  const { startEngine } = options;
  if (!startEngine) {
    const engines = createEngines(null, { canReadMedia: false });
    const none = { engine: null, packs: null, external: null, engines };
    return { ...none, close: () => Promise.resolve() };
  }
  const packs = await createPacks({
    folder: options.packsFolder ?? path.join(dataDir, "packs"),
    catalogue: options.packCatalogue ?? readPackCatalogue(),
    threadFile: options.packThreadFile ?? path.join(__dirname, "pack-thread.cjs"),
    mayInstall: options.mayInstallPacks ?? true,
    began: () => activity.begin("packs"),
    log,
  });
  const engine = await startEngine(packs, log);
  if (options.externalGrants) engine.external?.grant(options.externalGrants);
  const external =
    engine.external && createExternalConfiguration({ store, engine, external: engine.external });
  await external?.load();
  const canReadMedia = (await engine.media.unavailable()) === null;
  return {
    engine,
    packs,
    external: external ?? null,
    engines: createEngines(engine, { canReadMedia }),
    async close() {
      await packs.close();
      await engine.close();
    },
  };
}

/** The engine of a service with its packs and external engines. */
import path from "node:path";
import type { ExternalGrants } from "../../common/external-grants";
import type { ActivityTracker } from "../../common/activity-tracker";
import type { Log } from "../../common/log";
import { directRoutes, type Routes } from "../../remote/http/routes";
import { createEngines, type Engines } from "./engines";
import type { Engine } from "../engine/engine";
import { createExternalConfiguration, type ExternalConfiguration } from "./external-configuration";
import type { PackDescription } from "../engine/packs/catalogue";
import { readPackCatalogue } from "../engine/packs/description-schema";
import type { PackList } from "../engine/packs/pack";
import { createPacks, type Packs } from "../engine/packs/packs";
import type { MediaProvider, SpeechFacts } from "../engine/ports";
import type { ServiceDurations } from "../common/durations";
import type { ServiceRole } from "../common/service-roles";
import type { EngineSetRows, WorkerRows } from "../rows/engine-set-port";
import type { ExternalEngineRows } from "../rows/external-port";
import { createSharedEngines, type SharedEngines } from "./shared-engines";

export interface EngineOptions {
  /** Starts the engine that dubs; without one, the service manages scripts and casting only. */
  startEngine?: ((packs: PackList, log: Log) => Promise<Engine>) | undefined;
  /**
   * Starts the media provider of a process whose work others do; without it, such a process begins
   * no deliveries.
   */
  startMedia?: (() => MediaProvider) | undefined;
  /** External engines that may be used from the start; default none. */
  externalGrants?: ExternalGrants | undefined;
  /**
   * The folder of installed packs, which several services may share; default `packs` in the data
   * folder.
   */
  packsFolder?: string | undefined;
  /** Whether packs may be installed; default true. Installed ones are used anyway. */
  mayInstallPacks?: boolean | undefined;
  /** How packs are downloaded: proxies and certificate authorities. Default: directly. */
  routes?: Routes | undefined;
  /** Default: `readPackCatalogue`. */
  packCatalogue?: readonly PackDescription[] | undefined;
  /** Bundle of the thread that unpacks packs; by default next to the bundle of this module. */
  packThreadFile?: string | undefined;
}

/** The engine of this process and its parts, which are null without an engine. */
interface OwnEngine {
  engine: Engine | null;
  /** The media provider, which a process whose work others do has without an engine too. */
  media: MediaProvider | null;
  packs: Packs | null;
  external: ExternalConfiguration | null;
  /** What the engine can do now. */
  engines: () => Engines;
  close(): Promise<void>;
}

export interface EngineParts extends OwnEngine {
  /** The engine sets of several services on one database; null for a single service. */
  shared: SharedEngines | null;
  /**
   * The voices and languages with which takes are planned: those of the pinned set of several
   * services, otherwise those of the engine.
   */
  speech: () => SpeechFacts | null;
  engines: () => Engines;
}

interface EnginePartsDeps {
  store: ExternalEngineRows & EngineSetRows & WorkerRows;
  activity: Pick<ActivityTracker, "begin">;
  dataDir: string;
  log: Log;
  /** The role of one of several services on a database; null for a single service. */
  role: ServiceRole | null;
  durations: Pick<ServiceDurations, "engineCheckMs" | "workerNoteMs">;
}

export async function startEngineParts(
  options: EngineOptions,
  deps: EnginePartsDeps,
): Promise<EngineParts> {
  const { role, store, log, durations } = deps;
  const own = await startOwnEngine(options, deps);
  if (role === null) return { ...own, shared: null, speech: () => own.engine?.speech ?? null };
  try {
    const shared = await createSharedEngines({
      rows: store,
      role,
      own: role === "api" ? undefined : own,
      log,
      checkEveryMs: durations.engineCheckMs,
      noteEveryMs: durations.workerNoteMs,
    });
    return {
      ...own,
      shared,
      speech: shared.speech,
      engines: shared.engines,
      async close() {
        await shared.close();
        await own.close();
      },
    };
  } catch (error) {
    await own.close();
    throw error;
  }
}

async function startOwnEngine(
  options: EngineOptions,
  { store, activity, dataDir, log, role }: EnginePartsDeps,
): Promise<OwnEngine> {
  const { startEngine } = options;
  if (!startEngine || role === "api") {
    const engines = createEngines(null, { canReadMedia: false });
    const media = role === "api" ? (options.startMedia?.() ?? null) : null;
    const none = { engine: null, media, packs: null, external: null, engines };
    return { ...none, close: async () => media?.close() };
  }
  const packs = await createPacks({
    folder: options.packsFolder ?? path.join(dataDir, "packs"),
    catalogue: options.packCatalogue ?? readPackCatalogue(),
    threadFile: options.packThreadFile ?? path.join(__dirname, "pack-thread.cjs"),
    mayInstall: options.mayInstallPacks ?? true,
    began: () => activity.begin("packs"),
    routes: options.routes ?? directRoutes,
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
    media: engine.media,
    packs,
    external: external ?? null,
    engines: createEngines(engine, { canReadMedia }),
    async close() {
      await packs.close();
      await engine.close();
    },
  };
}

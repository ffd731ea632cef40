/** All routes of a service. */
import type { ExtensionName } from "../../preload/facts/extensions";
import type { Closers } from "../common/closers";
import type { Log } from "../common/log";
import type { People } from "./access/people";
import type { Auth } from "./common/auth";
import type { Backup } from "./backup/backup";
import { createBatches } from "./batches/batches";
import { createFirstTexts } from "./batches/first-texts";
import { createBulk } from "./batches/bulk";
import type { BackgroundWork } from "./background-work";
import { createDubs, ownMaking } from "./dubbing/dubs";
import { createVoiceSamples } from "./dubbing/voice-samples";
import type { EngineParts } from "./engines/engine-parts";
import type { Clones } from "./media/clones";
import type { Gallery } from "./media/gallery";
import type { Uploads } from "./media/uploads";
import type { Moving } from "./move/moving";
import type { ObjectStore } from "./objects/port";
import { createCasting } from "./projects/casting";
import { createGlossary } from "./projects/glossary";
import { createProjects } from "./projects/projects";
import { createSchedules } from "./projects/schedules";
import { createTeam } from "./projects/team";
import { createAuthRoutes } from "./routes/auth";
import { createBatchRoutes } from "./routes/batches";
import { createBulkRoutes } from "./routes/bulk";
import { createCastingRoutes } from "./routes/casting";
import { createCatalogueRoutes } from "./routes/catalogue";
import { createLocalRoutes } from "./routes/extensions/extensions";
import { createLocalBackupRoutes } from "./routes/extensions/backup";
import { createLocalCharacterRoutes } from "./routes/extensions/characters";
import { createConfirmationRoutes } from "./routes/extensions/confirmations";
import { createCommentRoutes } from "./routes/extensions/comments";
import { createPresetRoutes } from "./routes/extensions/delivery-presets";
import { createExportFileRoutes, createExportRoutes } from "./routes/extensions/exports";
import { createProgressRoutes } from "./routes/extensions/progress";
import { createScheduleRoutes } from "./routes/extensions/schedules";
import { createLineEditRoutes } from "./routes/extensions/line-edits";
import { createReviewRoutes } from "./routes/extensions/review";
import { createTakeRoutes } from "./routes/extensions/takes";
import { createLocalCloneRoutes } from "./routes/extensions/clones";
import { createLocalDubRoutes } from "./routes/extensions/dubs";
import { createLocalExternalRoutes } from "./routes/extensions/external";
import { createFileRoutes } from "./routes/extensions/files";
import { createLocalGlossaryRoutes } from "./routes/extensions/glossary";
import { createLocalOriginRoutes } from "./routes/extensions/origins";
import { createLocalPackRoutes } from "./routes/extensions/packs";
import { createPeopleRoutes } from "./routes/extensions/people";
import { createCastingFactRoutes } from "./routes/extensions/casting-facts";
import { createLocalReportRoutes } from "./routes/extensions/reports";
import { createLocalSampleRoutes } from "./routes/extensions/samples";
import { createLocalScriptRoutes } from "./routes/extensions/scripts";
import { createSourceRoutes } from "./routes/extensions/sources";
import { createLocalUserRoutes } from "./routes/extensions/users";
import { createMoveRoutes } from "./routes/extensions/move";
import { createJoinRoutes } from "./routes/join-page";
import { createMediaRoutes } from "./routes/media";
import { createProjectRoutes } from "./routes/projects";
import type { BoundRoute } from "./routes/route";
import { createTeamRoutes } from "./routes/team";
import { createPresence } from "./review/presence";
import { createReviewReader } from "./review/read-review";
import { createComments } from "./review/comments";
import { createScriptStarts } from "./delivery/script-start";
import { createPresets } from "./delivery/presets";
import { createExportReader } from "./delivery/read-exports";
import { createHeldSources } from "./sources/held-sources";
import { createAskedMakers, startAskedWork } from "./asked-work";
import { createAsking } from "./work/asking";
import { createSourceFiles } from "./sources/source-file";
import type { LocalStore } from "./rows/port";
import { createProgress } from "./review/progress";
import { createLineEdits } from "./review/line-edits";
import { createReview } from "./review/review";
import { createTextShortening } from "./review/shorten-text";
import { createSourceFacts } from "./review/source-facts";
import { createSourcePeaks } from "./review/source-peaks";
import { createSourcePreviews } from "./review/source-previews";
import { createTakeFiles } from "./review/take-files";
import type { PackKind } from "./engine/packs/pack";
import { createScriptStore } from "./scripts/script-store";

export interface RouteDeps {
  store: LocalStore;
  objects: ObjectStore;
  media: { gallery: Gallery; uploads: Uploads };
  /** The extension "clones", and the key that signs the requests of the application. */
  clones: Clones | undefined;
  key: Buffer | undefined;
  auth: Auth;
  /** Null for a service that only one person uses. */
  people: People | null;
  parts: EngineParts;
  work: BackgroundWork;
  /** Null without files and a database on this disk. */
  backup: Backup | null;
  moving: Moving;
  host: Host;
}

interface Host {
  /** "http://127.0.0.1:PORT/api" */
  baseUrl: () => string;
  /** Aborted when the service closes. */
  closing: AbortSignal;
  closers: Closers;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Extensions that every service has; GET /local lists them with those that depend on its options.
 */
const extensions: readonly ExtensionName[] = [
  "users",
  "characters",
  "casting",
  "glossary",
  "language-voices",
  "scripts",
  "lines",
  "batch-origins",
  "batch-settings",
  "statistics",
  "dubs",
  "voice-samples",
  "review",
  "comment-threads",
  "schedules",
  "delivery-presets",
  "media-files",
  "confirmations",
  "move",
];

export function composeRoutes(deps: RouteDeps): BoundRoute[] {
  const { store, objects, clones, key, parts, people, work, host } = deps;
  const access = people?.access ?? null;
  const { engine, packs, external, engines, shared } = parts;
  const { baseUrl, log, now } = host;
  const usable = engine?.packKinds ?? new Set<PackKind>();
  const domain = { store, now, onNewWork: work.wake, onRemoved: work.endRemoved };
  const team = createTeam(domain);
  const casting = createCasting({ ...domain, engines });
  const glossary = createGlossary(domain);
  const batches = createBatches(domain);
  const projects = createProjects(domain);
  /** The engine of this process, unless it is another one than that of the catalogue. */
  const maker = () => (shared && !shared.mayWork() ? null : engine);
  const reader = createReviewReader(store);
  const making = shared
    ? {
        canMake: () => engines().capabilities.inference,
        isPaused: shared.isPaused,
        setPaused: shared.setPaused,
        takesPerSecond: shared.takesPerSecond,
      }
    : ownMaking(work.dubbing);
  const reviewDeps = {
    store,
    speech: parts.speech,
    canMakeTakes: making.canMake,
    engines,
    now,
    dubbing: work.dubbing,
    checking: work.checking,
    removeFiles: deps.media.gallery.removeRecorded,
  };
  const review = createReview(reviewDeps);
  const asking = shared && createAsking(store, host.closing);
  const exports = createExportReader({ store, kind: people ? "objects" : "folder", now });
  const ofSources = {
    objects,
    engine,
    // Workers make these for a process without an engine.
    asking: engine ? null : asking,
    closing: host.closing,
    closers: host.closers,
    log,
    isKnown: async (batchId: string) => (await store.findBatch(batchId)) !== null,
  };
  const files = createSourceFiles({ store, objects });
  const peaks = createSourcePeaks(ofSources);
  const previews = createSourcePreviews(ofSources);
  const findFacts = createSourceFacts(ofSources);
  const findSample = createVoiceSamples({ objects, speech: parts.speech, maker, asking });
  if (shared && engine) {
    const makers = createAskedMakers({ files, peaks, previews, findFacts, findSample });
    host.closers.add("asked work", startAskedWork({ rows: store, makers, shared, log }).close);
  }
  // SECURITY: they read and write folders of the service's computer, and run its programs.
  const ofComputer: ExtensionName[] = [];
  if (packs && usable.size > 0) ofComputer.push("packs");
  if (engine) ofComputer.push("exports");
  if (deps.backup) ofComputer.push("backup");
  if (clones) ofComputer.push("clones");
  if (external) ofComputer.push("external-engines");
  const announced: ExtensionName[] = [...extensions];
  if (engine || asking) announced.push("source-previews");
  if (people) {
    announced.push("administration", "presence");
    // Alike in all processes of a service: a client does not know to which one it is connected.
    if (parts.media) announced.push("delivery-files");
  } else announced.push(...ofComputer);
  return [
    ...createAuthRoutes(deps.auth, people?.limits ?? null),
    ...createCatalogueRoutes(engines),
    ...createMediaRoutes(deps.media),
    ...createProjectRoutes(projects, access),
    ...createTeamRoutes(team),
    ...createCastingRoutes({ casting, glossary, engines }),
    ...createBatchRoutes(batches, { engines, noteOf: work.noteOf }),
    ...createBulkRoutes(createBulk({ ...domain, engines, noteOf: work.noteOf })),
    ...createLocalUserRoutes(team),
    ...createLocalCharacterRoutes(casting, engines),
    ...createCastingFactRoutes({ projects, casting, engines, packs, external }),
    ...createLocalGlossaryRoutes(glossary),
    ...createLocalScriptRoutes({
      scripts: createScriptStore({ store, objects, now }),
      baseUrl,
      isPublic: people === null,
    }),
    ...createLocalReportRoutes(batches),
    ...createLocalOriginRoutes(batches),
    ...createLocalSampleRoutes(findSample),
    ...createLocalDubRoutes({
      dubs: createDubs({
        store,
        now,
        making,
        dubbing: work.dubbing,
        forgetFailures: work.forgetFailures,
      }),
      batches,
      firstTexts: createFirstTexts({ ...domain, engines }),
      scriptStarts: createScriptStarts({ ...domain, objects, media: engine?.media ?? null }),
      access,
      closing: host.closing,
    }),
    ...createReviewRoutes({
      batches,
      reader,
      review,
      presence: people ? createPresence({ rows: store, log, now: () => performance.now() }) : null,
      shortening: createTextShortening({ store, engine }),
      closing: host.closing,
    }),
    ...createLineEditRoutes({ batches, edits: createLineEdits(reviewDeps) }),
    ...createTakeRoutes({
      batches,
      reader,
      review,
      files: createTakeFiles(store, objects),
    }),
    ...createProgressRoutes(createProgress(store), access),
    ...createPresetRoutes(createPresets(store)),
    ...createScheduleRoutes(createSchedules(store), access),
    ...createSourceRoutes({
      files,
      objects,
      findFacts,
      peaks,
      previews,
    }),
    ...createFileRoutes(deps.media.gallery, objects),
    ...createMoveRoutes(deps.moving, objects),
    ...createCommentRoutes(createComments({ store, now }), batches),
    ...createConfirmationRoutes(createHeldSources({ store, now, onConfirmed: work.wake })),
    ...createExportRoutes({ batches, reader: exports, current: work.exports }),
    ...(people
      ? [
          ...createExportFileRoutes(exports, objects),
          ...createPeopleRoutes(people),
          ...createJoinRoutes(people.serverName, baseUrl),
        ]
      : [
          ...(deps.backup ? createLocalBackupRoutes(deps.backup) : []),
          ...(packs ? createLocalPackRoutes({ packs, usable, key, now }) : []),
          ...(clones ? createLocalCloneRoutes({ clones, log }) : []),
          ...(external ? createLocalExternalRoutes(external, host.closing) : []),
        ]),
    ...createLocalRoutes(announced, engines, people, deps.moving, () => shared?.waitsFor() ?? ""),
  ];
}

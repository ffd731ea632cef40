/**
 * Wires the domains of what a service lists: the cached lists with their poller, and projects with
 * everything in them.
 */
import type { CsvReader, ScriptReader } from "../script-formats/process/reader";
import { createBatches } from "./batches/batches";
import { createCasting } from "./casting/casting";
import { createCatalogue } from "./casting/catalogue";
import { createVoiceSamples } from "./casting/voice-samples";
import type { ComposedWorkspaces } from "./compose-workspaces";
import type { Context } from "./context";
import { createDeliveries } from "./deliveries/deliveries";
import { createDubs } from "./dubs/dubs";
import { createGlossary } from "./glossary/glossary";
import { createListPoller } from "./lists/list-poller";
import { createLists } from "./lists/lists";
import type { ListStore } from "./lists/store";
import { createOverview } from "./overview/overview";
import { createProjectReader } from "./overview/read-projects";
import type { OverviewStore } from "./overview/store";
import type { Listeners, Visibility, NativeUi } from "./ports";
import { createReview } from "./review/review";
import { createSourceMedia } from "./review/source-media";
import { createTakeSounds } from "./review/take-sounds";
import { createProjects } from "./projects/projects";
import { createPresets } from "./deliveries/presets";
import { createDeliveryDownloads } from "./deliveries/delivery-downloads";
import { createDownloadStore } from "./deliveries/download-store";
import { createDeliveryWatch } from "./deliveries/watch-ends";
import { createScheduleStore } from "./projects/schedule-store";
import { createSchedules } from "./projects/schedules";
import type { ScriptChoices } from "./scripts/script-choices";
import { createSamples } from "./samples/samples";
import { createTeam, createUsers } from "./team/team";

export interface ComposeResourcesDeps {
  context: Context;
  listeners: Pick<Listeners, "onBatchMilestone" | "onDeliveryEnded">;
  maxListItems: number | undefined;
  base: ComposedWorkspaces;
  store: ListStore;
  overviewStore: OverviewStore;
  reader: CsvReader & Pick<ScriptReader, "readScript">;
  choices: ScriptChoices;
  visibility: Visibility;
  sampleVideo: string | undefined;
  ui: Pick<NativeUi, "showInFolder" | "startDrag">;
  reviewerName: () => string;
  /** See `DeliveryDownloadsDeps`. */
  beganDownload: () => () => void;
}

export type ComposedResources = ReturnType<typeof composeResources>;

export function composeResources(deps: ComposeResourcesDeps) {
  const { listeners, store, overviewStore, reader, choices, visibility } = deps;
  const { db, changed, log, now, timing } = deps.context;
  const { workspaces, connectivity, extensions, maintenance, dialogs, settings } = deps.base;
  const { approved, isLocal } = deps.base;
  const { remote } = workspaces;

  const lists = createLists({
    store,
    remote,
    connectivity,
    offers: extensions.offers,
    onChanged: changed,
    onBatchMilestone: (milestone) => listeners.onBatchMilestone?.(milestone),
    now,
    log,
    maxItems: deps.maxListItems,
  });
  const background = overviewStore.runningLists;
  const poller = createListPoller({ lists, connectivity, background, visibility, now, timing });

  const projectReader = createProjectReader({ lists, overviewStore, changed, now, log });
  const resources = { lists, store, remote, extensions, changed, now };
  const projects = createProjects(resources);
  const batches = createBatches({ ...resources, db });
  const scheduleStore = createScheduleStore(db);
  const schedules = createSchedules({ ...resources, scheduleStore });

  const deliveryWatch = createDeliveryWatch({
    find: async ({ workspaceId, batchId }, deliveryId) => {
      const listed = await remote(workspaceId).extensions.exports.list(batchId);
      // One that is no longer listed was deleted with its batch.
      return listed.find(({ id }) => id === deliveryId) ?? { state: "cancelled", folder: "" };
    },
    hasWorkspace: (workspaceId) => workspaces.ids().includes(workspaceId),
    onEnded: (end) => listeners.onDeliveryEnded?.(end),
    log,
  });

  const deliveryDownloads = createDeliveryDownloads({
    store: createDownloadStore(db),
    remote,
    approved,
    began: deps.beganDownload,
    onChanged: () => changed("review"),
    onEnded: (end) => listeners.onDeliveryEnded?.(end),
    log,
  });
  workspaces.beforeRemove(deliveryDownloads.stop);

  const readVoiceSample = createVoiceSamples(resources);
  const readTakeSound = createTakeSounds(resources);

  function removeWorkspace(workspaceId: string): Promise<void> {
    poller.removeWorkspace(workspaceId);
    projectReader.stop(workspaceId);
    return lists.removeWorkspace(workspaceId);
  }
  workspaces.beforeRemove(removeWorkspace);
  // Calls may have cached items meanwhile.
  workspaces.afterRemove(removeWorkspace);
  workspaces.afterRemove((workspaceId) => scheduleStore.removeWorkspace(workspaceId));
  maintenance.onRestored((workspaceId) => poller.wake(workspaceId));

  return {
    lists,
    poller,
    projectReader,
    /** Begins to read lists, and continues the downloads of deliveries. */
    start() {
      poller.start();
      deliveryDownloads.start();
    },
    async stopDeliveries(): Promise<void> {
      deliveryWatch.stop();
      await deliveryDownloads.stop();
    },
    projects,
    batches,
    addedLanguages: store.addedLanguages,
    /**
     * The sound of a voice or of a take by the path of its URL in the window; null for any other
     * path.
     */
    readSound: async (pathname: string) =>
      (await readVoiceSample(pathname)) ?? readTakeSound(pathname),
    /** The original of a batch or a line, or peaks, by the path of the URL in the window. */
    openMedia: createSourceMedia(resources),
    handlers: {
      lists: poller.handlers,
      overview: createOverview({
        ...resources,
        overviewStore,
        reader: projectReader,
        dialogs,
        readSchedules: schedules.read,
      }),
      projects: projects.handlers,
      samples: createSamples({
        ...resources,
        projects: projects.handlers,
        settings,
        video: deps.sampleVideo,
      }),
      batches: batches.handlers,
      schedules: schedules.handlers,
      dubs: createDubs(resources),
      review: createReview({
        ...resources,
        dialogs,
        reader,
        choices,
        reviewerName: deps.reviewerName,
      }),
      deliveries: {
        ...createDeliveries({
          ...resources,
          dialogs,
          approved,
          isLocal,
          downloads: deliveryDownloads,
          showInFolder: deps.ui.showInFolder,
          startDrag: deps.ui.startDrag,
          onMaking: deliveryWatch.watch,
        }),
        ...createPresets({ ...resources, settings, dialogs }),
      },
      casting: createCasting({ ...resources, projects, dialogs, reader, choices }),
      catalogue: createCatalogue(resources),
      glossary: createGlossary({ ...resources, dialogs, reader, choices }),
      team: createTeam(resources),
      users: createUsers(resources),
    },
  };
}

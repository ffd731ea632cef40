/**
 * The environment of tests with arbitrary responses of a service: a backend, and a list of batches.
 */
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { BatchMilestone } from "../../main/backend/compose";
import type { Batch, ResourceList } from "../../preload/model/resources";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
  type TestBackendDeps,
} from "./backend";
import { startHostileService, type HostileService } from "./hostile-service";

export const projectId = "p1";
export const batchList: ResourceList = { kind: "batches", projectId };
/** The request for the batches of the project. */
export const route = "GET /projects/p1/batches";

/** A batch in the form of a response of the service. */
export const batch = (id: string, fields: object = {}) => ({
  id,
  projectId,
  name: id,
  status: "inferring",
  message: "",
  completionPercentage: 0,
  translations: [{ languageId: "fr-fr", isCompleted: false, status: "inferring" }],
  isCastingCompleted: true,
  createdAt: "2030-01-01T00:00:00.000Z",
  updatedAt: "2030-01-01T00:00:00.000Z",
  ...fields,
});

type BatchPage = Awaited<ReturnType<TestBackend["handlers"]["batches"]["list"]>>;

export interface HostileHarness {
  service: HostileService;
  test: TestBackend;
  workspaceId: string;
  /** The reported milestones of batches, in order. */
  milestones: BatchMilestone[];
  /** Starts a backend with the same profile. The running one must be stopped before. */
  start: (overrides?: TestBackendDeps) => void;
  /** Syncs a list; that of the batches by default. */
  read: (list?: ResourceList) => Promise<void>;
  /** The cached batches. */
  batches: (fields?: object) => Promise<BatchPage>;
  names: () => Promise<Batch["name"][]>;
  /** Sets the response to the request for the batches. */
  respondWithBatches: (...items: unknown[]) => void;
}

/** Registers hooks that set up a new environment for each test of the file. */
export function useHostileHarness(): HostileHarness {
  const vault = memoryVault(true);
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const harness: HostileHarness = {
    service: undefined as never,
    test: undefined as never,
    workspaceId: "",
    milestones: [],
    start(overrides = {}) {
      harness.test = startBackend(path.join(folder.path, "profile"), {
        vault,
        onBatchMilestone: (milestone) => void harness.milestones.push(milestone),
        // Hidden, so that no list is polled by default.
        visibility: { isVisible: () => false, onChange: () => () => undefined },
        ...overrides,
      });
    },
    async read(list = batchList) {
      await harness.test.handlers.lists.refresh({ workspaceId: harness.workspaceId, list });
    },
    batches: async (fields = {}) =>
      harness.test.handlers.batches.list({
        workspaceId: harness.workspaceId,
        projectId,
        filter: "all",
        search: "",
        sort: "name",
        offset: 0,
        limit: 1000,
        ...fields,
      }),
    names: async () => (await harness.batches()).batches.map(({ name }) => name),
    respondWithBatches: (...items) => harness.service.respondTo(route, { body: items }),
  };
  beforeEach(async () => {
    harness.milestones = [];
    folder = await temporaryFolder();
    harness.service = await startHostileService();
    harness.start();
    const { test, service } = harness;
    harness.workspaceId = await connectWorkspace(test, service.baseUrl, service);
  });
  afterEach(async () => {
    await harness.test.stop();
    await harness.service.close();
    await folder.remove();
  });
  return harness;
}

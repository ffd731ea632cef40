/** The environment of tests of projects and their resources: a backend and a local service. */
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Dialogs } from "../../main/backend/compose";
import type { Handlers } from "../../preload/contract";
import type { Project, ResourceList } from "../../preload/model/resources";
import {
  connectWorkspace,
  createBatch,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "./backend";
import { startLocalService, type RunningLocalService } from "./local-service";
import { model, uploadScript, waitForIngestion } from "./local-workspace";
import { scriptWorkerFile } from "./programs";

export const page = { offset: 0, limit: 100 };
/** A script whose three characters have one line each. */
export const threeCharactersCsv = "Character,Text_FR-FR\nAnna,Bonjour\nBert,Salut\nCleo,Merci\n";

type Result<
  Group extends keyof Handlers,
  Call extends keyof Handlers[Group],
> = Handlers[Group][Call] extends (...args: never[]) => infer Output
  ? Promise<Awaited<Output>>
  : never;

export interface ResourcesHarness {
  folder: string;
  service: RunningLocalService;
  test: TestBackend;
  workspaceId: string;
  /** The path that the user chooses in dialogs to open or save a file; null cancels them. */
  chosenFile: string | null;
  /** Starts a backend with the same profile. The running one must be stopped before. */
  start: () => void;
  /** Syncs a list. */
  read: (list: ResourceList) => Promise<void>;
  projects: (
    fields?: Partial<Parameters<Handlers["projects"]["list"]>[0]>,
  ) => Result<"projects", "list">;
  createProject: (name: string, targetLanguages?: string[]) => Promise<Project>;
  /** A project with one batch whose three characters have no voices. */
  createCasting: (name?: string) => Promise<{ projectId: string; batchId: string }>;
  characters: (projectId: string, filter?: "all" | "uncast") => Result<"casting", "list">;
  batches: (projectId: string) => Result<"batches", "list">;
  /** Syncs the voices and returns them. */
  voices: () => Result<"catalogue", "voices">;
}

/** Registers hooks that set up a new environment for each test of the file. */
export function useResourcesHarness(): ResourcesHarness {
  const vault = memoryVault(true);
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
  const dialogs: Dialogs = {
    chooseMedia: () => Promise.resolve([]),
    chooseFolder: () => Promise.resolve(null),
    chooseFile: () => Promise.resolve(harness.chosenFile),
    saveFile: () => Promise.resolve(harness.chosenFile),
  };
  const handlers = () => harness.test.handlers;
  const harness: ResourcesHarness = {
    folder: "",
    service: undefined as never,
    test: undefined as never,
    workspaceId: "",
    chosenFile: null,
    start() {
      harness.test = startBackend(path.join(harness.folder, "profile"), { vault, dialogs });
    },
    async read(list) {
      await handlers().lists.refresh({ workspaceId: harness.workspaceId, list });
    },
    projects: async (fields = {}) =>
      handlers().projects.list({
        workspaceId: harness.workspaceId,
        type: "all",
        isArchived: false,
        search: "",
        sort: "name",
        ...page,
        ...fields,
      }),
    createProject: async (name, targetLanguages = ["fr-fr"]) =>
      handlers().projects.create({
        workspaceId: harness.workspaceId,
        name,
        type: "audio-production",
        model,
        sourceLanguage: null,
        targetLanguages,
      }),
    async createCasting(name = "Season") {
      const { workspaceId, service } = harness;
      const { id: projectId } = await harness.createProject(name);
      const scriptPath = await uploadScript(service.client, "a.csv", threeCharactersCsv);
      const target = { workspaceId, projectId };
      const batchId = await createBatch(harness.test, target, { scriptPath });
      await waitForIngestion(service.client, batchId);
      await harness.read({ kind: "characters", projectId });
      return { projectId, batchId };
    },
    characters: async (projectId, filter = "all") =>
      handlers().casting.list({
        workspaceId: harness.workspaceId,
        projectId,
        filter,
        search: "",
        sort: "name",
        ...page,
      }),
    batches: async (projectId) =>
      handlers().batches.list({
        workspaceId: harness.workspaceId,
        projectId,
        filter: "all",
        search: "",
        sort: "name",
        ...page,
      }),
    async voices() {
      await harness.read({ kind: "voices", model });
      const filters = {
        search: "",
        gender: "",
        age: "",
        timbre: "",
        voiceTag: "",
        language: "",
        provider: "",
      };
      const { workspaceId } = harness;
      return handlers().catalogue.voices({ workspaceId, model, ...filters, sort: "name", ...page });
    },
  };
  beforeEach(async () => {
    vault.secrets.clear();
    temporary = await temporaryFolder();
    harness.folder = temporary.path;
    harness.service = await startLocalService({ scriptWorkerFile });
    harness.start();
    const address = harness.service.address();
    harness.workspaceId = await connectWorkspace(harness.test, address.baseUrl, address);
    await harness.test.waitUntil(async () => {
      const [workspace] = await handlers().workspaces.list(undefined);
      return workspace?.extensions.includes("lines") ? true : null;
    }, "the extensions");
  });
  afterEach(async () => {
    await harness.test.stop();
    await harness.service.remove();
    await temporary.remove();
  });
  return harness;
}

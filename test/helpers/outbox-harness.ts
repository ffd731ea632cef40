/**
 * The environment of tests of the outbox and bulk requests: a backend, a service behind a proxy, a
 * project.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BatchRequest, OutboxEntry } from "../../preload/contract/outbox";
import type { ProjectType } from "../../preload/model/resources";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
  type TestBackendDeps,
} from "./backend";
import { startFaultProxy, type FaultProxy } from "./fault-proxy";
import { startLocalService, type RunningLocalService } from "./local-service";
import { bodyOf, model, type Json } from "./local-workspace";
import { outboxTiming } from "./outbox-timing";

export interface OutboxHarness {
  folder: string;
  service: RunningLocalService;
  proxy: FaultProxy;
  test: TestBackend;
  workspaceId: string;
  /** Stops the backend and starts another with the same profile. */
  restart(overrides?: TestBackendDeps): Promise<void>;
  project(type: ProjectType, targetLanguages?: string[]): Promise<string>;
  file(name: string, content: string | Uint8Array): Promise<string>;
  add(projectId: string, request: Partial<BatchRequest>, targetFolder?: string): Promise<number>;
  entries(): Promise<OutboxEntry[]>;
  entry(id: number): Promise<OutboxEntry>;
  /** Waits until an entry has the given state. */
  waitForState(id: number, state: OutboxEntry["state"]): Promise<OutboxEntry>;
  /** The batches of a project, from the service. */
  batches(projectId: string): Promise<Json[]>;
  remove(): Promise<void>;
}

export async function startOutboxHarness(
  scriptWorkerFile: string,
  overrides: TestBackendDeps = {},
): Promise<OutboxHarness> {
  const temporary = await temporaryFolder();
  const service = await startLocalService({ scriptWorkerFile });
  const proxy = await startFaultProxy(() => service.address().baseUrl);
  const vault = memoryVault(true);
  const start = (more: TestBackendDeps = {}) =>
    startBackend(path.join(temporary.path, "profile"), {
      vault,
      timing: outboxTiming,
      ...overrides,
      ...more,
    });
  const test = start();
  const workspaceId = await connectWorkspace(test, proxy.baseUrl, service.address());
  const harness: OutboxHarness = {
    folder: temporary.path,
    service,
    proxy,
    test,
    workspaceId,
    async restart(more) {
      await harness.test.stop();
      harness.test = start(more);
    },
    async project(type, targetLanguages = ["fr-fr"]) {
      const sourceLanguage = type === "audio-production" ? null : "en-us";
      const made = await harness.test.handlers.projects.create({
        workspaceId,
        name: `Season of ${type}`,
        type,
        model,
        sourceLanguage,
        targetLanguages,
      });
      return made.id;
    },
    async file(name, content) {
      const file = path.join(temporary.path, "files", name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    async add(projectId, request, targetFolder = "") {
      const { id } = await harness.test.handlers.outbox.add({
        workspaceId,
        projectId,
        targetFolder,
        request: {
          name: "One",
          script: { kind: "none" },
          video: { kind: "none" },
          languageCode: "",
          settings: {},
          ...request,
        },
      });
      return id;
    },
    async entries() {
      const page = { offset: 0, limit: 1000 };
      const { entries } = await harness.test.handlers.outbox.list({
        workspaceId,
        projectId: "",
        filter: "all",
        ...page,
      });
      return entries;
    },
    async entry(id) {
      const found = (await harness.entries()).find((entry) => entry.id === id);
      if (!found) throw new Error(`no entry ${id}`);
      return found;
    },
    waitForState: (id, state) =>
      harness.test.waitUntil(async () => {
        const entry = await harness.entry(id);
        if (state === "sent" && entry.state === "refused")
          throw new Error(`refused: ${JSON.stringify(entry)}`);
        return entry.state === state ? entry : null;
      }, `entry ${id} to be ${state}`),
    batches: async (projectId) =>
      bodyOf<Json[]>(await service.client.get(`/projects/${projectId}/batches`)),
    async remove() {
      await harness.test.stop();
      await proxy.close();
      await service.remove();
      await temporary.remove();
    },
  };
  await test.waitUntil(async () => {
    const [workspace] = await test.handlers.workspaces.list(undefined);
    return workspace?.extensions.includes("scripts") ? true : null;
  }, "the script store");
  return harness;
}

/** The text of a .csv script with this number of lines. */
export const csvScript = (lines = 2, language = "FR-FR") =>
  [
    `ID,Character,Text_${language}`,
    ...Array.from({ length: lines }, (_, index) => `${index},Anna,Bonjour ${index}`),
  ].join("\n");

/** Tests the connection of a workspace; one test runs at a time. */
import type { Handlers } from "../../../preload/contract";
import type { ConnectionTest } from "../../../preload/model";
import type { Log } from "../../common/log";
import { testConnection } from "../../remote/connection-test";
import type { Routes } from "../../remote/routes";
import type { Workspaces } from "./workspaces";

export interface ConnectionTestsDeps {
  workspaces: Pick<Workspaces, "connection">;
  routes: Routes;
  onChanged: () => void;
  now: () => number;
  log: Log;
}

export function createConnectionTests(deps: ConnectionTestsDeps) {
  const { workspaces, routes, onChanged, now, log } = deps;
  let current: ConnectionTest | null = null;
  let stopping = new AbortController();
  let ended: Promise<void> = Promise.resolve();

  async function cancel(): Promise<void> {
    stopping.abort();
    await ended;
  }

  async function start(workspaceId: string): Promise<void> {
    const found = workspaces.connection(workspaceId);
    await cancel();
    const test: ConnectionTest = {
      workspaceId,
      baseUrl: found.shownUrl,
      steps: [],
      isRunning: true,
      startedAt: now(),
    };
    current = test;
    stopping = new AbortController();
    const onStep = (step: ConnectionTest["steps"][number]) => {
      const { state, problem } = step;
      log.info(`connection test: ${step.step} ${state} ${workspaceId}`, problem?.code ?? "");
      test.steps = [...test.steps, step];
      onChanged();
    };
    ended = testConnection({ ...found, routes, onStep, now }, stopping.signal)
      .catch(() => undefined)
      .then(() => {
        test.isRunning = false;
        onChanged();
      });
    onChanged();
  }

  const handlers: Handlers["connectionTest"] = {
    start: ({ workspaceId }) => start(workspaceId),
    get: ({ workspaceId }) => (current?.workspaceId === workspaceId ? current : null),
    cancel,
  };
  return { handlers, stop: cancel };
}

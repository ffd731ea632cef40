/** Tests the connection of a workspace; one test runs at a time. */
import type { Handlers } from "../../../preload/contract";
import type { ConnectionTest } from "../../../preload/model";
import type { Log } from "../../common/log";
import { testConnection } from "../../remote/connection-test";
import type { Routes } from "../../remote/http/routes";
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

  function start(workspaceId: string): void {
    const found = workspaces.connection(workspaceId);
    // Without an await in between: of several starts at the same time, each one cancels the one
    // before it.
    stopping.abort();
    const own = new AbortController();
    stopping = own;
    const test: ConnectionTest = {
      workspaceId,
      baseUrl: found.shownUrl,
      steps: [],
      isRunning: true,
      startedAt: now(),
    };
    current = test;
    const onStep = (step: ConnectionTest["steps"][number]) => {
      const { state, problem } = step;
      log.info(`connection test: ${step.step} ${state} ${workspaceId}`, problem?.code ?? "");
      test.steps = [...test.steps, step];
      onChanged();
    };
    ended = ended
      .then(() => testConnection({ ...found, routes, onStep, now }, own.signal))
      .catch((error: unknown) => {
        if (!own.signal.aborted) log.error(`connection test: failed ${workspaceId}`, error);
      })
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

/**
 * Connectivity: whether this computer has a network, whether the service of each workspace is
 * reachable, which proxy its connections use, and when it is checked again. Other domains read the
 * state here and subscribe with `onChange`.
 */
import type { Handlers } from "../../../preload/contract";
import type { ConnectionState, Problem } from "../../../preload/model";
import { toProblem } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import { backoffDelay } from "../../common/retry";
import type { Routes } from "../../remote/http/routes";
import type { Network } from "../ports";
import type { Proxies } from "./proxies";

export interface ConnectivityDeps {
  network: Network;
  proxies: Proxies;
  log: Log;
}

export type ConnectivityChange =
  /** The network or the proxy changed: all existing connections are dead. */
  | { kind: "network" }
  /** The state of a workspace's service, or its problem, changed. */
  | { kind: "state"; workspaceId: string }
  /**
   * The service is reachable again, or the user has repaired its connection: retry pending work.
   */
  | { kind: "online"; workspaceId: string };

interface Endpoint {
  /** Whether it is reached over the network: false for a service on this computer. */
  usesNetwork: boolean;
  /**
   * Sends one authenticated request to the service. Null for a local service, whose process is
   * restarted by its runner and needs no checks.
   */
  check: (() => Promise<void>) | null;
}

export interface Connectivity {
  routes: Routes;
  isOnline: () => boolean;
  /** Returns the function that ends the subscription. */
  onChange: (listener: (change: ConnectivityChange) => void) => () => void;

  /** Tracks the service of a workspace. */
  add: (workspaceId: string, endpoint: Endpoint, state: ConnectionState) => void;
  remove: (workspaceId: string) => void;
  /** Checks a service now, and again at growing intervals until it responds. */
  check: (workspaceId: string) => void;
  /**
   * Records the result of a request: null if the service responded, else why the connection failed.
   */
  observe: (workspaceId: string, problem: Problem | null) => void;
  setState: (workspaceId: string, state: ConnectionState, problem: Problem | null) => void;
  /** Sets a limitation of a service that responds: its problem while it is online. */
  setNotice: (workspaceId: string, notice: Problem | null) => void;
  /** Emits "online": the credentials or the connection of a workspace were repaired by the user. */
  retryNow: (workspaceId: string) => void;

  /** The state and problem of a service, "offline" included. */
  status: (workspaceId: string) => { state: ConnectionState; problem: Problem | null };
  /**
   * Why no request can leave for this workspace now (no network), or null. A service on this
   * computer needs none.
   */
  blocked: (workspaceId: string) => Problem | null;
  /** Whether the service was reachable at the last attempt, or was not tried yet. */
  isReachable: (workspaceId: string) => boolean;
  /** Why the last attempt failed, or none can be made now; null when the service is reachable. */
  lastProblem: (workspaceId: string) => Problem | null;

  handlers: Handlers["network"];
  /** Subscribes to the network's changes. */
  start: () => void;
  /** Ends all subscriptions and checks. */
  stop: () => void;
}

interface Tracked extends Endpoint {
  state: ConnectionState;
  problem: Problem | null;
  notice: Problem | null;
  failedChecks: number;
  recheck: NodeJS.Timeout | null;
}

/** State of a workspace that is being removed. */
const untracked = { state: "unknown", problem: null, notice: null } as const;
const reachable: readonly ConnectionState[] = ["unknown", "starting", "online"];
const secretProblems: readonly string[] = ["secret-missing", "secret-unreadable"];
const firstRecheckMs = 1_000;

export function createConnectivity({ network, proxies, log }: ConnectivityDeps): Connectivity {
  const tracked = new Map<string, Tracked>();
  const changes = createListeners<[ConnectivityChange]>();
  let isStopped = false;
  let unsubscribe: () => void = () => undefined;

  const notify = (change: ConnectivityChange) => {
    if (!isStopped) changes.notify(change);
  };

  function blocked(workspaceId: string): Problem | null {
    if (!tracked.get(workspaceId)?.usesNetwork || network.isOnline()) return null;
    return { code: "offline", message: "this computer has no network" };
  }

  function setState(workspaceId: string, state: ConnectionState, problem: Problem | null): void {
    const service = tracked.get(workspaceId);
    if (!service) return;
    const isSame = service.state === state && service.problem?.message === problem?.message;
    const wasOnline = service.state === "online";
    service.state = state;
    service.problem = problem;
    if (isSame) return;
    log.info(`connectivity: ${state} ${workspaceId}`);
    notify({ kind: "state", workspaceId });
    if (state === "online" && !wasOnline) notify({ kind: "online", workspaceId });
  }

  function check(workspaceId: string): void {
    const service = tracked.get(workspaceId);
    service?.check?.().then(
      () => {
        service.failedChecks = 0;
      },
      (error: unknown) =>
        log.info(`connectivity: no response from ${workspaceId}`, toProblem(error).code),
    );
  }

  function checkLater(workspaceId: string): void {
    const service = tracked.get(workspaceId);
    if (!service?.check || service.recheck) return;
    service.failedChecks += 1;
    const wait = firstRecheckMs + backoffDelay(service.failedChecks, firstRecheckMs);
    service.recheck = setTimeout(() => {
      service.recheck = null;
      check(workspaceId);
    }, wait);
  }

  function remove(workspaceId: string): void {
    const recheck = tracked.get(workspaceId)?.recheck;
    if (recheck) clearTimeout(recheck);
    tracked.delete(workspaceId);
  }

  /** Listeners close their connections before the first check. */
  function networkChanged(): void {
    proxies.reset();
    notify({ kind: "network" });
    for (const workspaceId of tracked.keys()) if (!blocked(workspaceId)) check(workspaceId);
  }

  return {
    routes: proxies.routes,
    isOnline: () => network.isOnline(),
    onChange: changes.add,
    add(workspaceId, endpoint, state) {
      tracked.set(workspaceId, {
        ...endpoint,
        state,
        problem: null,
        notice: null,
        failedChecks: 0,
        recheck: null,
      });
    },
    remove,
    check,
    observe(workspaceId, problem) {
      const offline = blocked(workspaceId);
      if (problem === null) setState(workspaceId, "online", null);
      else if (problem.code === "token-refused") setState(workspaceId, "token-refused", problem);
      else if (secretProblems.includes(problem.code))
        setState(workspaceId, "secret-missing", problem);
      else if (offline) setState(workspaceId, "offline", offline);
      else {
        setState(workspaceId, "unreachable", problem);
        checkLater(workspaceId);
      }
    },
    setState,
    setNotice(workspaceId, notice) {
      const service = tracked.get(workspaceId);
      if (!service || service.notice?.message === notice?.message) return;
      service.notice = notice;
      notify({ kind: "state", workspaceId });
    },
    retryNow: (workspaceId) => notify({ kind: "online", workspaceId }),
    status(workspaceId) {
      const { state, problem, notice } = tracked.get(workspaceId) ?? untracked;
      const offline = blocked(workspaceId);
      if (offline) return { state: "offline", problem: offline };
      return { state, problem: state === "online" ? notice : problem };
    },
    blocked,
    isReachable(workspaceId) {
      const state = tracked.get(workspaceId)?.state ?? "offline";
      return reachable.includes(state) && !blocked(workspaceId);
    },
    lastProblem(workspaceId) {
      const service = tracked.get(workspaceId);
      return (
        blocked(workspaceId) ?? (service?.state === "online" ? null : service?.problem) ?? null
      );
    },
    handlers: proxies.handlers,
    start() {
      const subscriptions = [network.onChange(networkChanged), proxies.onChange(networkChanged)];
      unsubscribe = () => subscriptions.forEach((end) => end());
    },
    stop() {
      isStopped = true;
      unsubscribe();
      for (const workspaceId of [...tracked.keys()]) remove(workspaceId);
    },
  };
}

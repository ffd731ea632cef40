import type { Api, Bridge, Events, Topic } from "../../preload/contract";
import type { ErrorCode, Problem } from "../../preload/model";
import { plain } from "./plain.svelte";

/** An error of a call: a code for the text shown, a message for "Copy details". */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Which field, row or file; its shape depends on the call. */
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

/** The violation of one field, part of the details of "invalid-input". */
export interface FieldIssue {
  field: string;
  message: string;
}

/** The fields that an error names. */
export function fieldIssues(error: unknown): FieldIssue[] {
  if (!(error instanceof AppError) || !Array.isArray(error.details)) return [];
  return (error.details as unknown[]).filter(
    (issue): issue is FieldIssue =>
      typeof issue === "object" && issue !== null && "field" in issue && "message" in issue,
  );
}

/** Converts anything thrown to a problem that has a text. */
export function toProblem(error: unknown): Problem {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}

/**
 * The typed view of the bridge: `api.group.method(input)` calls "group.method" or throws an
 * AppError.
 */
function connect(bridge: Bridge): Api {
  const groups = new Map<string, unknown>();
  const group = (name: string) =>
    new Proxy(Object.create(null) as Record<string, unknown>, {
      get: (_target, method) => async (input: unknown) => {
        const reply = await bridge.call(`${name}.${String(method)}`, plain(input));
        if (reply.ok) return reply.value;
        const { code, message, details } = reply.error;
        throw new AppError(code as ErrorCode, message, details);
      },
    });
  return new Proxy(Object.create(null) as Api, {
    get: (_target, name) => {
      const key = String(name);
      if (!groups.has(key)) groups.set(key, group(key));
      return groups.get(key);
    },
  });
}

/** The calls of the main process. */
export const api: Api = connect(window.bridge);

type Listener<N extends keyof Events> = (payload: Events[N]) => void;

/**
 * Subscribes to an event; returns the unsubscribe function. The main process has parsed the
 * payload.
 */
export function listen<N extends keyof Events>(name: N, listener: Listener<N>): () => void {
  return window.bridge.on((event, payload) => {
    if (event === name) listener(payload as Events[N]);
  });
}

const topicListeners = new Set<(topics: readonly Topic[]) => void>();
listen("changed", ({ topics }) => topicListeners.forEach((listener) => listener(topics)));

/**
 * Runs a callback when any of these topics changes. All callers share one subscription of the
 * bridge.
 */
export function onChanged(topics: readonly Topic[], run: () => void): () => void {
  const listener = (changed: readonly Topic[]) => {
    if (changed.some((topic) => topics.includes(topic))) run();
  };
  topicListeners.add(listener);
  return () => topicListeners.delete(listener);
}

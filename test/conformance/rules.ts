/** Rules of the interface, and the context in which they are checked. */
import { z } from "zod";
import { errorBody } from "./schemas";

export interface CheckedResponse {
  status: number;
  text: string;
  /** undefined if the body is not JSON. */
  json: unknown;
  headers: Headers;
}

/** Sends a request with any method and body; `path` is below the base URL. */
export type Call = (method: string, path: string, body?: unknown) => Promise<CheckedResponse>;

/** The workspace of a run, and functions that use it. */
export interface Context {
  baseUrl: string;
  credentials: { clientId: string; clientSecret: string };
  /** With a valid token. */
  call: Call;
  /** Without a token, or with the given headers. */
  callWithoutToken: (
    method: string,
    path: string,
    body?: unknown,
    headers?: HeadersInit,
  ) => Promise<CheckedResponse>;
  /** Sends a PUT to a signed URL. */
  put: (url: string, bytes: Uint8Array, contentType: string) => Promise<CheckedResponse>;
  model: string;
  /** Three languages of the catalogue. */
  languages: readonly [string, string, string];
  /** Creates a project, which is deleted after the run; returns its id. */
  createProject: (type: ProjectType) => Promise<string>;
  /** Stores a script; returns its URL. Throws NotChecked if the service has no script store. */
  storeScript: (name: string, content: string) => Promise<string>;
  /**
   * The ids of two workspace users. Throws NotChecked if there are fewer and none can be created.
   */
  users: () => Promise<[string, string]>;
  /**
   * Resolves when URLs that were signed before the call have expired. Throws NotChecked if they are
   * valid for too long to wait, or for an unknown time.
   */
  untilUrlsExpire: () => Promise<void>;
  /** A name that is unique in the workspace. */
  uniqueName: (kind: string) => string;
}
export type ProjectType = "line-dubbing" | "media-dubbing" | "audio-production";

export interface Rule {
  /** Section of the interface: "§4.2 POST /projects/{projectId}/batches", or "notes § …". */
  section: string;
  /** The rule in words. */
  rule: string;
  /**
   * Resolves if the service conforms to the rule; throws an error that describes the difference if
   * not.
   */
  run: (context: Context) => Promise<void>;
}

/** Thrown if a rule cannot be checked; the message is the reason. */
export class NotChecked extends Error {}

/** Parses a response with this status. @throws Error that describes the difference. */
export function parseResponse<T>(
  response: CheckedResponse,
  status: number,
  schema: z.ZodType<T>,
): T {
  expectStatus(response, status);
  const parsed = schema.safeParse(response.json);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Expects a response with this status and no body. */
export function expectEmpty(response: CheckedResponse, status = 204): void {
  expectStatus(response, status);
  if (response.text !== "") throw new Error(`expected no body: ${cut(response.text)}`);
}

/** Expects an error response with this status whose message names the field, if one is given. */
export function expectError(response: CheckedResponse, status: number, field?: string): void {
  const { message } = parseResponse(response, status, errorBody);
  if (field !== undefined && !message.includes(field))
    throw new Error(`the message does not name ${field}: ${cut(message)}`);
}

export function expectStatus(response: CheckedResponse, status: number): void {
  if (response.status !== status)
    throw new Error(`expected ${status}, got ${response.status}: ${cut(response.text)}`);
}

/** @throws Error if the two differ as JSON. */
export function expectEqual(found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`expected ${cut(b)}, got ${cut(a)}`);
}

const shownLength = 200;
const cut = (text: string | undefined) => (text ?? "nothing").slice(0, shownLength);

/** A rule of the interface, and what it may use to show that a service keeps it. */
import { z } from "zod";
import { refusal } from "./schemas";

export interface Answer {
  status: number;
  text: string;
  /** undefined where the body is no JSON. */
  json: unknown;
  headers: Headers;
}

/** Any method with any body; `path` is below the base URL. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** What a run has made ready: a workspace to try things in. */
export interface Context {
  baseUrl: string;
  credentials: { clientId: string; clientSecret: string };
  /** With a good token. */
  call: Call;
  /** Without, or with headers of one's own. */
  plain: (method: string, path: string, body?: unknown, headers?: HeadersInit) => Promise<Answer>;
  /** PUTs bytes to a signed URL. */
  put: (url: string, bytes: Uint8Array, contentType: string) => Promise<Answer>;
  model: string;
  /** Two languages, three at least being in the catalogue. */
  languages: readonly [string, string, string];
  /** Creates a project of a type; gives its id. It goes with the run. */
  newProject: (type: ProjectType) => Promise<string>;
  /** Has a script kept where its URL leads to it; gives that URL. Throws NotChecked where none can be kept. */
  newScript: (name: string, content: string) => Promise<string>;
  /** Ids of two workspace users. Throws NotChecked where the workspace has fewer and none can be made. */
  users: () => Promise<[string, string]>;
  /**
   * Resolves when URLs signed before the call have expired. Throws NotChecked where the validity is not known to be
   * short enough to wait for.
   */
  untilUrlsExpire: () => Promise<void>;
  /** A name that nothing in the workspace has. */
  fresh: (kind: string) => string;
}
export type ProjectType = "line-dubbing" | "media-dubbing" | "audio-production";

export interface Rule {
  /** Where the interface says it: "§4.2 POST /projects/{projectId}/batches", or "notes § …". */
  section: string;
  /** What it says. */
  rule: string;
  /** Resolves when the service keeps the rule; throws what is wrong otherwise. */
  run: (context: Context) => Promise<void>;
}

/** The rule could not be tried here; the message says why. */
export class NotChecked extends Error {}

/** Parses an answer that must have this status. @throws Error that says what differs. */
export function shaped<T>(answer: Answer, status: number, schema: z.ZodType<T>): T {
  expectStatus(answer, status);
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}

/** An answer of this status without a body. */
export function empty(answer: Answer, status = 204): void {
  expectStatus(answer, status);
  if (answer.text !== "") throw new Error(`a body where there must be none: ${cut(answer.text)}`);
}

/** A refusal of this status, with a message that names the field where one is given. */
export function refused(answer: Answer, status: number, field?: string): void {
  const { message } = shaped(answer, status, refusal);
  if (field !== undefined && !message.includes(field))
    throw new Error(`the message does not name ${field}: ${cut(message)}`);
}

export function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${cut(answer.text)}`);
}

/** @throws Error when the two differ as JSON. */
export function same(found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`expected ${cut(b)}, got ${cut(a)}`);
}

const shownLength = 200;
const cut = (text: string | undefined) => (text ?? "nothing").slice(0, shownLength);

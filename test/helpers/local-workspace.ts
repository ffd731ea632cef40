/** Functions that create projects, users and batches in tests of the local workspace. */
import { setTimeout as wait } from "node:timers/promises";
import { sendRequest, type TestResponse, type LocalClient } from "./local-service";

export type Json = Record<string, unknown>;

export const model = "local-basic";

/** The body of a response. Throws if the response does not have this status. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers choose the type
export function bodyOf<T = Json>(response: TestResponse, status = 200): T {
  if (response.status !== status)
    throw new Error(`expected ${status}, got ${response.status}: ${response.text.slice(0, 300)}`);
  return response.json as T;
}

/** Creates a project; returns its id. */
export async function createProject(client: LocalClient, fields: Json = {}): Promise<string> {
  const response = await client.post("/projects", {
    name: "Season one",
    type: "line-dubbing",
    model,
    targetLanguages: ["fr-fr"],
    sourceLanguage: "en-us",
    ...fields,
  });
  return bodyOf<{ id: string }>(response, 201).id;
}

let users = 0;
/** Creates a workspace user; returns the id. */
export async function createUser(client: LocalClient, firstName = "Ada"): Promise<string> {
  users += 1;
  const fields = { firstName, lastName: "Example", email: `user${users}@example.test` };
  return bodyOf<{ id: string }>(await client.post("/local/users", fields), 201).id;
}

/**
 * The URL of a script that is missing in the script store: its batch fails immediately, without a
 * request.
 */
export const missingScriptUrl = (name: string): string =>
  `http://127.0.0.1:9/api/local/scripts/${"0".repeat(32)}/${name}`;

/** Uploads a script to the script store of the workspace; returns the URL for `scriptPath`. */
export async function uploadScript(
  client: LocalClient,
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const result = await sendRequest(`${client.baseUrl}/local/scripts/${encodeURIComponent(name)}`, {
    method: "PUT",
    headers: { Authorization: client.token },
    body: content,
  });
  return bodyOf<{ url: string }>(result, 201).url;
}

const ingestionDeadlineMs = 20_000;

/** Waits until the ingestion of a batch has ended; returns the batch. */
export async function waitForIngestion(client: LocalClient, id: string): Promise<Json> {
  const deadline = performance.now() + ingestionDeadlineMs;
  for (;;) {
    const response = await client.get(`/batches/${id}`);
    // A service for a team limits the calls of a second.
    const isLimited = response.status === 429;
    if (!isLimited) {
      const batch = bodyOf(response);
      if (batch.status !== "ingesting") return batch;
    }
    if (performance.now() > deadline) throw new Error("the batch is still ingesting");
    await wait(isLimited ? Number(response.headers["retry-after"]) * 1_000 : 10);
  }
}

/** Creates a batch and waits for its ingestion; returns the batch after it. */
export async function createBatch(client: LocalClient, projectId: string, fields: Json) {
  const response = await client.post(`/projects/${projectId}/batches`, { name: "One", ...fields });
  return waitForIngestion(client, String(bodyOf(response, 201).id));
}

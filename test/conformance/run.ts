/** Checks every rule against a service, and deletes everything that the checks created. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { batchRules } from "./batch-rules";
import { castRules } from "./casting-rules";
import { catalogueRules } from "./catalogue-rules";
import { fieldRules } from "./field-rules";
import { fileRules } from "./file-rules";
import { mediaRules } from "./media-rules";
import { projectRules } from "./project-rules";
import {
  NotChecked,
  parseResponse,
  type CheckedResponse,
  type Call,
  type Context,
  type ProjectType,
  type Rule,
} from "./rules";
import { language, model, project, tokens, user } from "./schemas";

export const allRules: readonly Rule[] = [
  ...catalogueRules,
  // Before scripts are created that the service may try to fetch for a long time.
  ...castRules,
  ...mediaRules,
  ...fileRules,
  ...projectRules,
  ...batchRules,
  ...fieldRules,
];

export interface Outcome {
  section: string;
  rule: string;
  result: "passed" | "failed" | "not checked";
  /** The difference, or why the rule could not be checked. */
  reason: string;
}

const timeoutMs = 60_000;

async function sendRequest(
  url: string,
  method: string,
  headers: HeadersInit | undefined,
  body: string | Uint8Array | undefined,
): Promise<CheckedResponse> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined
      ? {}
      : { body: typeof body === "string" ? body : Uint8Array.from(body) }),
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, text, json, headers: response.headers };
}

/** Longest validity of URLs that is waited for, in seconds. */
const maxUrlLife = 60;

/** For a service with this validity of upload URLs. */
export const waitForUrlLife = (seconds: number) => async (): Promise<void> => {
  if (seconds > maxUrlLife) throw new NotChecked(`URLs are valid for ${seconds} seconds`);
  // Expiry has a resolution of one second.
  await new Promise((resolve) => setTimeout(resolve, (seconds + 1) * 1000));
};

/**
 * Signs in and creates the context. `clean` deletes the projects, users and scripts that were
 * created.
 */
export async function createContext(
  baseUrl: string,
  credentials: Context["credentials"],
  untilUrlsExpire: Context["untilUrlsExpire"] = () =>
    Promise.reject(
      new NotChecked(
        "URLs are valid for 15 minutes: use --url-life with a service that has a shorter validity",
      ),
    ),
): Promise<{ context: Context; clean: () => Promise<void> }> {
  const callWithoutToken: Context["callWithoutToken"] = (method, path, body, input) => {
    const headers = new Headers(input);
    if (body === undefined) return sendRequest(baseUrl + path, method, headers, undefined);
    headers.set("content-type", "application/json");
    return sendRequest(baseUrl + path, method, headers, JSON.stringify(body));
  };
  const signedIn = await callWithoutToken("POST", "/auth/token", credentials);
  const { accessToken } = parseResponse(signedIn, 200, tokens);
  const call: Call = (method, path, body) =>
    callWithoutToken(method, path, body, { Authorization: accessToken });

  const models = parseResponse(await call("GET", "/models"), 200, z.array(model).min(1));
  const found = parseResponse(await call("GET", "/languages"), 200, z.array(language).min(3));
  const [one, two, three] = found.map(({ id }) => id);
  const run = randomBytes(4).toString("hex");
  let count = 0;
  const uniqueName = (kind: string) => {
    count += 1;
    return `conformance-${run}-${kind}-${count}`;
  };
  const projects: string[] = [];
  const scripts: string[] = [];
  const madeUsers: string[] = [];
  let users: Promise<[string, string]> | null = null;

  async function findUsers(): Promise<[string, string]> {
    const userIds = parseResponse(await call("GET", "/users"), 200, z.array(user)).map(
      ({ id }) => id,
    );
    while (userIds.length < 2) {
      const fields = {
        firstName: "Conformance",
        lastName: "User",
        email: `${uniqueName("user")}@x.test`,
      };
      const made = await call("POST", "/local/users", fields);
      if (made.status !== 201)
        throw new NotChecked("the workspace has fewer than two users, and none can be created");
      const { id } = parseResponse(made, 201, user);
      madeUsers.push(id);
      userIds.push(id);
    }
    return [userIds[0] ?? "", userIds[1] ?? ""];
  }

  const context: Context = {
    baseUrl,
    credentials,
    call,
    callWithoutToken,
    put: (url, bytes, contentType) =>
      sendRequest(url, "PUT", { "content-type": contentType }, bytes),
    model: models[0]?.model ?? "",
    languages: [one ?? "", two ?? "", three ?? ""],
    async createProject(type: ProjectType) {
      const reply = await call("POST", "/projects", {
        name: uniqueName("project"),
        type,
        model: models[0]?.model,
        sourceLanguage: one,
        targetLanguages: [two],
      });
      const { id } = parseResponse(reply, 201, project);
      projects.push(id);
      return id;
    },
    async storeScript(name, content) {
      const at = `${baseUrl}/local/scripts/${uniqueName("script")}-${name}`;
      const made = await sendRequest(
        at,
        "PUT",
        { Authorization: accessToken },
        Buffer.from(content),
      );
      if (made.status !== 201) throw new NotChecked("this service has no script store");
      const { id, url } = parseResponse(made, 201, z.object({ id: z.string(), url: z.string() }));
      scripts.push(id);
      return url;
    },
    untilUrlsExpire,
    users: () => (users ??= findUsers()),
    uniqueName,
  };
  return {
    context,
    async clean() {
      for (const id of projects) await call("DELETE", `/projects/${id}`);
      for (const id of scripts) await call("DELETE", `/local/scripts/${id}`);
      for (const id of madeUsers) await call("DELETE", `/local/users/${id}`);
    },
  };
}

/** Checks one rule. Never throws. */
export async function checkRule({ section, rule, run }: Rule, context: Context): Promise<Outcome> {
  try {
    await run(context);
    return { section, rule, result: "passed", reason: "" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      section,
      rule,
      result: error instanceof NotChecked ? "not checked" : "failed",
      reason,
    };
  }
}

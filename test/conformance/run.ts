/** Tries every rule against a service, whichever it is, and removes what it made there. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { batchRules } from "./batch-rules";
import { castRules } from "./cast-rules";
import { catalogueRules } from "./catalogue-rules";
import { fieldRules } from "./field-rules";
import { fileRules } from "./file-rules";
import { mediaRules } from "./media-rules";
import { projectRules } from "./project-rules";
import {
  NotChecked,
  shaped,
  type Answer,
  type Call,
  type Context,
  type ProjectType,
  type Rule,
} from "./rules";
import { language, model, project, tokens, user } from "./schemas";

export const allRules: readonly Rule[] = [
  ...catalogueRules,
  // Before there are scripts that a service may wait for in vain.
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
  result: "kept" | "broken" | "not checked";
  /** What is wrong, or why it could not be tried. */
  reason: string;
}

const answerMs = 60_000;

async function ask(
  url: string,
  method: string,
  headers: HeadersInit | undefined,
  body: string | Uint8Array | undefined,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(answerMs),
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

/** Longer than this is not waited for. In seconds. */
const longestUrlLife = 60;

/** For a service that was started with this validity of upload URLs. */
export const waitForUrlLife = (seconds: number) => async (): Promise<void> => {
  if (seconds > longestUrlLife) throw new NotChecked(`URLs are valid for ${seconds} seconds`);
  // Expiry is stated in whole seconds.
  await new Promise((resolve) => setTimeout(resolve, (seconds + 1) * 1000));
};

/** Signs in, and makes ready what rules may use. `clean` deletes the projects, users and scripts that were made. */
export async function createContext(
  baseUrl: string,
  credentials: Context["credentials"],
  untilUrlsExpire: Context["untilUrlsExpire"] = () =>
    Promise.reject(new NotChecked("URLs are valid for 15 minutes: shorten that with --url-life")),
): Promise<{ context: Context; clean: () => Promise<void> }> {
  const plain: Context["plain"] = (method, path, body, given) => {
    const headers = new Headers(given);
    if (body === undefined) return ask(baseUrl + path, method, headers, undefined);
    headers.set("content-type", "application/json");
    return ask(baseUrl + path, method, headers, JSON.stringify(body));
  };
  const signedIn = await plain("POST", "/auth/token", credentials);
  const { accessToken } = shaped(signedIn, 200, tokens);
  const call: Call = (method, path, body) =>
    plain(method, path, body, { Authorization: accessToken });

  const models = shaped(await call("GET", "/models"), 200, z.array(model).min(1));
  const found = shaped(await call("GET", "/languages"), 200, z.array(language).min(3));
  const [one, two, three] = found.map(({ id }) => id);
  const run = randomBytes(4).toString("hex");
  let count = 0;
  const fresh = (kind: string) => {
    count += 1;
    return `conformance-${run}-${kind}-${count}`;
  };
  const projects: string[] = [];
  const scripts: string[] = [];
  const madeUsers: string[] = [];
  let users: Promise<[string, string]> | null = null;

  async function findUsers(): Promise<[string, string]> {
    const there = shaped(await call("GET", "/users"), 200, z.array(user)).map(({ id }) => id);
    while (there.length < 2) {
      const fields = {
        firstName: "Conformance",
        lastName: "User",
        email: `${fresh("user")}@x.test`,
      };
      const made = await call("POST", "/local/users", fields);
      if (made.status !== 201)
        throw new NotChecked("the workspace has fewer than two users, and none can be made");
      const { id } = shaped(made, 201, user);
      madeUsers.push(id);
      there.push(id);
    }
    return [there[0] ?? "", there[1] ?? ""];
  }

  const context: Context = {
    baseUrl,
    credentials,
    call,
    plain,
    put: (url, bytes, contentType) => ask(url, "PUT", { "content-type": contentType }, bytes),
    model: models[0]?.model ?? "",
    languages: [one ?? "", two ?? "", three ?? ""],
    async newProject(type: ProjectType) {
      const answer = await call("POST", "/projects", {
        name: fresh("project"),
        type,
        model: models[0]?.model,
        sourceLanguage: one,
        targetLanguages: [two],
      });
      const { id } = shaped(answer, 201, project);
      projects.push(id);
      return id;
    },
    async newScript(name, content) {
      const at = `${baseUrl}/local/scripts/${fresh("script")}-${name}`;
      const made = await ask(at, "PUT", { Authorization: accessToken }, Buffer.from(content));
      if (made.status !== 201) throw new NotChecked("no script can be kept here");
      const { id, url } = shaped(made, 201, z.object({ id: z.string(), url: z.string() }));
      scripts.push(id);
      return url;
    },
    untilUrlsExpire,
    users: () => (users ??= findUsers()),
    fresh,
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

/** Tries one rule. Never throws. */
export async function tryRule({ section, rule, run }: Rule, context: Context): Promise<Outcome> {
  try {
    await run(context);
    return { section, rule, result: "kept", reason: "" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      section,
      rule,
      result: error instanceof NotChecked ? "not checked" : "broken",
      reason,
    };
  }
}

/**
 * Limits and rules of external engines, checked by the window during input and by the local
 * service.
 */

/** A global of Node.js and of the DOM; neither library is available here. */
declare const URL: {
  new (text: string): {
    readonly protocol: string;
    readonly hostname: string;
    readonly username: string;
    readonly password: string;
    readonly search: string;
    readonly hash: string;
  };
  canParse: (text: string) => boolean;
};

/** Lengths in characters, numbers of elements, and the longest time limit in seconds. */
export const externalEngineLimits = {
  name: 100,
  engineVoice: 500,
  baseUrl: 2000,
  model: 200,
  key: 4000,
  argument: 4000,
  args: 100,
  voices: 500,
  languages: 200,
  deadlineSeconds: 3600,
  /** Engines of a workspace. */
  engines: 50,
} as const;

/**
 * The timeout of a call that runs an engine: longer than the longest time limit of an engine. A
 * test of an engine starts with the synthesis of a sentence.
 */
export const externalEngineTimeoutMs = (externalEngineLimits.deadlineSeconds + 300) * 1000;

/**
 * The rules that the settings of an external engine can violate, besides those of the interface and
 * of URLs.
 */
export type ExternalEngineRule =
  | "needs-file" // the arguments of a transcription do not contain {file}
  | "voice-exists" // another voice of the workspace has the name
  | "too-many-arguments";

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a URL is one of this computer. */
export const isOnThisComputer = (url: string): boolean =>
  URL.canParse(url) && loopback.test(new URL(url).hostname);

export type BaseUrlRule = "required" | "not-a-url" | "not-secure" | "user-in-url" | "query-in-url";

/**
 * The rule that a text violates as the base URL of a service, or null. SECURITY: texts and the key
 * cross a network over TLS only.
 */
export function baseUrlRule(text: string): BaseUrlRule | null {
  if (text.trim() === "") return "required";
  if (!URL.canParse(text)) return "not-a-url";
  const { protocol, username, password, search, hash } = new URL(text);
  if (protocol !== "https:" && !(protocol === "http:" && isOnThisComputer(text)))
    return "not-secure";
  if (username !== "" || password !== "") return "user-in-url";
  return search === "" && hash === "" ? null : "query-in-url";
}

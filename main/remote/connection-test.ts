/**
 * Tests the connection to a service step by step, with new connections, so that each step has its
 * own result.
 */
import type { Problem, StepResult } from "../../preload/model";
import { AppError, toProblem } from "../common/errors";
import type { Connection } from "./connection";
import { createConnections } from "./http/http-agents";
import { createProbe } from "./connection-probe";
import { clean } from "../../preload/facts/shown-text";
import { messageIn, readStart } from "./http/http-errors";
import { createRemote } from "./remote";
import type { Routes } from "./http/routes";

export interface ConnectionTestDeps {
  /** Rejects if a local service does not run. */
  baseUrl: () => Promise<string>;
  /** Rejects if the secret is not available. */
  connection: () => Promise<Connection>;
  routes: Routes;
  /** The host of the last upload ("https://bucket.example"); null if it is unknown. */
  storageOrigin: string | null;
  onStep: (result: StepResult) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Timeout of each step in milliseconds. */
  timeoutMs?: number;
}

type Step = StepResult["step"];
/** What a step found, or null if it does not apply. */
type Outcome = { detail: string; problem?: Problem } | null;

/** Pre-signed URLs and certificates can fail with a larger difference between the clocks. */
const maxClockMs = 5 * 60_000;

/** Bytes of a response body that are read, so that its connection can be closed in order. */
const bodyLimit = 64 * 1024;

/** An argument of `run`. */
const independent = true;

/**
 * Runs the steps in order; resolves after the last one. Rejects only with the reason of the signal.
 */
export async function testConnection(deps: ConnectionTestDeps, signal: AbortSignal): Promise<void> {
  const { routes, storageOrigin, onStep, now, timeoutMs = 15_000 } = deps;
  let hasFailed = false;

  /** An independent step runs after a failure of others, and its failure does not end the test. */
  async function run(
    step: Step,
    work: () => Promise<Outcome>,
    isIndependent = false,
  ): Promise<void> {
    signal.throwIfAborted();
    if (hasFailed && !isIndependent) {
      onStep({ step, state: "skipped", milliseconds: 0, detail: "", problem: null });
      return;
    }
    const begunAt = performance.now();
    let outcome: Outcome;
    let problem: Problem | null;
    try {
      outcome = await work();
      problem = outcome?.problem ?? null;
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = toProblem(error);
      problem = { code, message };
      outcome = { detail: "" };
    }
    const milliseconds = outcome === null ? 0 : Math.round(performance.now() - begunAt);
    if (problem !== null && !isIndependent) hasFailed = true;
    const state = problem !== null ? "failed" : outcome === null ? "skipped" : "ok";
    onStep({ step, state, milliseconds, detail: outcome?.detail ?? "", problem });
  }

  const connections = createConnections({ connections: 1, timeoutMs }, routes);
  /**
   * An HTTP response of any status below 500 shows that the host responds. Rejects if that of a
   * service is one of something else: a redirect, or the page of a network that asks for a sign-in.
   * A storage may redirect its root.
   */
  async function request(
    url: string,
    isService: boolean,
  ): Promise<{ detail: string; date: string | undefined }> {
    const response = await connections.request(url, {
      method: "GET",
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const late = AbortSignal.timeout(timeoutMs);
    const { statusCode: status, headers } = response;
    const detail = `${new URL(url).host}, HTTP ${status}`;
    const start = isPage(headers["content-type"])
      ? await unlessLate(readStart(response.body, bodyLimit), late, "")
      : "";
    await response.body.dump({ limit: bodyLimit, signal: late }).catch(() => undefined);
    const other = isService ? otherServer(url, status, headers, start) : "";
    if (other !== "") throw new AppError("unexpected-answer", `${detail}: ${other}`);
    if (status >= 500) throw new AppError("service-error", detail);
    const { date } = headers;
    return { detail, date: typeof date === "string" ? date : undefined };
  }

  const address = await deps.baseUrl().then(
    (baseUrl) => ({ baseUrl, error: null }),
    (error: unknown) => ({ baseUrl: null, error }),
  );
  let serviceDate: string | undefined;
  const probe = createProbe({ timeoutMs, signal, routes });
  const ifKnown = (work: (baseUrl: string) => Promise<Outcome>) => () =>
    address.baseUrl === null ? Promise.resolve(null) : work(address.baseUrl);
  try {
    await run("dns", ifKnown(probe.resolve));
    await run("tcp", ifKnown(probe.connect));
    await run("proxy", ifKnown(probe.tunnel));
    await run("tls", ifKnown(probe.secure));
    await run("service", async () => {
      if (address.baseUrl === null) throw address.error;
      const { detail, date } = await request(
        `${address.baseUrl.replace(/(?<!\/)\/+$/, "")}/models`,
        true,
      );
      serviceDate = date;
      return { detail };
    });
    await run("clock", () => Promise.resolve(compareClocks(serviceDate, now())), independent);
    await run("credentials", () => checkCredentials(deps, timeoutMs, signal));
    const testStorage = async () =>
      storageOrigin === null ? null : request(`${storageOrigin}/`, false);
    await run("storage", testStorage, independent);
  } finally {
    probe.close();
    await connections.close();
  }
}

type Header = string | string[] | undefined;

const isPage = (contentType: Header) => /^\s*text\/html\b/i.test(String(contentType ?? ""));

/**
 * What responds instead of a service, or "": "redirects to https://portal.example", "a web page
 * (“Sign in”) …".
 */
function otherServer(
  url: string,
  status: number,
  headers: Readonly<Record<string, Header>>,
  body: string,
): string {
  // RFC 6585: sent by the network, not by the server.
  if (status === 511) return "the network asks for a sign-in (captive portal)";
  const location = String(headers["location"] ?? "");
  if (status >= 300 && status < 400 && URL.canParse(location, url)) {
    // SECURITY: the origin only, as the location may contain a token.
    const { origin, host } = new URL(location, url);
    const isHost = host === new URL(url).host;
    return `redirects to ${clean(origin)}${isHost ? "" : ", which may be the sign-in page of the network (captive portal)"}`;
  }
  if (status >= 300 || !isPage(headers["content-type"])) return "";
  const title = messageIn(body);
  const name = title === "" ? "" : ` (“${title}”)`;
  return `a web page${name} instead of the service: the network may ask for a sign-in (captive portal), or the address is not that of a dubbing service`;
}

/** Settles like `work`, or resolves with `otherwise` when the signal is aborted. */
function unlessLate<T>(work: Promise<T>, signal: AbortSignal, otherwise: T): Promise<T> {
  return Promise.race([
    work,
    new Promise<T>((resolve) => {
      signal.addEventListener("abort", () => resolve(otherwise), { once: true });
    }),
  ]);
}

/** Null if the service sends no time. */
function compareClocks(date: string | undefined, now: number): Outcome {
  const difference = date === undefined ? NaN : now - Date.parse(date);
  if (Number.isNaN(difference)) return null;
  const minutes = Math.round(difference / 60_000);
  if (Math.abs(difference) < maxClockMs) return { detail: "" };
  const detail = `${minutes > 0 ? "+" : ""}${minutes} min`;
  return { detail, problem: { code: "unexpected-answer", message: "" } };
}

/** Requests a new token and sends one request with it. */
async function checkCredentials(
  { connection, routes }: ConnectionTestDeps,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const remote = createRemote({ connection, routes, timeoutMs });
  const cancel = () => void remote.close();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    await remote.check();
    return { detail: "" };
  } catch (error) {
    signal.throwIfAborted();
    // SECURITY: a service may repeat the secret in its message.
    const { clientSecret } = await connection();
    const { code, message } = toProblem(error);
    const safe = clientSecret === "" ? message : message.replaceAll(clientSecret, "[redacted]");
    throw new AppError(code, safe, { cause: error });
  } finally {
    signal.removeEventListener("abort", cancel);
    await remote.close();
  }
}

/** A test of the connection to a workspace's service, step by step. */
import { z } from "zod";
import { problem } from "./problem";

/** The steps in their order. */
const connectionSteps = [
  "dns", // resolves the host name: of the proxy, or of the service
  "tcp", // connects to that host
  "proxy", // the proxy connects to the service
  "tls", // the certificate of the service is trusted
  "service", // the service responds to a request without a token
  "clock", // the clock of this computer and of the service agree
  "credentials", // the service accepts the credentials
  "storage", // the host of the last upload responds
] as const;
const connectionStep = z.enum(connectionSteps);
export type ConnectionStep = (typeof connectionSteps)[number];

const stepResult = z.object({
  step: connectionStep,
  /** "skipped": does not apply, or an earlier step failed. */
  state: z.enum(["ok", "failed", "skipped"]),
  milliseconds: z.number(),
  /**
   * Addresses, a host, an HTTP status, a certificate: the same text in every language; "" for none.
   */
  detail: z.string(),
  /** Why it failed. */
  problem: problem.nullable(),
});
export type StepResult = z.infer<typeof stepResult>;

export const connectionTest = z.object({
  workspaceId: z.string(),
  /** The base URL of the service. */
  baseUrl: z.string(),
  /** Those that have ended. */
  steps: z.array(stepResult),
  isRunning: z.boolean(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});
export type ConnectionTest = z.infer<typeof connectionTest>;

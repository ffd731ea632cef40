/** A workspace: the connection to its service, and what the service offers. */
import { z } from "zod";
import { capabilityNames } from "../facts/capabilities";
import { problem } from "./problem";

const workspaceKind = z.enum(["local", "hosted"]);
export type WorkspaceKind = z.infer<typeof workspaceKind>;

/**
 * How the access token is sent: the raw token, or with "Bearer " before it (interface-notes §
 * Authentication).
 */
export const authScheme = z.enum(["raw", "bearer"]);
export type AuthScheme = z.infer<typeof authScheme>;

/** The state of the connection to a workspace's service. */
const connectionState = z.enum([
  "unknown", // no attempt yet
  "starting", // the local service is being started
  "online",
  "offline", // this computer has no network
  "unreachable", // the service does not respond
  "token-refused", // the user must change the credentials
  "secret-missing", // the client secret is not available: the service was not contacted
]);
export type ConnectionState = z.infer<typeof connectionState>;

const workspaceTeam = z.object({
  /** The name of the service. */
  name: z.string(),
  /** The person of the credentials; null for credentials of the workspace itself. */
  person: z.object({ userId: z.string(), name: z.string() }).nullable(),
});
export type WorkspaceTeam = z.infer<typeof workspaceTeam>;

/** A workspace with its service, hosted or local. The secret is never part of it. */
export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  kind: workspaceKind,
  /**
   * The URL of a hosted workspace; "" for a local one, whose URL is known only while its service
   * runs.
   */
  baseUrl: z.string(),
  clientId: z.string(),
  authScheme,
  /** The data folder of a local workspace; "" for a hosted one. */
  dataDir: z.string(),
  state: connectionState,
  /**
   * The last connection error, or a limitation of the service while it is online ("disk-full");
   * null if there is none.
   */
  problem: problem.nullable(),
  /** Whether its secret is stored permanently; false if no keychain is available. */
  isSecretPersistent: z.boolean(),
  /**
   * The extensions of the interface that its service offers ("users", "glossary", "lines"…); none
   * if hosted.
   */
  extensions: z.array(z.string()),
  /** The capabilities announced by its service; a capability without an entry is unknown. */
  capabilities: z.partialRecord(z.enum(capabilityNames), z.boolean().optional()),
  /** The name and the person that the service of a team announced; null for other services. */
  team: workspaceTeam.nullable(),
});
export type Workspace = z.infer<typeof workspace>;

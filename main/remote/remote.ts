/** The client of a workspace's service, used by the rest of the main process. */
import { AppError } from "../common/errors";
import { createBatches, type Batches } from "./batches";
import { createBulk, type Bulk } from "./bulk";
import { createCasting, type Casting } from "./casting";
import { createCatalogue, type Catalogue } from "./catalogue";
import { createExtensions, type Extensions } from "./extensions/extensions";
import { createHttp, type HttpDeps } from "./http/http";
import { createMedia, type Media } from "./media";
import { createProjects, type Projects } from "./projects";
import type { ScriptStore } from "./script-store";
import { createScripts } from "./scripts";
import { createTeam, type Team } from "./team";

export interface Remote {
  media: Media;
  projects: Projects;
  batches: Batches;
  bulk: Bulk;
  team: Team;
  casting: Casting;
  catalogue: Catalogue;
  /** What the service has beyond the interface, if it announces it. */
  extensions: Extensions;
  /** The script store of the service. Available only if the service announces "scripts". */
  scripts: Omit<ScriptStore, "close">;
  /**
   * Verifies the connection with a cheap request for the models. An empty result (404) is also a
   * success.
   */
  check(): Promise<void>;
  /** Closes all connections; see Http. */
  refreshConnections(): void;
  close(): Promise<void>;
}

export function createRemote(deps: HttpDeps): Remote {
  const http = createHttp(deps);
  return {
    media: createMedia(http),
    projects: createProjects(http),
    batches: createBatches(http),
    bulk: createBulk(http),
    team: createTeam(http),
    casting: createCasting(http),
    catalogue: createCatalogue(http),
    extensions: createExtensions(http, deps.connection),
    scripts: createScripts(http),
    async check() {
      try {
        await http.json({ method: "GET", path: "/models", isRepeatable: true });
      } catch (error) {
        // 404 means that there are no models (interface-notes § Catalogues).
        if (!(error instanceof AppError && error.code === "not-found")) throw error;
      }
    },
    refreshConnections: http.refreshConnections,
    close: http.close,
  };
}

/**
 * Normalizes a base URL for storage: no trailing slash, no query, no credentials. Throws
 * "invalid-input". SECURITY: credentials and media are sent over TLS only, except to a loopback
 * address.
 */
export function normaliseBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw invalid("not-a-url", "not a web address; it begins with https://");
  }
  const isLoopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) {
    throw invalid("not-secure", "must begin with https:// (http:// is for this computer only)");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid("user-in-url", "must not contain a user name or password");
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/**
 * The message is for logs and the terminal. The renderer has its own localized text for each rule.
 */
function invalid(rule: string, message: string): AppError {
  const details = [{ field: "baseUrl", message: rule }];
  return new AppError("invalid-input", `baseUrl: ${message}`, { details });
}

/**
 * Links into the application: dubyard://open/SCREEN?WORKSPACE&… with the fields of the screen's
 * route. WORKSPACE is `service=https://…` (the base URL) for a hosted workspace, so that the link
 * works on every computer that is connected to the service, or `workspaceId=…` for a local
 * workspace.
 */
import { z } from "zod";
import { route, type Route } from "../../../preload/routes";
import { linkScheme } from "../../common/link-scheme";
import { normaliseBaseUrl } from "../../remote/remote";

/** Characters; a gallery path has up to 1024 bytes, three characters each in a URL. */
const maxLinkLength = 8000;

/** The workspace of a link. */
export type LinkedWorkspace = { workspaceId: string } | { service: string };
export interface Link {
  workspace: LinkedWorkspace;
  route: Route;
}

const workspaceId = z.string().min(1).max(200);

/** A base URL as stored with workspaces, or null. */
function readService(text: string): string | null {
  try {
    return normaliseBaseUrl(text);
  } catch {
    return null;
  }
}
function readWorkspace(fields: Readonly<Record<string, string>>): LinkedWorkspace | null {
  if (fields["service"] !== undefined) {
    const service = readService(fields["service"]);
    return service === null ? null : { service };
  }
  const id = workspaceId.safeParse(fields["workspaceId"]);
  return id.success ? { workspaceId: id.data } : null;
}

/** Numbers of a route are written as text in a link. */
const numbers = ["draftId", "entryId"];

/**
 * Parses a link; null if it has another scheme or is invalid.
 * SECURITY: anyone can write a link. It may open a screen and never performs an action; all of it
 * is parsed.
 */
export function parseLink(text: string): Link | null {
  if (text.length > maxLinkLength || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== `${linkScheme}:` || url.host !== "open") return null;
  const fields = Object.fromEntries(url.searchParams);
  const workspace = readWorkspace(fields);
  const screen = url.pathname.replace(/^\/|\/$/g, "");
  const typed = Object.entries(fields).map(([name, value]) => [
    name,
    numbers.includes(name) && /^\d{1,15}$/.test(value) ? Number(value) : value,
  ]);
  const withDefaults = screen === "bulk" ? { draftId: null } : {};
  const target = route.safeParse({ ...withDefaults, ...Object.fromEntries(typed), screen });
  if (!workspace || !target.success) return null;
  return { workspace, route: target.data };
}

/** The route without ids that are valid only in the database of this computer. */
function withoutLocalIds(from: Route): Route {
  if (from.screen === "bulk") return { ...from, draftId: null };
  if (from.screen === "pending-batch")
    return { screen: "project", projectId: from.projectId, tab: "batches" };
  if (from.screen !== "new-batch" && from.screen !== "batch") return from;
  const { entryId: _entryId, ...rest } = from;
  return rest;
}

/**
 * The link to a route of a workspace: parsed by parseLink. It contains no name, no credentials and
 * no token.
 */
export function formatLink({ workspace, route: from }: Link): string {
  const shared = "service" in workspace ? withoutLocalIds(from) : from;
  const { screen, ...fields } = shared;
  const url = new URL(`${linkScheme}://open/${screen}`);
  const given = Object.entries({ ...workspace, ...fields });
  for (const [name, value] of given)
    if (value !== null && value !== undefined && value !== "")
      url.searchParams.set(name, String(value));
  return url.href;
}

/**
 * Links with the code of an invitation to a service for a team: BASE-URL/join#CODE, which opens a
 * page of the service, and dubyard://join?service=BASE-URL#CODE, which opens the application.
 */
import { invalidFields } from "../../common/errors";
import { linkScheme } from "../../common/link-scheme";
import { normaliseBaseUrl } from "../../remote/remote";

/** The maximum number of characters. */
const maxInvitationLength = 4_000;
const pagePath = "/join";

/** The base URL of the service and the code. */
interface Invitation {
  baseUrl: string;
  code: string;
}

/** BASE-URL/join#CODE. */
export const formatInvitation = ({ baseUrl, code }: Invitation): string =>
  `${baseUrl.replace(/(?<!\/)\/+$/, "")}${pagePath}#${code}`;

const isOwnLink = ({ protocol, host }: URL) => protocol === `${linkScheme}:` && host === "join";

/**
 * Parses either form of link.
 * @throws AppError "invalid-input" for the field "invitation", such as with "not-secure" for http
 */
export function parseInvitation(text: string): Invitation {
  const trimmed = text.trim();
  const refused = (message: string) => invalidFields([{ field: "invitation", message }]);
  if (trimmed.length > maxInvitationLength || !URL.canParse(trimmed))
    throw refused("not-an-invitation");
  const url = new URL(trimmed);
  const code = url.hash.slice(1);
  const path = url.pathname.replace(/\/$/, "");
  const isLink = isOwnLink(url) || (path.endsWith(pagePath) && url.username + url.password === "");
  if (code === "" || !isLink) throw refused("not-an-invitation");
  const service = isOwnLink(url)
    ? (url.searchParams.get("service") ?? "")
    : `${url.origin}${path.slice(0, -pagePath.length)}`;
  try {
    return { baseUrl: normaliseBaseUrl(service), code };
  } catch {
    throw refused(/^http:/i.test(service) ? "not-secure" : "not-an-invitation");
  }
}

/**
 * The text for the form of invitations of a link that the system opens: BASE-URL/join#CODE, or ""
 * if it has no code. Null if it is no such link. The form refuses what is invalid in it.
 * SECURITY: anyone can write a link. It only opens the form.
 */
export function readInvitationLink(text: string): string | null {
  if (text.length > maxInvitationLength || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!isOwnLink(url)) return null;
  const service = url.searchParams.get("service") ?? "";
  return url.hash === "" ? "" : formatInvitation({ baseUrl: service, code: url.hash.slice(1) });
}

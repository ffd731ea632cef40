/** Restrictions for all windows, independent of the code that runs in them. */
import type { App, ProxyConfig, Session, Shell, WebContents } from "electron";
import type { Log } from "../../common/log";
import { appOrigin, confirmOrigin } from "./protocol";

/** SECURITY: the granted permissions; all others are denied, both for requests and for checks. */
const grantedPermissions: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

/** Hosts whose pages may be opened in the user's browser. */
const linkHosts: ReadonlySet<string> = new Set(["dubyard.invalid"]);

/**
 * The URL to open in the user's browser, or null if it is not https on one of our hosts. The result
 * is serialised from the parsed URL, so that the checked URL is the opened one.
 */
export function allowedLink(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" && linkHosts.has(url.hostname) ? url.href : null;
}

/**
 * Whether the window may request this URL: its own files, and the dev server during development.
 */
export function isAllowedRequest(address: string, devServer: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // Each session serves only one of the two origins.
  if (url.protocol === "app:") return [appOrigin, confirmOrigin].includes(`app://${url.host}`);
  // Images within styles; the content security policy allows data: URLs only for images.
  if (url.protocol === "data:") return true;
  if (devServer === null) return false;
  return ["http:", "ws:", "devtools:"].includes(url.protocol) && isOf(url, devServer);
}

function isOf(url: URL, devServer: string): boolean {
  return url.protocol === "devtools:" || url.host === new URL(devServer).host;
}

/**
 * SECURITY: the proxy of the window's session. Systems normally have no listener on port 1 of
 * loopback; SOCKS 5 resolves names at the proxy, so that no name is resolved locally. "<-loopback>"
 * removes Chromium's implicit bypass for loopback addresses.
 */
const deadProxy: ProxyConfig = {
  mode: "fixed_servers",
  proxyRules: "socks5://127.0.0.1:1",
  proxyBypassRules: "<-loopback>",
};

/**
 * SECURITY: has to run before the app is ready. `<link rel=dns-prefetch>` resolves names without
 * the proxy, and a name can contain data.
 */
export function disableNamePrefetch(app: App): void {
  app.commandLine.appendSwitch("blink-settings", "dnsPrefetchingEnabled=false");
}

/**
 * Disables the network of the window's session, which is in memory. The default session is not
 * changed: the main process uses it to resolve the proxies of the system.
 */
export async function closeNetwork(session: Session, devServer: string | null): Promise<void> {
  if (devServer === null) await session.setProxy(deadProxy);
}

export interface SecurityDeps {
  app: App;
  /** All sessions. */
  sessions: readonly Session[];
  shell: Shell;
  log: Log;
  /** The URL of the dev server, only during development. */
  devServer: string | null;
}

/** Applies all restrictions. Has to be called after "ready", before a window is created. */
export function secure({ app, sessions, shell, log, devServer }: SecurityDeps): void {
  for (const session of sessions) secureSession(session, { log, devServer });
  app.on("web-contents-created", (_event, contents) => {
    guard(contents, { shell, log, devServer });
  });
}

function secureSession(
  session: Session,
  { log, devServer }: Pick<SecurityDeps, "log" | "devServer">,
): void {
  // SECURITY: denied by default: permission requests, permission checks, and device access.
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(grantedPermissions.has(permission));
  });
  session.setPermissionCheckHandler((_contents, permission) => grantedPermissions.has(permission));
  session.setDevicePermissionHandler(() => false);

  // SECURITY: the renderer has no network; requests that pass the content security policy are
  // cancelled here.
  session.webRequest.onBeforeRequest((details, callback) => {
    const isAllowed = isAllowedRequest(details.url, devServer);
    if (!isAllowed) log.warn(`security: cancelled a request for ${details.url}`);
    callback({ cancel: !isAllowed });
  });

  // SECURITY: a download would be an additional request and would write a file that the user did
  // not request.
  session.on("will-download", (event) => {
    log.warn("security: refused a download");
    event.preventDefault();
  });
}

/** SECURITY: a page cannot navigate, open windows, or embed other pages. */
export function guard(
  contents: WebContents,
  { shell, log, devServer }: Pick<SecurityDeps, "shell" | "log" | "devServer">,
): void {
  const refuse = (what: string) => (event: { preventDefault(): void; url?: string }) => {
    // The dev server reloads its own page.
    if (devServer !== null && event.url?.startsWith(devServer)) return;
    log.warn(`security: refused ${what} to ${event.url ?? "?"}`);
    event.preventDefault();
  };
  // SECURITY: WebRTC sends no UDP except through a proxy, and the proxy of the window's session
  // accepts no connections.
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  contents.on("will-navigate", refuse("to navigate"));
  contents.on("will-frame-navigate", refuse("to navigate a frame"));
  contents.on("will-redirect", refuse("a redirect"));
  contents.on("will-attach-webview", (event) => {
    log.warn("security: refused a webview");
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    const link = allowedLink(url);
    if (link === null) log.warn(`security: refused to open ${url}`);
    else void shell.openExternal(link);
    return { action: "deny" };
  });
}

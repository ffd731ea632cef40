/** What no window of ours may do, whatever runs in it. */
import type { App, ProxyConfig, Session, Shell, WebContents } from "electron";
import type { Log } from "../common/log";
import { appOrigin, confirmOrigin } from "./protocol";

/** SECURITY: the permissions that are granted; every other one is refused, asked for or checked. */
export const grantedPermissions: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

/** Hosts whose pages may be opened in the user's browser. */
const linkHosts: ReadonlySet<string> = new Set(["dubyard.invalid"]);

/**
 * The address to hand to the user's browser, or null where it is none we know: https to our own hosts. Returned as
 * the parser wrote it, so that what was checked is what is opened.
 */
export function allowedLink(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" && linkHosts.has(url.hostname) ? url.href : null;
}

/** Whether the window may ask for this address: its own files, and the dev server during development. */
export function isAllowedRequest(address: string, devServer: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // Each session serves its own of the two.
  if (url.protocol === "app:") return [appOrigin, confirmOrigin].includes(`app://${url.host}`);
  // Images within styles; the policy allows them as images only.
  if (url.protocol === "data:") return true;
  if (devServer === null) return false;
  return ["http:", "ws:", "devtools:"].includes(url.protocol) && isOf(url, devServer);
}

function isOf(url: URL, devServer: string): boolean {
  return url.protocol === "devtools:" || url.host === new URL(devServer).host;
}

/**
 * SECURITY: the proxy of the window's session. Port 1 of loopback accepts nothing on any usual system; SOCKS 5 leaves
 * names to the proxy, so that none is resolved here. "<-loopback>" takes away the exception that Chromium makes for
 * addresses of this computer.
 */
export const deadProxy: ProxyConfig = {
  mode: "fixed_servers",
  proxyRules: "socks5://127.0.0.1:1",
  proxyBypassRules: "<-loopback>",
};

/**
 * SECURITY: has to run before the app is ready. `<link rel=dns-prefetch>` resolves names past every proxy, and a name
 * can carry data.
 */
export function disableNamePrefetch(app: App): void {
  app.commandLine.appendSwitch("blink-settings", "dnsPrefetchingEnabled=false");
}

/**
 * The session of the window: in memory, and without a network, whatever the page calls. The default session remains
 * for main, which asks it for the system's proxies.
 */
export async function closeNetwork(session: Session, devServer: string | null): Promise<void> {
  if (devServer === null) await session.setProxy(deadProxy);
}

export interface SecurityDeps {
  app: App;
  /** Every session that there is. */
  sessions: readonly Session[];
  shell: Shell;
  log: Log;
  /** The dev server's address, during development only. */
  devServer: string | null;
}

/** Puts every guard in place. Called when the app is ready, before there is a window. */
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
  // SECURITY: denied by default, whether asked for, checked, or a device.
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    answer(grantedPermissions.has(permission));
  });
  session.setPermissionCheckHandler((_contents, permission) => grantedPermissions.has(permission));
  session.setDevicePermissionHandler(() => false);

  // SECURITY: the renderer has no network; what the policy might let through ends here.
  session.webRequest.onBeforeRequest((details, answer) => {
    const isAllowed = isAllowedRequest(details.url, devServer);
    if (!isAllowed) log.warn(`security: cancelled a request for ${details.url}`);
    answer({ cancel: !isAllowed });
  });

  // SECURITY: a download would be a request of its own, and a file that the user did not ask for.
  session.on("will-download", (event) => {
    log.warn("security: refused a download");
    event.preventDefault();
  });
}

/** SECURITY: a page stays where it is, opens no windows and holds no other pages. */
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
  // SECURITY: WebRTC sends no UDP past a proxy, and the proxy of the window's session is dead.
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

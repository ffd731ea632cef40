/**
 * The built window in Chromium without Electron: its server with the security policy of the
 * application, the options of the browser, and the bridge to a backend.
 */
import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { reviewMedia } from "./review-media";

const built = path.resolve(import.meta.dirname, "../../out/renderer");

/** Chromium without the parts for a display needs a quarter less CPU time. */
const browsers = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The options that start the browser. */
export const browserOptions = {
  executablePath: process.env["CHROMIUM"] ?? browsers.find(existsSync) ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    // Pages are loaded too rarely for optimised code, whose compilation takes longer than it saves.
    "--js-flags=--no-opt,--no-maglev",
    // A page loads faster in a process that has compiled its scripts.
    "--renderer-process-limit=2",
  ],
};

/** The policy of the application's own pages. */
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types svelte-trusted-html";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
};

/** Serves the built window over loopback, with the security policy of the application. */
export function serveBuiltWindow(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://loopback");
    const file = path.join(built, pathname === "/" ? "index.html" : path.normalize(pathname));
    const media = reviewMedia(pathname);
    if (media) {
      response.writeHead(200, media.headers).end(media.body);
      return;
    }
    if (!file.startsWith(built) || !existsSync(file)) {
      response.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": types[path.extname(file)] ?? "application/octet-stream",
      "content-security-policy": contentPolicy,
      // The files do not change during a run.
      "cache-control": "max-age=3600",
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/**
 * Functions of the page: the first two are exposed by the test, the last one sends events to the
 * window.
 */
export interface PageGlobals {
  callBackend: (name: string, input: unknown) => Promise<unknown>;
  reportFault: (text: string) => Promise<void>;
  emitEvent: (name: string, payload: unknown) => void;
}

/**
 * Runs in the page before its own scripts: adds the bridge, and reports violations of the policy.
 * The query of the URL can contain the folder of dragged files, and the direction of the text.
 */
export function installBridge(): void {
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const globals = window as unknown as PageGlobals;
  const query = new URLSearchParams(location.search);
  globals.emitEvent = (name, payload) => listeners.forEach((listener) => listener(name, payload));
  Object.defineProperty(window, "bridge", {
    value: {
      call: (name: string, input: unknown) => globals.callBackend(name, input),
      on: (listener: (name: string, payload: unknown) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      // Files with names that begin with "text-" represent dragged text, which has no path.
      pathOf: (file: File) =>
        file.name.startsWith("text-") ? "" : `${query.get("files") ?? ""}/${file.name}`,
    },
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    void globals.reportFault(
      `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
    );
  });
  const direction = query.get("direction");
  if (direction !== null)
    document.addEventListener("DOMContentLoaded", () => (document.documentElement.dir = direction));
}

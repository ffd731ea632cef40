/**
 * The origin of the window: app://bundle/ serves only the built renderer. A page with a custom
 * scheme has an origin against which calls are checked, and response headers, which file:// does
 * not have.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Protocol } from "electron";
import { parseRange } from "../../common/byte-ranges";
import { mediaTypeOf } from "../../../preload/facts/source-paths";

const scheme = "app";
const host = "bundle";
/** The `origin` of the page; calls have to come from it. */
export const appOrigin = `${scheme}://${host}`;
/** The host of confirmation pages, in a separate session. */
export const confirmHost = "confirm";
export const confirmOrigin = `${scheme}://${confirmHost}`;

/** SECURITY: own files only, no inline script or style, no eval, no network, no frames. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types svelte-trusted-html",
].join("; ");

const headers = {
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Has to be called before the app is ready. */
export function registerAppScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        codeCache: true,
        // Media elements request ranges.
        stream: true,
      },
    },
  ]);
}

/** The file for a URL of our origin, or null for any other URL. */
export function fileOf(address: string, folder: string): string | null {
  let relative: string;
  try {
    const url = new URL(address);
    if (url.protocol !== `${scheme}:` || url.host !== host) return null;
    relative = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (relative.includes("\0") || relative.includes("\\")) return null;
  const base = path.resolve(folder);
  const file = path.resolve(base, `.${relative === "/" ? "/index.html" : relative}`);
  // SECURITY: after decoding and resolving, the path has to be inside the folder.
  return file.startsWith(base + path.sep) ? file : null;
}

/** Returns the WAV file of a voice or a take by the path of its URL, or null. */
export type ReadSound = (pathname: string) => Promise<Uint8Array | null>;

/** Opens a file of a review by the path of its URL, with the range of the request; or null. */
export type OpenMedia = (
  pathname: string,
  range: string | null,
  signal: AbortSignal,
) => Promise<OpenedMedia | null>;
interface OpenedMedia {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: ReadableStream<Uint8Array>;
}

const noMedia: OpenMedia = () => Promise.resolve(null);

/**
 * Responds to one request for app://. The status is 404 for anything but one of our files, and
 * sounds.
 */
export async function respond(
  request: Request,
  folder: string,
  readSound: ReadSound,
  openMedia: OpenMedia = noMedia,
): Promise<Response> {
  const pathname = pathOf(request);
  const range = request.headers.get("range");
  const sound = pathname === null ? null : await readSound(pathname);
  if (sound) return soundResponse(sound, range);
  const media = pathname === null ? null : await openMedia(pathname, range, request.signal);
  if (media) {
    const response = new Response(media.body, { status: media.status, headers: media.headers });
    response.headers.set("Content-Type", mediaTypeOf(media.headers["content-type"] ?? ""));
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }
  const file = request.method === "GET" ? fileOf(request.url, folder) : null;
  const contentType = file ? contentTypes[path.extname(file)] : undefined;
  if (file && contentType) {
    try {
      const body = await readFile(file);
      return new Response(new Uint8Array(body), {
        headers: { ...headers, "Content-Type": contentType },
      });
    } catch {
      // The file does not exist: 404, as for any other unknown URL.
    }
  }
  return new Response("not found", {
    status: 404,
    headers: { ...headers, "Content-Type": "text/plain" },
  });
}

/** The requested range, or the whole sound; 416 for a range outside of it. */
function soundResponse(bytes: Uint8Array, range: string | null): Response {
  const own = { ...headers, "Content-Type": "audio/wav", "Accept-Ranges": "bytes" };
  const part = parseRange(range, bytes.length);
  if (part === null) return new Response(new Uint8Array(bytes), { headers: own });
  if (part === "invalid")
    return new Response(null, {
      status: 416,
      headers: { ...own, "Content-Range": `bytes */${bytes.length}` },
    });
  const { first, last } = part;
  return new Response(new Uint8Array(bytes.subarray(first, last + 1)), {
    status: 206,
    headers: { ...own, "Content-Range": `bytes ${first}-${last}/${bytes.length}` },
  });
}

/** The path of a request that may name a sound or a picture; null for any other. */
function pathOf(request: Request): string | null {
  if (request.method !== "GET" || !URL.canParse(request.url)) return null;
  const url = new URL(request.url);
  return url.host === host ? url.pathname : null;
}

/** Serves the built renderer in `folder`, sounds and pictures. */
export function serveApp(
  protocol: Protocol,
  folder: string,
  { readSound, openMedia }: { readSound: ReadSound; openMedia: OpenMedia },
): void {
  protocol.handle(scheme, (request) => respond(request, folder, readSound, openMedia));
}

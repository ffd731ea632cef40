/**
 * Small packs and a server that publishes them. Their models are a few bytes: nothing can be
 * computed with them.
 */
import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import type { PackDescription } from "../../main/local-service/engine/packs/catalogue";
import { bytesOf } from "./local-service";

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * A tar.bz2 with `vits/model.onnx` ("model"), `vits/tokens.txt` ("tokens"), `vits/data/a` ("a") and
 * `vits/test.wav`, made with tar and bzip2, because no library compresses bzip2.
 */
export const bzip2Archive = Buffer.from(
  "QlpoOTFBWSZTWfenyy0AATFbgMmEQAH/gCsIZi+fwARYMADY0MNDJkDIxBiZNDTA0miMQAaAAAASSJiTJqfpT0NDU0epj1Nqmnvbz603mCyGwFatZOBFLXXpJI+d3JmzzB5iCwFkSzhbAW4FcwgHCBpioJwsZ5YuZkRCQkpiYAWmmh27bwFlJmZuXVy4CviKERNGAnAnLBBhgJBSDFqwwwSQTQs1JgAQ1pm+oGEoMF1rxA1KlhsPKEPwVh5LZPebbEin2KweKFRU1iMK69qiuqKJWJw/vcrJziID/F3JFOFCQ96fLLQ=",
  "base64",
);

interface PublishedPack {
  id: string;
  kind?: "voices" | "voice-activity";
  bytes: Uint8Array;
  format: "tar.bz2" | "tar.gz" | "plain";
}

export interface PackServer {
  url: string;
  /** The requests so far: "GET /a.onnx bytes=10-". */
  requests: string[];
  /** What the paths respond; may be changed. */
  files: Map<string, Uint8Array>;
  /** Sends this many bytes, and the rest when `finish` is called. */
  pauseAfter: number | null;
  finish: () => void;
  /** Ends the paused responses as a lost connection does. */
  cut: () => void;
  /** Resolves when a response has paused. */
  paused: () => Promise<void>;
  describe(pack: PublishedPack): PackDescription;
  close(): Promise<void>;
}

export async function startPackServer(): Promise<PackServer> {
  let onPaused: () => void = () => undefined;
  const pausing = new Map<http.ServerResponse, () => void>();
  const listener = http.createServer((request, response) => {
    const range = request.headers.range ?? "";
    const url = request.url ?? "";
    server.requests.push(`${request.method ?? ""} ${url}${range === "" ? "" : ` ${range}`}`);
    const bytes = server.files.get(url);
    if (!bytes) {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${sha256Of(bytes).slice(0, 16)}"`;
    const isSame = (request.headers["if-range"] ?? etag) === etag;
    const start = isSame ? Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0) : 0;
    const body = bytes.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      etag,
      "content-length": body.length,
      ...(start > 0 && {
        "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
      }),
    });
    const { pauseAfter } = server;
    if (url.endsWith(".txt")) response.end(body);
    else if (pauseAfter !== null && pauseAfter < body.length) {
      response.write(body.subarray(0, pauseAfter));
      pausing.set(response, () => response.end(body.subarray(pauseAfter)));
      onPaused();
    } else response.end(body);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const server: PackServer = {
    url,
    requests: [],
    files: new Map(),
    pauseAfter: null,
    finish() {
      server.pauseAfter = null;
      for (const end of pausing.values()) end();
      pausing.clear();
    },
    cut() {
      for (const response of pausing.keys()) response.destroy();
      pausing.clear();
    },
    paused: () =>
      new Promise((resolve) => {
        onPaused = resolve;
        if (pausing.size > 0) resolve();
      }),
    describe({ id, kind = "voices", bytes, format }) {
      const name = `${id}.${format === "plain" ? "onnx" : format}`;
      server.files.set(`/${name}`, bytes);
      const list = server.files.get("/checksum.txt") ?? new Uint8Array();
      server.files.set(
        "/checksum.txt",
        Buffer.concat([list, Buffer.from(`${name}\t${sha256Of(bytes)}\n`)]),
      );
      return {
        id,
        name: `Pack ${id}`,
        contents:
          kind === "voices"
            ? {
                kind,
                languages: ["en-us"],
                model: {
                  type: "vits",
                  model: "model.onnx",
                  tokens: "tokens.txt",
                  dataFolder: "data",
                },
                voices: [
                  {
                    name: `Voice ${id}`,
                    gender: "female",
                    age: "adult",
                    timbre: "clear",
                    speaker: 0,
                  },
                ],
              }
            : { kind, model: name },
        installedBytes: bytes.length,
        licence: "MIT",
        publisher: "Test publisher",
        page: `${url}/page`,
        downloads: [
          {
            url: `${url}/${name}`,
            bytes: bytes.length,
            sha256: sha256Of(bytes),
            checksumUrl: `${url}/checksum.txt`,
            format,
          },
        ],
      };
    },
    close: () =>
      new Promise((resolve) => {
        listener.closeAllConnections();
        listener.close(() => resolve());
      }),
  };
  return server;
}

/** A tar.gz with these entries below the folder "pack", after the files of a voice pack. */
export async function archiveWith(
  entries: readonly TarEntry[] = [],
  left: readonly string[] = [],
): Promise<Uint8Array> {
  const files = ["model.onnx", "tokens.txt", "data/phontab", "test.wav"]
    .filter((name) => !left.includes(name))
    .map((name): TarEntry => {
      const body = bytesOf(name.length * 100);
      return { header: { name: `pack/${name}`, size: body.length }, body };
    });
  return gzipSync(await packTar([...files, ...entries]));
}

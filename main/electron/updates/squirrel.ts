/**
 * Updates on macOS. Squirrel replaces the application: it compares the signature of the new version
 * with that of the running one, and takes the archive from a server only. That is a server of this
 * process on the loopback interface, which sends the downloaded file.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AutoUpdater } from "electron";
import { UpdateRefused } from "../../backend/updates/errors";
import type { InstallableUpdate } from "../../backend/ports";
import { verifyFile } from "../../backend/updates/verify-file";
import type { OwnInstaller } from "./own-installer";

/** Milliseconds after which this process ends if Squirrel has not ended it. */
const finishMs = 60_000;

export interface SquirrelDeps {
  autoUpdater: Pick<
    AutoUpdater,
    "setFeedURL" | "checkForUpdates" | "quitAndInstall" | "on" | "once" | "off"
  >;
  /** Ends this process. */
  exit: () => void;
}

export function createSquirrelInstaller({ autoUpdater, exit }: SquirrelDeps): OwnInstaller {
  async function offer({ file, release }: InstallableUpdate): Promise<void> {
    // SECURITY: other users of this computer can connect to the server, and know neither this nor
    // the path of the archive.
    const authorization = `Bearer ${randomBytes(32).toString("base64url")}`;
    const server = await serveArchive(file, release.size, authorization);
    const { port } = server.address() as AddressInfo;
    try {
      const ended = endOfUpdate(autoUpdater);
      autoUpdater.setFeedURL({
        url: `http://127.0.0.1:${port}/`,
        headers: { Authorization: authorization },
        serverType: "default",
      });
      autoUpdater.checkForUpdates();
      await ended;
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  return {
    async install(update) {
      await verifyFile(update.file, update.release);
      await offer(update);
    },
    finish() {
      autoUpdater.once("error", exit);
      // Squirrel installs at the end of the process in any case, but may not end it.
      setTimeout(exit, finishMs).unref();
      autoUpdater.quitAndInstall();
    },
  };
}

/** Resolves when Squirrel has unpacked and accepted the archive; rejects with UpdateRefused. */
function endOfUpdate(autoUpdater: SquirrelDeps["autoUpdater"]): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (outcome: () => void) => {
      autoUpdater.off("update-downloaded", succeeded);
      autoUpdater.off("update-not-available", notOffered);
      autoUpdater.off("error", failed);
      outcome();
    };
    const refuse = (reason: string) => reject(new UpdateRefused("cannot-replace", reason));
    const succeeded = () => end(resolve);
    const notOffered = () => end(() => refuse("the system does not accept the update"));
    const failed = ({ message }: Error) => end(() => refuse(message));
    autoUpdater.on("update-downloaded", succeeded);
    autoUpdater.on("update-not-available", notOffered);
    autoUpdater.on("error", failed);
  });
}

/**
 * Answers "/" with the address of the archive, and that address with its bytes. Squirrel sends the
 * header only to "/": the path of the archive cannot be guessed instead.
 */
async function serveArchive(file: string, size: number, authorization: string): Promise<Server> {
  const archive = `/${randomBytes(32).toString("base64url")}.zip`;
  const server = createServer((request, response) => {
    if (request.url === "/") {
      if (!isSecret(request.headers.authorization, authorization)) {
        response.writeHead(401).end();
        return;
      }
      const { port } = server.address() as AddressInfo;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ url: `http://127.0.0.1:${port}${archive}` }));
    } else if (isSecret(request.url, archive)) {
      response.writeHead(200, { "content-type": "application/zip", "content-length": size });
      createReadStream(file)
        .on("error", () => response.destroy())
        .pipe(response);
    } else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Compares in constant time. */
function isSecret(given: string | undefined, expected: string): boolean {
  const bytes = Buffer.from(given ?? "");
  const secret = Buffer.from(expected);
  return bytes.length === secret.length && timingSafeEqual(bytes, secret);
}

/** Runs the built window in Chromium, with the backend in this process under Node.js. */
import path from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import type { Vault } from "../../../main/backend/compose";
import { dispatch } from "../../../main/backend/dispatch";
import { silentLog } from "../../../main/common/log";
import { memoryVault, startBackend, type TestBackend } from "../../helpers/backend";
import { nodeLocalServices } from "../../helpers/node-local-services";
import { temporaryFolder } from "../harness";
import { authorityOf, callThroughBridge, type AppDriver, type DialogResponses } from "./app-driver";
import { startBrowser } from "./chromium-page";

let browser: ReturnType<typeof startBrowser> | null = null;
afterAll(async () => {
  await (await browser)?.close();
  browser = null;
});

export async function startChromiumDriver(): Promise<AppDriver> {
  const profile = temporaryFolder("profile");
  browser ??= startBrowser();
  const openedBrowser = await browser;
  // Like a keychain, the vault is kept across restarts.
  const vault: Vault = memoryVault(true);
  const localServices = nodeLocalServices();
  let responses: DialogResponses = {};
  let backend: TestBackend;
  let isOnline = true;
  const networkListeners = new Set<() => void>();
  const pageErrors: string[][] = [];
  // Trusted like the store of the system, also by the threads that send files.
  const formerFile = process.env["SSL_CERT_FILE"];
  process.env["SSL_CERT_FILE"] = authorityOf(profile);
  const start = async () => {
    let sendEvent: (name: string, payload: unknown) => void = () => undefined;
    backend = startBackend(path.join(profile, "profile"), {
      vault,
      localServices,
      defaultLocalDir: path.join(profile, "home", "Dubyard"),
      network: {
        isOnline: () => isOnline,
        onChange(listener) {
          networkListeners.add(listener);
          return () => networkListeners.delete(listener);
        },
      },
      dialogs: {
        chooseMedia: () => Promise.resolve([...(responses.open ?? [])]),
        chooseFolder: () => Promise.resolve(responses.open?.[0] ?? null),
        chooseFile: () => Promise.resolve(responses.open?.[0] ?? null),
        saveFile: () => Promise.resolve(responses.saveAs ?? null),
      },
    });
    const { handlers, events } = backend;
    // Each recorded event is also sent to the window.
    const record = events.push.bind(events);
    events.push = (...emitted) => {
      for (const { name, payload } of emitted) sendEvent(name, payload);
      return record(...emitted);
    };
    const window = await openedBrowser.open({
      call: (name, input) => dispatch(handlers, name, input ?? undefined, silentLog),
      onEvent: (listener) => (sendEvent = listener),
    });
    pageErrors.push(window.pageErrors);
    app.page = window.page;
  };
  const stop = async () => {
    await app.page.context().close();
    await backend.stop();
  };
  const restart = async () => {
    await stop();
    await start();
  };
  const app: AppDriver = {
    kind: "Chromium",
    page: undefined as never,
    profile,
    stubDialogs: (next) => {
      responses = next;
      return Promise.resolve();
    },
    setOnline(next) {
      isOnline = next;
      for (const listener of networkListeners) listener();
      return Promise.resolve();
    },
    restart,
    kill: restart,
    drop: null,
    call: (name, input) => callThroughBridge(app.page, name, input),
  };
  onTestFinished(async () => {
    await stop();
    if (formerFile === undefined) delete process.env["SSL_CERT_FILE"];
    else process.env["SSL_CERT_FILE"] = formerFile;
    expect(pageErrors.flat(), "errors reported by the page").toEqual([]);
  });
  await start();
  return app;
}

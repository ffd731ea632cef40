/**
 * Where a story is told: the same steps in the application under Electron, and in a current Chromium over the same
 * backend under Node. Both have real databases, real services and real HTTP.
 */
import { createRequire } from "node:module";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { answer } from "../../../main/backend/dispatch";
import type { Vault } from "../../../main/backend/compose";
import { silentLog } from "../../../main/common/log";
import type { Bridge } from "../../../preload/contract";
import { memoryVault, startBackend, type TestBackend } from "../../helpers/backend";
import { nodeLocalServices } from "../../helpers/node-local-services";
import { long } from "../../long";
import { missingPrerequisite, startBrowser } from "../../ui/harness";
import { dropPaths, launch, root, temporaryFolder, type Dubyard } from "../harness";
import { homeOf } from "../workspace";

const outputDir = path.join(root, "test/output");

/** What native dialogs answer next; null and none: the user thinks better of it. */
export interface DialogResponses {
  /** Files or a folder to open. */
  open?: readonly string[];
  saveAs?: string;
}

/** A running Dubyard, wherever it runs. */
export interface AppDriver {
  kind: "application" | "Chromium";
  /** The present window; another one after a restart. */
  page: Page;
  /** Lasts over restarts. Certificates of an `authority.pem` in it are trusted. */
  profile: string;
  stubDialogs(answers: DialogResponses): Promise<void>;
  /** What this computer says of its network, also after a restart; hosted workspaces go by it, local ones do not. */
  setOnline(isOnline: boolean): Promise<void>;
  /** Quits in good order and starts again with the same profile. */
  restart(): Promise<void>;
  /**
   * Is taken away as by a power cut and starts again with the same profile. In Chromium, whose backend is in this
   * process, it can but quit in good order.
   */
  kill(): Promise<void>;
  /** Drops files or folders of this computer in the middle of the page; null in Chromium, whose files have no paths. */
  drop: ((paths: readonly string[]) => Promise<void>) | null;
  /** Asks main past the window. */
  call<T>(name: string, input?: unknown): Promise<T>;
}

/** Runs a story in the application, and in Chromium too where the long tests run. */
export function story(name: string, run: (place: AppDriver) => Promise<void>): void {
  storyInElectron(name, run);
  storyInChromium(name, run, long);
}

/** Runs a story in both: for one that takes another course in Chromium. */
export function storyInBoth(name: string, tell: (place: AppDriver) => Promise<void>): void {
  storyInElectron(name, tell);
  storyInChromium(name, tell);
}

/** Runs a story in the application only. */
export function storyInElectron(name: string, tell: (place: AppDriver) => Promise<void>): void {
  test(`${name} (the application)`, async () => runStory(await startElectronDriver(), name, tell));
}

/** Tells a story in Chromium alone. */
export function storyInChromium(
  name: string,
  tell: (place: AppDriver) => Promise<void>,
  options: { tags?: string[] } = {},
): void {
  const reason = missingPrerequisite();
  test.skipIf(reason !== null)(
    `${name} (${reason === null ? "Chromium" : `Chromium: ${reason}`})`,
    options,
    async () => runStory(await startChromiumDriver(), name, tell),
  );
}

/** A story that ends badly leaves a picture of where it ended. */
async function runStory(place: AppDriver, name: string, tell: (place: AppDriver) => Promise<void>) {
  try {
    await tell(place);
  } catch (error) {
    const file = `story-${place.kind}-${name.replaceAll(/\W+/g, "-")}.png`.toLowerCase();
    // Of a window that has gone there is none.
    await place.page.screenshot({ path: path.join(outputDir, file) }).catch(() => undefined);
    throw error;
  }
}

async function callBridgeOf<T>(page: Page, name: string, input: unknown): Promise<T> {
  const reply = await page.evaluate(
    ([call, value]) => (window as unknown as { bridge: Bridge }).bridge.call(call, value),
    [name, input] as const,
  );
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
}

const circumstances = path.join(import.meta.dirname, "electron-stubs.cjs");
const authorityOf = (profile: string) => path.join(profile, "authority.pem");

async function startElectronDriver(): Promise<AppDriver> {
  const profile = temporaryFolder("profile");
  let dubyard: Dubyard;
  let isOnline = true;
  const start = async () => {
    dubyard = await launch({
      profile,
      env: {
        ...homeOf(profile),
        STORY_AUTHORITY: authorityOf(profile),
        STORY_OFFLINE: isOnline ? "0" : "1",
      },
      preloadModule: circumstances,
    });
    place.page = dubyard.page;
    place.page.setDefaultTimeout(20_000);
  };
  const place: AppDriver = {
    kind: "application",
    page: undefined as never,
    profile,
    stubDialogs: ({ open = [], saveAs }) =>
      dubyard.app.evaluate(
        ({ dialog }, answers) => {
          dialog.showOpenDialog = () =>
            Promise.resolve({ canceled: answers.open.length === 0, filePaths: [...answers.open] });
          dialog.showSaveDialog = () =>
            Promise.resolve({ canceled: answers.saveAs === "", filePath: answers.saveAs });
        },
        { open: [...open], saveAs: saveAs ?? "" },
      ),
    async setOnline(next) {
      isOnline = next;
      // Main asks the system from time to time.
      await dubyard.app.evaluate(({ net }, online) => {
        net.isOnline = () => online;
      }, isOnline);
    },
    async restart() {
      await dubyard.close();
      await start();
    },
    async kill() {
      await dubyard.kill();
      await start();
    },
    drop: (paths) => dropPaths(dubyard, paths),
    call: (name, input) => callBridgeOf(place.page, name, input),
  };
  await start();
  return place;
}

let browser: ReturnType<typeof startBrowser> | null = null;
afterAll(async () => {
  await (await browser)?.close();
  browser = null;
});

async function startChromiumDriver(): Promise<AppDriver> {
  const profile = temporaryFolder("profile");
  browser ??= startBrowser();
  const opened = await browser;
  // The keychain outlives the process.
  const vault: Vault = memoryVault(true);
  const localServices = nodeLocalServices();
  let answers: DialogResponses = {};
  let backend: TestBackend;
  let isOnline = true;
  const onNetwork = new Set<() => void>();
  const pageErrors: string[][] = [];
  const { trust } = createRequire(import.meta.url)(circumstances) as {
    trust: (file: string) => () => void;
  };
  const distrust = trust(authorityOf(profile));
  const start = async () => {
    let tell: (name: string, payload: unknown) => void = () => undefined;
    backend = startBackend(path.join(profile, "profile"), {
      vault,
      localServices,
      defaultLocalDir: path.join(profile, "home", "Dubyard"),
      network: {
        isOnline: () => isOnline,
        onChange(listener) {
          onNetwork.add(listener);
          return () => onNetwork.delete(listener);
        },
      },
      dialogs: {
        chooseMedia: () => Promise.resolve([...(answers.open ?? [])]),
        chooseFolder: () => Promise.resolve(answers.open?.[0] ?? null),
        chooseFile: () => Promise.resolve(answers.open?.[0] ?? null),
        saveFile: () => Promise.resolve(answers.saveAs ?? null),
      },
    });
    const { handlers, events } = backend;
    // Events are told as they are kept.
    const keep = events.push.bind(events);
    events.push = (...told) => {
      for (const { name, payload } of told) tell(name, payload);
      return keep(...told);
    };
    const window = await opened.open({
      call: (name, input) => answer(handlers, name, input ?? undefined, silentLog),
      onEvent: (listener) => (tell = listener),
    });
    pageErrors.push(window.pageErrors);
    place.page = window.page;
  };
  const stop = async () => {
    await place.page.context().close();
    await backend.stop();
  };
  const restart = async () => {
    await stop();
    await start();
  };
  const place: AppDriver = {
    kind: "Chromium",
    page: undefined as never,
    profile,
    stubDialogs: (next) => {
      answers = next;
      return Promise.resolve();
    },
    setOnline(next) {
      isOnline = next;
      for (const listener of onNetwork) listener();
      return Promise.resolve();
    },
    restart,
    kill: restart,
    drop: null,
    call: (name, input) => callBridgeOf(place.page, name, input),
  };
  onTestFinished(async () => {
    await stop();
    distrust();
    expect(pageErrors.flat(), "what the page complained of").toEqual([]);
  });
  await start();
  return place;
}

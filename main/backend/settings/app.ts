/** The application: the state that the window needs for its first frame, and its preferences. */
import { z } from "zod";
import type { Handlers, Topic } from "../../../preload/contract";
import {
  appearance,
  inferenceSettings,
  languageChoice,
  notificationSettings,
  reviewerName,
} from "../../../preload/model";
import type { Route } from "../../../preload/routes";
import { AppError } from "../../common/errors";
import type { NativeUi, Platform, Preferences } from "../ports";
import { addRecent, subjectOf } from "./recent";
import type { SettingsStore } from "./store";

export interface AppHandlersDeps {
  version: string;
  platform: Pick<Platform, "loginItem" | "network" | "preferences" | "vault">;
  ui: Pick<NativeUi, "checkSpelling" | "offerInMenu" | "offerRecent" | "windowControl">;
  shownWorkspace: ShownWorkspace;
  /** Throws "not-found" for a workspace that does not exist. */
  linkTo: (workspaceId: string, route: Route) => { link: string; isForThisComputer: boolean };
  changed: (topic: Topic) => void;
  /** Called after a change of these settings. */
  onInferenceSettings: () => void;
}

/** The workspace shown last; stored across restarts. */
export interface ShownWorkspace {
  /** The stored workspace if it exists, else the first one, or null if there is none. */
  get(): string | null;
  set(workspaceId: string): void;
}

export function createShownWorkspace(settings: SettingsStore, ids: () => string[]): ShownWorkspace {
  return {
    get() {
      const shown = settings.get("shownWorkspace");
      const existing = ids();
      return typeof shown === "string" && existing.includes(shown) ? shown : (existing[0] ?? null);
    },
    set: (workspaceId) => settings.set("shownWorkspace", workspaceId),
  };
}

export const readInferenceSettings = (preferences: Preferences) =>
  inferenceSettings
    .catch(inferenceSettings.parse({}))
    .parse(preferences.get<unknown>("inference", {}));

export const readReviewerName = (preferences: Preferences) =>
  reviewerName.catch("").parse(preferences.get<unknown>("reviewerName", ""));

/** Bound of the stored views, of which some are of a batch or project. */
const maxViews = 100;
const viewsByScreen = z.record(z.string().max(50), z.string().max(4000)).catch({});

export function createAppHandlers(deps: AppHandlersDeps): Handlers["app"] {
  const { ui, changed } = deps;
  const { loginItem = null, preferences, vault, network } = deps.platform;
  const readViews = () => viewsByScreen.parse(preferences.get<unknown>("views", {}));
  return {
    state: () => ({
      version: deps.version,
      platform:
        process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux",
      appearance: appearance
        .catch(appearance.parse({}))
        .parse(preferences.get<unknown>("appearance", {})),
      language: languageChoice
        .catch("system")
        .parse(preferences.get<unknown>("language", "system")),
      notifications: notificationSettings
        .catch(notificationSettings.parse({}))
        .parse(preferences.get<unknown>("notifications", {})),
      inference: readInferenceSettings(preferences),
      reviewerName: readReviewerName(preferences),
      views: readViews(),
      workspaceId: deps.shownWorkspace.get(),
      isVaultPersistent: vault.isPersistent,
      isOnline: network.isOnline(),
      opensAtLogin: loginItem === null ? null : loginItem.isOn(),
    }),
    setAppearance: (value) => {
      preferences.set("appearance", value);
      changed("app");
    },
    setLanguage: ({ language }) => {
      preferences.set("language", language);
      changed("app");
    },
    setNotifications: (value) => {
      preferences.set("notifications", value);
      changed("app");
    },
    setInference: (value) => {
      preferences.set("inference", value);
      deps.onInferenceSettings();
      changed("app");
    },
    setReviewerName: ({ name }) => {
      preferences.set("reviewerName", name);
      changed("app");
    },
    setOpensAtLogin: ({ isOn }) => {
      if (loginItem === null)
        throw new AppError("not-offered", "this build cannot be opened at login");
      loginItem.set(isOn);
      changed("app");
    },
    setView: ({ screen, view }) => {
      const { [screen]: _before, ...others } = readViews();
      // The oldest view is dropped.
      const remaining = Object.entries(others).slice(-(maxViews - 1));
      preferences.set("views", Object.fromEntries([...remaining, [screen, view]]));
    },
    noteRecent({ workspaceId, title, route: shown }) {
      const { link } = deps.linkTo(workspaceId, shown);
      ui.offerRecent?.(addRecent(preferences, { title, link, workspaceId, ...subjectOf(shown) }));
    },
    offerActions: ({ actions }) => ui.offerInMenu?.(actions),
    noteTextLanguage: ({ language }) => ui.checkSpelling?.(language),
    showWorkspace: ({ workspaceId }) => {
      deps.shownWorkspace.set(workspaceId);
      changed("app");
    },
    linkTo: ({ workspaceId, route }) => deps.linkTo(workspaceId, route),
    leaveSafeScreen: () => ui.windowControl?.leaveSafeScreen(),
    quit: () => ui.windowControl?.quit(),
  };
}

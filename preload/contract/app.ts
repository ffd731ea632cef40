/** The application itself: its state and preferences, the network settings, and diagnostics. */
import { z } from "zod";
import {
  addedAuthorities,
  appearance,
  authoritiesState,
  languageChoice,
  networkSettings,
  inferenceSettings,
  notificationSettings,
  proxyCredentials,
  reviewerName,
} from "../model";
import { route } from "../routes";
import { call, inWorkspace, nothing } from "./call";

export const app = {
  /** The state that the window needs for its first frame. */
  state: call(
    nothing,
    z.object({
      version: z.string(),
      platform: z.enum(["linux", "darwin", "win32"]),
      appearance,
      language: languageChoice,
      notifications: notificationSettings,
      inference: inferenceSettings,
      /** The name that decisions, changes and comments of a review get; "" for none. */
      reviewerName: z.string(),
      /** The last view of each screen, by screen name, in a format of the renderer. */
      views: z.record(z.string(), z.string()),
      /** The workspace that was shown last; null on the first start. */
      workspaceId: z.string().nullable(),
      /** False if no keychain is available: secrets are in memory until the application quits. */
      isVaultPersistent: z.boolean(),
      isOnline: z.boolean(),
      /**
       * Whether the system opens the application at login; null where it cannot, as from the source
       * code.
       */
      opensAtLogin: z.boolean().nullable(),
    }),
  ),
  setAppearance: call(appearance, nothing),
  /** Sets the language and reloads the window. */
  setLanguage: call(z.object({ language: languageChoice }), nothing),
  setNotifications: call(notificationSettings, nothing),
  setInference: call(inferenceSettings, nothing),
  setReviewerName: call(z.object({ name: reviewerName }), nothing),
  /** Rejects with "not-offered" where `opensAtLogin` is null. */
  setOpensAtLogin: call(z.object({ isOn: z.boolean() }), nothing),
  /** Stores the view of a screen; emits no event. */
  setView: call(z.object({ screen: z.string().max(50), view: z.string().max(4000) }), nothing),
  /**
   * The ids of the actions that are available now. The native menu enables only these actions of
   * the window.
   */
  offerActions: call(z.object({ actions: z.array(z.string().max(100)).max(1000) }), nothing),
  /** The language of the field that has the focus ("de"), for the spell check. */
  noteTextLanguage: call(z.object({ language: z.string().max(35) }), nothing),
  /** A project or batch is shown: the menus of the system offer it, with its name. */
  noteRecent: call(inWorkspace.extend({ title: z.string().min(1).max(200), route }), nothing),
  /** Stores the id of the workspace that is shown. */
  showWorkspace: call(inWorkspace, nothing),
  /**
   * A link to a route of a workspace (main/backend/links/link-format). A link to a hosted workspace
   * also works on other computers; a link to a local workspace works only on this computer.
   */
  linkTo: call(
    inWorkspace.extend({ route }),
    z.object({ link: z.string(), isForThisComputer: z.boolean() }),
  ),
  /** Leaves the safe screen, which is shown after repeated crashes, and loads the previous page. */
  leaveSafeScreen: call(nothing, nothing),
  /** Quits the application, as the native menu does. */
  quit: call(nothing, nothing),
};

export const network = {
  settings: call(nothing, networkSettings),
  /** What the administrator has set: whether the proxy, and the subjects of authorities. */
  policies: call(nothing, z.object({ proxy: z.boolean(), authorities: z.array(z.string()) })),
  /** Stores the settings and reopens all connections. */
  setSettings: call(networkSettings, nothing),
  proxyCredentials: call(nothing, proxyCredentials),
  /**
   * Stores the credentials of the proxy that `proxyCredentials` returned, and reopens all
   * connections. An empty user name deletes them; an empty password keeps the stored one.
   */
  setProxyCredentials: call(
    z.object({
      proxy: z.string().max(2000),
      userName: z.string().max(255),
      password: z.string().max(1000),
    }),
    nothing,
  ),
  authorities: call(nothing, authoritiesState),
  /**
   * Adds the certificate authorities of a file that the user chooses in a native dialog, and
   * reopens all connections. They replace those of the previous file. Null if the user cancels.
   */
  chooseAuthorities: call(nothing, addedAuthorities.nullable()),
  removeAuthorities: call(nothing, nothing),
};

export const diagnostics = {
  /**
   * Versions, workspaces without secrets, queue counts and the last lines of the log; all redacted.
   */
  report: call(nothing, z.object({ text: z.string() })),
  /**
   * Writes the last report to a file that the user chooses in a native dialog; null if the user
   * cancels.
   */
  saveReport: call(nothing, z.object({ path: z.string() }).nullable()),
  /** Checks the database file. Returns the problems found; empty if the file is intact. */
  checkDatabase: call(nothing, z.object({ problems: z.array(z.string()) })),
  /** Shows the folder of the log files in the system's file manager. */
  showLogs: call(nothing, nothing),
};

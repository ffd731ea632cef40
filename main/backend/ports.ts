/** What the backend needs from its environment. Implemented by electron/ and headless/. */
import type { Activity } from "../../preload/facts/activity";
import type { MoveStatus } from "../../preload/facts/move";
import type { WorkbookCell } from "../../preload/contract/scripts";
import type { Emit } from "../../preload/contract";
import type { ErrorCode } from "../../preload/model";
import type { BatchGroup } from "../../preload/model/resources";
import type { Route } from "../../preload/routes";
import type { ExternalGrants } from "../common/external-grants";
import type { Log } from "../common/log";
import type { Policies } from "../common/policies";
import type { Routes } from "../remote/http/routes";
import type { LaunchReader } from "../script-formats/process/reader-process";
import type { InstallKind, UpdateMode, UpdateRefusal } from "../../preload/facts/updates";
import type { Timing, UpdateTiming } from "./timing";

/** Stores secrets: in the system's keychain in the application, in memory elsewhere. */
export interface Vault {
  /** False if no keychain is available: secrets last as long as the process. */
  readonly isPersistent: boolean;
  /** Null if there is none, or if the keychain does not release it. */
  get(key: string): Promise<string | null>;
  /** Whether there is one, even if it cannot be read now. */
  has(key: string): boolean;
  set(key: string, secret: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The address and credentials of a running local service. */
export interface LocalServiceAddress {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /**
   * The key of the extension "clones" for this run, in base64url; none if the service does not
   * offer it.
   */
  cloneKey?: string | undefined;
}

/**
 * What a user agrees to when a local service does not start. "copy": the newest copy replaces a
 * damaged or missing database. "rows": a database with invalid rows is opened. SECURITY: who agrees
 * to one of them has not agreed to the other.
 */
export type RecoveryConsent = "copy" | "rows";

/**
 * Runs local services in separate processes (utilityProcess in the application, node elsewhere).
 */
export interface LocalServiceHost {
  /**
   * Starts the service on a data folder; resolves with its address, rejects with an AppError.
   * `consent`: the recovery that the user agreed to.
   * `externalGrants`: the external engines that it may use.
   */
  start(dataDir: string, options: LocalServiceStart): Promise<RunningLocalService>;
}
export interface LocalServiceStart {
  onExit: () => void;
  /**
   * Called when its disk is full, also before the start is complete, and when there is space again.
   */
  onDiskFull: (isFull: boolean) => void;
  /** Called when a kind of work begins, and after one has ended. */
  onActivity: (activity: Activity) => void;
  consent?: RecoveryConsent | undefined;
  externalGrants: ExternalGrants;
  /** Proxies and certificate authorities of what it downloads. */
  routes: Routes;
}
export interface RunningLocalService {
  address: LocalServiceAddress;
  /**
   * Replaces the external engines that it may use; resolves when the service has them, or has
   * ended.
   */
  grantExternal(grants: ExternalGrants): Promise<void>;
  /** Stops it; resolves when the process has ended. */
  stop(): Promise<void>;
}

/** The native dialogs. */
export interface Dialogs {
  /** Absolute paths; empty when the user cancels. */
  chooseMedia(what: "files" | "folder"): Promise<string[]>;
  chooseFolder(startAt: string): Promise<string | null>;
  /** Where to write one file: an absolute path, or null when the user cancels. */
  saveFile(options: SaveFileOptions): Promise<string | null>;
  /** One file to read: an absolute path, or null when the user cancels. */
  chooseFile(options: ChooseFileOptions): Promise<string | null>;
}
export interface ChooseFileOptions {
  /** Without their dots ("csv"); the dialog shows files of these only. Empty: all files. */
  extensions: readonly string[];
  /** A folder; the one used last unless given. */
  startAt?: string;
}
export interface SaveFileOptions extends ChooseFileOptions {
  /** Characters that are invalid in file names are replaced. */
  suggestedName: string;
}

/**
 * Confirmations in native dialogs. SECURITY: a script in the window can neither confirm them nor
 * draw over them. The default is Cancel.
 */
export interface Confirmations {
  /** Whether to use files that the user has not chosen; each is listed by its full path. */
  files(question: FilesQuestion): Promise<boolean>;
  /** Whether to connect to addresses for the first time. */
  hosts(question: HostsQuestion): Promise<boolean>;
}
export interface FilesQuestion {
  /**
   * "named": rows of a bulk draft name them. "outside": scripts name them as source audio outside
   * of their folder. "command": the executable and the arguments of an external engine.
   */
  reason: "named" | "outside" | "command";
  /** Absolute, sorted; those of a command in their order. */
  paths: readonly string[];
}
export interface HostsQuestion {
  /**
   * A service, a bucket for scripts, the proxy of all connections, what a local workspace downloads
   * from, or a service to which it sends texts and sound.
   */
  purpose: HostPurpose;
  /** Origins ("https://dubbing.example"); of a bucket its address. */
  addresses: readonly string[];
}
export type HostPurpose = "service" | "bucket" | "proxy" | "download" | "engine";

/** The state of the network as the operating system reports it. */
export interface Network {
  isOnline(): boolean;
  /**
   * Calls the listener when that changes and after a sleep; returns the function that removes it.
   */
  onChange(listener: () => void): () => void;
}

/**
 * Whether the window is visible: false while it is hidden or minimised, the screen is locked, or
 * the computer sleeps.
 */
export interface Visibility {
  isVisible(): boolean;
  /** Calls the listener when that changes; returns the function that removes it. */
  onChange(listener: () => void): () => void;
}

/** Actions of the page on its native window. */
interface WindowControl {
  /** Loads the page that the safe screen replaced. */
  leaveSafeScreen(): void;
  quit(): void;
}

/** Whether the system opens the application, without a window, when the user logs in. */
export interface LoginItem {
  isOn(): boolean;
  set(isOn: boolean): void;
}

/** The redacted log files. */
export interface LogFiles {
  /** The last lines, the oldest first; "" if there are none. */
  tail(lines: number): Promise<string>;
  /** Shows their folder in the system's file manager. */
  show(): void;
}

/** A batch that is done, has failed, or needs attention now. */
export interface BatchMilestone {
  workspaceId: string;
  projectId: string;
  batchId: string;
  name: string;
  group: BatchGroup;
  /** The screen that a click on the notification opens. */
  route: Route;
}

/** A delivery to a folder of this computer that is complete or has failed. */
export interface DeliveryEnd {
  workspaceId: string;
  projectId: string;
  batchId: string;
  /** The absolute folder. */
  folder: string;
  isMade: boolean;
}

/** A download from a gallery that has ended, other than by the user. */
export interface DownloadEnd {
  workspaceId: string;
  /** The absolute folder. */
  folder: string;
  /** Complete files. */
  files: number;
  /** Files that are missing in the gallery, or were not reached. */
  notSaved: number;
}

/** A move of a workspace to another service that has ended, other than by the user. */
export interface MoveEnd {
  workspaceId: string;
  /** The name of the workspace that was moved. */
  name: string;
  /** The name of the target, as users know it. */
  other: string;
  status: Extract<MoveStatus, "moved" | "interrupted">;
}

/**
 * Preferences of the window, stored outside of the database. The native side reads the keys
 * "appearance" (Appearance), "language" (LanguageChoice: a change reloads the window) and
 * "notifications" (NotificationSettings: applied by the native side, not by the callers of
 * `onUploadActivity` and `onBatchMilestone`).
 */
export interface Preferences {
  get<T>(key: string, fallback: T): T;
  set(key: string, value: unknown): void;
}

/**
 * What the user sees and operates outside of the page: native windows, the menu, other programs.
 */
export interface NativeUi {
  dialogs: Dialogs;
  confirmations: Confirmations;
  /** Shows a file in the system's file manager. */
  showInFolder(path: string): void;
  /**
   * Begins to drag files out of the window, as copies. Absolute paths of existing files; their
   * caller has checked them. None unless given.
   */
  startDrag?: (files: readonly string[]) => void;
  /**
   * Opens a file in the user's program for it, at a cell if that program supports it; otherwise the
   * name of the cell is copied to the clipboard. Rejects if there is no program. None unless given.
   */
  openInProgram?: (path: string, cell: WorkbookCell | null) => Promise<{ isAtCell: boolean }>;
  /** Always visible unless given. */
  visibility?: Visibility;
  /** The window's own control; none unless given. */
  windowControl?: WindowControl;
  /** Offers the projects and batches that were shown last in the menus of the system. */
  offerRecent?: (items: readonly { title: string; link: string }[]) => void;
  /** Checks the spelling of the field that has the focus in this language ("de"). */
  checkSpelling?: (language: string) => void;
  /** Sets the enabled actions of the native menu, by their ids. */
  offerInMenu?: (actions: readonly string[]) => void;
}

/** The power supply of the computer. */
export interface Power {
  isOnBattery(): boolean;
  /** Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/** Where the list of releases is, and who may sign it; part of a build. */
export interface UpdateFeed {
  /** The address of the list. */
  url: string;
  /** Ed25519 public keys, 32 bytes in base64: the current one, and the next one. */
  keys: readonly string[];
  /** Whether the address may be one of this computer, without TLS: in tests only. */
  isLoopbackAllowed: boolean;
}

/** The installed application, as far as updates concern it. */
export interface UpdateHost {
  /** The feed is null in builds without one: updates are off. */
  feed: UpdateFeed | null;
  installation: {
    kind: InstallKind;
    /** The system and the processor are those of `process.platform` and `process.arch`. */
    os: string;
    arch: string;
    /** The version of the operating system: numbers and dots. */
    systemVersion: string;
  };
  /** Set by the administrator; null if the user decides. */
  forcedMode: UpdateMode | null;
  /** Replaces the installed file; null if only the system or the user can. */
  installer: UpdateInstaller | null;
  /** Whether the program on disk is not the running one any more. */
  isReplaced(): Promise<boolean>;
  /** A version that failed at two starts and was replaced; null for none. Reports it once. */
  takeReverted(): Promise<string | null>;
  /** Why an installation failed when the application had ended; null for none. Reports it once. */
  takeRefusal(): Promise<UpdateRefusal | null>;
  /** Quits in order, and starts the program on disk. */
  restart(): void;
}
export interface UpdateInstaller {
  /**
   * Replaces the installed file by a downloaded one: at every moment one of the two is installed.
   * Rejects with UpdateRefused if the file is not that of the release, or cannot be installed.
   */
  install(update: InstallableUpdate): Promise<void>;
}
export interface InstallableUpdate {
  version: string;
  /** The downloaded file. */
  file: string;
  /** What it has to be, by the signed list. */
  release: { size: number; sha512: string };
}

/** What the operating system provides. */
export interface Platform {
  vault: Vault;
  network: Network;
  preferences: Preferences;
  /** Always on mains power unless given. */
  power?: Power;
  /** Updates are off unless given. */
  updates?: UpdateHost;
  /** The system's proxies for an address, in the syntax of PAC files; none unless given. */
  systemProxy?: (url: string) => Promise<string>;
  /** None unless given. */
  logFiles?: LogFiles;
  /** What the administrator has set; all is left to the user unless given. */
  policies?: Policies;
  /** Null, or not given, where the application cannot be opened at login. */
  loginItem?: LoginItem | null;
}

/** Starts the programs that run in separate processes. */
export interface Processes {
  localServices: LocalServiceHost;
  /** Starts a process that reads documents. */
  launchReader: LaunchReader;
  /**
   * The folder of the bundles (out/main), whose threads find and send files. Without it the calling
   * thread does.
   */
  bundles?: string | undefined;
}

/** Functions that the backend calls when something has happened. */
export interface Listeners {
  /** Sends an event of the contract to the window. */
  emit: Emit;
  /**
   * Called with the state of the whole queue, for the dock, the power blocker and notifications.
   */
  onUploadActivity?: (activity: UploadActivity) => void;
  /** Called with all work of the application when a kind of work begins or has ended. */
  onActivity?: (activity: Activity) => void;
  /** Called once per transition; the native side decides whether to show a notification. */
  onBatchMilestone?: (milestone: BatchMilestone) => void;
  /** Called once per delivery; the native side decides whether to show a notification. */
  onDeliveryEnded?: (end: DeliveryEnd) => void;
  /** The same for a download. */
  onDownloadEnded?: (end: DownloadEnd) => void;
  /** The same for a move to another service. */
  onMoveEnded?: (end: MoveEnd) => void;
}

/** Overrides of delays and bounds, for tests. */
export interface Tuning {
  /** Milliseconds. */
  timing?: Partial<Timing>;
  updateTiming?: Partial<UpdateTiming>;
  /**
   * Delay of the first daily copy of the database after the start, in milliseconds; 30,000 unless
   * given.
   */
  copyAfterMs?: number;
  /** Bound of the cached items of one list; 200,000 unless given. */
  maxListItems?: number;
  /** Called between any two steps of sending a request: a test may end the process there. */
  onSendingStep?: (step: string) => void;
}

export interface BackendDeps {
  version: string;
  /** The folder of the database. */
  profileDir: string;
  /** Default data folder of "Work on this computer". */
  defaultLocalDir: string;
  /** The video of the sample project; without it there is no sample. */
  sampleVideo?: string | undefined;
  log: Log;
  ui: NativeUi;
  platform: Platform;
  processes: Processes;
  listeners: Listeners;
  tuning?: Tuning;
}

/** The state of the upload queue for the native side. */
export interface UploadActivity {
  /** Whether files are active. */
  isActive: boolean;
  /** 0 to 1, or null when no file is active. */
  progress: number | null;
  /** Number of waiting and active files. */
  remaining: number;
  /** Number of files that failed and wait for the user. */
  failed: number;
  /** The user has paused all uploads. */
  isPaused: boolean;
  /** A drop whose last file has just ended. */
  finishedDrop?: {
    workspaceId: string;
    /** All files of the drop that have ended. */
    fileCount: number;
    failedCount: number;
    /** The reason of all failures; null if there are several, or none. */
    failure: ErrorCode | null;
  };
}

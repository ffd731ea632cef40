/** What the backend needs from around it. Electron's side is in electron/, the headless one in headless/. */
import type { WorkbookCell } from "../../preload/contract/scripts";
import type { Emit } from "../../preload/contract";
import type { BatchGroup } from "../../preload/model/resources";
import type { Route } from "../../preload/routes";
import type { Log } from "../common/log";
import type { LaunchReader } from "../script-formats/reader-process";
import type { Timing } from "./timing";

/** Where secrets are kept: the system's keychain in the application, memory elsewhere. */
export interface Vault {
  /** False where no keychain is available: secrets last as long as the process. */
  readonly isPersistent: boolean;
  /** Null where there is none, or where the keychain does not release it. */
  get(key: string): Promise<string | null>;
  /** Whether there is one, also where it cannot be read now. */
  has(key: string): boolean;
  set(key: string, secret: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** How a running local service is reached. */
export interface LocalServiceAddress {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Runs local services in processes of their own (utilityProcess in the application, node elsewhere). */
export interface LocalServiceHost {
  /**
   * Starts the service on a data folder; resolves with its address, rejects with an AppError. `mayRestoreCopy`: the
   * user agreed that the newest copy takes the place of a damaged or missing database.
   */
  start(
    dataDir: string,
    options: { onExit: () => void; mayRestoreCopy?: boolean },
  ): Promise<RunningLocalService>;
}
export interface RunningLocalService {
  address: LocalServiceAddress;
  /** Asks it to stop and resolves when it has. */
  stop(): Promise<void>;
}

/** The native dialogs. */
export interface Dialogs {
  /** Absolute paths; empty when the user thinks better of it. */
  chooseMedia(what: "files" | "folder"): Promise<string[]>;
  chooseFolder(startAt: string): Promise<string | null>;
  /** Where to write one file: an absolute path, or null when the user thinks better of it. */
  saveFile(options: SaveFileOptions): Promise<string | null>;
  /** One file to read: an absolute path, or null when the user thinks better of it. */
  chooseFile(options: ChooseFileOptions): Promise<string | null>;
}
export interface ChooseFileOptions {
  /** Without their dots ("csv"); the dialog shows files of these only. */
  extensions: readonly string[];
  /** A folder; where the user was last unless given. */
  startAt?: string;
}
export interface SaveFileOptions extends ChooseFileOptions {
  /** What no file name can hold is replaced. */
  suggestedName: string;
}

/**
 * Questions outside of the window. SECURITY: a script in the window can neither answer them nor draw over them. Cancel
 * is the default of each.
 */
export interface Confirmations {
  /** Whether to use files that the user has not chosen; each is listed by its full path. */
  files(question: FilesQuestion): Promise<boolean>;
  /** Whether to connect to addresses for the first time. */
  hosts(question: HostsQuestion): Promise<boolean>;
}
export interface FilesQuestion {
  /** "named": rows of a bulk draft name them. "outside": scripts name them as source audio outside of their folder. */
  reason: "named" | "outside";
  /** Absolute, sorted. */
  paths: readonly string[];
}
export interface HostsQuestion {
  /** A service, a bucket for scripts, the proxy of all connections, or what a local workspace downloads from. */
  purpose: HostPurpose;
  /** Origins ("https://dubbing.example"); of a bucket its address. */
  addresses: readonly string[];
}
export type HostPurpose = "service" | "bucket" | "proxy" | "download";

/** What this computer says of its network. */
export interface Network {
  isOnline(): boolean;
  /** Calls back when that changes, and on waking from sleep; returns its own undo. */
  onChange(listener: () => void): () => void;
}

/** Whether somebody can see the window: nobody while it is hidden or minimised, the screen locked, the computer asleep. */
export interface Visibility {
  isSeen(): boolean;
  /** Calls back when that changes; returns its own undo. */
  onChange(listener: () => void): () => void;
}

/** What the page can do to the window around it. */
export interface WindowControl {
  /** Loads the page where it was before the safe screen took its place. */
  leaveSafeScreen(): void;
  quit(): void;
}

/** The redacted log files. */
export interface LogFiles {
  /** The last lines, the oldest first; "" where there are none. */
  tail(lines: number): Promise<string>;
  /** Shows their folder in the system's file manager. */
  show(): void;
}

/** A batch that is done, has failed or needs attention now. */
export interface BatchMilestone {
  workspaceId: string;
  projectId: string;
  batchId: string;
  name: string;
  group: BatchGroup;
  /** Where a click on the notification leads. */
  route: Route;
}

/**
 * Settings that are no data: what the window looks like. The shell around the window acts on what is set under the
 * keys "appearance" (Appearance), "language" (LanguageChoice: the window is loaded anew) and "notifications"
 * (NotificationSettings: the shell asks it, whoever calls `onUploadsMoved` and `onBatchMilestone` need not).
 */
export interface Preferences {
  get<T>(key: string, fallback: T): T;
  set(key: string, value: unknown): void;
}

export interface BackendDeps {
  version: string;
  /** The folder that holds the database. */
  profileDir: string;
  /** Where "Work on this computer" puts its data unless told otherwise. */
  defaultLocalDir: string;
  log: Log;
  emit: Emit;
  vault: Vault;
  localServices: LocalServiceHost;
  dialogs: Dialogs;
  confirmations: Confirmations;
  network: Network;
  preferences: Preferences;
  /** Starts a process that reads documents. */
  launchReader: LaunchReader;
  /** Shows a file in the system's file manager. */
  showInFolder(path: string): void;
  /**
   * Opens a file in the user's own program for it, at a cell where that program can be told: else the cell's name is on
   * the clipboard then. Rejects where there is no program. None unless given.
   */
  openInProgram?: (path: string, cell: WorkbookCell | null) => Promise<{ isAtCell: boolean }>;
  /** Always seen unless given. */
  visibility?: Visibility;
  /** None unless given. */
  logFiles?: LogFiles;
  /** How soon after the start the first copy of the database is made where one is due; 30,000 unless given. */
  copyAfterMs?: number;
  /** Shorter waits for tests, in milliseconds. */
  timing?: Partial<Timing>;
  /** Called between any two steps of an order on its way, for tests that end the program there. */
  onSendingStep?: (step: string) => void;
  /** Items that are kept of one list of a service; fewer for tests. */
  mostListItems?: number;
  /** The whole queue's state, for the dock, the power blocker and notifications. */
  onUploadsMoved?: (work: UploadWork) => void;
  /** Called once per transition; the shell decides whether to show a notification. */
  onBatchMilestone?: (ended: BatchMilestone) => void;
  /** What the system says of proxies for an address, as a PAC file does; none unless given. */
  systemProxy?: (url: string) => Promise<string>;
  /** The window's own control; none unless given. */
  windowControl?: WindowControl;
  /** The window offers these of its actions now, by their ids. */
  offerInMenu?: (actions: readonly string[]) => void;
}

/** What the shell around the window needs to know of the queue. */
export interface UploadWork {
  /** Bytes are on their way. */
  isActive: boolean;
  /** 0 to 1, or null when nothing is under way. */
  progress: number | null;
  /** Files that wait or are active. */
  remaining: number;
  /** A drop that has just come to its end. */
  finishedDrop?: { workspaceId: string; fileCount: number; failedCount: number };
}

/** What the backend needs from around it. Electron's side is in electron/, the headless one in headless/. */
import type { Emit } from "../preload/contract";
import type { Log } from "./log";
import type { QueueTiming } from "./uploads/queue";

/** Where secrets are kept: the system's keychain in the application, memory elsewhere. */
export interface Vault {
  /** False where no keychain is available: secrets last as long as the process. */
  readonly isPersistent: boolean;
  get(key: string): Promise<string | null>;
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
  /** Starts the service on a data folder; resolves with its address, rejects with an AppError. */
  start(dataDir: string, options: { onExit: () => void }): Promise<RunningLocalService>;
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
}

/** What this computer says of its network. */
export interface Network {
  isOnline(): boolean;
  /** Calls back when that changes, and on waking from sleep; returns its own undo. */
  onChange(listener: () => void): () => void;
}

/** Settings that are no data: what the window looks like. */
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
  network: Network;
  preferences: Preferences;
  /** Shows a file in the system's file manager. */
  showInFolder(path: string): void;
  /** Shorter waits for tests, in milliseconds. */
  timing?: Partial<QueueTiming>;
  /** The whole queue's state, for the dock, the power blocker and notifications. */
  onUploadsMoved?: (work: UploadWork) => void;
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
  finishedDrop?: { fileCount: number; failedCount: number };
}

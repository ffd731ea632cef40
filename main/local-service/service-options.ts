/** What a local service is started with. */
import type { Activity } from "../../preload/facts/activity";
import type { AppError } from "../common/errors";
import type { Log } from "../common/log";
import type { ServiceDurations } from "./common/durations";
import type { ListenAddress } from "./common/listen-address";
import type { ScriptReader } from "../script-formats/process/reader";
import type { LaunchReader } from "../script-formats/process/reader-process";
import type { ServiceRole } from "./common/service-roles";
import type { EngineOptions } from "./engines/engine-parts";
import type { BucketOptions } from "./objects/s3/bucket-options";

export interface TeamOptions {
  /** The name of the server. */
  name: string;
  /** Default: loopback. */
  address?: ListenAddress | undefined;
  /** Addresses and networks of proxies, whose X-Forwarded-For is believed. */
  proxies?: readonly string[] | undefined;
}

export interface LocalServiceOptions extends EngineOptions {
  /** The service stores everything below this folder and creates it if it is missing. */
  dataDir: string;
  /** The URL of a PostgreSQL database; without one the database is in the folder. */
  databaseUrl?: string | undefined;
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Durations that differ from `defaultDurations`. */
  durations?: Partial<ServiceDurations>;
  /** The bucket of the objects; without it they are files below `dataDir`. */
  bucket?: BucketOptions | undefined;
  /** Accepts at most this many bytes while it runs, to simulate a small disk in tests. */
  freeBytesLimit?: number | undefined;
  /**
   * Verifies the requests of the extension "clones"; without a key the service does not offer it.
   */
  cloneKey?: Buffer | undefined;
  /**
   * Whether scripts and videos may be fetched from this computer and its local network; default
   * false.
   */
  allowPrivateUrls?: boolean | undefined;
  /**
   * Whether the newest copy may replace a damaged or missing database; set only if the user agreed.
   */
  mayRestoreCopy?: boolean | undefined;
  /**
   * The folder of this computer that records the last use of each workspace. The rows of a database
   * that is not as this computer left it are checked; without the folder none are.
   */
  lastUsesFolder?: string | undefined;
  /** Whether a database with invalid rows is opened; set only if the user agreed. */
  acceptsRows?: boolean | undefined;
  /** Called about every second while the start checks rows: it takes longer, and goes on. */
  onChecking?: (() => void) | undefined;
  /**
   * Starts a document reader process; by default a Node.js process that runs `scriptWorkerFile`.
   */
  launchReader?: LaunchReader | undefined;
  /** Reads documents in place of a reader of its own; it is closed with the service. */
  reader?: ScriptReader | undefined;
  /** Bundle of the reader process; by default next to the bundle of this module. */
  scriptWorkerFile?: string | undefined;
  /**
   * Signs what was confirmed on this computer; without it, what is unfinished waits after a
   * restart.
   */
  confirmationKey?: Buffer | undefined;
  /**
   * Offers health and readiness beside the interface; and metrics on a port of their own, if it is
   * given (0: any free port).
   */
  operations?: { metricsPort?: number | undefined } | undefined;
  /**
   * Several persons use the service, each with credentials of their own: roles, limits and the
   * audit apply. Without it, all calls are those of one person.
   */
  team?: TeamOptions | undefined;
  /** The role of one of several services on a database; default "api,worker". */
  role?: ServiceRole | undefined;
  /**
   * Called when another service uses the PostgreSQL database, after a lost connection: close the
   * service.
   */
  onDatabaseLost?: ((error: AppError) => void) | undefined;
  /** The workspace is only moved: no work is done in the background. */
  isWithoutWork?: boolean | undefined;
  /** Called when the disk is found to be full, and when there is space again. */
  onDiskFull?: ((isFull: boolean) => void) | undefined;
  /** Called when a kind of work begins, and after one has ended. */
  onActivity?: ((activity: Activity) => void) | undefined;
  log?: Log | undefined;
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined;
}

/**
 * The rows of the local workspace, for those who open, compose and close it. Every other file
 * names the ports that it uses: they are narrow, and only their implementation knows the database.
 *
 * Each function of a port is one unit of work: it is asynchronous, and its change happens whole or
 * not at all. No port hands out a transaction or the database, so that the units can run on another
 * database too. Only `BackupRows` also writes files, and only `Locks` and `BackupRows` call work of
 * others. A change is durable when its function resolves, unless its comment says otherwise. Times
 * are in milliseconds since 1970.
 */
import type { AskedRows } from "./asked-port";
import type { AuditRows, CredentialRows, InvitationRows, RightsRows } from "./access-port";
import type { BackupRows } from "./backup-port";
import type { BatchRows, LineRows, PurgeRows } from "./batches/batch-port";
import type { BulkRows } from "./batches/bulk-port";
import type {
  TaskRows,
  IngestedLineRows,
  SpeechSpanRows,
  AwaitingRows,
  FirstTextRows,
} from "./batches/ingestion-port";
import type { ScriptRows } from "./batches/script-port";
import type { StatisticsRows } from "./batches/statistics-port";
import type { ConfirmationRows } from "./confirmation-port";
import type { OpenedDatabase } from "./database-port";
import type {
  DubRows,
  DubPlanRows,
  DubLineRows,
  TakeRows,
  TakeWorkRows,
  TakeRemovalRows,
} from "./dubs/dub-port";
import type { EngineSetRows, WorkerRows } from "./engine-set-port";
import type { ExportRows } from "./exports/export-port";
import type { PresetRows } from "./exports/preset-port";
import type { ExternalEngineRows } from "./external-port";
import type { FileRows, PublishingRows, RemovalRows } from "./file-port";
import type { LeaseRows } from "./lease-port";
import type { Locks } from "./lock-port";
import type { NamedObjectRows } from "./named-object-port";
import type { MoveRows } from "./move-port";
import type { OperationsRows } from "./operations-port";
import type {
  UserRows,
  ProjectRows,
  TeamRows,
  CharacterRows,
  GlossaryRows,
} from "./projects/project-port";
import type { FindingRows } from "./review/finding-port";
import type { LineEditRows } from "./review/line-edit-port";
import type { PresenceRows } from "./review/presence-port";
import type { ReviewRows, RevisionRows, CommentRows } from "./review/review-port";
import type { ScheduleRows } from "./schedule-port";
import type { UploadRows } from "./upload-port";

export interface LocalStore
  extends
    BatchRows,
    LineRows,
    PurgeRows,
    BulkRows,
    TaskRows,
    IngestedLineRows,
    SpeechSpanRows,
    AwaitingRows,
    FirstTextRows,
    ScriptRows,
    StatisticsRows,
    BackupRows,
    ConfirmationRows,
    OpenedDatabase,
    DubRows,
    DubPlanRows,
    DubLineRows,
    TakeRows,
    TakeWorkRows,
    TakeRemovalRows,
    ExportRows,
    PresetRows,
    ExternalEngineRows,
    EngineSetRows,
    AskedRows,
    WorkerRows,
    FileRows,
    PublishingRows,
    RemovalRows,
    LeaseRows,
    Locks,
    NamedObjectRows,
    MoveRows,
    OperationsRows,
    UserRows,
    ProjectRows,
    TeamRows,
    CharacterRows,
    GlossaryRows,
    FindingRows,
    ReviewRows,
    RevisionRows,
    PresenceRows,
    LineEditRows,
    CommentRows,
    ScheduleRows,
    UploadRows,
    CredentialRows,
    InvitationRows,
    AuditRows,
    RightsRows {}

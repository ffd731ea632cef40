/** What the dubbing of batches requires. */
import type { BatchRows } from "../rows/batches/batch-port";
import type { ConfirmationRows } from "../rows/confirmation-port";
import type { ExportRows } from "../rows/exports/export-port";
import type { Locks } from "../rows/lock-port";
import type { Log } from "../../common/log";
import type { Began } from "../common/background-loop";
import type { OutsideWork } from "../common/outside-work";
import type { Engine } from "../engine/engine";
import type { MediaFacts, MediaOptions } from "../engine/ports";
import type { Gallery } from "../media/gallery";
import type { ObjectStore, WithFile } from "../objects/port";
import type {
  DubSubject,
  DubRows,
  DubPlanRows,
  DubLineRows,
  TakeRows,
  TakeWorkRows,
} from "../rows/dubs/dub-port";
import type { Leases } from "../work/leases";
import type { FileRows } from "../rows/file-port";
import type { GlossaryRows } from "../rows/projects/project-port";
import type { Sources } from "../sources/sources";

/** The rows about the video of a batch, and about the work that needs it. */
export type VideoRows = Pick<FileRows, "findFile"> &
  Pick<ConfirmationRows, "isBatchConfirmed"> &
  Pick<DubRows, "listDubs"> &
  Pick<ExportRows, "isExporting"> &
  Pick<BatchRows, "setPicture"> &
  Locks;

export interface DubbingDeps {
  store: VideoRows &
    DubRows &
    DubPlanRows &
    DubLineRows &
    TakeRows &
    TakeWorkRows &
    FileRows &
    Pick<GlossaryRows, "listGlossary">;
  objects: ObjectStore;
  gallery: Gallery;
  engine: Engine;
  sources: Pick<Sources, "download">;
  leases: Leases;
  outside: OutsideWork;
  /** See whole-video.ts. */
  wholeVideo: {
    /** @throws BlockedError for a video that was cut off or damaged, unless that is accepted. */
    require(
      dub: Pick<DubSubject, "batchId" | "videoPath" | "localSettings">,
      video: { withFile: WithFile; version: string; facts: MediaFacts },
      options: MediaOptions,
    ): Promise<void>;
  };
  began?: Began | undefined;
  /** Whether takes may be planned and made in this process; default: they may. */
  mayUseEngine?: (() => boolean) | undefined;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}

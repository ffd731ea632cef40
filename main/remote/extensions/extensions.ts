/**
 * Extensions of a local workspace's service: requests that are not in the interface. Their paths
 * are below "/local", and `GET /local` announces them.
 */
import type { Announcement } from "../../../preload/local-service/announcement";
import type { Connection } from "../connection";
import type { Http } from "../http/http";
import { readAnnouncement } from "./announcement";
import { createAdministration, type Administration } from "./administration";
import { createBatchCalls, type BatchCalls } from "./batches";
import { createCastingCalls, type CastingCalls } from "./casting";
import { createClones, type Clones } from "./clones";
import { createDubCalls, type DubCalls } from "./dubs";
import { createExportCalls, type ExportCalls } from "./exports";
import { createExternalCalls, type ExternalCalls } from "./external";
import { createFileCalls, type FileCalls } from "./files";
import { createGlossaryCalls, type GlossaryCalls } from "./glossary";
import { createMaintenanceCalls, type MaintenanceCalls } from "./maintenance";
import { createPresetCalls, type PresetCalls } from "./delivery-presets";
import { createMoveCalls, type MoveCalls } from "./move";
import { createPacks, type Packs } from "./packs";
import { createReviewCalls, type ReviewCalls } from "./review";
import { createScheduleCalls, type ScheduleCalls } from "./schedules";
import { createSourceCalls, type SourceCalls } from "./sources";
import { createUserCalls, type UserCalls } from "./users";

export interface Extensions {
  announced(): Promise<Omit<Announcement, "version">>;
  administration: Administration;
  /** Extensions "lines" and "batch-origins". */
  batches: BatchCalls;
  /** Extensions "casting", "characters", "language-voices" and "voice-samples". */
  casting: CastingCalls;
  clones: Clones;
  deliveryPresets: PresetCalls;
  dubs: DubCalls;
  exports: ExportCalls;
  externalEngines: ExternalCalls;
  /** Extension "media-files". */
  files: FileCalls;
  glossary: GlossaryCalls;
  /** Extensions "backup", "confirmations" and "statistics". */
  maintenance: MaintenanceCalls;
  move: MoveCalls;
  packs: Packs;
  review: ReviewCalls;
  schedules: ScheduleCalls;
  /** Extensions "review" and "source-previews". */
  sources: SourceCalls;
  users: UserCalls;
}

export function createExtensions(http: Http, connection: () => Promise<Connection>): Extensions {
  return {
    announced: () => readAnnouncement(http),
    administration: createAdministration(http),
    batches: createBatchCalls(http),
    casting: createCastingCalls(http),
    clones: createClones(http, connection),
    deliveryPresets: createPresetCalls(http),
    dubs: createDubCalls(http),
    exports: createExportCalls(http),
    externalEngines: createExternalCalls(http),
    files: createFileCalls(http),
    glossary: createGlossaryCalls(http),
    maintenance: createMaintenanceCalls(http),
    move: createMoveCalls(http),
    packs: createPacks(http, connection),
    review: createReviewCalls(http),
    schedules: createScheduleCalls(http),
    sources: createSourceCalls(http),
    users: createUserCalls(http),
  };
}

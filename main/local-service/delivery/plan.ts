/** The files of an export, and what keeps it from being delivered. Nothing is written. */
import {
  checksumsName,
  type DeliveryPart,
  type LeftOutReason,
} from "../../../preload/facts/delivery";
import type { ExportRequest } from "../../../preload/local-service/exports";
import { missingIn, type Missing } from "./missing";
import { isDeliveredPath } from "../../common/delivered-path";
import { createNames } from "./names";
import { notesOf, type PlanNote } from "./plan-notes";
import { partPlanners, stlLeftOut } from "./plan-parts";
import type { PlannedFile } from "./planned-file";
import type { Snapshot, SnapshotLanguage } from "./snapshot";

export interface ExportPlan {
  files: PlannedFile[];
  missing: Missing[];
  /** The requested parts that have no files in a language, or lack one of them. */
  leftOut: LeftOut[];
  /** Takes whose names have a number, since others have the same, or are cut. */
  renamed: number;
  notes: PlanNote[];
}

export interface LeftOut {
  languageId: string;
  part: DeliveryPart;
  reason: LeftOutReason;
}

/** Without a preset, nothing is said about it. */
export type PlanRequest = Pick<ExportRequest, "mix"> &
  Partial<Pick<ExportRequest, "preset">> & { parts: readonly DeliveryPart[] };

/** The files in the order in which they are made. Equal snapshots have equal plans. */
export function planExport(snapshot: Snapshot, request: PlanRequest): ExportPlan {
  const { parts } = request;
  const planned = snapshot.languages.flatMap((language) =>
    partsOfLanguage(snapshot, language, request),
  );
  const files: PlannedFile[] = [
    ...planned.flatMap((one) => one.files),
    { path: "manifest.json", bytes: null, problem: "", content: { kind: "manifest" } },
    { path: checksumsName, bytes: null, problem: "", content: { kind: "checksums" } },
  ];
  // SECURITY: also a stored snapshot has no path that leaves the folder of the delivery.
  if (!files.every(({ path }) => isDeliveredPath(path)))
    throw new Error("a file of the delivery is outside of its folder");
  return {
    files,
    renamed: parts.includes("takes")
      ? snapshot.languages.reduce((sum, { renamed = 0 }) => sum + renamed, 0)
      : 0,
    notes: notesOf(snapshot, request),
    missing: snapshot.languages.map(({ timeline }) => missingIn(timeline)),
    leftOut: parts.flatMap((part) =>
      snapshot.languages.flatMap((language) => {
        const hasFiles = planned.some((one) => one.language === language && one.part === part);
        const reason = leftOutReason(snapshot, language, part, hasFiles);
        const { languageId } = language.timeline;
        return reason === null ? [] : [{ languageId, part, reason }];
      }),
    ),
  };
}

/** Why a part, or one of its files, is left out; null if it is complete. */
function leftOutReason(
  snapshot: Snapshot,
  language: SnapshotLanguage,
  part: DeliveryPart,
  hasFiles: boolean,
): LeftOutReason | null {
  if (!hasFiles && part === "audiobook") return snapshot.hasMp3 === true ? "no-takes" : "no-mp3";
  if (!hasFiles) return part === "video" ? "no-video" : part === "list" ? "no-takes" : "no-times";
  return part === "subtitles" ? stlLeftOut(snapshot, language) : null;
}

/** The parts of a language that have files. */
function partsOfLanguage(
  snapshot: Snapshot,
  language: SnapshotLanguage,
  { parts, mix, preset }: PlanRequest,
) {
  const names = createNames();
  return parts
    .map((part) => ({
      language,
      part,
      files: partPlanners[part]({ snapshot, language, names, parts, mix, preset }).map(
        (file): PlannedFile => ({
          ...file,
          path: `${language.folder}/${file.path}`,
        }),
      ),
    }))
    .filter(({ files }) => files.length > 0);
}

/** The files of an export, and what keeps it from being delivered. Nothing is written. */
import { checksumsName, type DeliveryPart } from "../../../preload/facts/delivery";
import type { ExportRequest } from "../../../preload/local-service/exports";
import { missingIn, type Missing } from "./missing";
import { isDeliveredPath } from "../rows/exports/delivered-path";
import { createNames } from "./names";
import { partPlanners } from "./plan-parts";
import type { PlannedFile } from "./planned-file";
import type { Snapshot, SnapshotLanguage } from "./snapshot";

export interface ExportPlan {
  files: PlannedFile[];
  missing: Missing[];
}

type Parts = readonly DeliveryPart[];

/** The files in the order in which they are made. Equal snapshots have equal plans. */
export function planExport(
  snapshot: Snapshot,
  { parts }: Pick<ExportRequest, "parts">,
): ExportPlan {
  const files: PlannedFile[] = [
    ...snapshot.languages.flatMap((language) => filesOfLanguage(snapshot, language, parts)),
    { path: "manifest.json", bytes: null, problem: "", content: { kind: "manifest" } },
    { path: checksumsName, bytes: null, problem: "", content: { kind: "checksums" } },
  ];
  // SECURITY: also a stored snapshot has no path that leaves the folder of the delivery.
  if (!files.every(({ path }) => isDeliveredPath(path)))
    throw new Error("a file of the delivery is outside of its folder");
  return {
    files,
    missing: snapshot.languages.map(({ timeline }) => missingIn(timeline)),
  };
}

function filesOfLanguage(snapshot: Snapshot, language: SnapshotLanguage, parts: Parts) {
  const names = createNames();
  return parts.flatMap((part) =>
    partPlanners[part]({ snapshot, language, names, parts }).map((file): PlannedFile => ({
      ...file,
      path: `${language.folder}/${file.path}`,
    })),
  );
}

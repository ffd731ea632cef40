/** Exports of a batch to a folder (extension "exports"). */
import type { Delivery, DeliveryRequest } from "../../../preload/contract/deliveries";
import { missingKinds, type MissingKind } from "../../../preload/facts/delivery";
import { AppError } from "../../common/errors";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import {
  displayText,
  fieldsOf,
  idOf,
  number,
  text,
  texts,
  timestamp,
} from "../http/tolerant-parse";
import { listIn } from "./review-parse";

/** What stops the delivery of a language. The lists are limited, the counts are complete. */
export type MissingLines = { languageId: string; counts: Record<MissingKind, number> } & Record<
  Exclude<MissingKind, "errors">,
  number[]
> & { errors: { number: number; check: string }[] };

export interface ExportFiles {
  /** Bytes; null for a size that is not known yet. */
  files: { path: string; bytes: number | null }[];
  missing: MissingLines[];
}
export interface FoundExport {
  delivery: Delivery;
  /** Files that failed or do not meet the preset, with the reason; at most 1,000. */
  files: { path: string; problem: string }[];
}

export interface ExportCalls {
  planExport(batchId: string, request: DeliveryRequest): Promise<ExportFiles>;
  /** `folder` is absolute, on the computer of the service. Returns the id. */
  startExport(batchId: string, request: DeliveryRequest, folder: string): Promise<string>;
  exports(batchId: string): Promise<Delivery[]>;
  findExport(exportId: string): Promise<FoundExport>;
  resumeExport(exportId: string): Promise<void>;
  cancelExport(exportId: string): Promise<void>;
}

const states = ["making", "made", "failed", "cancelled"] as const;

export function createExportCalls(http: Http, local: string): ExportCalls {
  const exportsAt = (batchId: string) => `${local}${batchPath(batchId)}/exports`;
  const exportAt = (exportId: string) => `${local}/exports/${encodeURIComponent(exportId)}`;
  return {
    async planExport(batchId, body) {
      const path = `${exportsAt(batchId)}/plan`;
      const response = await http.json({ method: "POST", path, body, isRepeatable: true });
      const fields = fieldsOf(response);
      return {
        files: listIn(fields, "files").map((file) => {
          const found = fieldsOf(file);
          const bytes = found?.["bytes"];
          return {
            path: displayText(found?.["path"]),
            bytes: typeof bytes === "number" ? bytes : null,
          };
        }),
        missing: listIn(fields, "missing").map(toMissing),
      };
    },
    async startExport(batchId, request, folder) {
      const path = exportsAt(batchId);
      const body = { ...request, folder };
      const response = await http.json({ method: "POST", path, body, isRepeatable: false });
      const id = idOf(fieldsOf(response)?.["exportId"]);
      if (id === null)
        throw new AppError("unexpected-answer", "the response contains no export id");
      return id;
    },
    async exports(batchId) {
      const path = exportsAt(batchId);
      const response = await http.json({ method: "GET", path, isRepeatable: true });
      return listIn(fieldsOf(response), "exports").map(toDelivery);
    },
    async findExport(exportId) {
      const path = `${exportAt(exportId)}?files=problems`;
      const response = await http.json({ method: "GET", path, isRepeatable: true });
      const files = listIn(fieldsOf(response), "files").flatMap((file) => {
        const found = fieldsOf(file);
        // A service of an earlier version lists all files.
        const problem = displayText(found?.["problem"]) || displayText(found?.["finding"]);
        return problem === "" ? [] : [{ path: displayText(found?.["path"]), problem }];
      });
      return { delivery: toDelivery(response), files };
    },
    async resumeExport(exportId) {
      const path = `${exportAt(exportId)}/resume`;
      await http.json({ method: "POST", path, body: {}, isRepeatable: true });
    },
    async cancelExport(exportId) {
      const path = `${exportAt(exportId)}/cancel`;
      await http.json({ method: "POST", path, body: {}, isRepeatable: true });
    },
  };
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === "number") : [];

function toMissing(value: unknown): MissingLines {
  const fields = fieldsOf(value);
  const errors = fields?.["errors"];
  const counts = fieldsOf(fields?.["counts"]);
  const lists = {
    withoutText: numbers(fields?.["withoutText"]),
    withoutTake: numbers(fields?.["withoutTake"]),
    unapproved: numbers(fields?.["unapproved"]),
    errors: (Array.isArray(errors) ? errors : []).map((error) => ({
      number: number(fieldsOf(error)?.["number"], 0),
      check: displayText(fieldsOf(error)?.["check"]),
    })),
  };
  const countOf = (kind: MissingKind) => number(counts?.[kind], lists[kind].length);
  return {
    ...{ languageId: text(fields?.["languageId"]), ...lists },
    counts: Object.fromEntries(missingKinds.map((kind) => [kind, countOf(kind)])) as Record<
      MissingKind,
      number
    >,
  };
}

function toDelivery(value: unknown): Delivery {
  const fields = fieldsOf(value);
  const id = idOf(fields?.["id"]);
  if (!fields || id === null) throw new AppError("unexpected-answer", "an export has no id");
  const counts = fieldsOf(fields["counts"]);
  return {
    id,
    folder: text(fields["folder"]),
    languages: texts(fields["languages"]),
    preset: displayText(fields["preset"]),
    state: states.find((known) => known === fields["state"]) ?? "other",
    problem: displayText(fields["problem"]),
    counts: {
      files: number(counts?.["files"], 0),
      made: number(counts?.["made"], 0),
      failed: number(counts?.["failed"], 0),
      findings: number(counts?.["findings"], 0),
    },
    createdAt: timestamp(fields["createdAt"]) ?? 0,
  };
}

/**
 * What a batch was created from: known where this application created it, singly or in bulk, or
 * where the service announces it ("batch-origins"). Nothing is inferred.
 */
import path from "node:path";
import { originOf, toKnownSource } from "../../../preload/contract/batch-sources";
import type { BatchOrigin, KnownSource } from "../../../preload/contract/batch-origin";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { BatchSource } from "../../../preload/local-service/batches";
import type { Source } from "../../../preload/contract/outbox";
import { batchSettings, type BatchSettings } from "../../../preload/model/resources";
import {
  factsOfSetting,
  settingDefaults,
  settingNames,
} from "../../../preload/facts/batch-settings";
import type { Remote } from "../../remote/remote";
import type { BatchOriginStore } from "./origin-store";
import type { Extensions } from "../workspaces/extensions";

export interface BatchOriginsDeps {
  store: BatchOriginStore;
  extensions: Pick<Extensions, "offers">;
  remote: (workspaceId: string) => Remote;
}

/** The name under which a service announces it. */
const extension = "batch-origins";
const unknown: BatchOrigin = {
  from: "unknown",
  script: { kind: "unknown" },
  video: { kind: "unknown" },
  languageCode: null,
  settings: null,
  targetFolder: "",
};

export function createBatchOrigins({ store, extensions, remote }: BatchOriginsDeps) {
  function ofBulk(workspaceId: string, batchId: string): BatchOrigin | null {
    const found = store.bulkRow(workspaceId, batchId);
    if (!found) return null;
    const row = JSON.parse(found.source) as BulkRow;
    const common = batchSettings.safeParse(JSON.parse(found.settings)).data ?? {};
    return originOf(
      {
        script: sourceOf(row.script),
        video: sourceOf(row.video),
        languageCode: row.language.trim().toLowerCase(),
        settings: { ...common, ...readSettings(row.settings) },
      },
      found.targetFolder,
    );
  }

  return {
    /** Rejects with the error of the service if the origin has to be requested there. */
    async find(workspaceId: string, batchId: string): Promise<BatchOrigin> {
      const own = store.get(workspaceId, batchId) ?? ofBulk(workspaceId, batchId);
      if (own) return own;
      if (!extensions.offers(workspaceId, extension)) return unknown;
      const { script, video, languageCode, settings } =
        await remote(workspaceId).extensions.batches.origin(batchId);
      return {
        from: "service",
        script: announcedSource(script),
        video: announcedSource(video),
        languageCode: languageCode ?? "",
        settings,
        targetFolder: "",
      };
    },
    remove: store.remove,
  };
}

function announcedSource(source: BatchSource): KnownSource {
  if (source === null) return { kind: "none" };
  const { name, location } = source;
  return location === null ? { kind: "name", name } : toKnownSource({ kind: "location", location });
}

function sourceOf(text: string): Source {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "none" };
  return path.isAbsolute(trimmed)
    ? { kind: "file", path: trimmed }
    : { kind: "location", location: trimmed };
}

const isText = (name: string): boolean =>
  settingNames.some((one) => one === name && factsOfSetting(one).type === "text");

/** The settings of a row, from their texts; invalid texts are skipped. */
function readSettings(texts: Readonly<Record<string, string>>): BatchSettings {
  const settings: Record<string, string | number | boolean> = {};
  for (const [name, typed] of Object.entries(texts)) {
    const text = typed.trim();
    const defaultValue = settingDefaults[name as keyof typeof settingDefaults] as unknown;
    if (text === "") continue;
    if (typeof defaultValue === "boolean") settings[name] = /^(?:true|yes|1)$/i.test(text);
    else if (isText(name)) settings[name] = typed;
    else if (Number.isFinite(Number(text))) settings[name] = Number(text);
  }
  return batchSettings.safeParse(settings).data ?? {};
}

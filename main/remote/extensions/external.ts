/**
 * External engines of the service that this application has started (extension "external-engines").
 */
import { externalEngineTimeoutMs } from "../../../preload/facts/external-engines";
import {
  externalEngineEntry,
  externalEngineList,
  externalTest,
  type ExternalEngineEntry,
  type ExternalEngineSettings,
  type ExternalTest,
} from "../../../preload/local-service/external-engines";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";

export interface ExternalCalls {
  list(): Promise<ExternalEngineEntry[]>;
  /** Adds or replaces an engine. Rejects with the invalid fields. */
  put(id: string, settings: ExternalEngineSettings): Promise<ExternalEngineEntry>;
  remove(id: string): Promise<void>;
  test(id: string): Promise<ExternalTest>;
}

export function createExternalCalls(http: Http): ExternalCalls {
  const read = createReader(http);
  const path = `${local}/external-engines`;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    list: async () => (await read(externalEngineList, { path })).engines,
    put: (id, body) => read(externalEngineEntry, { method: "PUT", path: pathOf(id), body }),
    async remove(id) {
      await http.json({ method: "DELETE", path: pathOf(id), isRepeatable: true });
    },
    test: (id) =>
      read(externalTest, {
        method: "POST",
        path: `${pathOf(id)}/test`,
        isRepeatable: false,
        timeoutMs: externalEngineTimeoutMs,
      }),
  };
}

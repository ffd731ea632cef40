/** Changes to the glossary of a project (extension "glossary"). */
import { importedGlossary, type ImportedGlossary } from "../../../preload/local-service/casting";
import type { GlossaryFields, GlossaryLine } from "../../../preload/model/resources";
import { toGlossaryLine } from "../casting";
import type { Http } from "../http/http";
import { readRow } from "../http/tolerant-parse";
import { projectPath } from "../projects";
import { createReader, local } from "./read-form";

export interface GlossaryCalls {
  add(projectId: string, fields: GlossaryFields): Promise<GlossaryLine>;
  change(projectId: string, lineId: string, fields: GlossaryFields): Promise<GlossaryLine>;
  remove(projectId: string, lineId: string): Promise<void>;
  importCsv(projectId: string, csv: string): Promise<ImportedGlossary>;
}

const importTimeoutMs = 120_000;

export function createGlossaryCalls(http: Http): GlossaryCalls {
  const read = createReader(http);
  const glossary = (projectId: string) => `${local}${projectPath(projectId)}/glossary`;
  const linePath = (projectId: string, lineId: string) =>
    `${glossary(projectId)}/${encodeURIComponent(lineId)}`;
  return {
    async add(projectId, body) {
      const path = glossary(projectId);
      const response = await http.json({ method: "POST", path, body, isRepeatable: false });
      return readRow(response, toGlossaryLine);
    },
    async change(projectId, lineId, body) {
      const path = linePath(projectId, lineId);
      const response = await http.json({ method: "PUT", path, body, isRepeatable: true });
      return readRow(response, toGlossaryLine);
    },
    async remove(projectId, lineId) {
      await http.json({ method: "DELETE", path: linePath(projectId, lineId), isRepeatable: true });
    },
    importCsv: (projectId, csv) =>
      read(importedGlossary, {
        method: "POST",
        path: `${glossary(projectId)}/import`,
        body: { csv },
        isRepeatable: false,
        timeoutMs: importTimeoutMs,
      }),
  };
}

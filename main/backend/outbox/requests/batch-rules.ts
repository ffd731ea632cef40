/** The rules that a request for a batch must meet before it is stored. */
import path from "node:path";
import type { BatchLanguage, BatchRequest } from "../../../../preload/contract/outbox";
import type { ProjectType } from "../../../../preload/model/resources";
import {
  checkBatch,
  scriptStandIn,
  videoStandIn,
  type BatchDraft,
} from "../../../../preload/facts/rules";
import { formatOf } from "../../../script-formats/read";
import { invalidFields } from "../../../common/errors";
import { mediaRule } from "./media-identity";

/** The project that a request is for. */
export interface TargetProject {
  name: string;
  /** The type is null if this version does not know it; the service validates the request then. */
  type: ProjectType | null;
}

/** The rule that a script file breaks by its path; null for none. */
export function scriptRule(file: string): string | null {
  if (!path.isAbsolute(file)) return "not-a-location";
  return formatOf(file, new Uint8Array()) === null ? "not-a-script" : null;
}

export interface BatchRulesDeps {
  languages: {
    violationsOf: (
      workspaceId: string,
      languages: readonly BatchLanguage[],
    ) => Promise<{ field: string; message: string }[]>;
  };
  /** Rules that languages break by the catalogue; none where the catalogue is not cached. */
  unknownLanguages: (
    workspaceId: string,
    named: readonly { field: string; id: string }[],
  ) => readonly { field: string; rule: string }[];
}

/** Creates the check of requests for batches. */
export function createBatchRules(deps: BatchRulesDeps) {
  /**
   * Validates a request by the rules of the interface, with stand-ins for local files. Throws
   * "invalid-input" with the fields.
   */
  return async function validate(
    workspaceId: string,
    { type }: TargetProject,
    request: BatchRequest,
  ): Promise<void> {
    const violations: { field: string; message: string }[] = [];
    const locationOf = (source: BatchRequest["script"], standIn: (path: string) => string) =>
      source.kind === "file"
        ? standIn(source.path)
        : source.kind === "location"
          ? source.location
          : "";
    const draft: BatchDraft = {
      ...request,
      scriptPath: locationOf(request.script, scriptStandIn),
      videoPath: locationOf(request.video, videoStandIn),
    };
    if (type !== null)
      for (const { field, rule } of checkBatch({ type }, draft))
        violations.push({ field, message: rule });
    const code = draft.languageCode.trim();
    const named = code === "" ? [] : [{ field: "languageCode", id: code }];
    for (const { field, rule } of deps.unknownLanguages(workspaceId, named))
      violations.push({ field, message: rule });
    const ofScript = request.script.kind === "file" ? scriptRule(request.script.path) : null;
    if (ofScript !== null) violations.push({ field: "scriptPath", message: ofScript });
    const ofVideo = request.video.kind === "file" ? mediaRule(request.video.path) : null;
    if (ofVideo !== null && !violations.some(({ field }) => field === "videoPath"))
      violations.push({ field: "videoPath", message: ofVideo });
    violations.push(...(await deps.languages.violationsOf(workspaceId, request.targets ?? [])));
    if (violations.length > 0) throw invalidFields(violations);
  };
}

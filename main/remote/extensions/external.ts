/** External engines of the service that this application has started (extension "external-engines"). */
import {
  externalEngineSettings,
  type ExternalEngineEntry,
  type ExternalEngineSettings,
  type ExternalTest,
} from "../../../preload/contract/external-engines";
import { AppError } from "../../common/errors";
import type { Http } from "../http/http";
import { displayText, fieldsOf, flag, idOf, number, text } from "../http/tolerant-parse";

export interface ExternalCalls {
  /** Engines whose settings this version does not know are omitted. */
  externalEngines(): Promise<ExternalEngineEntry[]>;
  /** Adds or replaces an engine. Rejects with the invalid fields. */
  setExternalEngine(id: string, settings: ExternalEngineSettings): Promise<ExternalEngineEntry>;
  removeExternalEngine(id: string): Promise<void>;
  testExternalEngine(id: string): Promise<ExternalTest>;
}

/** An engine may take an hour (`deadlineSeconds`); a test starts with the synthesis of a sentence. */
const testTimeoutMs = 65 * 60_000;

/** `local` is the base path of the service's extensions. */
export function createExternalCalls(http: Http, local: string): ExternalCalls {
  const path = `${local}/external-engines`;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    async externalEngines() {
      const response = fieldsOf(await http.json({ method: "GET", path, isRepeatable: true }));
      const listed = response?.["engines"];
      if (!Array.isArray(listed))
        throw new AppError("unexpected-answer", "the response contains no external engines");
      return listed.flatMap((element) => toEntry(element) ?? []);
    },
    async setExternalEngine(id, settings) {
      const call = { method: "PUT", path: pathOf(id), body: settings, isRepeatable: true } as const;
      const entry = toEntry(await http.json(call));
      if (!entry) throw new AppError("unexpected-answer", "the response is no external engine");
      return entry;
    },
    async removeExternalEngine(id) {
      await http.json({ method: "DELETE", path: pathOf(id), isRepeatable: true });
    },
    async testExternalEngine(id) {
      const response = await http.json({
        method: "POST",
        path: `${pathOf(id)}/test`,
        isRepeatable: false,
        timeoutMs: testTimeoutMs,
      });
      return toTest(response);
    },
  };
}

function toEntry(element: unknown): ExternalEngineEntry | null {
  const fields = fieldsOf(element);
  const id = idOf(fields?.["id"]);
  const settings = externalEngineSettings.safeParse(fields?.["settings"]);
  if (!fields || id === null || !settings.success) return null;
  return {
    id,
    settings: settings.data,
    isConfirmed: flag(fields["isConfirmed"]),
    hasKey: flag(fields["hasKey"]),
  };
}

function toTest(response: unknown): ExternalTest {
  const fields = fieldsOf(response);
  if (typeof fields?.["isSuccess"] !== "boolean")
    throw new AppError("unexpected-answer", "the response is no result of a test");
  if (!fields["isSuccess"])
    return {
      isSuccess: false,
      problem: text(fields["problem"]),
      message: displayText(fields["message"]),
      detail: displayText(fields["detail"]),
    };
  const sound = fieldsOf(fields["sound"]);
  return {
    isSuccess: true,
    elapsedMs: number(fields["elapsedMs"], 0),
    sound: sound && {
      durationMs: number(sound["durationMs"], 0),
      levelDb: number(sound["levelDb"], 0),
      sampleRate: number(sound["sampleRate"], 0),
    },
    text: typeof fields["text"] === "string" ? displayText(fields["text"]) : null,
  };
}

/** The first texts of a target language that has none: those of the source, or a translation. */
import { messageText } from "../../../preload/facts/service-messages";
import type { FirstTextSource } from "../../../preload/local-service/dubs";
import { languageNames } from "../catalogue/language-names";
import { HttpError, invalid } from "../common/http-error";
import { truncate } from "../../common/printable";
import type { Engines } from "../engines/engines";
import type { BatchRow } from "../rows/batches/batch-port";
import type { FirstTextProblem, FirstTextRows } from "../rows/batches/ingestion-port";

export interface FirstTexts {
  /**
   * 400 for a language that the batch does not have; 409 if the language has texts, the source has
   * none, or no engine translates between the two.
   */
  begin(batch: BatchRow, languageId: string, from: FirstTextSource): Promise<void>;
}

interface FirstTextsDeps {
  store: FirstTextRows;
  engines: () => Engines;
  now: () => number;
  onNewWork: () => void;
}

export function createFirstTexts({ store, engines, now, onNewWork }: FirstTextsDeps): FirstTexts {
  function add(batchId: string, languageId: string, source: string, from: FirstTextSource) {
    const language = { batchId, languageId };
    if (from === "source") {
      const note = messageText("copied-source", { language: languageNames[source] ?? source });
      return store.copySourceTexts(language, note, now());
    }
    if (!engines().canTranslate(source, languageId))
      throw new HttpError(409, messageText("translation-missing", {}));
    return store.queueFirstTranslation(language, now());
  }

  return {
    async begin({ id, translations }, languageId, from) {
      const source = translations.find(({ type }) => type === "source")?.languageId ?? null;
      const problem = source === null ? "no-source-texts" : await add(id, languageId, source, from);
      if (problem !== null) throw errorOf(problem, languageId);
      onNewWork();
    },
  };
}

function errorOf(problem: FirstTextProblem, languageId: string): HttpError {
  switch (problem) {
    case "unknown-language":
      return invalid("languageId", `"${truncate(languageId)}" is not a language of the batch`);
    case "has-texts":
      return new HttpError(409, "the language has texts, or a script that is being read");
    case "no-source-texts":
      return new HttpError(409, "the batch has no texts in its source language");
  }
}

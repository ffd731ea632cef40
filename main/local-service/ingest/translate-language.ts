/** Translates the source texts of a batch into a language without a script. */
import { messageText } from "../../../preload/facts/service-messages";
import { languageNames } from "../catalogue/language-names";
import { EngineError } from "../engine/ports";
import type { ClaimedTask, LanguageOutcome } from "../rows/batches/ingestion-port";
import { runInChunks, Interrupted, chunkSize, loadSubject, type IngestDeps } from "./task";

/** Texts in one request to the translation. */
const textsPerStep = 50;

/**
 * The texts become the spare set, as those of a script do. May be repeated from any point.
 * @throws Interrupted.
 */
export async function translateLanguage(
  deps: IngestDeps,
  task: Extract<ClaimedTask, { kind: "language" }>,
  signal: AbortSignal,
): Promise<LanguageOutcome> {
  const { batchId, languageId, lease } = task;
  const { store, engine, engines } = deps;
  const { project } = await loadSubject(store, task);
  const from = project.sourceLanguage;
  const translator = engine?.translator;
  if (from === null || !translator || !engines().canTranslate(from, languageId))
    return { result: "failed", note: messageText("translation-missing", {}) };
  await runInChunks(() => store.clearSpareTexts(lease, batchId, languageId, chunkSize), signal);
  let after = 0;
  try {
    await runInChunks(async () => {
      const lines = await store.listLines(batchId, after, textsPerStep);
      after = lines.at(-1)?.number ?? after;
      const spoken = lines.flatMap(({ number, texts }) => {
        const text = texts[from] ?? "";
        return text.trim() === "" ? [] : [{ number, text }];
      });
      const texts = spoken.map(({ text }) => text);
      const translated =
        texts.length === 0 ? [] : await translator.translate(texts, from, languageId, signal);
      if (translated.length !== texts.length)
        throw new EngineError("the translation has another number of texts");
      const rows = spoken.map(({ number }, index) => [number, translated[index] ?? ""] as const);
      const isAdded = await store.addSpareTexts(lease, batchId, languageId, rows);
      if (!isAdded) throw new Interrupted();
      return lines.length === textsPerStep;
    }, signal);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { result: "failed", note: `${messageText("not-translated", {})}: ${error.message}` };
  }
  return {
    result: "ingested",
    note: messageText("translated", { language: languageNames[from] ?? from }),
    isSpare: true,
    characterIds: [],
    isToBeCast: false,
  };
}

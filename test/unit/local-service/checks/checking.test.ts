/** When the findings of languages are made. */
import { expect, it } from "vitest";
import { createChecking, type CheckingDeps } from "../../../../main/local-service/checks/checking";
import { freeLeases } from "../../../helpers/leases";
import { recordingLog } from "../../../helpers/recording-log";

const waiting = { interval: 5 };

/**
 * A store with two languages whose findings are due. `failures`: how often the first one cannot be
 * read.
 */
function createStore(failures: number) {
  const due = ["de-de", "fr-fr"];
  const begun: string[] = [];
  const languageOf = (languageId: string) => ({ batchId: "b", languageId });
  const store: CheckingDeps["store"] = {
    listFindingsDue: (limit) => Promise.resolve(due.slice(0, limit).map(languageOf)),
    areFindingsDue: ({ languageId }) => Promise.resolve(due.includes(languageId)),
    findLanguage: () => Promise.resolve(null),
    beginFindings(_lease, language) {
      begun.push(language.languageId);
      const attempts = begun.filter((languageId) => languageId === "de-de").length;
      if (language.languageId === "de-de" && attempts <= failures)
        return Promise.reject(new Error("disk I/O error"));
      return Promise.resolve({
        ...language,
        projectId: "p",
        sourceLanguageId: null,
        speaksDescriptions: false,
        fitGapMs: 500,
        holdsLastFrame: false,
      });
    },
    listGlossary: () => Promise.resolve([]),
    listCheckSubjects: () => Promise.resolve([]),
    putFindings: () => Promise.resolve(),
    finishFindings(_lease, { languageId }) {
      due.splice(due.indexOf(languageId), 1);
      return Promise.resolve();
    },
    ignoreCheck: () => Promise.resolve(false),
  };
  return { store, begun, due };
}

it("a language whose check failed is checked again after a growing delay; the others do not wait for it", async () => {
  const { store, begun, due } = createStore(3);
  const { log, lines } = recordingLog();
  const checking = createChecking({
    store,
    leases: freeLeases,
    log,
    retryPolicy: { firstMs: 1, maxMs: 2 },
  });
  await expect.poll(() => due, waiting).toEqual([]);
  await checking.close();
  expect(begun).toEqual(["de-de", "fr-fr", "de-de", "de-de", "de-de"]);
  const delays = lines.map((line) => /b\/de-de failed, and is repeated in (.*?) s/.exec(line)?.[1]);
  expect(delays).toEqual(["0.001", "0.002", "0.002"]);
});

it("nothing is checked again after the end", async () => {
  const { store, begun } = createStore(1);
  const { log, lines } = recordingLog();
  const checking = createChecking({
    store,
    leases: freeLeases,
    log,
    retryPolicy: { firstMs: 60_000, maxMs: 60_000 },
  });
  await expect.poll(() => lines.length, waiting).toBe(1);
  await checking.close();
  checking.wake();
  expect(begun.filter((languageId) => languageId === "de-de")).toEqual(["de-de"]);
});

/** The runs of the engine that shortens texts. Costs no time. */
import { expect, test } from "vitest";
import type { Engine } from "../../../main/local-service/engine/engine";
import { EngineError } from "../../../main/local-service/engine/ports";
import { createTextShortening } from "../../../main/local-service/review/shorten-text";
import type { ReviewRows } from "../../../main/local-service/rows/review/review-port";

const languageId = "fr-fr";
const language = { batchId: "b", languageId };
const { signal } = new AbortController();

function open() {
  const runs: {
    text: string;
    signal: AbortSignal;
    resolve: (text: string) => void;
    reject: (error: Error) => void;
  }[] = [];
  const shortener = {
    languages: () => new Set([languageId]),
    shorten: ({ text }: { text: string }, ended: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        runs.push({ text, signal: ended, resolve, reject });
        ended.addEventListener("abort", () => reject(ended.reason as Error));
      }),
  };
  const store = {
    findReviewed: (_language: unknown, number: number) =>
      Promise.resolve({ identity: number + 10, target: "Bonjour", checks: [] }),
  };
  const { propose } = createTextShortening({
    store: store as unknown as ReviewRows,
    engine: { external: { shortener } } as unknown as Engine,
  });
  return {
    runs,
    propose: (number: number, text: string, of: AbortSignal = signal) =>
      propose(language, number, text, of),
  };
}

test("one text of a line is shortened at a time: the same text shares the run, another is refused", async () => {
  const { runs, propose } = open();
  const both = [propose(1, "Bonjour"), propose(1, "Bonjour")];
  const refused = await propose(1, "Bonsoir");
  expect(refused).toEqual({ text: null, problem: "another text of this line is being shortened" });
  const other = propose(2, "Bonsoir");
  await expect.poll(() => runs.map(({ text }) => text)).toEqual(["Bonjour", "Bonsoir"]);
  runs[0]?.resolve("Salut");
  runs[1]?.reject(new EngineError("no shorter text"));
  const salut = { text: "Salut", problem: "" };
  expect(await Promise.all(both)).toEqual([salut, salut]);
  expect(await other).toEqual({ text: null, problem: "no shorter text" });
  // The next request runs the engine again, also after a failure.
  const again = propose(2, "Bonsoir");
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.resolve("Soir");
  expect(await again).toEqual({ text: "Soir", problem: "" });
});

test("the engine ends when the last request for its result has ended", async () => {
  const { runs, propose } = open();
  const clients = [new AbortController(), new AbortController()];
  const both = clients.map((client) => propose(1, "Bonjour", client.signal));
  const ended = Promise.allSettled(both);
  await expect.poll(() => runs.length).toBe(1);
  const gone = new Error("the client disconnected");
  clients[0]?.abort(gone);
  await expect(both[0]).rejects.toBe(gone);
  expect(runs[0]?.signal.aborted).toBe(false);
  clients[1]?.abort(gone);
  expect(runs[0]?.signal.aborted).toBe(true);
  expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  // The line can be shortened again at once, also with another text.
  const again = propose(1, "Bonsoir");
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve("Soir");
  expect(await again).toEqual({ text: "Soir", problem: "" });
});

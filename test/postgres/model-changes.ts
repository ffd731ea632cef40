/** Random changes of the lines, dubs, takes, findings and reviews of one batch. */
import type { LocalStore } from "../../main/local-service/rows/port";
import type { Lease } from "../../main/local-service/rows/lease-port";
import type { TakeRow } from "../../main/local-service/rows/dubs/dub-port";

export const languages = ["fr-fr", "de-de"] as const;
const source = "en-us";
const lineCount = 6;

export interface Step {
  name: string;
  /** Makes the change; what it returns is equal in all databases. */
  run(store: LocalStore): Promise<unknown>;
  /** Whether what is visible of lines changes only where the change is reported. */
  changesTakes: boolean;
}

/** Makes a change under a lease. One that the change does not end is used again. */
async function leased<T>(store: LocalStore, change: (lease: Lease) => Promise<T>): Promise<T> {
  const lease = { kind: "plan", key: "model", token: "model" } as const;
  await store.claimLease(lease, "model", 600_000);
  return change(lease);
}

/** Creates a project with a batch that has all voices. */
export async function prepareModel(store: LocalStore, batchId: string): Promise<unknown> {
  const projectId = `p${batchId}`;
  const at = 1;
  await store.addProject(
    {
      id: projectId,
      name: "Season",
      status: "active",
      type: "line-dubbing",
      model: "local-basic",
      sourceLanguage: source,
      createdAt: at,
      updatedAt: at,
    },
    languages,
  );
  const named = [
    { id: `c1${batchId}`, name: "ANNA", folded: "anna" },
    { id: `c2${batchId}`, name: "Äb_ert", folded: "äb_ert" },
  ];
  await store.ensureCharacters(projectId, named, at);
  const added = await store.addBatch(
    {
      id: batchId,
      projectId,
      name: "Episode",
      scriptPath: "x",
      videoPath: null,
      languageCode: null,
      settings: {},
      translations: [
        { languageId: source, type: "source" },
        ...languages.map((languageId) => ({ languageId, type: "target" as const })),
      ],
    },
    at,
  );
  await leased(store, (lease) =>
    store.addLines(
      lease,
      batchId,
      Array.from({ length: lineCount }, (_, index) => ({
        number: index + 1,
        lineId: `L${index}`,
        characterId: `c${1 + (index % 2)}${batchId}`,
        sourceAudio: "",
        emotion: "",
        intensity: "",
        startMs: index * 1000,
        endMs: index * 1000 + 900,
        appearance: "",
        texts: Object.fromEntries(
          [source, ...languages].map((id) => [id, `Line ${index} äb_ ÄB% of ${id} 'a' \\ "b"`]),
        ),
      })),
    ),
  );
  const tasks = await store.listTasks(50, { running: [], waiting: [], overtaken: [] });
  const task = tasks.find((one) => "batchId" in one && one.batchId === batchId);
  if (!task) throw new Error("there is no task of the batch");
  await leased(store, (lease) =>
    store.finishIngestion(
      { id: task.id, batchId, lease },
      {
        result: "ingested",
        isToBeCast: false,
        note: "",
        characterIds: named.map(({ id }) => id),
        languageIds: [source, ...languages],
      },
      2,
    ),
  );
  await store.assignVoices(
    named.map(({ id }) => ({ characterId: id, voice: "Voice" })),
    3,
  );
  return added;
}

/** The next change. `model`: of which its subject is read. */
export async function changes(
  random: () => number,
  { batchId, at }: { batchId: string; at: number },
  model: LocalStore,
): Promise<Step> {
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(list: readonly T[]): T => {
    const one = list[below(list.length)];
    if (one === undefined) throw new Error("the list is empty");
    return one;
  };
  const languageId = oneOf(languages);
  const language = { batchId, languageId };
  const count = await model.countLines(batchId);
  const number = 1 + below(count);
  const line = await model.findReviewed(language, number);
  const revision = line?.revision ?? 0;
  const by = oneOf(["", "Ada", "Zoë"]);
  const hash = String(below(4)).repeat(64);
  const takes = async (store: LocalStore): Promise<TakeRow[]> => {
    const found: TakeRow[] = [];
    for (let at = 1; at <= count; at += 1)
      found.push(...(await store.listLineTakes(language, at, 99)));
    return found;
  };
  /** The id of the take, which differs in each database. */
  const takeLike = async (store: LocalStore, state: string, nth: number) => {
    const found = (await takes(store)).filter((take) => take.state === state);
    return found[nth % Math.max(1, found.length)]?.id ?? 0;
  };
  const nth = below(100);
  const queuedTake = async (store: LocalStore) => ({
    ...language,
    id: await takeLike(store, "queued", nth),
  });
  const variants = 1 + below(2);
  const from = below(count);
  const to = from + 1 + below(count - from);
  const key = `k${below(3)}`;
  const planned = Array.from({ length: to - from }, (_, index) => from + 1 + index).flatMap(
    (line) =>
      Array.from({ length: variants }, (_, variant) => ({
        number: line,
        variant,
        key,
        text: `text ${key}`,
        fit: "auto" as const,
      })),
  );
  const queue = oneOf([
    null,
    {},
    { priority: 3, first: 1 },
    { choose: { variant: 0, by } },
  ] as const);
  const measures = {
    durationMs: 500 + below(900) + 0.25,
    speed: 1 + below(3) / 10,
    loudness: -20.5,
    peak: -3,
    pitch: null,
  };
  const made = {
    result: "made" as const,
    voice: "Voice",
    location: `takes/${hash}.wav`,
    speech: `takes/${hash}.speech`,
    take: { bytes: 100, md5: "a".repeat(32), sha256: hash, measures, scan: {} },
  } as unknown as Parameters<LocalStore["finishTake"]>[2];
  const findings = Array.from({ length: below(4) }, () => ({
    line: from + 1 + below(to - from),
    languageId,
    name: oneOf(["silence", "duplicate", "clipping"] as const),
    severity: oneOf(["error", "warning", "note"] as const),
    value: below(9) / 4,
  }));
  const commentId = `comment-${batchId}-${below(5)}`;
  const otherId = `comment-${batchId}-${below(5)}`;
  const values = oneOf([
    { offsetMs: below(3) * 40 },
    { decision: oneOf(["approved", "rejected", null] as const), decidedBy: by, reason: "" },
    { target: oneOf(["Salut", "", "Au revoir ⟨é⟩"]) },
    { chosenVariant: oneOf([0, 1, null]) },
    { voice: oneOf(["Other", null]) },
    { levelDb: below(5) / 2 },
    { fit: oneOf(["auto", "natural"] as const) },
    { shared: { source: `Source ${below(3)}` } },
    { shared: { startMs: below(9) * 500, endMs: 9000 + below(9) } },
    { shared: { character: { id: `c1${batchId}`, name: "ANNA" } } },
  ]);
  const withDecision =
    "decision" in values && line?.chosen
      ? {
          ...values,
          decisionKey: `${line.chosen.key}:${line.chosen.variant}:${line.offsetMs}`,
          decisionSha256: line.chosen.sha256,
        }
      : values;
  const edit = { number, revision, by, at };
  const next = (await model.findReviewed(language, number + 1))?.revision ?? 0;
  const ignoredBy = oneOf([by, null]);
  const slots = [[number, 100 + below(3)]] as const;
  const steps: Record<string, (store: LocalStore) => Promise<unknown>> = {
    planTakes: (store) =>
      leased(store, (lease) =>
        store.planTakes(lease, language, { takes: planned, after: from, to }, queue),
      ),
    planAgain: (store) => store.planTakes(null, language, { takes: planned, after: from, to }, {}),
    makeTake: (store) =>
      leased(store, async (lease) => store.finishTake(lease, await queuedTake(store), made, at)),
    makeAnother: (store) =>
      leased(store, async (lease) => store.finishTake(lease, await queuedTake(store), made, at)),
    failTake: (store) =>
      leased(store, async (lease) =>
        store.finishTake(
          lease,
          await queuedTake(store),
          { result: "failed", problem: "no voice" },
          at,
        ),
      ),
    discardTake: async (store) => store.discardFailedTake(await takeLike(store, "failed", nth)),
    beginPlan: (store) => leased(store, (lease) => store.beginPlan(lease, batchId, languageId)),
    finishPlan: (store) =>
      leased(store, (lease) =>
        store.finishPlan(
          lease,
          batchId,
          languageId,
          { planned: count * variants, lines: count },
          at,
        ),
      ),
    changeReview: (store) =>
      store.changeReview(language, { number, revision }, { ...withDecision, by }, at),
    changeAgain: (store) =>
      store.changeReview(language, { number, revision }, { ...withDecision, by }, at),
    changeStale: (store) =>
      store.changeReview(language, { number, revision: revision - 1 }, { offsetMs: 1, by }, at),
    putFindings: (store) =>
      leased(store, (lease) => store.putFindings(lease, language, { after: from, to }, findings)),
    beginFindings: (store) => leased(store, (lease) => store.beginFindings(lease, language)),
    finishFindings: (store) => leased(store, (lease) => store.finishFindings(lease, language)),
    ignoreCheck: (store) =>
      store.ignoreCheck(language, number, { name: "silence", by: ignoredBy, at }),
    addComment: (store) =>
      store
        .addComment(batchId, {
          id: commentId,
          number,
          languageId,
          takeId: null,
          atMs: nth % 2 === 0 ? nth : null,
          endMs: nth % 4 === 0 ? nth + 500 : null,
          replyTo: nth % 3 === 0 ? otherId : null,
          stateBy: "",
          stateAt: null,
          text: "?",
          by,
          isResolved: false,
          createdAt: at,
          updatedAt: at,
        })
        .catch(() => "exists"),
    changeComment: (store) =>
      store.changeComment(commentId, { text: by, isResolved: nth % 2 === 0 }, at),
    removeComment: (store) => store.removeComment(commentId),
    startDubs: (store) => store.startDubs(batchId, { languageIds: [languageId] }, at),
    stopDubs: (store) => store.stopDubs(batchId, undefined, at),
    finishDub: (store) => leased(store, (lease) => store.finishDub(lease, language, "", at)),
    blockDub: (store) =>
      leased(store, (lease) => store.blockDub(lease, batchId, languageId, "no engine", at)),
    resumeDub: (store) => store.resumeDub(language, 1, at),
    stopTakes: (store) => store.stopTakes(language, [number, number + 1]),
    cleanTakes: (store) => store.cleanTakes(language),
    setSlots: (store) => store.setSlots(batchId, slots),
    setTimes: (store) => store.setTimes(batchId, [[number, nth * 100, nth * 100 + 500]]),
    moveLines: (store) => store.moveLines(batchId, 10, at),
    requestCheck: (store) => store.requestCheck(batchId, languageId),
    splitLine: (store) => store.splitLine(language, { ...edit, textEnd: 3, atMs: null }),
    mergeLines: (store) => store.mergeLines(language, { ...edit, nextRevision: next }),
    deleteLine: (store) => store.deleteLine(language, edit),
    setVoice: (store) =>
      store.assignLanguageVoice(
        { characterId: `c2${batchId}`, languageId, voice: nth % 2 === 0 ? "Mine" : null },
        at,
      ),
  };
  const name = oneOf(Object.keys(steps));
  const run = steps[name];
  if (!run) throw new Error(name);
  // The times of lines, characters and voices are no part of the revisions of lines.
  const changesTakes = /Take|Review|Again|Comment|Finding|Check/.test(name);
  return { name, run, changesTakes };
}

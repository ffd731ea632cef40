/**
 * Several services on one database: takes that are made while processes end and stall, reviewers
 * beside them, and changes of teams at the same time. About 3 s.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { silentLog } from "../../main/common/log";
import { createConfirmations } from "../../main/local-service/common/confirmations";
import { HttpError } from "../../main/local-service/common/http-error";
import { createBatches } from "../../main/local-service/batches/batches";
import { createProjects, type Projects } from "../../main/local-service/projects/projects";
import { createTeam } from "../../main/local-service/projects/team";
import type { QueuedTake } from "../../main/local-service/rows/dubs/dub-port";
import { LostLease, type Lease } from "../../main/local-service/rows/lease-port";
import type { LocalStore } from "../../main/local-service/rows/port";
import { openPostgresStore } from "../../main/local-service/rows/postgres";
import { createDatabase, type TestDatabase } from "../helpers/postgres/databases";
import { madeTake, plannedTakes } from "../helpers/queued-takes";
import { seeded } from "../helpers/random";
import { long } from "../long";
import { languages, prepareModel } from "./model-changes";

const folder = { id: "shared", isEmpty: true };
const confirmations = createConfirmations(Buffer.alloc(32, 1));
const onLost = (error: Error): void => {
  throw error;
};
const openShared = (url: string) =>
  openPostgresStore({ url, folder, log: silentLog, isShared: true, confirmations, onLost });

let database: TestDatabase;
let stores: LocalStore[] = [];
const storeAt = (index: number): LocalStore => stores[index % stores.length] as LocalStore;
beforeEach(async () => {
  if (inject("postgres") === null) return;
  database = await createDatabase(folder.id);
  stores = await Promise.all([openShared(database.url), openShared(database.url)]);
});
afterEach(async () => {
  if (inject("postgres") === null) return;
  await Promise.all(stores.map((store) => store.close()));
  await database.remove();
});

const everyone = {
  credentialId: "c",
  credentialName: "",
  scope: "workspace",
  person: null,
} as const;
const batchId = "b";
const lines = 6;
const variants = 8;

/** Begins the dubs of the languages, with `variants` takes of each line. */
async function queueTakes(): Promise<void> {
  const store = storeAt(0);
  await prepareModel(store, batchId);
  for (const languageId of languages) {
    const lease = { kind: "plan", key: `${batchId}/${languageId}`, token: randomUUID() } as const;
    await store.claimLease(lease, "planner", 60_000);
    const takes = plannedTakes(lines, variants);
    const dub = { batchId, languageId };
    await store.planTakes(lease, dub, { takes, after: 0, to: lines }, {});
    await store.finishPlan(lease, batchId, languageId, { planned: takes.length, lines }, 1);
  }
}

it("takes are made once and counted once while processes end and stall", async () => {
  await queueTakes();
  const leaseMs = 100;
  const stored = new Map<number, string>();
  let ended = 0;
  let attempt = 0;

  async function store(on: LocalStore, take: QueuedTake, lease: Lease): Promise<void> {
    try {
      const isStored = await on.finishTake(lease, take, madeTake(lease.token), 2);
      // It was claimed after another process had stored it.
      if (!isStored) return;
      if (stored.has(take.id)) throw new Error("a take was stored by two processes");
      stored.set(take.id, lease.token);
    } catch (error) {
      if (!(error instanceof LostLease)) throw error;
    }
  }

  async function work(on: LocalStore, name: string): Promise<void> {
    const running = new Set<number>();
    for (;;) {
      const take = await on.findQueuedTake({ ids: [], voices: [], dubs: [] });
      if (!take) {
        const left = await on.listDubsIn("making", 9);
        if (left.length === 0) return;
        // The rest belongs to processes that have ended, or are stalled.
        await pause(10);
        continue;
      }
      attempt += 1;
      const fate = attempt % 7;
      const lease = { kind: "takes", key: String(take.id), token: randomUUID() } as const;
      const isOwn = await on.claimLease(lease, `${name} ${attempt}`, fate < 2 ? 1 : leaseMs);
      if (isOwn === null) continue;
      running.add(take.id);
      // It ended with its process.
      if (fate === 0) ended += 1;
      // It stalls, and stores its result when the lease has expired.
      else if (fate === 1) {
        await pause(20);
        await store(on, take, lease);
      } else await store(on, take, lease);
    }
  }

  const reviewed = { batchId, languageId: languages[0] };
  const random = seeded(7);
  let decided = 0;
  async function review(on: LocalStore): Promise<void> {
    for (let turn = 0; turn < 30; turn += 1) {
      const number = 1 + Math.floor(random() * 2);
      const line = await on.findReviewed(reviewed, number);
      const change = { number, revision: line?.revision ?? 0, filter: undefined };
      const values = { reason: `turn ${turn}` };
      if (await on.changeReview(reviewed, change, values, 3)) decided += 1;
    }
  }
  await Promise.all([
    ...[0, 1, 2, 3].map((index) => work(storeAt(index), `worker ${index}`)),
    ...[0, 1, 2, 3].map((index) => review(storeAt(index))),
  ]);

  expect(stored.size).toBe(languages.length * lines * variants);
  expect(ended).toBeGreaterThan(0);
  for (const languageId of languages) {
    const dub = await storeAt(0).findDub(batchId, languageId);
    expect(dub).toMatchObject({ state: "finishing", made: lines * variants, failed: 0 });
    const after = { number: 0, variant: 0 };
    for (const take of await storeAt(1).listTakes(batchId, languageId, after, 999)) {
      const file = await storeAt(0).findTakeFile(take.id);
      expect(file?.location).toBe(`takes/${stored.get(take.id)}.wav`);
    }
  }
  const dub = { batchId, languageId: languages[0] };
  const finishing = { kind: "finish", key: `${batchId}/${languages[0]}`, token: "f" } as const;
  expect(await storeAt(0).claimLease(finishing, "finisher", 60_000)).toBe(1);
  expect(await storeAt(1).stopDubs(batchId, [languages[0]], 4)).toEqual([languages[0]]);
  await expect(storeAt(0).finishDub(finishing, dub, "", 5)).rejects.toThrow(LostLease);
  const revisions = await Promise.all(
    [1, 2].map(async (number) => (await storeAt(0).findReviewed(reviewed, number))?.revision ?? 0),
  );
  expect(revisions[0]! + revisions[1]!).toBe(decided);
});

it("no lease of a worker outlives a change of the pinned engine set", async () => {
  const sets = ["first", "second"] as const;
  for (const id of sets) await storeAt(0).addEngineSet({ id, content: "{}" });
  for (const id of ["second", "first"])
    expect(await storeAt(0).pinSoleEngineSet(id)).toBe("pinned");
  const keys = ["1", "2", "3", "4"];
  const claim = (on: LocalStore, key: string, set: string) =>
    on.claimLease({ kind: "takes", key, token: randomUUID() }, set, 60_000, set);
  for (let round = 0; round < 12; round += 1) {
    const former = sets[round % 2] as string;
    const next = sets[(round + 1) % 2] as string;
    const claims = keys.map((key) => claim(storeAt(0), key, former));
    await Promise.all([...claims, storeAt(1).pinEngineSet(next)]);
    // No lease of the former set is left, and none counts as an end of its process.
    for (const key of keys) {
      expect(await claim(storeAt(0), key, former)).toBeNull();
      expect(await claim(storeAt(1), key, next)).toBe(1);
    }
    await storeAt(1).pinEngineSet(former);
    await storeAt(1).pinEngineSet(next);
  }
  // Now the first one is pinned, and only a process with the second one runs.
  const worker = { id: "w", role: "worker", host: "h", problem: "", takesPerMinute: 2 };
  await storeAt(0).noteWorker({ ...worker, engineSet: "second" });
  expect(await storeAt(1).pinSoleEngineSet("first")).toBeNull();
  // A user chose the first one.
  expect(await storeAt(1).pinSoleEngineSet("second")).toBeNull();
  await storeAt(1).pinEngineSet("second");
  expect(await storeAt(0).readSharedState()).toEqual({
    engineSet: "second",
    isPaused: false,
    takesPerMinute: 2,
    seenSets: [{ id: "second", agoMs: expect.any(Number) as number }],
  });
  await storeAt(0).setPaused(true);
  expect(await storeAt(1).readSharedState()).toMatchObject({ isPaused: true });
});

const fields = { status: "active", type: "audio-production", model: "m" } as const;
const addProject = (store: LocalStore, id: string) =>
  store.addProject({ id, name: id, ...fields, sourceLanguage: null, createdAt: 1, updatedAt: 1 }, [
    "fr-fr",
  ]);
const depsOf = (store: LocalStore) => ({
  store,
  now: () => 1,
  onNewWork: () => undefined,
  onRemoved: () => undefined,
});
/** The number of rounds of a long test; `npm test` has few. */
const numberOf = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

async function changeOwners(rounds: number): Promise<void> {
  const teams = stores.map((store) => createTeam(depsOf(store)));
  const names = ["ada", "zoe"];
  for (const id of names) {
    const user = { id, firstName: id, lastName: id, email: `${id}@example.org` };
    await storeAt(0).putUser(user, user.email, 1);
  }
  await addProject(storeAt(0), "p");
  for (let round = 0; round < rounds; round += 1) {
    const both = names.map((userId) => ({ userId, role: "project-owner" as const }));
    await storeAt(round).putMembers("p", both);
    const results = await Promise.allSettled(
      teams.map((team, index) => {
        const userId = names[index] ?? "";
        // In turn: removed from the team, with another role, or removed as a user.
        if (round % 3 === 1) return team.add("p", [{ userId, role: "project-editor" }], everyone);
        return team.remove("p", [userId], everyone);
      }),
    );
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toEqual([{ status: "rejected", reason: expect.any(HttpError) as unknown }]);
    const owners = (await storeAt(round).listTeam("p")).filter(
      ({ role }) => role === "project-owner",
    );
    expect(owners).toHaveLength(1);
  }
}

it("two owners who remove each other at the same time leave one", () => changeOwners(9));
it(
  "owners who remove each other many times (`DUBYARD_OWNER_CHANGES`) leave one",
  { ...long, timeout: 1_200_000 },
  () => changeOwners(numberOf("DUBYARD_OWNER_CHANGES", 3_000) / 2),
);

/** A project is deleted while others archive it, open it again, and create a batch in it. */
async function deleteWhileChanged(rounds: number): Promise<void> {
  const [first, second] = stores.map((store) => createProjects(depsOf(store))) as [
    Projects,
    Projects,
  ];
  const batches = createBatches(depsOf(storeAt(1)));
  const created: string[] = [];
  const request = { name: "B", scriptPath: "https://example.org/x.srt", languageCode: "fr-fr" };
  for (let round = 0; round < rounds; round += 1) {
    const id = `p${round}`;
    await addProject(storeAt(round), id);
    const changes = [
      () => second.change(id, { status: "archived" }),
      () => second.setStatuses([id], round % 2 === 0 ? "archived" : "active"),
      async () => {
        const batch = await batches.create(id, request);
        created.push(batch.id);
      },
    ];
    const removed = first.remove(id);
    const results = await Promise.allSettled(
      [...changes.slice(round % 3), ...changes.slice(0, round % 3)].map((change) => change()),
    );
    await removed;
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toBeInstanceOf(HttpError);
    // In every order of the changes the project stays deleted, and no batch of it is read.
    expect(await storeAt(round).findProject(id)).toBeNull();
    expect(await storeAt(round).listProjects("audio-production")).toEqual([]);
  }
  // Both delete the rows at the same time.
  await Promise.all(
    stores.map(async (store) => {
      while (await store.purge(100));
    }),
  );
  const tasks = await storeAt(0).listTasks(1_000, { running: [], waiting: [], overtaken: [] });
  expect(tasks).toEqual([]);
  for (const id of created) expect(await storeAt(1).findBatch(id)).toBeNull();
}

it("a project that is deleted while it is archived stays deleted", () => deleteWhileChanged(6));
it(
  "projects that are deleted while they are archived (`DUBYARD_DELETIONS`) stay deleted",
  { ...long, timeout: 1_200_000 },
  () => deleteWhileChanged(numberOf("DUBYARD_DELETIONS", 300)),
);

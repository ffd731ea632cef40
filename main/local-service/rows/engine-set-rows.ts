/** SQL of what several services on one database have in common. */
import { markAllForCheck } from "./dubs/dub-plan-rows";
import type {
  EngineSetRows,
  ListedEngineSet,
  ListedWorker,
  PinOutcome,
  SharedState,
  StoredEngineSet,
  WorkerRows,
} from "./engine-set-port";
import { engineKinds } from "./lease-port";
import { withdrawKinds } from "./leases";
import { all, exists, get, run, type Rows, type Work } from "./unit-of-work";

/** A process that was not seen for this long has ended, in milliseconds. */
const unseenMs = 60_000;
const isSeen = `seen_at >= @now - ${unseenMs}`;

/** Stores what applies to all processes, in place of its former value. */
const storeSetting = (name: string, value: string): Work<number> =>
  run(
    `INSERT INTO settings (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    name,
    value,
  );

/** Whether the rows may not change: a move compares them, or has moved the workspace away. */
function* isMoved(): Work<boolean> {
  const found = yield* get<{ state: string }>("SELECT state FROM moving");
  if (!found) return false;
  const state = JSON.parse(found.state) as { role: string; endedAt: number | null };
  return state.role === "source" || state.endedAt === null;
}

function* pin(id: string): Work<PinOutcome> {
  if (!(yield* exists("SELECT 1 FROM engine_sets WHERE id = ?", id))) return "unknown";
  const isPinned = yield* exists(
    "SELECT 1 FROM settings WHERE name = 'engine_set' AND value = ?",
    id,
  );
  if (isPinned) return "pinned";
  if (yield* isMoved()) return "moved";
  // The pin is stored first: its row waits for the units that claim leases with the former set, so
  // that all of these leases are withdrawn.
  yield* storeSetting("engine_set", id);
  yield* withdrawKinds(engineKinds);
  yield* markAllForCheck();
  return "pinned";
}

/** Locks the pin until this unit ends: no other unit pins or chooses a set. */
const lockPin = () => run("UPDATE settings SET value = value WHERE name = 'engine_set'");

/** The set that a user chose stays pinned until the next choice. */
function* choose(id: string): Work<PinOutcome> {
  yield* lockPin();
  const outcome = yield* pin(id);
  if (outcome !== "pinned") return outcome;
  if (yield* isMoved()) return "moved";
  yield* storeSetting("engine_set_chosen", id);
  return outcome;
}

const isChosen = `SELECT 1 FROM settings p JOIN settings c ON c.value = p.value
  WHERE p.name = 'engine_set' AND c.name = 'engine_set_chosen'`;

export const createEngineSetRows = (rows: Rows): EngineSetRows => ({
  addEngineSet: rows.change(function* ({ id, content }) {
    yield* run(
      "INSERT INTO engine_sets (id, content, created_at) VALUES (?, ?, @now) ON CONFLICT (id) DO NOTHING",
      id,
      content,
    );
    yield* run(
      "INSERT INTO settings (name, value) VALUES ('engine_set', ?) ON CONFLICT (name) DO NOTHING",
      id,
    );
  }),
  findEngineSet: rows.read(function* (id) {
    const found = yield* get<StoredEngineSet>(
      "SELECT id, content FROM engine_sets WHERE id = ?",
      id,
    );
    return found ?? null;
  }),
  listEngineSets: rows.read(function* () {
    const found = yield* all<{ id: string; createdAt: number; pinned: number }>(
      `SELECT s.id, s.created_at AS createdAt, (SELECT count(*) FROM settings p
         WHERE p.name = 'engine_set' AND p.value = s.id) AS pinned
       FROM engine_sets s ORDER BY s.created_at, s.id`,
    );
    return found.map(({ pinned, ...set }): ListedEngineSet => ({ ...set, isPinned: pinned === 1 }));
  }),
  pinEngineSet: rows.change(choose),
  pinSoleEngineSet: rows.change(function* (id) {
    const others = `SELECT 1 FROM workers WHERE ${isSeen} AND engine_set NOT IN ('', ?)`;
    if (yield* exists(others, id)) return null;
    yield* lockPin();
    return (yield* exists(isChosen)) ? null : yield* pin(id);
  }),
  readSharedState: rows.read(function* () {
    const found = yield* all<{ name: string; value: string }>("SELECT name, value FROM settings");
    const valueOf = (name: string) => found.find((row) => row.name === name)?.value ?? null;
    const seen = yield* all<{ id: string; agoMs: number; rate: number }>(
      `SELECT engine_set AS id, @now - max(seen_at) AS agoMs, sum(takes_per_minute) AS rate
       FROM workers WHERE ${isSeen} GROUP BY engine_set ORDER BY engine_set`,
    );
    const state: SharedState = {
      engineSet: valueOf("engine_set"),
      isPaused: valueOf("paused") !== null,
      takesPerMinute: seen.reduce((sum, { rate }) => sum + rate, 0),
      seenSets: seen.flatMap(({ id, agoMs }) => (id === "" ? [] : [{ id, agoMs }])),
    };
    return state;
  }),
  setPaused: rows.change(function* (isPaused) {
    if (isPaused) yield* storeSetting("paused", "1");
    else yield* run("DELETE FROM settings WHERE name = 'paused'");
  }),
});

export const createWorkerRows = (rows: Rows): WorkerRows => ({
  noteWorker: rows.within("own-rows").note(function* (worker) {
    yield* run(
      `INSERT INTO workers (id, role, host, engine_set, problem, takes_per_minute, started_at, seen_at)
         VALUES (?, ?, ?, ?, ?, ?, @now, @now)
         ON CONFLICT (id) DO UPDATE SET engine_set = excluded.engine_set, problem = excluded.problem,
           takes_per_minute = excluded.takes_per_minute, seen_at = excluded.seen_at`,
      worker.id,
      worker.role,
      worker.host,
      worker.engineSet,
      worker.problem,
      worker.takesPerMinute,
    );
  }),
  // Apart from the row of a process, so that no two units wait for each other.
  removeFormerWorkers: rows.within("own-rows").note(function* () {
    yield* run(`DELETE FROM workers WHERE NOT (${isSeen})`);
  }),
  removeWorker: rows.within("own-rows").note(function* (id) {
    yield* run("DELETE FROM workers WHERE id = ?", id);
  }),
  listWorkers: rows.read(() =>
    all<ListedWorker>(
      `SELECT id, role, host, engine_set AS engineSet, problem, takes_per_minute AS takesPerMinute,
         started_at AS startedAt, seen_at AS seenAt
       FROM workers WHERE ${isSeen} ORDER BY started_at, id`,
    ),
  ),
});

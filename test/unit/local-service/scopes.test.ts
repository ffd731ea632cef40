/** The scopes of changes, and their locks on PostgreSQL. */
import { expect, it } from "vitest";
import { createConfirmations } from "../../../main/local-service/common/confirmations";
import { composeRows } from "../../../main/local-service/rows/compose-rows";
import {
  ofCharacters,
  ofComment,
  ofExport,
  ofGlossaryLine,
  ofTakeBatch,
} from "../../../main/local-service/rows/found-scopes";
import { locksOf } from "../../../main/local-service/rows/postgres/locks";
import { createScopeLocks } from "../../../main/local-service/rows/postgres/scope-locks";
import type { Scope } from "../../../main/local-service/rows/scopes";
import type { Changes, Rows, Work } from "../../../main/local-service/rows/unit-of-work";

const projectOf = (batchId: string) => (batchId === "new" ? undefined : `of ${batchId}`);
const described = (scope: Scope) =>
  locksOf(scope, projectOf).map(({ name, isShared }) => (isShared ? `(${name})` : name));

it.each<[string, Scope, string[]]>([
  ["everything", "workspace", ["workspace"]],
  ["its own rows", "own-rows", ["(workspace)"]],
  ["the gallery", "gallery", ["(workspace)", "gallery"]],
  ["a project", { projectId: "p" }, ["(workspace)", "project p"]],
  [
    "a bulk request",
    { projectId: "p", requestId: "r" },
    ["(workspace)", "(project p)", "request r"],
  ],
  ["a batch", { batchId: "b" }, ["(workspace)", "(project of b)", "batch b"]],
  ["a batch that is unknown", { batchId: "new" }, ["(workspace)", "(project )", "batch new"]],
  ["a new batch", { batchId: "new", projectId: "p" }, ["(workspace)", "(project p)", "batch new"]],
  [
    "the deliveries of a batch",
    { batchId: "b", part: "exports" },
    ["(workspace)", "(project of b)", "(batch b)", "exports b"],
  ],
  [
    "a language",
    { batchId: "b", languageId: "fr" },
    ["(workspace)", "(project of b)", "(batch b)", "language b/fr"],
  ],
  [
    "batches in any order, and a project",
    [{ batchId: "b" }, { projectId: "of b" }, { batchId: "a" }, { batchId: "b" }],
    ["(workspace)", "(project of a)", "project of b", "batch a", "batch b"],
  ],
  [
    "a batch and one of its languages",
    [{ batchId: "b" }, { batchId: "b", languageId: "fr" }],
    ["(workspace)", "(project of b)", "batch b", "language b/fr"],
  ],
  [
    "more areas than the server has locks for",
    Array.from({ length: 201 }, (_, index) => ({ batchId: String(index) })),
    ["workspace"],
  ],
  [
    "many areas of one project",
    Array.from({ length: 401 }, () => ({ projectId: "p" })),
    ["(workspace)", "project p"],
  ],
])("a change of %s takes its locks from the outer to the inner ones", (_name, scope, locks) => {
  expect(described(scope)).toEqual(locks);
});

it("finds the project of a batch once, and none for other areas", () => {
  const findLocks = createScopeLocks();
  const queries: unknown[] = [];
  const namesOf = (scope: Scope | ((id: string) => Work<Scope>), given = "") => {
    const work = findLocks(scope, [given]);
    for (let step = work.next(); ; step = work.next([{ id: "b", projectId: "p" }])) {
      if (step.done === true) return step.value.map(({ name }) => name);
      queries.push(step.value.values);
    }
  };
  const expected = ["workspace", "project p", "batch b"];
  expect(namesOf({ batchId: "b" })).toEqual(expected);
  expect(namesOf({ batchId: "b" })).toEqual(expected);
  expect(namesOf({ projectId: "p" })).toEqual(["workspace", "project p"]);
  expect(queries).toEqual([['["b"]']]);
});

it("an id without a row takes no lock that others wait for", () => {
  const works = [ofComment("x"), ofTakeBatch(1), ofExport("x"), ofGlossaryLine("x")];
  for (const work of works) {
    work.next();
    expect(work.next(undefined)).toEqual({ done: true, value: "own-rows" });
  }
  const characters = ofCharacters("x");
  characters.next();
  expect(characters.next([])).toEqual({ done: true, value: [] });
  expect(described([])).toEqual(["(workspace)"]);
});

/** The functions of the store that change rows of each scope, by their names. */
function namesByScope(): Map<string, string[]> {
  const marked = (scope: string) => () => Object.assign(() => undefined, { scope });
  const changes = (scope: string) => {
    const unit = marked(scope);
    return { change: unit, groupedChange: unit, note: unit } as unknown as Changes;
  };
  const read = marked("read") as unknown as Rows["read"];
  const rows: Rows = {
    read,
    snapshot: read,
    ...changes("workspace"),
    within: (scope) => changes(typeof scope === "string" ? scope : "narrower"),
  };
  const store = composeRows(rows, createConfirmations(Buffer.alloc(32, 1)));
  const found = new Map<string, string[]>();
  for (const [name, unit] of Object.entries(store)) {
    const { scope } = unit as { scope?: string };
    if (scope !== undefined) found.set(scope, [...(found.get(scope) ?? []), name].sort());
  }
  return found;
}

it("only rare changes lock the whole workspace", () => {
  expect(namesByScope().get("workspace")).toEqual([
    "acceptInvitation",
    "addCredential",
    "addEngineSet",
    "addInvitation",
    "addRows",
    "confirmSources",
    "dropEarlierSecret",
    "finishMovedRows",
    "holdTask",
    "pinEngineSet",
    "pinSoleEngineSet",
    "putFile",
    "putUser",
    "releaseTasks",
    "removeAuditBefore",
    "removeExternalEngine",
    "removeUser",
    "replaceSecret",
    "requestChecks",
    "revokeCredential",
    "setExternalEngine",
    "setPaused",
    "startLeases",
    "storeMoveState",
    "withdrawInvitation",
  ]);
});

it("changes of own rows are those of single rows that no other unit reads to change", () => {
  expect(namesByScope().get("own-rows")).toEqual([
    "ask",
    "beginAudit",
    "claimLease",
    "claimLeaseDurably",
    "endAudit",
    "finishAsked",
    "noteAskedProgress",
    "noteCredentialUse",
    "notePresence",
    "noteWorker",
    "releaseLease",
    "removeFormerAsked",
    "removeFormerPresence",
    "removeFormerWorkers",
    "removeWorker",
    "renewLeases",
    "touchUpload",
  ]);
});

/**
 * A hostile server behind an invitation, and as the source of a move: its answers end the work with
 * an error that names the cause, nothing is stored, and no other server receives a request. About
 * 1 s.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRemote } from "../../../main/remote/remote";
import type { MoveCalls } from "../../../main/remote/extensions/move";
import { moveWorkspace } from "../../../main/remote/move/move-workspace";
import {
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startHostileService, type HostileService } from "../../helpers/hostile-service";
import { filesBelow } from "../../helpers/local-service";
import { long } from "../../long";

let hostile: HostileService;
let elsewhere: HostileService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const vault = memoryVault(true);
let test: TestBackend;
beforeAll(async () => {
  folder = await temporaryFolder();
  test = startBackend(path.join(folder.path, "profile"), { vault });
});
afterAll(async () => {
  await test.stop();
  await folder.remove();
});
beforeEach(async () => {
  [hostile, elsewhere] = await Promise.all([startHostileService(), startHostileService()]);
});
afterEach(() => Promise.all([hostile.close(), elsewhere.close()]));

type Answer = Exclude<Parameters<HostileService["respondTo"]>[1], (...args: never[]) => unknown>;
function* endless(piece: string): Generator<string> {
  for (;;) yield piece;
}
const secret = "stolen-secret-of-this-server";
const good = { clientId: "client", clientSecret: secret };
const redirect = (status: number, location: string): Answer => ({ status, headers: { location } });

describe("an invitation", () => {
  const answers: [string, () => Answer, string, string][] = [
    ["a list", () => ({ body: [] }), "unexpected-answer", "format"],
    ["no secret", () => ({ body: { clientId: "a" } }), "unexpected-answer", "clientSecret"],
    ["a number", () => ({ body: { ...good, clientId: 5 } }), "unexpected-answer", "clientId"],
    [
      "a secret of two lines",
      () => ({ body: { ...good, clientSecret: "a\nDUBYARD_BASE_URL=https://evil.example" } }),
      "unexpected-answer",
      "clientSecret",
    ],
    [
      "a command",
      () => ({ body: { ...good, clientId: "$(id)" } }),
      "unexpected-answer",
      "clientId",
    ],
    ["a page", () => ({ body: "<html>sign in</html>" }), "unexpected-answer", "not JSON"],
    ["nothing", () => ({ status: 204, body: "" }), "unexpected-answer", "format"],
    ["half", () => ({ body: '{"clientId"', isReset: true }), "unreachable", ""],
    [
      "an endless body",
      () => ({ pieces: endless('{"clientId":"a",'.repeat(4_096)) }),
      "unexpected-answer",
      "",
    ],
    ["a file", () => redirect(302, "file:///etc/passwd"), "unexpected-answer", "302"],
    ["another host", () => redirect(307, `${elsewhere.baseUrl}/x`), "unexpected-answer", "307"],
    ["a lasting redirect", () => redirect(308, elsewhere.baseUrl), "unexpected-answer", "308"],
    ["an error", () => ({ status: 500, body: { message: "down" } }), "service-error", "down"],
  ];
  it.each(answers)("answered with %s is no workspace", async (_name, answer, code, message) => {
    hostile.respondTo("POST /local/invitations/accept", answer());
    const { workspaces } = test.handlers;
    const joined = workspaces.join({ invitation: `${hostile.baseUrl}/join#code`, name: "North" });
    await expect(joined).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as unknown,
    });
    expect([await workspaces.list(undefined), vault.secrets.size]).toEqual([[], 0]);
    expect(elsewhere.requests).toEqual([]);
    const profile = path.join(folder.path, "profile");
    for (const file of await filesBelow(profile))
      expect((await readFile(path.join(profile, file))).includes(secret)).toBe(false);
  });
});

describe("the source of a move", () => {
  const table = { name: "users", rows: 1, last: "" };
  const state = {
    role: "source",
    id: "m",
    other: "",
    isComplete: false,
    schemaVersion: 1,
    tables: [table],
  };
  const object = { location: "takes/b/1.wav", size: 3, sha256: null };
  const take = "GET /local/move/objects/takes%2Fb%2F1.wav";
  const hash = "0".repeat(64);

  /** Moves from the hostile service. Resolves with the error, and what the target has received. */
  async function moveFrom(answers: Record<string, Answer>) {
    const usual: Record<string, Answer> = {
      "GET /local/move": { body: { ...state, role: "none" } },
      "POST /local/move": { body: state },
      "POST /local/move/running": { status: 204 },
      "DELETE /local/move": { status: 204 },
      "GET /local/move/size": { body: { files: 0, objects: 1, bytes: 3 } },
      "GET /local/move/rows/users": { body: "{}\n", headers: { "x-next": "" } },
      "GET /local/move/rows/files": { body: "", headers: { "x-next": "" } },
      [take]: { body: "abc" },
      "GET /local/move/tables/users": { body: { rows: 1, sha256: hash } },
      "POST /local/move/finish": { status: 204 },
    };
    hostile.respondTo("GET /local/move/objects", () => ({ body: { objects: [object], next: "" } }));
    for (const [route, answer] of Object.entries({ ...usual, ...answers }))
      hostile.respondTo(route, answer);
    const remote = createRemote({
      connection: () => Promise.resolve({ ...hostile, authScheme: "raw" }),
      timeoutMs: 300,
    });
    const received: string[] = [];
    const target: Partial<MoveCalls> = {
      beginTarget: () => Promise.resolve({ ...state, role: "target", tables: [] } as never),
      addRows: (name) => Promise.resolve(void received.push(`rows of ${name}`)),
      missing(objects) {
        const all = objects.map(({ location }) => location);
        return Promise.resolve({
          locations: all.filter((one) => !received.includes(one)),
          paths: [],
        });
      },
      storeObject: (location) => Promise.resolve(void received.push(location)),
      hashTable: () => Promise.resolve({ rows: 1, sha256: hash }),
      finish: () => Promise.resolve(void received.push("the end")),
    };
    try {
      const error: unknown = await moveWorkspace({
        source: remote.extensions.move,
        target: target as MoveCalls,
        names: { source: "theirs", target: "ours" },
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }).catch((reason: unknown) => reason);
      return { error, received };
    } finally {
      await remote.close();
    }
  }

  const stateWith = (more: object): Answer => ({ body: { ...state, ...more } });
  const begun = "POST /local/move";
  const rows = "GET /local/move/rows/users";
  const list = "GET /local/move/objects";
  const answers: [string, () => Record<string, Answer>, string][] = [
    ["a state of another form", () => ({ [begun]: { body: [] } }), "format"],
    [
      "a table whose name is a path",
      () => ({ [begun]: stateWith({ tables: [{ ...table, name: "../x" }] }) }),
      "tables",
    ],
    [
      "a state with an endless list",
      () => ({ [begun]: { pieces: endless(`{"tables":[${"1,".repeat(30_000)}`) } }),
      "",
    ],
    ["rows at another host", () => ({ [rows]: redirect(307, `${elsewhere.baseUrl}/rows`) }), "307"],
    ["rows without the next key", () => ({ [rows]: { body: "{}\n" } }), "next"],
    [
      "a page in place of rows",
      () => ({ [rows]: { body: "<html>", headers: { "content-type": "text/html" } } }),
      "web page",
    ],
    [
      "objects of a folder above",
      () => ({
        [list]: { body: { objects: [{ ...object, location: "takes/../../key" }], next: "" } },
      }),
      "",
    ],
    [
      "objects that are no takes",
      () => ({ [list]: { body: { objects: [{ ...object, location: "service.key" }], next: "" } } }),
      "location",
    ],
    [
      "a take that is a file of this computer",
      () => ({ [take]: redirect(307, `file://${folder.path}/private`) }),
      "https",
    ],
    ["a take without a place", () => ({ [take]: redirect(307, "nowhere") }), "no URL"],
    ["a take of a page", () => ({ [take]: redirect(302, elsewhere.baseUrl) }), "302"],
    [
      "a hash that is none",
      () => ({ "GET /local/move/tables/users": { body: { rows: 1, sha256: "x" } } }),
      "sha256",
    ],
  ];
  it.each(answers)("%s ends it with the cause", async (_name, answer, message) => {
    await writeFile(path.join(folder.path, "private"), "private");
    const { error, received } = await moveFrom(answer());
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(message);
    expect(received).not.toContain("the end");
    expect(elsewhere.requests).toEqual([]);
    const told = JSON.stringify(hostile.requests);
    expect(told).not.toContain("private");
  });

  // The repeated requests take 3 s.
  it("an answer that never comes ends it", long, async () => {
    const { error, received } = await moveFrom({ [rows]: { delayMs: 5_000 } });
    expect([error, received]).toMatchObject([{ code: "timeout" }, []]);
  });

  it("with the right answers is moved", async () => {
    const { error, received } = await moveFrom({});
    expect(error).toMatchObject({ problems: [], takes: 1 });
    expect(received).toEqual(["rows of users", object.location, "the end"]);
  });
});

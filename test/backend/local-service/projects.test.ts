/** Projects, teams and languages (interface §3, §4.3). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createManualClock,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf, model, createProject, createUser, type Json } from "../../helpers/local-workspace";

let local: RunningLocalService;
const clock = createManualClock();
beforeAll(async () => {
  local = await startLocalService({
    now: clock.now,
    durations: { accessTokenSeconds: 30 * 86_400 },
  });
});
afterAll(() => local.remove());

const call = (method: string, at: string, body?: unknown) => local.client.call(method, at, body);
const listed = async (query = "") => bodyOf<Json[]>(await call("GET", `/projects${query}`));

describe("projects", () => {
  it("are created, read, renamed, archived and deleted, and survive a restart", async () => {
    const created = bodyOf(
      await call("POST", "/projects", {
        name: "  Pilot ",
        type: "audio-production",
        model,
        targetLanguages: ["FR-FR", "de-de", "fr-fr"],
      }),
      201,
    );
    const at = new Date(clock.now()).toISOString();
    const id = created.id as string;
    expect(created).toEqual({
      id: expect.any(String),
      name: "Pilot",
      status: "active",
      type: "audio-production",
      model,
      createdAt: at,
      updatedAt: at,
    });
    expect(bodyOf(await call("GET", `/projects/${id}`))).toEqual(created);
    clock.advance(1000);
    const renamed = bodyOf(await call("PUT", `/projects/${id}`, { name: "Two" }));
    const later = new Date(clock.now()).toISOString();
    expect(renamed).toEqual({ ...created, name: "Two", updatedAt: later });
    const archived = bodyOf(await call("PUT", `/projects/${id}`, { status: "archived" }));
    expect(archived.status).toBe("archived");
    expect(await listed("?type=audio-production")).toEqual([archived]);
    expect(bodyOf(await call("PUT", `/projects/${id}`, {}))).toEqual(archived);
    await local.restart();
    expect(bodyOf(await call("GET", `/projects/${id}`))).toEqual(archived);
    expect((await call("DELETE", `/projects/${id}`)).status).toBe(204);
    for (const method of ["GET", "DELETE"])
      expect((await call(method, `/projects/${id}`)).status).toBe(404);
    expect((await call("PUT", `/projects/${id}`, { name: "x" })).status).toBe(404);
    expect(await listed("?type=audio-production")).toEqual([]);
  });

  it("are listed by type, line dubbing by default, in the order of creation", async () => {
    const ids: string[] = [];
    for (const name of ["c", "a", "b"]) {
      ids.push(await createProject(local.client, { name }));
      clock.advance(1);
    }
    const media = await createProject(local.client, { type: "media-dubbing" });
    expect((await listed()).map(({ id }) => id)).toEqual(ids);
    expect((await listed("?type=line-dubbing")).map(({ id }) => id)).toEqual(ids);
    expect((await listed("?type=media-dubbing")).map(({ id }) => id)).toEqual([media]);
    const rejected = await call("GET", "/projects?type=all");
    expect([rejected.status, rejected.text]).toEqual([400, expect.stringContaining("type: ")]);
  });

  it.each([
    [{ name: undefined }, "name: "],
    [{ name: "" }, "name: must not be empty"],
    [{ name: "a\u0000b" }, "name: must not contain control characters"],
    [{ name: 5 }, "name: "],
    [{ type: "other" }, "type: "],
    [{ model: "grand" }, 'model: there is no model "grand"'],
    [{ model: undefined }, "model: "],
    [{ targetLanguages: undefined }, "targetLanguages: "],
    [{ targetLanguages: [] }, "targetLanguages: "],
    [{ targetLanguages: ["fr-fr", "xx-xx"] }, "targetLanguages[1]: "],
    [{ sourceLanguage: undefined }, "sourceLanguage: is required for line-dubbing projects"],
    [
      { sourceLanguage: undefined, type: "media-dubbing" },
      "sourceLanguage: is required for media-dubbing",
    ],
    [{ sourceLanguage: "xx" }, "sourceLanguage: "],
  ])("%j is rejected", async (change, message) => {
    const fields = { name: "x", type: "line-dubbing", model, targetLanguages: ["fr-fr"] };
    const body = { ...fields, sourceLanguage: "en-us", ...change };
    const response = await call("POST", "/projects", body);
    expect(response.status).toBe(400);
    expect((response.json as Json).message).toContain(message);
  });

  it("are archived and unarchived together: all or none", async () => {
    const ids = [await createProject(local.client), await createProject(local.client)];
    const statuses = async () => {
      const found = await Promise.all(ids.map((id) => call("GET", `/projects/${id}`)));
      return found.map((response) => bodyOf(response).status);
    };
    const archive = (action: string, projectIds: unknown) =>
      call("POST", "/projects/archive", { action, projectIds });
    expect((await archive("archive", ids)).status).toBe(204);
    expect(await statuses()).toEqual(["archived", "archived"]);
    const rejected = await archive("unarchive", [...ids, "no-such-id"]);
    expect(rejected.status).toBe(400);
    expect((rejected.json as Json).message).toBe('projectIds: there is no project "no-such-id"');
    expect(await statuses()).toEqual(["archived", "archived"]);
    expect((await archive("unarchive", ids)).status).toBe(204);
    expect(await statuses()).toEqual(["active", "active"]);
    expect((await archive("delete", ids)).status).toBe(400);
    expect((await archive("archive", undefined)).status).toBe(400);
  });

  it("accept more languages; an unknown project is a 400, as no 404 is listed", async () => {
    const id = await createProject(local.client);
    const add = (to: string, languages: unknown) =>
      call("POST", `/projects/${to}/languages`, { languages });
    expect((await add(id, ["de-de", "fr-fr"])).status).toBe(204);
    expect((await add("no-such-id", ["de-de"])).status).toBe(400);
    const rejected = await add(id, ["de-de", "no"]);
    expect((rejected.json as Json).message).toContain("languages[1]: ");
  });
});

describe("a team", () => {
  const team = async (id: string) =>
    bodyOf<Json[]>(await call("GET", `/projects/${id}/team`)).map((one) => [one.id, one.role]);
  const add = (id: string, teamMembers: unknown) =>
    call("POST", `/projects/${id}/team`, { teamMembers });
  const remove = (id: string, teamMembers: unknown) =>
    call("POST", `/projects/${id}/team/delete`, { teamMembers });

  it("has each user once; adding again changes the role; the last owner cannot be removed", async () => {
    const id = await createProject(local.client);
    const ada = await createUser(local.client, "Ada");
    clock.advance(1);
    const ben = await createUser(local.client, "Ben");
    expect(await team(id)).toEqual([]);
    const owner = { userId: ada, role: "project-owner" };
    expect((await add(id, [owner, { userId: ben, role: "project-editor" }])).status).toBe(204);
    expect(bodyOf<Json[]>(await call("GET", `/projects/${id}/team`))[0]).toEqual({
      id: ada,
      firstName: "Ada",
      lastName: "Example",
      email: expect.stringContaining("@example.test"),
      role: "project-owner",
    });
    expect((await add(id, [{ userId: ben, role: "project-manager" }])).status).toBe(204);
    expect(await team(id)).toEqual([
      [ada, "project-owner"],
      [ben, "project-manager"],
    ]);
    const message = "teamMembers: a project keeps at least one project-owner";
    for (const rejected of [
      await add(id, [{ userId: ada, role: "project-editor" }]),
      await remove(id, [ada]),
      await remove(id, [ada, ben]),
    ])
      expect([rejected.status, rejected.json]).toEqual([400, { message }]);
    const exchange = [
      { userId: ada, role: "project-editor" },
      { userId: ben, role: "project-owner" },
    ];
    expect((await add(id, exchange)).status).toBe(204);
    expect((await remove(id, [ada, "no-such-id"])).status).toBe(204);
    expect(await team(id)).toEqual([[ben, "project-owner"]]);
    const last = await call("DELETE", `/local/users/${ben}`);
    expect([last.status, last.text]).toEqual([400, expect.stringContaining(id)]);
    expect((await call("DELETE", `/local/users/${ada}`)).status).toBe(204);
  });

  it("rejects unknown users, roles and projects", async () => {
    const id = await createProject(local.client);
    const ada = await createUser(local.client);
    const role = "project-owner";
    const unknown = await add(id, [
      { userId: ada, role },
      { userId: "x", role },
    ]);
    expect((unknown.json as Json).message).toContain("teamMembers[1].userId: ");
    expect(await team(id)).toEqual([]);
    expect((await add(id, [{ userId: ada, role: "boss" }])).status).toBe(400);
    expect((await add("no-such-id", [{ userId: ada, role }])).status).toBe(400);
    expect((await remove("no-such-id", [ada])).status).toBe(400);
    expect(await team("no-such-id")).toEqual([]);
  });

  it("keeps one owner when two are removed concurrently", async () => {
    const id = await createProject(local.client);
    const role = "project-owner";
    const owners = await Promise.all([createUser(local.client), createUser(local.client)]);
    await add(
      id,
      owners.map((userId) => ({ userId, role })),
    );
    const responses = await Promise.all(owners.map((userId) => remove(id, [userId])));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect(await team(id)).toHaveLength(1);
  });
});

describe("users (extension)", () => {
  it("are created, renamed and deleted; addresses are unique", async () => {
    const fields = { firstName: "Eve", lastName: "Noon", email: "eve@example.test" };
    const created = bodyOf(await call("POST", "/local/users", fields), 201);
    expect(created).toEqual({ id: expect.any(String), ...fields });
    const again = await call("POST", "/local/users", { ...fields, email: "EVE@example.test" });
    expect([again.status, again.json]).toEqual([
      400,
      { message: "email: another user has this address" },
    ]);
    const at = `/local/users/${String(created.id)}`;
    const renamed = bodyOf(await call("PUT", at, { firstName: "Eva" }));
    expect(renamed).toEqual({ ...created, firstName: "Eva" });
    expect(bodyOf<Json[]>(await call("GET", "/users"))).toContainEqual(renamed);
    expect((await call("PUT", at, { email: "no address" })).status).toBe(400);
    expect((await call("DELETE", at)).status).toBe(204);
    expect((await call("DELETE", at)).status).toBe(404);
    expect((await call("PUT", at, { firstName: "x" })).status).toBe(404);
  });
});

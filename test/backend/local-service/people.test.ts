/** A service that several persons use: credentials, invitations, roles and the audit. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissions } from "../../../main/local-service/access/permissions";
import {
  createManualClock,
  sendRequest,
  signIn,
  startLocalService,
  type LocalClient,
  type RunningLocalService,
} from "../../helpers/local-service";
import { castByName, waitForDub } from "../../helpers/dub-material";
import { scriptWorkerFile } from "../../helpers/programs";
import { createScriptedEngine } from "../../helpers/scripted-engine";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";

const clock = createManualClock();
let local: RunningLocalService;
beforeAll(async () => {
  const engine = createScriptedEngine();
  local = await startLocalService({
    team: { name: "Studio North" },
    now: clock.now,
    scriptWorkerFile,
    startEngine: () => Promise.resolve(engine),
  });
});
afterAll(() => local.remove());

interface Secret {
  clientId: string;
  clientSecret: string;
}
const connect = (secret: Secret) => signIn({ baseUrl: local.client.baseUrl, ...secret });
let users = 0;
async function addUser(firstName: string): Promise<string> {
  users += 1;
  const fields = { firstName, lastName: "Moss", email: `${firstName}.${users}@example.org` };
  return bodyOf<{ id: string }>(await local.client.post("/local/users", fields), 201).id;
}
async function addMember(
  firstName: string,
): Promise<{ userId: string; client: LocalClient; secret: Secret }> {
  const userId = await addUser(firstName);
  const created = await local.client.post("/local/credentials", {
    name: `${firstName}'s computer`,
    scope: "member",
    userId,
  });
  const secret = bodyOf<Secret>(created, 201);
  return { userId, secret, client: await connect(secret) };
}
/** The newest entries of the audit. */
const audited = async (count: number) =>
  bodyOf<{ entries: Record<string, unknown>[] }>(
    await local.client.get(`/local/audit?limit=${count}`),
  ).entries;
const messageOf = ({ json }: { json: unknown }) => (json as { message: string }).message;

it("has a permission for each call of the service, and no other", async () => {
  const document = (await local.client.get("/openapi.json")).json as {
    paths: Record<string, Record<string, { security?: [] }>>;
  };
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== "servers" && security === undefined)
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.filter((name) => permissions[name] === undefined)).toEqual([]);
  expect(Object.keys(permissions).filter((name) => !calls.includes(name))).toEqual([]);
  // These read and write folders of the service's computer, or run its programs.
  const ofComputer = /\/local\/(?:backup|restore|packs|external-engines|clones)/;
  expect(calls.filter((name) => ofComputer.test(name))).toEqual([]);
});

describe("credentials", () => {
  it("sign in as their person, and are revoked with their tokens", async () => {
    const { userId, client, secret } = await addMember("Ada");
    const known = bodyOf<{ me: object; server: object; extensions: string[] }>(
      await client.get("/local"),
    );
    expect(known.server).toEqual({ kind: "team", name: "Studio North" });
    expect(known.me).toEqual({ userId, name: "Ada Moss", scope: "member" });
    expect(known.extensions).not.toContain("administration");
    bodyOf(await local.client.call("DELETE", `/local/credentials/${secret.clientId}`), 204);
    expect((await client.get("/projects")).status).toBe(401);
    const again = await sendRequest(`${local.client.baseUrl}/auth/token`, {
      method: "POST",
      body: JSON.stringify(secret),
    });
    expect(again.status).toBe(400);
  });

  it("have two secrets while one is replaced", async () => {
    const { secret } = await addMember("Bo");
    const at = `/local/credentials/${secret.clientId}`;
    const send = (path: string, body: object) =>
      sendRequest(`${local.client.baseUrl}${path}`, { method: "POST", body: JSON.stringify(body) });
    const { json } = await send("/auth/token", secret);
    const { refreshToken } = json as { refreshToken: string };
    const refresh = () => send("/auth/refresh", { refreshToken });
    const next = bodyOf<Secret>(await local.client.post(`${at}/rotate`, {}));
    expect(next.clientSecret).not.toBe(secret.clientSecret);
    const [earlier, later] = [await connect(secret), await connect(next)];
    expect((await earlier.get("/models")).status).toBe(200);
    expect((await refresh()).status).toBe(200);
    bodyOf(await local.client.post(`${at}/end-rotation`, {}), 204);
    expect((await earlier.get("/models")).status).toBe(401);
    expect((await refresh()).status).toBe(400);
    expect((await later.get("/models")).status).toBe(200);
    expect((await send("/auth/token", secret)).status).toBe(400);
    expect((await send("/auth/token", next)).status).toBe(200);
  });

  it("of the list have no secrets, and only an administrator sees them", async () => {
    const { client, secret } = await addMember("Cy");
    const list = await local.client.get("/local/credentials");
    expect(list.text).toContain(secret.clientId);
    expect(list.text).not.toMatch(/secret/i);
    for (const name of ["credentials", "invitations", "audit"]) {
      const refused = await client.get(`/local/${name}`);
      expect([refused.status, messageOf(refused)]).toEqual([
        400,
        "role: only an administrator may do this",
      ]);
    }
  });

  it.each([
    [{ name: "x", scope: "member" }, "userId"],
    [{ name: "x", scope: "member", userId: "nobody" }, "userId"],
    [{ name: "x", scope: "king" }, "scope"],
    [{ name: "", scope: "workspace" }, "name"],
    [{ name: "x", scope: "workspace", expiresAt: 1 }, "expiresAt"],
  ])("%o are refused with the field", async (body, field) => {
    const refused = await local.client.post("/local/credentials", body);
    expect([refused.status, messageOf(refused)]).toEqual([
      400,
      expect.stringMatching(`^${field}: `),
    ]);
  });

  it("are refused after they have expired", async () => {
    const expiresAt = clock.now() + 60_000;
    const body = { name: "script", scope: "workspace", expiresAt };
    const client = await connect(
      bodyOf<Secret>(await local.client.post("/local/credentials", body), 201),
    );
    expect((await client.get("/projects")).status).toBe(200);
    clock.advance(60_000);
    expect((await client.get("/projects")).status).toBe(401);
  });
});

describe("an invitation", () => {
  const accept = (code: string) =>
    sendRequest(`${local.client.baseUrl}/local/invitations/accept`, {
      method: "POST",
      body: JSON.stringify({ code, name: "Dee's laptop" }),
    });
  const invite = async () => {
    const userId = await addUser("Dee");
    const created = await local.client.post("/local/invitations", { userId });
    return bodyOf<{ id: string; code: string }>(created, 201);
  };

  it("is exchanged once, for credentials of the invited person", async () => {
    const { id, code } = await invite();
    const [first, second] = await Promise.all([accept(code), accept(code)]);
    const statuses = [first.status, second.status].sort();
    expect(statuses).toEqual([200, 400]);
    const won = first.status === 200 ? first : second;
    const client = await connect(won.json as Secret);
    expect(bodyOf<{ me: { name: string } }>(await client.get("/local")).me.name).toBe("Dee Moss");
    expect(await audited(1)).toMatchObject([
      {
        credentialId: (won.json as Secret).clientId,
        call: "POST /local/invitations/accept",
        ids: { invitationId: id },
        by: { person: "Dee Moss", credential: "Dee's laptop" },
        status: 200,
      },
    ]);
  });

  it("that is wrong, used, withdrawn or expired has one answer", async () => {
    const [used, withdrawn, expired] = [await invite(), await invite(), await invite()];
    await accept(used.code);
    bodyOf(await local.client.call("DELETE", `/local/invitations/${withdrawn.id}`), 204);
    clock.advance(7 * 24 * 3_600_000);
    local.client = await signIn({ ...local.address() });
    const answers = [];
    for (const code of ["wrong", used.code, withdrawn.code, expired.code]) {
      const { status, text } = await accept(code);
      answers.push(`${status} ${text}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^400 .*code: is wrong, was used, or has expired/);
    const withdrawnAgain = await local.client.call("DELETE", `/local/invitations/${used.id}`);
    expect(withdrawnAgain.status).toBe(404);
  });
});

describe("a member", () => {
  async function createTeam() {
    const [olga, mia, ed] = [
      await addMember("Olga"),
      await addMember("Mia"),
      await addMember("Ed"),
    ];
    const project = await createProject(olga.client, {
      type: "audio-production",
      sourceLanguage: undefined,
      targetLanguages: ["fr-fr", "de-de"],
    });
    const give = (by: LocalClient, userId: string, role: string) =>
      by.post(`/projects/${project}/team`, { teamMembers: [{ userId, role }] });
    bodyOf(await give(olga.client, mia.userId, "project-manager"), 204);
    bodyOf(await give(mia.client, ed.userId, "project-editor"), 204);
    return { olga, mia, ed, project, give };
  }

  it("sees the own projects only, and owns those they create", async () => {
    const { olga, ed, project } = await createTeam();
    const outsider = await addMember("Ingo");
    const own = async ({ client }: { client: LocalClient }) => {
      const found = await client.get("/projects?type=audio-production");
      return bodyOf<{ id: string }[]>(found).map(({ id }) => id);
    };
    expect(await own(outsider)).toEqual([]);
    expect(await own(olga)).toEqual([project]);
    expect(await own(ed)).toEqual([project]);
    expect((await outsider.client.get(`/projects/${project}`)).status).toBe(404);
    const renamed = await outsider.client.call("PUT", `/projects/${project}`, { name: "Mine" });
    expect(renamed.status).toBe(404);
    const [unseen, unknown] = [
      await outsider.client.get(`/projects/${project}/characters`),
      await outsider.client.get("/projects/unknown/characters"),
    ];
    expect([unseen.status, unseen.text]).toEqual([unknown.status, unknown.text]);
    // An own project gives no right to the gallery of all.
    await createProject(outsider.client, { targetLanguages: ["fr-fr"] });
    const removal = await outsider.client.post("/media/files/delete", { paths: ["films/"] });
    expect(removal.status).toBe(400);
    const fields = { fileName: "dubs/Film/One/take.wav", contentType: "audio/wav" };
    expect((await outsider.client.post("/media/upload-url", fields)).status).toBe(400);
    const film = { ...fields, fileName: "film.wav" };
    expect((await outsider.client.post("/media/upload-url", film)).status).toBe(200);
    // Presets of deliveries are common too; members add and change them, and delete none.
    const choices = {
      parts: ["takes"],
      preset: "streaming",
      naming: "number",
      nameTemplate: "{id}",
      originalTrack: false,
      mix: "stereo",
    };
    const preset = { name: "Film", choices, revision: 0 };
    const presetAt = "/local/delivery-presets/p-1";
    expect((await outsider.client.call("PUT", presetAt, preset)).json).toEqual({
      outcome: "saved",
    });
    expect((await ed.client.get("/local/delivery-presets")).json).toEqual({
      presets: [{ id: "p-1", ...preset, revision: 1 }],
    });
    const stale = await ed.client.call("PUT", presetAt, { ...preset, name: "Cinema" });
    expect(stale.json).toEqual({ outcome: "changed" });
    const deletion = await outsider.client.call("DELETE", `${presetAt}?revision=1`);
    expect(deletion.status).toBe(400);
    const removed = await local.client.call("DELETE", `${presetAt}?revision=1`);
    expect(removed.json).toEqual({ outcome: "saved" });
  });

  it("may do what the role allows", async () => {
    const { olga, mia, ed, project, give } = await createTeam();
    const at = `/projects/${project}`;
    const statuses = async (call: (client: LocalClient) => Promise<{ status: number }>) => {
      const found = [];
      for (const { client } of [ed, mia, olga]) found.push((await call(client)).status);
      return found;
    };
    const rename = (client: LocalClient) => client.call("PUT", at, { name: "Film" });
    expect(await statuses(rename)).toEqual([400, 200, 200]);
    const archive = (client: LocalClient) => client.call("PUT", at, { status: "archived" });
    expect(await statuses(archive)).toEqual([400, 400, 200]);
    const restore = (client: LocalClient) =>
      client.post("/projects/archive", { action: "unarchive", projectIds: [project] });
    expect(await statuses(restore)).toEqual([400, 400, 204]);
    const word = { word: "x", languageId: "fr-fr", pronounceAs: "y" };
    const glossary = (client: LocalClient) => client.post(`/local${at}/glossary`, word);
    expect((await statuses(glossary)).map((status) => status === 400)).toEqual([
      true,
      false,
      false,
    ]);
    expect((await give(mia.client, ed.userId, "project-owner")).status).toBe(400);
    expect((await give(mia.client, olga.userId, "project-editor")).status).toBe(400);
    expect((await give(olga.client, olga.userId, "project-editor")).status).toBe(400);
    expect((await ed.client.call("DELETE", at)).status).toBe(400);
    expect((await mia.client.call("DELETE", at)).status).toBe(400);
    expect((await olga.client.call("DELETE", at)).status).toBe(204);
  });

  it("edits the assigned languages as an editor", async () => {
    const { olga, mia, ed, project } = await createTeam();
    const content = "ID,Character,Text_FR-FR,Text_DE-DE\n1,ANNA,Salut.,Hallo.\n";
    const scriptPath = await uploadScript(olga.client, "lines.csv", content);
    const { id: batch } = await createBatch(olga.client, project, { scriptPath });
    await castByName(olga.client, project, { ANNA: "Amélie" });
    await waitForDub(() => olga.client, String(batch));
    const change = (languageId: string, by = "Ed Moss") =>
      ed.client.call("PUT", `/local/batches/${String(batch)}/lines/1/${languageId}`, {
        revision: 0,
        target: "Bonjour.",
        by,
      });
    expect((await change("fr-fr")).status).toBe(400);
    const assigned = await olga.client.post(`/batches/${String(batch)}/assign-member`, {
      members: [{ userId: ed.userId, languageId: "fr-fr" }],
    });
    expect(assigned.status).toBeLessThan(300);
    expect(await change("fr-fr")).toMatchObject({ status: 200, json: { target: "Bonjour." } });
    const comment = { languageId: "fr-fr", number: 1, text: "Slower" };
    const commented = await ed.client.post(`/local/batches/${String(batch)}/comments`, comment);
    expect(commented.json).toMatchObject({ by: "Ed Moss" });
    const { id: commentId } = commented.json as { id: string };
    const lineAt = `/local/batches/${String(batch)}/lines/1/fr-fr`;
    // Who did something follows from the credentials, not from the body.
    const resolve = (by: string) =>
      ed.client.call("PUT", `/local/comments/${commentId}`, { isResolved: true, by });
    for (const by of ["", "Ed Moss", "Olga Moss"]) bodyOf(await resolve(by), 204);
    const ignored = await ed.client.call("PUT", `${lineAt}/checks`, {
      check: "too-long",
      isIgnored: true,
    });
    expect(ignored.status).toBe(200);
    const listed = (await ed.client.get(`/local/batches/${String(batch)}/comments`)).text;
    expect(listed).not.toContain("Olga Moss");
    const byMia = { languageId: "fr-fr", number: 1, text: "Louder" };
    const ofMia = await mia.client.post(`/local/batches/${String(batch)}/comments`, byMia);
    const at = `/local/comments/${(ofMia.json as { id: string }).id}`;
    for (const response of [
      await ed.client.call("PUT", at, { text: "Mia never said this" }),
      await ed.client.call("DELETE", at),
    ])
      expect([response.status, messageOf(response)]).toEqual([
        400,
        expect.stringContaining("their own comments"),
      ]);
    // A value that all languages have is none of one language.
    const { revision } = bodyOf<{ line: { revision: number } }>(await ed.client.get(lineAt)).line;
    const shared = await ed.client.call("PUT", lineAt, { revision, character: "ED'S NEW ONE" });
    expect(shared.status).toBe(400);
    // A change of an earlier revision gets the present line, and who changed it.
    const late = await mia.client.call("PUT", lineAt, { revision: 0, target: "Salut !" });
    expect(late).toMatchObject({
      status: 409,
      json: { line: { revision, target: "Bonjour." }, changedBy: "Ed Moss" },
    });
    // Others see at which line a person is.
    const peopleOf = async ({ client }: { client: LocalClient }, own = "") => {
      const of = `/local/batches/${String(batch)}/review/changes?languageId=fr-fr&since=0${own}`;
      return bodyOf<{ people: object[] }>(await client.get(of)).people;
    };
    expect(await peopleOf(ed, "&at=1")).toEqual([]);
    expect(await peopleOf(mia)).toEqual([{ name: "Ed Moss", number: 1 }]);
    expect(await peopleOf({ client: local.client })).toEqual([{ name: "Ed Moss", number: 1 }]);
    const refused = await change("de-de");
    expect([refused.status, messageOf(refused)]).toEqual([
      400,
      expect.stringContaining("de-de is not assigned"),
    ]);
    expect((await ed.client.post("/batches/delete", { batchIds: [batch] })).status).toBe(400);
  });
});

it("records who changed what, also what was refused, and no reads", async () => {
  const { client, userId, secret } = await addMember("Pia");
  const project = await createProject(client, { targetLanguages: ["fr-fr"] });
  await client.get(`/projects/${project}`);
  await client.post(`/projects/${project}/languages`, { languages: ["nowhere"] });
  expect(await audited(2)).toMatchObject([
    {
      credentialId: secret.clientId,
      userId,
      call: "POST /projects/:projectId/languages",
      ids: { projectId: project },
      status: 400,
    },
    { credentialId: secret.clientId, call: "POST /projects", status: 201 },
  ]);
});

it("records what a call of many names, and the names of persons who are removed later", async () => {
  const { client, userId, secret } = await addMember("Quinn");
  const projectIds = Array.from({ length: 103 }, (_, index) => `project-${index}`);
  const archived = await client.post("/projects/archive", { action: "archive", projectIds });
  await local.client.post("/media/files/delete", { paths: ["none.wav"] });
  bodyOf(await local.client.call("DELETE", `/local/users/${userId}`), 204);
  expect(await audited(3)).toMatchObject([
    {
      call: "DELETE /local/users/:userId",
      ids: { userId },
      by: { person: null, credential: "the key of the folder" },
    },
    { call: "POST /media/files/delete", ids: { paths: ["none.wav"] } },
    {
      credentialId: secret.clientId,
      call: "POST /projects/archive",
      ids: { projectIds: projectIds.slice(0, 100), more: 3 },
      by: { person: "Quinn Moss", credential: "Quinn's computer" },
      status: archived.status,
    },
  ]);
});

it("sends a stored script only with a token", async () => {
  const { client } = await addMember("Rae");
  const url = await uploadScript(client, "lines.csv", "ID,Character,Text\n1,ANNA,Hi.\n");
  expect((await sendRequest(url)).status).toBe(401);
  const headers = { Authorization: client.token };
  expect((await sendRequest(url, { headers })).status).toBe(200);
});

// Last: no earlier token is valid afterwards.
it("has other credentials of the folder after its key was removed", async () => {
  const { secret } = await addMember("Sol");
  const { client } = local;
  const before = local.address();
  await local.close();
  await rm(path.join(local.dataDir, "service.key"));
  await local.restart();
  expect(local.address().clientSecret).not.toBe(before.clientSecret);
  const at = `${local.address().baseUrl}/models`;
  const headers = { Authorization: client.token };
  expect((await sendRequest(at, { headers })).status).toBe(401);
  const address = { baseUrl: local.address().baseUrl, ...secret };
  expect((await (await signIn(address)).get("/models")).status).toBe(200);
});

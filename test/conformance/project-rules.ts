/** Rules of projects, teams, characters and the glossary (§2, §3, §4.3). */
import { z } from "zod";
import {
  expectEmpty,
  expectError,
  expectEqual,
  parseResponse,
  type Context,
  type ProjectType,
  type Rule,
} from "./rules";
import { character, glossaryLine, member, project, user } from "./schemas";

const types: ProjectType[] = ["line-dubbing", "media-dubbing", "audio-production"];
const fieldsOf = ({ uniqueName, model, languages: [source, target] }: Context) => ({
  name: uniqueName("project"),
  targetLanguages: [target],
  type: "line-dubbing",
  model,
  sourceLanguage: source,
});
const getProject = async ({ call }: Context, id: string) =>
  parseResponse(await call("GET", `/projects/${id}`), 200, project);
const team = async ({ call }: Context, id: string) =>
  parseResponse(await call("GET", `/projects/${id}/team`), 200, z.array(member));

const create = "§4.3 POST /projects";
const invalidProjects: [string, Record<string, unknown>, string][] = [
  ["no name", { name: undefined }, "name"],
  ["a name that is no text", { name: 1 }, "name"],
  ["no target languages", { targetLanguages: undefined }, "targetLanguages"],
  ["an unknown target language", { targetLanguages: ["no-such"] }, "targetLanguages"],
  ["no type", { type: undefined }, "type"],
  ["another type", { type: "opera" }, "type"],
  ["no model", { model: undefined }, "model"],
  ["a model that is not in the list", { model: "no-such-model" }, "model"],
  ["line-dubbing without a source language", { sourceLanguage: undefined }, "sourceLanguage"],
  [
    "media-dubbing without a source language",
    { type: "media-dubbing", sourceLanguage: undefined },
    "sourceLanguage",
  ],
  ["an unknown source language", { sourceLanguage: "no-such" }, "sourceLanguage"],
];
const unknown404: [string, string, unknown][] = [
  ["GET", "/projects/no-such", undefined],
  ["PUT", "/projects/no-such", { name: "x" }],
  ["DELETE", "/projects/no-such", undefined],
  ["GET", "/projects/no-such/characters", undefined],
  ["GET", "/projects/no-such/glossary", undefined],
  ["POST", "/projects/no-such/characters/no-such", { voice: "x" }],
];

export const projectRules: Rule[] = [
  ...types.map((type): Rule => ({
    section: create,
    rule: `a ${type} project is created, active, and listed under its type`,
    async run(context) {
      const { call } = context;
      const body = { ...fieldsOf(context), type };
      const made = parseResponse(await call("POST", "/projects", body), 201, project);
      expectEqual(
        [made.name, made.type, made.status, made.model],
        [body.name, type, "active", body.model],
      );
      expectEqual(await getProject(context, made.id), made);
      for (const other of types) {
        const listed = await call("GET", `/projects?type=${other}`);
        const ids = parseResponse(listed, 200, z.array(project)).map(({ id }) => id);
        expectEqual(ids.includes(made.id), other === type);
      }
      expectEmpty(await call("DELETE", `/projects/${made.id}`));
    },
  })),
  {
    section: create,
    rule: "audio-production requires no source language",
    async run(context) {
      const { sourceLanguage: _none, ...fields } = fieldsOf(context);
      const response = await context.call("POST", "/projects", {
        ...fields,
        type: "audio-production",
      });
      expectEmpty(
        await context.call("DELETE", `/projects/${parseResponse(response, 201, project).id}`),
      );
    },
  },
  ...invalidProjects.map(([what, change, field]): Rule => ({
    section: create,
    rule: `${what} is a 400`,
    run: async (context) =>
      expectError(
        await context.call("POST", "/projects", { ...fieldsOf(context), ...change }),
        400,
        field,
      ),
  })),
  {
    section: "§4.3 GET /projects",
    rule: "the default type is line-dubbing",
    async run({ call, createProject }) {
      const [line, media] = [
        await createProject("line-dubbing"),
        await createProject("media-dubbing"),
      ];
      const listed = parseResponse(await call("GET", "/projects"), 200, z.array(project));
      expectEqual(
        listed.every(({ type }) => type === "line-dubbing"),
        true,
      );
      const ids = listed.map(({ id }) => id);
      expectEqual([ids.includes(line), ids.includes(media)], [true, false]);
    },
  },
  ...unknown404.map(([method, path, body]): Rule => ({
    section: `§4.3 ${method} ${path.replace("no-such", "{projectId}")}`,
    rule: "an unknown project is a 404",
    run: async ({ call }) => expectError(await call(method, path, body), 404),
  })),
  {
    section: "§4.3 PUT /projects/{projectId}",
    rule: "name and status can be changed separately, and the response is the project",
    async run(context) {
      const id = await context.createProject("line-dubbing");
      const before = await getProject(context, id);
      const put = async (body: unknown) =>
        parseResponse(await context.call("PUT", `/projects/${id}`, body), 200, project);
      const archived = await put({ status: "archived" });
      expectEqual([archived.status, archived.name], ["archived", before.name]);
      const renamed = await put({ name: "Another name" });
      expectEqual([renamed.status, renamed.name], ["archived", "Another name"]);
      expectEqual((await put({ status: "active" })).status, "active");
      expectEqual((await getProject(context, id)).name, "Another name");
    },
  },
  {
    section: "§4.3 PUT /projects/{projectId}",
    rule: "a status that clients cannot set is a 400",
    async run({ call, createProject }) {
      const id = await createProject("line-dubbing");
      expectError(await call("PUT", `/projects/${id}`, { status: "done" }), 400, "status");
    },
  },
  {
    section: "§3 Project",
    rule: "archive and unarchive change all given projects",
    async run(context) {
      const { call, createProject } = context;
      const projectIds = [
        await createProject("line-dubbing"),
        await createProject("audio-production"),
      ];
      for (const [action, status] of [
        ["archive", "archived"],
        ["unarchive", "active"],
      ] as const) {
        expectEmpty(await call("POST", "/projects/archive", { action, projectIds }));
        for (const id of projectIds) expectEqual((await getProject(context, id)).status, status);
      }
    },
  },
  {
    section: "§4.3 POST /projects/archive",
    rule: "another action, no ids, or an unknown id is a 400",
    async run({ call }) {
      const at = "/projects/archive";
      expectError(await call("POST", at, { action: "delete", projectIds: [] }), 400, "action");
      expectError(await call("POST", at, { action: "archive" }), 400, "projectIds");
      expectError(await call("POST", at, { action: "archive", projectIds: ["no-such"] }), 400);
    },
  },
  {
    section: "§4.3 DELETE /projects/{projectId}",
    rule: "a deleted project does not exist",
    async run({ call, createProject }) {
      const id = await createProject("line-dubbing");
      expectEmpty(await call("DELETE", `/projects/${id}`));
      expectError(await call("GET", `/projects/${id}`), 404);
      expectError(await call("DELETE", `/projects/${id}`), 404);
    },
  },
  {
    section: "§4.3 GET /users",
    rule: "users have an id, two names and an e-mail address",
    run: async ({ call }) => void parseResponse(await call("GET", "/users"), 200, z.array(user)),
  },
  {
    section: "§4.3 POST /projects/{projectId}/team",
    rule: "members are added with their roles; adding a member again changes the role",
    async run(context) {
      const id = await context.createProject("line-dubbing");
      const [owner, other] = await context.users();
      const add = async (userId: string, role: string) =>
        expectEmpty(
          await context.call("POST", `/projects/${id}/team`, { teamMembers: [{ userId, role }] }),
        );
      await add(owner, "project-owner");
      for (const role of ["project-editor", "project-manager"]) {
        await add(other, role);
        const found = (await team(context, id)).filter((one) => one.id === other);
        expectEqual(
          found.map((one) => one.role),
          [role],
        );
      }
      const at = `/projects/${id}/team/delete`;
      expectEmpty(await context.call("POST", at, { teamMembers: [other] }));
      expectEqual(
        (await team(context, id)).some((one) => one.id === other),
        false,
      );
    },
  },
  {
    section: "notes § Roles",
    rule: "a project keeps at least one owner",
    async run(context) {
      const id = await context.createProject("line-dubbing");
      const [userId] = await context.users();
      const at = `/projects/${id}/team`;
      const as = (role: string) => ({ teamMembers: [{ userId, role }] });
      expectEmpty(await context.call("POST", at, as("project-owner")));
      const others = (await team(context, id)).filter(
        (one) => one.role === "project-owner" && one.id !== userId,
      );
      if (others.length > 0) return;
      expectError(await context.call("POST", at, as("project-editor")), 400, "teamMembers");
      expectError(
        await context.call("POST", `${at}/delete`, { teamMembers: [userId] }),
        400,
        "teamMembers",
      );
    },
  },
  {
    section: "§4.3 POST /projects/{projectId}/team",
    rule: "an invalid role, an unknown user, an unknown project or a missing list is a 400",
    async run({ call, createProject }) {
      const id = await createProject("line-dubbing");
      const add = (teamMembers: unknown, to = id) =>
        call("POST", `/projects/${to}/team`, { teamMembers });
      expectError(await add([{ userId: "no-such", role: "project-owner" }]), 400, "userId");
      expectError(await add([{ userId: "no-such", role: "boss" }]), 400, "role");
      expectError(await add(undefined), 400, "teamMembers");
      expectError(await add([], "no-such"), 400, "projectId");
      expectError(await call("POST", `/projects/${id}/team/delete`, {}), 400, "teamMembers");
    },
  },
  {
    section: "§4.3 POST /projects/{projectId}/languages",
    rule: "languages are added; an unknown language or project, or a missing list, is a 400",
    async run({ call, createProject, languages }) {
      const id = await createProject("line-dubbing");
      const add = (body: unknown, to = id) => call("POST", `/projects/${to}/languages`, body);
      expectEmpty(await add({ languages: [languages[2]] }));
      expectEmpty(await add({ languages: [languages[2]] }));
      expectError(await add({ languages: ["no-such"] }), 400, "languages");
      expectError(await add({}), 400, "languages");
      expectError(await add({ languages: [languages[2]] }, "no-such"), 400, "projectId");
    },
  },
  {
    section: "§4.3 GET /projects/{projectId}/characters",
    rule: "the characters and the glossary of a new project are empty lists",
    async run({ call, createProject }) {
      const at = `/projects/${await createProject("line-dubbing")}`;
      expectEqual(
        parseResponse(await call("GET", `${at}/characters`), 200, z.array(character)),
        [],
      );
      expectEqual(
        parseResponse(await call("GET", `${at}/glossary`), 200, z.array(glossaryLine)),
        [],
      );
    },
  },
  {
    section: "§4.3 POST /projects/{projectId}/characters/{characterId}",
    rule: "an unknown character is a 404",
    async run({ call, createProject }) {
      const at = `/projects/${await createProject("line-dubbing")}/characters/no-such`;
      expectError(await call("POST", at, { voice: "no-such" }), 404);
    },
  },
];

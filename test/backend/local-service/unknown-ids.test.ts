/**
 * Texts that are not ids get the response for unknown ids, whatever their length and characters.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  sendRequest,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { createProject } from "../../helpers/local-workspace";

let local: RunningLocalService;
let project: string;
beforeAll(async () => {
  local = await startLocalService();
  project = await createProject(local.client);
});
afterAll(() => local.remove());

const unusual: [string, string][] = [
  ["of 201 characters", "x".repeat(201)],
  ["of 5000 characters", "x".repeat(5000)],
  ["with a NUL", "a\u0000b"],
  ["with a slash", "a/b"],
  ["with line breaks", "a\r\nb"],
  ["that is the name of a prototype", "__proto__"],
  ["beyond ASCII", "é漢字🎬"],
  ["that looks like SQL", "' OR 1=1 --"],
];

const scriptPath = "https://example.com/a.xlsx";
const file = { fileName: "a.mp4", contentType: "video/mp4" };
/** Every call with an id ("?") in its path, with a valid body. */
const inPaths: [string, string, unknown, number][] = [
  ["GET", "/projects/?", undefined, 404],
  ["PUT", "/projects/?", { name: "x" }, 404],
  ["DELETE", "/projects/?", undefined, 404],
  ["GET", "/projects/?/batches", undefined, 404],
  ["POST", "/projects/?/batches", { name: "x", scriptPath }, 400],
  ["POST", "/projects/?/batches/bulk", { scriptPath }, 404],
  ["GET", "/projects/?/team", undefined, 200],
  ["POST", "/projects/?/team", { teamMembers: [] }, 400],
  ["POST", "/projects/?/team/delete", { teamMembers: [] }, 400],
  ["POST", "/projects/?/languages", { languages: ["fr-fr"] }, 400],
  ["GET", "/projects/?/characters", undefined, 404],
  ["POST", "/projects/?/characters/x", { voice: "Camille" }, 404],
  ["POST", "/projects/PROJECT/characters/?", { voice: "Camille" }, 404],
  ["GET", "/projects/?/glossary", undefined, 404],
  ["GET", "/batches/?", undefined, 404],
  ["POST", "/batches/?/assign-member", { members: [] }, 400],
  ["POST", "/batches/?/languages", { languages: [] }, 400],
  ["GET", "/batches/bulk/?/status", undefined, 404],
  ["GET", "/models/?/styles", undefined, 404],
  ["GET", "/voices?model=?", undefined, 404],
  ["PUT", "/local/users/?", { firstName: "x" }, 404],
  ["DELETE", "/local/users/?", undefined, 404],
  ["PUT", "/local/projects/PROJECT/characters/?", { name: "x" }, 404],
  ["POST", "/local/projects/PROJECT/characters/?/merge", { intoCharacterId: "x" }, 404],
  ["POST", "/local/projects/?/glossary", { word: "x", languageId: "fr-fr" }, 404],
  ["POST", "/local/projects/?/glossary/import", { csv: "word,languageId\nx,fr-fr" }, 404],
  ["PUT", "/local/projects/PROJECT/glossary/?", { word: "x" }, 404],
  ["DELETE", "/local/projects/PROJECT/glossary/?", undefined, 404],
  ["GET", "/local/batches/?/lines", undefined, 404],
  ["GET", "/local/batches/?/members", undefined, 404],
  ["GET", "/local/scripts/?/a.csv", undefined, 404],
  ["DELETE", "/local/scripts/?", undefined, 404],
];
/** Calls with ids in their body, and the response to an unknown one. */
const inBodies: [string, string, (id: string) => unknown, number][] = [
  ["POST", "/batches/delete", (id) => ({ batchIds: [id] }), 204],
  ["POST", "/projects/archive", (id) => ({ action: "archive", projectIds: [id] }), 400],
  [
    "POST",
    "/projects/PROJECT/team",
    (id) => ({ teamMembers: [{ userId: id, role: "project-editor" }] }),
    400,
  ],
  ["POST", "/projects/PROJECT/team/delete", (id) => ({ teamMembers: [id] }), 204],
  [
    "POST",
    "/media/upload-url/multipart",
    (uploadId) => ({ action: "presign", ...file, uploadId, partNumber: 2 }),
    404,
  ],
  [
    "POST",
    "/media/upload-url/multipart",
    (uploadId) => ({
      action: "complete",
      ...file,
      uploadId,
      parts: [{ ETag: "x", PartNumber: 1 }],
    }),
    404,
  ],
];

const send = (method: string, path: string, body: unknown) =>
  sendRequest(local.client.baseUrl + path.replace("PROJECT", project), {
    method,
    headers: { Authorization: local.client.token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe("an id", () => {
  it.each([["that is unknown", "no-such"], ...unusual])("%s is not found", async (_what, id) => {
    for (const [method, path, body, expected] of inPaths) {
      const at = path.replace(/\?(?!model)/, encodeURIComponent(id));
      const { status, json } = await send(method, at, body);
      expect([method, path, status]).toEqual([method, path, expected]);
      if (status >= 400) expect(json).toEqual({ message: expect.stringMatching(/\S/) });
      else expect(json).toEqual([]);
    }
  });

  it("followed by a NUL is no longer that id", async () => {
    const id = encodeURIComponent(`${project}\u0000x`);
    for (const method of ["GET", "DELETE"])
      expect((await send(method, `/projects/${id}`, undefined)).status).toBe(404);
    const projectIds = [`${project}\u0000`];
    const response = await send("POST", "/projects/archive", { action: "archive", projectIds });
    expect(response.status).toBe(400);
  });

  it.each([["that is unknown", "no-such"], ["without characters", ""], ...unusual])(
    "%s is not found in a body",
    async (_what, id) => {
      for (const [method, path, bodyWith, expected] of inBodies) {
        const { status } = await send(method, path, bodyWith(id));
        expect([method, path, status]).toEqual([method, path, expected]);
      }
    },
  );
});

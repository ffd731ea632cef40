/** What each call needs. A call that is missing here is refused for everyone. */
import { resultsFolder } from "../common/results-folder";
import type { Subject } from "../rows/access-port";
import type { Needed } from "./roles";

/**
 * - "everyone": any credential.
 * - "workspace": not a member.
 * - "administrators": only the scope "admin".
 * - others: a role in the project of what the call names.
 */
type Who = "everyone" | "workspace" | "administrators" | Needed;

export interface Permission {
  who: Who | ((body: unknown) => Who);
  /** The field of the body with the ids of what the call changes, instead of the path. */
  inBody?: { subject: Subject; field: string };
  /** Where the body names the person: it is the person of the credentials. */
  signedIn?: "body" | "change";
  /** Whether an editor may do it to their own comments only. */
  isOfAuthor?: (body: unknown) => boolean;
}

/** The parameters of paths that name something, the narrowest first. */
export const subjectParameters: readonly (readonly [string, Subject])[] = [
  ["takeId", "take"],
  ["commentId", "comment"],
  ["exportId", "export"],
  ["batchId", "batch"],
  ["requestId", "bulk"],
  ["projectId", "project"],
];

const everyone: Permission = { who: "everyone" };
const workspace: Permission = { who: "workspace" };
const administrators: Permission = { who: "administrators" };
const team: Permission = { who: "team" };
const editors: Permission = { who: "editors" };
const signedByEditor: Permission = { who: "editors", signedIn: "body" };
const managers: Permission = { who: "managers" };
const owners: Permission = { who: "owners" };

/** Whether a body has a value for one of the fields. */
const hasOneOf = (body: unknown, fields: readonly string[]): boolean =>
  typeof body === "object" &&
  body !== null &&
  fields.some((field) => (body as Record<string, unknown>)[field] !== undefined);

/** The values of a line that all languages have: who changes them edits other languages too. */
const sharedValues = ["startMs", "endMs", "character", "source", "emotion", "intensity"];
const editorsOfLine = (change: unknown) =>
  hasOneOf(change, sharedValues) ? ("managers" as const) : ("editors" as const);

/** Dubs are stored there by the service alone. */
const isResult = (body: unknown): boolean =>
  new RegExp(`^${resultsFolder}/`, "i").test(String((body as { fileName?: unknown }).fileName));
const upload: Permission = { who: (body) => (isResult(body) ? "workspace" : "everyone") };

/** By method and path, as in the descriptions of routes. */
export const permissions: Readonly<Record<string, Permission>> = {
  "GET /languages": everyone,
  "GET /models": everyone,
  "GET /models/:model/styles": everyone,
  "GET /voices": everyone,
  "GET /users": everyone,
  "GET /local": everyone,
  "GET /local/voices": everyone,
  "GET /local/voices/:voice/sample": everyone,

  // The gallery is that of the workspace.
  "POST /media/upload-url": upload,
  "POST /media/upload-url/multipart": upload,
  "GET /media/files": everyone,
  "POST /media/files/delete": workspace,
  "GET /local/files/:path": everyone,
  "PUT /local/scripts/:script": everyone,
  "GET /local/scripts": everyone,
  "GET /local/scripts/:scriptId/:name": everyone,
  "DELETE /local/scripts/:script": workspace,

  // Lists have only the projects of a member.
  "GET /projects": everyone,
  "GET /local/progress": everyone,
  "GET /local/schedules": everyone,
  "GET /local/dubs": everyone,
  // A member becomes the owner of the project.
  "POST /projects": everyone,

  "GET /projects/:projectId": team,
  "PUT /projects/:projectId": {
    who: (body) => (hasOneOf(body, ["status"]) ? "owners" : "managers"),
  },
  "POST /projects/archive": { who: "owners", inBody: { subject: "project", field: "projectIds" } },
  "DELETE /projects/:projectId": owners,
  "POST /projects/:projectId/languages": managers,
  "GET /projects/:projectId/team": team,
  "POST /projects/:projectId/team": managers,
  "POST /projects/:projectId/team/delete": managers,
  "PUT /local/projects/:projectId/schedule": managers,

  "GET /projects/:projectId/characters": team,
  "POST /projects/:projectId/characters/:characterId": managers,
  "PUT /local/projects/:projectId/characters/:characterId": managers,
  "POST /local/projects/:projectId/characters/:characterId/merge": managers,
  "PUT /local/projects/:projectId/characters/:characterId/voices/:languageId": managers,
  "GET /local/projects/:projectId/casting": team,
  "GET /projects/:projectId/glossary": team,
  "POST /local/projects/:projectId/glossary": managers,
  "PUT /local/projects/:projectId/glossary/:lineId": managers,
  "DELETE /local/projects/:projectId/glossary/:lineId": managers,
  "POST /local/projects/:projectId/glossary/import": managers,

  "GET /projects/:projectId/batches": team,
  "POST /projects/:projectId/batches": managers,
  "POST /projects/:projectId/batches/bulk": managers,
  "GET /batches/bulk/:requestId/status": team,
  "POST /batches/delete": { who: "managers", inBody: { subject: "batch", field: "batchIds" } },
  "GET /batches/:batchId": team,
  "POST /batches/:batchId/assign-member": managers,
  "POST /batches/:batchId/languages": managers,
  "GET /local/batches/:batchId/lines": team,
  "GET /local/batches/:batchId/members": team,
  "GET /local/batches/:batchId/origin": team,
  "PUT /local/batches/:batchId/schedule": managers,

  "GET /local/batches/:batchId/dubs": team,
  "POST /local/batches/:batchId/dubs/start": managers,
  "POST /local/batches/:batchId/dubs/accept-video": managers,
  "POST /local/batches/:batchId/dubs/stop": managers,
  "GET /local/batches/:batchId/script-start": team,
  "POST /local/batches/:batchId/script-start": managers,
  "POST /local/batches/:batchId/texts/:languageId": editors,
  "GET /local/batches/:batchId/takes/:languageId": team,

  "GET /local/batches/:batchId/review": team,
  "GET /local/batches/:batchId/review/summary": team,
  "GET /local/batches/:batchId/review/changes": team,
  "GET /local/batches/:batchId/lines/:line/:languageId": team,
  "PUT /local/batches/:batchId/lines/:line/:languageId": {
    who: editorsOfLine,
    signedIn: "body",
  },
  "GET /local/batches/:batchId/lines/:line/:languageId/voice-effect": team,
  "POST /local/batches/:batchId/lines/:line/:languageId/shortened-text": editors,
  "PUT /local/batches/:batchId/lines/:line/:languageId/checks": signedByEditor,
  "POST /local/batches/:batchId/review/apply": {
    who: (body) => editorsOfLine((body as { change?: unknown }).change),
    signedIn: "change",
  },
  "POST /local/batches/:batchId/review/texts": signedByEditor,
  // Edits of lines change all languages.
  "POST /local/batches/:batchId/line-edits": { who: "managers", signedIn: "body" },
  "GET /local/batches/:batchId/lines/:line/:languageId/takes": team,
  "POST /local/batches/:batchId/takes": signedByEditor,
  "POST /local/batches/:batchId/takes/stop": editors,
  "POST /local/batches/:batchId/takes/clean": editors,
  "GET /local/takes/:takeId/audio": team,
  "GET /local/takes/:takeId/peaks": team,
  "DELETE /local/takes/:takeId": editors,
  "GET /local/batches/:batchId/comments": team,
  "POST /local/batches/:batchId/comments": { who: "team", signedIn: "body" },
  "PUT /local/comments/:commentId": {
    who: "team",
    signedIn: "body",
    isOfAuthor: (body) => hasOneOf(body, ["text", "atMs", "endMs"]),
  },
  "DELETE /local/comments/:commentId": { who: "team", isOfAuthor: () => true },

  "GET /local/batches/:batchId/source": team,
  "GET /local/batches/:batchId/source/lines/:line": team,
  "GET /local/batches/:batchId/source/facts": team,
  "GET /local/batches/:batchId/source/peaks": team,
  "GET /local/batches/:batchId/source/preview": team,

  "GET /local/delivery-presets": everyone,
  // Presets are those of the workspace, as the gallery is.
  "PUT /local/delivery-presets/:presetId": everyone,
  "DELETE /local/delivery-presets/:presetId": workspace,

  "POST /local/batches/:batchId/exports/plan": team,
  "POST /local/batches/:batchId/exports": managers,
  "GET /local/batches/:batchId/exports": team,
  "GET /local/exports/:exportId": team,
  "GET /local/exports/:exportId/files/:position": team,
  "POST /local/exports/:exportId/resume": managers,
  "POST /local/exports/:exportId/cancel": managers,

  "PUT /local/dubs": workspace,
  "GET /local/statistics": workspace,
  "GET /local/confirmations": workspace,
  "POST /local/confirmations": workspace,
  "POST /local/users": workspace,
  "PUT /local/users/:userId": workspace,
  "DELETE /local/users/:userId": workspace,

  "GET /local/credentials": administrators,
  "POST /local/credentials": administrators,
  "POST /local/credentials/:credentialId/rotate": administrators,
  "POST /local/credentials/:credentialId/end-rotation": administrators,
  "DELETE /local/credentials/:credentialId": administrators,
  "GET /local/invitations": administrators,
  "POST /local/invitations": administrators,
  "DELETE /local/invitations/:invitationId": administrators,
  "GET /local/audit": administrators,
  "GET /local/move": administrators,
  "POST /local/move": administrators,
  "DELETE /local/move": administrators,
  "POST /local/move/finish": administrators,
  "GET /local/move/size": administrators,
  "POST /local/move/running": administrators,
  "GET /local/move/rows/:table": administrators,
  "POST /local/move/rows/:table": administrators,
  "GET /local/move/tables/:table": administrators,
  "GET /local/move/objects": administrators,
  "GET /local/move/objects/:location": administrators,
  "PUT /local/move/objects/:location": administrators,
  "GET /local/move/hash": administrators,
  "POST /local/move/missing": administrators,
  "POST /local/move/uploads": administrators,
  "POST /local/move/files": administrators,
};

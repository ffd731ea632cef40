/** Decides whether the sender of a call may make it. */
import type { Log } from "../../common/log";
import type { Actor } from "../common/actor";
import { HttpError } from "../common/http-error";
import type { RightsRows, Standing, Subject } from "../rows/access-port";
import { permissions, subjectParameters } from "./permissions";
import { roleProblem, type Needed } from "./roles";

/** A call with its checked values. */
export interface Call {
  /** "POST /projects/:projectId/team". */
  name: string;
  params: unknown;
  body: unknown;
  /** The errors that the description of the call lists. */
  errors: readonly number[];
}

export interface Access {
  /**
   * @throws HttpError 400 naming the rule; 404 for what a member does not see, or 400 if the call
   * lists no 404
   */
  check(actor: Actor, call: Call): Promise<void>;
  /**
   * Writes the name of the person whose credentials these are to the body of a call that has such a
   * name. Clients leave it out; earlier ones send the name that was typed into their settings, and
   * the first such call of credentials is logged.
   */
  sign(actor: Actor, call: Call): void;
  /** Resolves with the projects that a member sees, or null if the actor sees all. */
  visibleProjects(actor: Actor): Promise<ReadonlySet<string> | null>;
  /** Resolves with the batches of these that a member sees, or null if the actor sees all. */
  visibleBatches(actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string> | null>;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");

/** The ids that a call names; null if it names nothing. */
function namedBy({ name, params, body }: Call): { subject: Subject; ids: string[] } | null {
  const inBody = permissions[name]?.inBody;
  if (inBody) return { subject: inBody.subject, ids: textsOf(fieldOf(body, inBody.field)) };
  for (const [parameter, subject] of subjectParameters) {
    const id = fieldOf(params, parameter);
    if (typeof id === "string" || typeof id === "number") return { subject, ids: [String(id)] };
  }
  return null;
}

/** The languages that a call changes. */
const languagesOf = ({ params, body }: Call, standing: Standing): string[] =>
  textsOf(standing.languageId ?? fieldOf(params, "languageId") ?? fieldOf(body, "languageId"));

type Person = NonNullable<Actor["person"]>;

export function createAccess(rows: RightsRows, log: Log): Access {
  /** The ids of credentials whose calls named another person. */
  const loggedCredentials = new Set<string>();

  /** The answer is that for what does not exist: a member does not learn that it does. */
  function unseen({ errors }: Call, subject: Subject): HttpError {
    const status = errors.includes(404) ? 404 : 400;
    return new HttpError(status, `${subject}: there is none with this id in your projects`);
  }

  async function checkStanding(person: Person, needed: Needed, call: Call, standing: Standing) {
    const { role, batchId, author } = standing;
    if (role === null) return;
    const isOfAuthor = permissions[call.name]?.isOfAuthor?.(call.body) ?? false;
    if (isOfAuthor && author !== person.name && roleProblem("managers", role, null) !== null)
      throw new HttpError(400, "role: a project-editor may only do this to their own comments");
    const assigned =
      needed === "editors" && batchId !== null
        ? new Set(await rows.listAssignedLanguages(person.userId, batchId))
        : null;
    const languages = assigned && { asked: languagesOf(call, standing), assigned };
    const problem = roleProblem(needed, role, languages);
    if (problem !== null) throw new HttpError(400, `role: ${problem}`);
  }

  return {
    async check(actor, call) {
      const permission = permissions[call.name];
      const who =
        typeof permission?.who === "function" ? permission.who(call.body) : permission?.who;
      if (who === undefined) throw new HttpError(400, "role: nobody may make this call");
      if (actor.scope === "admin" || who === "everyone") return;
      if (who === "administrators")
        throw new HttpError(400, "role: only an administrator may do this");
      if (actor.scope === "workspace") return;
      if (who === "workspace" || !actor.person)
        throw new HttpError(400, "role: only the workspace itself may do this, not a member");
      const { userId } = actor.person;
      const named = namedBy(call);
      if (!named) {
        const memberships = await rows.listMemberships(userId);
        const isAllowed = memberships.some(({ role }) => roleProblem(who, role, null) === null);
        if (!isAllowed)
          throw new HttpError(400, "role: only an owner or manager of a project may do this");
        return;
      }
      const standings = await rows.listStandings(userId, named.subject, named.ids);
      // What does not exist gets the same answer as what is not seen.
      if (!permission?.inBody && standings.length === 0) throw unseen(call, named.subject);
      for (const standing of standings) {
        if (standing.role === null) throw unseen(call, named.subject);
        await checkStanding(actor.person, who, call, standing);
      }
    },
    sign({ person, credentialId, credentialName }, { name, body }) {
      const place = permissions[name]?.signedIn;
      if (place === undefined || !person) return;
      const signed = (place === "body" ? body : fieldOf(body, "change")) as { by?: string };
      const named = signed.by?.trim() ?? "";
      if (named !== "" && named !== person.name && !loggedCredentials.has(credentialId)) {
        loggedCredentials.add(credentialId);
        log.warn(
          "access: a call names another person than its credentials, whose person is recorded",
          `${credentialName} (${credentialId})`,
        );
      }
      signed.by = person.name;
    },
    async visibleProjects({ scope, person }) {
      if (scope !== "member") return null;
      if (!person) return new Set();
      const memberships = await rows.listMemberships(person.userId);
      return new Set(memberships.map(({ projectId }) => projectId));
    },
    async visibleBatches({ scope, person }, ids) {
      if (scope !== "member") return null;
      if (!person) return new Set();
      const standings = await rows.listStandings(person.userId, "batch", ids);
      return new Set(standings.filter(({ role }) => role !== null).map(({ id }) => id));
    },
  };
}

/**
 * `dubyard credentials`: the credentials and invitations of a service for a team. Secrets and codes
 * are written to stdout, once.
 */
import { credentialScopes, type CredentialScope } from "../../preload/facts/credentials";
import { formatInvitation } from "../backend/workspaces/invitation-link";
import { AppError } from "../common/errors";
import { environmentRoutes } from "../remote/http/environment-routes";
import { terminalLog } from "./terminal-log";
import type { Policies } from "../common/policies";
import type { Remote } from "../remote/remote";
import { readBaseUrl, readService, type ServiceArguments } from "./arguments";
import { requireExtension, runWithService } from "./delivery/service-command";
import type { HeadlessDeps } from "./deps";
import { exit } from "./exit-codes";
import { invalid, parse } from "./parse-arguments";
import type { CommandContext } from "./run-command";

const actions = [
  "list",
  "add",
  "rotate",
  "end-rotation",
  "revoke",
  "invite",
  "withdraw",
  "accept",
] as const;
type Action = (typeof actions)[number];

interface CredentialsArguments extends ServiceArguments {
  action: Action;
  /** The id, the e-mail address or the code that the action is about; "" for none. */
  subject: string;
  name: string;
  scope: CredentialScope;
  user: string | null;
}

/** What the operand of an action is; null for none. */
const operands: Readonly<Record<Action, string | null>> = {
  list: null,
  add: null,
  rotate: "ID",
  "end-rotation": "ID",
  revoke: "ID",
  invite: "EMAIL",
  withdraw: "ID",
  accept: null,
};

export const credentials = (
  argv: string[],
  { policies }: Pick<HeadlessDeps, "policies">,
): Promise<number> =>
  runWithService({
    name: "credentials",
    argv,
    read: () => readCredentialsArguments(argv, process.env, policies()),
    work: run,
  });

/** @throws AppError "invalid-input"; its message names the invalid argument. */
export function readCredentialsArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  policies: Policies,
): CredentialsArguments {
  const { values, positionals } = parse(argv, {
    "base-url": { type: "string" },
    name: { type: "string", default: "" },
    scope: { type: "string", default: "member" },
    user: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const [given = "", subject = "", ...more] = positionals;
  const action = actions.find((one) => one === given);
  if (action === undefined) throw invalid(`"${given}" is none of ${actions.join(", ")}`);
  const operand = operands[action];
  if (more.length > 0 || (operand === null && subject !== ""))
    throw invalid(`${action}: too many arguments`);
  if (operand !== null && subject === "") throw invalid(`${action}: ${operand} is required`);
  const scope = credentialScopes.find((one) => one === values.scope);
  if (scope === undefined) throw invalid(`--scope must be one of ${credentialScopes.join(", ")}`);
  const isNamed = action === "add" || action === "accept";
  if (isNamed && values.name.trim() === "") throw invalid("--name NAME is required");
  const about = { action, name: values.name, scope, user: values.user ?? null };
  if (action !== "accept")
    return { ...readService(values["base-url"], env, policies), ...about, subject };
  const baseUrl = readBaseUrl(values["base-url"], policies);
  // SECURITY: every user of the computer can see arguments.
  const code = env["DUBYARD_INVITATION"] ?? "";
  if (code === "") throw invalid("DUBYARD_INVITATION is not set");
  return {
    baseUrl,
    clientId: "",
    clientSecret: "",
    routes: environmentRoutes(env, policies, terminalLog),
    ...about,
    subject: code,
  };
}

async function run(
  remote: Remote,
  options: CredentialsArguments,
  context: CommandContext,
): Promise<number> {
  const { action } = options;
  // An invitation is accepted by those who have no credentials to ask with.
  if (action !== "accept") await requireExtension(remote, "administration");
  await works[action](remote, options, context);
  context.output.event({ event: "summary", exitCode: exit.done });
  return exit.done;
}

type Work = (
  remote: Remote,
  options: CredentialsArguments,
  context: CommandContext,
) => Promise<void>;

function showSecret(
  { output }: CommandContext,
  secret: { clientId: string; clientSecret: string },
): void {
  output.event({ event: "secret", ...secret });
  output.result(`DUBYARD_CLIENT_ID=${secret.clientId}`);
  output.result(`DUBYARD_CLIENT_SECRET=${secret.clientSecret}`);
}

const timeOf = (at: number | null): string => (at === null ? "-" : new Date(at).toISOString());

/** Names and e-mail addresses by the id of a user. */
async function shownUsers(remote: Remote): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  for await (const { rows } of remote.team.users())
    for (const { id, firstName, lastName, email } of rows)
      shown.set(id, `${`${firstName} ${lastName}`.trim()} <${email}>`);
  return shown;
}

/** The id of a user by e-mail address, or by id; null if there is none. */
async function findUser(remote: Remote, given: string): Promise<string | null> {
  const wanted = given.toLowerCase();
  for await (const { rows } of remote.team.users())
    for (const { id, email } of rows) if (id === given || email.toLowerCase() === wanted) return id;
  return null;
}

const noUser = (given: string) => new AppError("not-found", `there is no user "${given}"`);

/** The id of an invited user, who is created if there is a name. */
async function invitedUser(remote: Remote, email: string, name: string): Promise<string> {
  const found = await findUser(remote, email);
  if (found !== null) return found;
  const [firstName = "", ...others] = name.trim().split(/\s+/);
  if (others.length === 0)
    throw new AppError("not-found", `${noUser(email).message}; --name "FIRST LAST" creates one`);
  const { id } = await remote.extensions.users.add({
    firstName,
    lastName: others.join(" "),
    email,
  });
  return id;
}

const works: Readonly<Record<Action, Work>> = {
  async list(remote, _options, { output }) {
    const { administration } = remote.extensions;
    const users = await shownUsers(remote);
    const userOf = (id: string) => users.get(id) ?? id;
    const table = output.table(["CREDENTIALS", "SCOPE", "STATE", "LAST USED", "USER", "NAME"]);
    for (const one of await administration.listCredentials()) {
      const user = one.userId === null ? null : userOf(one.userId);
      output.event({ event: "credential", ...one, user });
      const expired = one.expiresAt !== null && one.expiresAt <= Date.now();
      const state = one.revokedAt !== null ? "revoked" : expired ? "expired" : "valid";
      const lastUsed = timeOf(one.lastUsedAt);
      table.row([one.id, one.scope, state, lastUsed, user ?? "-", one.name]);
    }
    table.end();
    const invited = output.table(["INVITATION", "SCOPE", "STATE", "UNTIL", "USER"]);
    for (const one of await administration.listInvitations()) {
      output.event({ event: "invitation", ...one });
      const isOpen = one.usedAt === null && one.withdrawnAt === null;
      const open = one.expiresAt <= Date.now() ? "expired" : "open";
      const ended = one.usedAt === null ? "withdrawn" : "used";
      const state = isOpen ? open : ended;
      invited.row([one.id, one.scope, state, timeOf(one.expiresAt), userOf(one.userId)]);
    }
    invited.end();
  },
  async add(remote, { name, scope, user }, context) {
    const userId = user === null ? null : await findUser(remote, user);
    if (user !== null && userId === null) throw noUser(user);
    showSecret(
      context,
      await remote.extensions.administration.addCredential({ name, scope, userId }),
    );
  },
  async rotate({ extensions: { administration } }, { subject }, context) {
    showSecret(context, await administration.rotate(subject));
    context.output.line("the earlier secret stays valid until end-rotation");
  },
  async "end-rotation"({ extensions: { administration } }, { subject }) {
    await administration.endRotation(subject);
  },
  async revoke({ extensions: { administration } }, { subject }) {
    await administration.revoke(subject);
  },
  async invite(remote, { baseUrl, subject, scope, name }, { output }) {
    const userId = await invitedUser(remote, subject, name);
    const { id, code, expiresAt } = await remote.extensions.administration.invite({
      userId,
      scope,
    });
    const link = formatInvitation({ baseUrl, code });
    output.event({ event: "invitation", id, code, link, expiresAt });
    output.result(`DUBYARD_INVITATION=${code}`);
    output.result(`DUBYARD_INVITATION_LINK=${link}`);
    output.line(`valid once, until ${timeOf(expiresAt)}`);
  },
  async withdraw({ extensions: { administration } }, { subject }) {
    await administration.withdraw(subject);
  },
  async accept({ extensions: { administration } }, { subject, name }, context) {
    showSecret(context, await administration.accept(subject, name));
  },
};

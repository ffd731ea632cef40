/** Extension "administration": credentials, invitations and the audit of a service for a team. */
import { z } from "zod";
import {
  acceptedInvitation,
  auditPage,
  createdInvitation,
  credentials,
  invitations,
  newCredential,
  newInvitation,
  newSecret,
} from "../../../../preload/local-service/people";
import { isFailedAttempt } from "../../access/call-limits";
import type { People } from "../../access/people";
import { idText } from "../../common/names";
import { integerText } from "../bulk";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const credentialParams = z.object({ credentialId: idText });
const invitationParams = z.object({ invitationId: idText });
const auditLimit = 1_000;

const listCredentialsRoute = describeRoute({
  method: "GET",
  path: "/local/credentials",
  section: "extensions",
  summary: "The credentials of persons and programs, without their secrets",
  responses: { 200: credentials },
  errors: [400],
});
const addCredentialRoute = describeRoute({
  method: "POST",
  path: "/local/credentials",
  section: "extensions",
  summary: "Creates credentials; the secret is shown once",
  body: newCredential,
  responses: { 201: newSecret },
  errors: [400],
});
const rotateRoute = describeRoute({
  method: "POST",
  path: "/local/credentials/:credentialId/rotate",
  section: "extensions",
  summary: "A new secret; the one until now stays valid until the rotation ends",
  params: credentialParams,
  responses: { 200: newSecret },
  errors: [400, 404],
});
const endRotationRoute = describeRoute({
  method: "POST",
  path: "/local/credentials/:credentialId/end-rotation",
  section: "extensions",
  summary: "Ends the validity of the secret before the present one",
  params: credentialParams,
  responses: { 204: null },
  errors: [400, 404],
});
const revokeRoute = describeRoute({
  method: "DELETE",
  path: "/local/credentials/:credentialId",
  section: "extensions",
  summary: "Revokes credentials and their tokens",
  params: credentialParams,
  responses: { 204: null },
  errors: [400, 404],
});
const listInvitationsRoute = describeRoute({
  method: "GET",
  path: "/local/invitations",
  section: "extensions",
  summary: "The invitations, without their codes",
  responses: { 200: invitations },
  errors: [400],
});
const inviteRoute = describeRoute({
  method: "POST",
  path: "/local/invitations",
  section: "extensions",
  summary: "Invites a user; the code is shown once, and is valid once, for seven days",
  body: newInvitation,
  responses: { 201: createdInvitation },
  errors: [400],
});
const withdrawRoute = describeRoute({
  method: "DELETE",
  path: "/local/invitations/:invitationId",
  section: "extensions",
  summary: "Withdraws an invitation that is unused",
  params: invitationParams,
  responses: { 204: null },
  errors: [400, 404],
});
const acceptRoute = describeRoute({
  method: "POST",
  path: "/local/invitations/accept",
  section: "extensions",
  summary: "Exchanges the code of an invitation for credentials",
  isPublic: true,
  body: acceptedInvitation,
  responses: { 200: newSecret },
  errors: [400, 429],
});
const auditRoute = describeRoute({
  method: "GET",
  path: "/local/audit",
  section: "extensions",
  summary: "The calls that changed something, the newest first",
  query: z.object({
    /** Entries before the one with this id. */
    before: integerText(1, Number.MAX_SAFE_INTEGER).optional(),
    limit: integerText(1, auditLimit).optional(),
  }),
  responses: { 200: auditPage },
  errors: [400],
});

export const createPeopleRoutes = ({
  credentials: known,
  invitations: invited,
  audit,
  limits,
}: People): BoundRoute[] => [
  bindRoute(listCredentialsRoute, async () => ({
    status: 200,
    body: { credentials: await known.list() },
  })),
  bindRoute(addCredentialRoute, async ({ body }) => ({ status: 201, body: await known.add(body) })),
  bindRoute(rotateRoute, async ({ params }) => ({
    status: 200,
    body: await known.rotate(params.credentialId),
  })),
  bindRoute(endRotationRoute, async ({ params }) => {
    await known.endRotation(params.credentialId);
    return { status: 204 };
  }),
  bindRoute(revokeRoute, async ({ params }) => {
    await known.revoke(params.credentialId);
    return { status: 204 };
  }),
  bindRoute(listInvitationsRoute, async () => ({
    status: 200,
    body: { invitations: await invited.list() },
  })),
  bindRoute(inviteRoute, async ({ body, actor }) => ({
    status: 201,
    body: await invited.invite({ ...body, invitedBy: actor.credentialId }),
  })),
  bindRoute(withdrawRoute, async ({ params }) => {
    await invited.withdraw(params.invitationId);
    return { status: 204 };
  }),
  bindRoute(acceptRoute, async ({ body, address }) => {
    const attempt = limits.takeAttempt(address);
    try {
      const secret = await invited.accept(body.code, body.name);
      attempt.succeeded();
      return { status: 200, body: secret };
    } catch (error) {
      if (!isFailedAttempt(error)) attempt.succeeded();
      throw error;
    }
  }),
  bindRoute(auditRoute, async ({ query }) => ({
    status: 200,
    body: { entries: await audit.list(query.before ?? null, query.limit ?? auditLimit) },
  })),
];

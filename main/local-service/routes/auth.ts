/** Tokens (interface §5). The hosted service documents 200, 400 and 500 for both calls. */
import { z } from "zod";
import { isFailedAttempt, type CallLimits } from "../access/call-limits";
import type { Auth } from "../common/auth";
import { bindRoute, describeRoute, type BoundRoute } from "./route";

const tokenBody = z.object({ clientId: z.string().min(1), clientSecret: z.string().min(1) });
const refreshBody = z.object({ refreshToken: z.string().min(1) });

const tokenRoute = describeRoute({
  method: "POST",
  path: "/auth/token",
  section: "§5",
  summary: "Returns tokens for a workspace's credentials",
  isPublic: true,
  body: tokenBody,
  responses: { 200: z.object({ accessToken: z.string(), refreshToken: z.string() }) },
  errors: [400],
});

const refreshRoute = describeRoute({
  method: "POST",
  path: "/auth/refresh",
  section: "§5",
  summary: "Returns a new access token for a refresh token",
  isPublic: true,
  body: refreshBody,
  responses: { 200: z.object({ accessToken: z.string() }) },
  errors: [400],
});

/** `limits`: of attempts to sign in; null without limits. */
export function createAuthRoutes(auth: Auth, limits: CallLimits | null): BoundRoute[] {
  return [
    bindRoute(tokenRoute, async ({ body: { clientId, clientSecret }, address }) => {
      const attempt = limits?.takeAttempt(address);
      limits?.requireNotRefused(clientId);
      try {
        const tokens = await auth.issue(clientId, clientSecret);
        limits?.noteRightSecret(clientId);
        attempt?.succeeded();
        return { status: 200, body: tokens };
      } catch (error) {
        if (isFailedAttempt(error)) limits?.noteWrongSecret(clientId);
        else attempt?.succeeded();
        throw error;
      }
    }),
    bindRoute(refreshRoute, async ({ body }) => ({
      status: 200,
      body: await auth.refresh(body.refreshToken),
    })),
  ];
}

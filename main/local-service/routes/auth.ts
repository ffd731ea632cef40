/** Tokens (interface §5). The hosted service documents 200, 400 and 500 for both calls. */
import { z } from "zod";
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

export function createAuthRoutes(auth: Auth): BoundRoute[] {
  return [
    bindRoute(tokenRoute, ({ body }) => ({
      status: 200,
      body: auth.issue(body.clientId, body.clientSecret),
    })),
    bindRoute(refreshRoute, ({ body }) => ({ status: 200, body: auth.refresh(body.refreshToken) })),
  ];
}

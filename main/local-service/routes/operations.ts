/** Routes for those who run a service. They need no token, and respond without details. */
import { z } from "zod";
import { HttpError } from "../common/http-error";
import { metricsContentType } from "../operations/format-metrics";
import type { Operations } from "../operations/operations";
import { bindRoute, describeRoute, textResponse, type BoundRoute } from "./route";

/** The paths that respond while the service drains. */
export const healthPaths = ["/healthz", "/readyz"] as const;

const state = (text: "ok" | "ready") => z.object({ status: z.literal(text) });

const healthRoute = describeRoute({
  method: "GET",
  path: "/healthz",
  server: "origin",
  section: "operations",
  summary: "Whether the process responds; 503 after its event loop was blocked for 5 s",
  isPublic: true,
  responses: { 200: state("ok") },
  errors: [503],
});

const readinessRoute = describeRoute({
  method: "GET",
  path: "/readyz",
  server: "origin",
  section: "operations",
  summary:
    "Whether the service can read and accept changes; 503 on a full or read-only disk, without its database or bucket, with a wrong clock, and while it stops",
  isPublic: true,
  responses: { 200: state("ready") },
  errors: [503],
});

const metricsRoute = describeRoute({
  method: "GET",
  path: "/metrics",
  server: "metrics",
  section: "operations",
  summary: "The metrics of the service, in the text format of Prometheus",
  isPublic: true,
  responses: { 200: textResponse },
});

const repeated = { "Retry-After": "5" };

export function createHealthRoutes({ isHealthy, readiness }: Operations): BoundRoute[] {
  return [
    bindRoute(healthRoute, () => {
      if (!isHealthy()) throw new HttpError(503, "not healthy", repeated);
      return { status: 200, body: { status: "ok" } };
    }),
    bindRoute(readinessRoute, async () => {
      if ((await readiness.check()) !== null) throw new HttpError(503, "not ready", repeated);
      return { status: 200, body: { status: "ready" } };
    }),
  ];
}

export function createMetricsRoutes({ metrics }: Operations): BoundRoute[] {
  return [
    bindRoute(metricsRoute, async () => {
      const headers = { "content-type": metricsContentType };
      return new Response(await metrics(), { headers });
    }),
  ];
}

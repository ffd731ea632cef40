/** The document of the interface. */
import { z } from "zod";
import { describeInterface } from "../openapi";
import { bindRoute, type BoundRoute, type RouteDescription } from "./route";

export const openapiRoute = {
  method: "GET",
  path: "/openapi.json",
  section: "extensions",
  summary: "This document",
  isPublic: true,
  responses: { 200: z.record(z.string(), z.unknown()) },
} satisfies RouteDescription;

/** `routes` are those that the document tells of, besides its own. `baseUrl` is known once the service listens. */
export function createOpenapiRoutes(
  routes: readonly BoundRoute[],
  baseUrl: () => string,
): BoundRoute[] {
  const descriptions = [...routes.map(({ description }) => description), openapiRoute];
  return [
    bindRoute(openapiRoute, () => ({
      status: 200,
      body: describeInterface(descriptions, baseUrl()),
    })),
  ];
}

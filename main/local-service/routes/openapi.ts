/** The OpenAPI document of the interface. */
import { z } from "zod";
import { describeInterface, type ServerUrls } from "./describe-interface";
import { bindRoute, describeRoute, type BoundRoute } from "./route";

const openapiRoute = describeRoute({
  method: "GET",
  path: "/openapi.json",
  section: "extensions",
  summary: "This document",
  isPublic: true,
  responses: { 200: z.record(z.string(), z.unknown()) },
});

/**
 * `routes` are described in the document, besides its own route. The URLs are known once the
 * service listens.
 */
export function createOpenapiRoutes(
  routes: readonly BoundRoute[],
  urls: () => ServerUrls,
): BoundRoute[] {
  const descriptions = [...routes.map(({ description }) => description), openapiRoute];
  return [
    bindRoute(openapiRoute, () => ({
      status: 200,
      body: describeInterface(descriptions, urls()),
    })),
  ];
}

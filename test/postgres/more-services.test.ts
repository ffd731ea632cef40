/** More tests of services, on PostgreSQL; the model and the conformance show the same sooner. */
import { describe } from "vitest";
import { long } from "../long";

describe("batches", long, async () => {
  await import("../backend/local-service/batches.test");
});

describe("random calls", long, async () => {
  await import("../backend/local-service/random-calls.test");
});

describe("deliveries", long, async () => {
  await import("../backend/local-service/delivery-files.test");
});

/**
 * Checks every rule of the interface against a local workspace whose objects are in a bucket of
 * Ceph. Takes about two minutes.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingCephPrograms, startCephGateway, type CephGateway } from "../helpers/ceph-gateway";
import { startLocalService, type RunningLocalService } from "../helpers/local-service";
import { scriptWorkerFile } from "../helpers/programs";
import { long } from "../long";
import { allRules, checkRule, createContext, waitForUrlLife } from "./run";

const missing = missingCephPrograms.join(", ");
const urlLifeSeconds = 30;
/** What a signed URL of a bucket does not limit. */
const notOfBuckets = ["a multipart URL accepts one PUT"];

describe.skipIf(missing !== "")(
  `with a bucket of Ceph (missing: ${missing || "none"})`,
  long,
  () => {
    let ceph: CephGateway;
    let local: RunningLocalService;
    let context: Awaited<ReturnType<typeof createContext>>;
    beforeAll(async () => {
      ceph = await startCephGateway();
      local = await startLocalService({
        scriptWorkerFile,
        bucket: { connection: await ceph.createBucket("conformance") },
        durations: { fetchTimeoutMs: 200, urlLifeSeconds },
      });
      const { baseUrl, clientId, clientSecret } = local.address();
      context = await createContext(
        baseUrl,
        { clientId, clientSecret },
        waitForUrlLife(urlLifeSeconds),
      );
    }, 120_000);
    afterAll(async () => {
      await context?.clean();
      await local?.remove();
      await ceph?.close();
    });

    it.each(
      allRules
        .filter(({ rule }) => !notOfBuckets.includes(rule))
        .map((rule) => [rule.section, rule.rule, rule] as const),
    )("the local workspace conforms to %s: %s", async (_section, _rule, rule) => {
      expect(await checkRule(rule, context.context)).toMatchObject({
        result: "passed",
        reason: "",
      });
    });
  },
);

/**
 * Checks every rule of the interface against a local workspace whose objects are in a bucket of
 * Ceph. Takes about two minutes.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingCephPrograms, startCephGateway, type CephGateway } from "../helpers/ceph-gateway";
import { startLocalService } from "../helpers/local-service";
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
    const closers: (() => Promise<void>)[] = [];
    let context: Awaited<ReturnType<typeof createContext>>;
    beforeAll(async () => {
      const ceph: CephGateway = await startCephGateway();
      closers.push(ceph.close);
      const local = await startLocalService({
        scriptWorkerFile,
        bucket: { connection: await ceph.createBucket("conformance") },
        durations: { fetchTimeoutMs: 200, urlLifeSeconds },
      });
      closers.push(local.remove);
      const { baseUrl, clientId, clientSecret } = local.address();
      context = await createContext(
        baseUrl,
        { clientId, clientSecret },
        waitForUrlLife(urlLifeSeconds),
      );
      closers.push(context.clean);
    }, 120_000);
    afterAll(async () => {
      for (const close of closers.reverse()) await close();
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

/**
 * Answers that report success although nothing was stored, or that mean "again": no file is lost,
 * and none sent in vain.
 */
import { expect, it } from "vitest";
import { multipart, objects, partsOfBig, useUploadHarness } from "../../helpers/upload-harness";
import { long } from "../../long";

const harness = useUploadHarness();
const { big, expectDone, startUploads, waitForUploads, listUploads, countOf } = harness;

const complete = { method: "POST", path: multipart, body: /"complete"/ };
const answer = (body: string, status = 200) => ({ kind: "respond", status, body }) as const;
const sync = () => harness.test.handlers.gallery.refresh({ workspaceId: harness.workspaceId });

const noSuccess = "the answer %s to complete is no success";
it.each(['{"Error":{"Code":"InternalError","Message":"Please try again."}}'])(
  noSuccess,
  isCompletedAgain,
);
it.each([
  '{"errorMessage":"Task timed out"}',
  "{}",
  '{"message":"completion failed"}',
  "<html>sign in</html>",
])(noSuccess, long, isCompletedAgain);

async function isCompletedAgain(body: string): Promise<void> {
  void harness.proxy.injectFault({ ...complete, fault: answer(body), times: 1 });
  await startUploads([await big()]);
  await expectDone("big.mov");
  expect(countOf("POST", multipart, /"complete"/)).toBe(2);
  expect(countOf("PUT", objects)).toBe(partsOfBig);
}

it("a file that was reported as stored, but is not in the gallery, is sent again", async () => {
  const applied = harness.proxy.injectFault({
    ...complete,
    fault: answer('{"message":"Upload completed"}'),
    times: 1,
  });
  await startUploads([await big()]);
  await applied;
  await waitForUploads();
  await sync();
  // The second list follows by itself.
  await harness.test.waitUntil(
    async () => (await listUploads()).some(({ state }) => state !== "done") || null,
    "the file to be sent again",
  );
  await expectDone("big.mov");
});

it("a file that replaces another is sent twice at most when no answer to complete arrives", async () => {
  await startUploads([await big()]);
  await expectDone("big.mov");
  harness.proxy.requests.length = 0;
  await harness.writeSource("big.mov", 17 * 1024 ** 2);
  const lost = { kind: "drop-response" } as const;
  const unknown = answer('{"message":"uploadId: unknown"}', 404);
  for (const fault of [lost, unknown, lost])
    void harness.proxy.injectFault({ ...complete, fault, times: 1 });
  await startUploads([harness.source("big.mov")]);
  await expectDone("big.mov");
  expect(countOf("PUT", objects)).toBe(2 * partsOfBig);
  expect((await listUploads()).some(({ isUnverified }) => isUnverified)).toBe(true);
});

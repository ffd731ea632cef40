/**
 * Faults of the requests for parts and of "complete": every file arrives intact, and no accepted
 * part is sent again.
 */
import { describe, expect, it } from "vitest";
import { useUploadHarness, partsOfBig, multipart, objects } from "../../helpers/upload-harness";
import { testTiming } from "../../helpers/backend";
import type { Fault } from "../../helpers/fault-proxy";
import { long } from "../../long";

const harness = useUploadHarness();
const { source, big, small, expectDone, acceptedParts, countOf, startUploads, waitForUploads } =
  harness;

describe("a PUT of a part", () => {
  const faults: [string, Fault][] = [
    ["reset mid-body", { kind: "reset", afterBytes: 1_000_000 }],
    ["accepted, but its response is lost", { kind: "drop-response" }],
  ];
  const more: [string, Fault][] = [
    [
      "rejected with 503 and Retry-After",
      { kind: "respond", status: 503, headers: { "retry-after": "0" } },
    ],
    [
      "rejected with 403, as for an expired URL",
      { kind: "respond", status: 403, body: "<Message>Request has expired</Message>" },
    ],
    ["stalled", { kind: "stall", afterBytes: 500_000 }],
    ["accepted without an ETag", { kind: "respond", status: 200 }],
    ["reset before its body", { kind: "reset", afterBytes: 0 }],
    ["rejected with 500", { kind: "respond", status: 500 }],
    ["rejected with 429", { kind: "respond", status: 429 }],
    ["accepted with another ETag", { kind: "headers", headers: { etag: `"${"0".repeat(32)}"` } }],
  ];
  const isSentAgain = "that is %s is sent again, and no other part is";
  it.each(faults)(isSentAgain, (_name, fault) => sendsAgain(fault));
  it.each(more)(isSentAgain, long, (_name, fault) => sendsAgain(fault));

  async function sendsAgain(fault: Fault): Promise<void> {
    const applied = harness.proxy.injectFault({
      method: "PUT",
      path: /partNumber=2/,
      fault,
      times: 1,
    });
    await startUploads([await big()]);
    await applied;
    await expectDone("big.mov");
    const accepted = acceptedParts();
    // If the response was lost or changed by the proxy, the service accepted the part twice; no
    // other part occurs twice.
    const isTwice = fault.kind === "headers" || (fault.kind === "respond" && fault.status === 200);
    expect(accepted.sort()).toEqual(isTwice ? [1, 2, 2, 3, 4] : [1, 2, 3, 4]);
  }

  it("that is the last one and gets no response is sent again over another connection before the stall time", async () => {
    await harness.test.stop();
    await harness.start({ timing: { ...testTiming, lateMs: 200, stallMs: 600_000 } });
    const applied = harness.proxy.injectFault({
      method: "PUT",
      path: /partNumber=4/,
      fault: { kind: "withhold-response" },
      times: 1,
    });
    await startUploads([await big()]);
    await applied;
    await expectDone("big.mov");
    expect(acceptedParts().sort()).toEqual([1, 2, 3, 4]);
    // The service has stored the part twice; the first connection is closed, the file is complete
    // once.
    const stored = harness.proxy.requests.filter(
      ({ method, partNumber, serviceStatus }) =>
        method === "PUT" && partNumber === 4 && serviceStatus === 200,
    );
    expect(stored).toHaveLength(2);
    expect(countOf("POST", multipart, /"complete"/)).toBe(1);
  });

  it("that is rejected twice with a new URL fails the file with the message of the service", async () => {
    void harness.proxy.injectFault({
      method: "PUT",
      path: objects,
      fault: { kind: "respond", status: 403, body: '{"message":"SignatureDoesNotMatch"}' },
      times: Infinity,
    });
    await startUploads([await small()]);
    const [upload] = await waitForUploads();
    expect(upload).toMatchObject({
      state: "failed",
      problem: { code: "url-refused", message: "SignatureDoesNotMatch" },
    });
  });

  it("that is damaged twice during transfer fails the file", long, async () => {
    void harness.proxy.injectFault({
      method: "PUT",
      path: /partNumber=3/,
      fault: { kind: "headers", headers: { etag: `"${"a".repeat(32)}"` } },
      times: 2,
    });
    await startUploads([await big()]);
    const [upload] = await waitForUploads();
    expect(upload).toMatchObject({ state: "failed", problem: { code: "etag-mismatch" } });
    await harness.test.handlers.uploads.retry({ ids: [upload!.id] });
    await expectDone("big.mov");
    expect(acceptedParts().filter((n) => n === 1)).toHaveLength(1);
  });

  it("that gets a 404 restarts the upload under another id", async () => {
    const applied = harness.proxy.injectFault({
      method: "PUT",
      path: /partNumber=3/,
      fault: { kind: "respond", status: 404 },
      times: 1,
    });
    await startUploads([await big()]);
    await applied;
    await expectDone("big.mov");
    expect(new Set(harness.proxy.requests.flatMap(({ uploadId }) => uploadId ?? [])).size).toBe(2);
  });
});

describe("complete", () => {
  const completing = { method: "POST", path: multipart, body: /"action":"complete"/ };

  it("is sent again after a 500", async () => {
    void harness.proxy.injectFault({
      ...completing,
      fault: { kind: "respond", status: 500 },
      times: 2,
    });
    await startUploads([await big()]);
    await expectDone("big.mov");
    expect(countOf("POST", multipart, /"complete"/)).toBe(3);
    expect(acceptedParts()).toHaveLength(partsOfBig);
  });

  it("counts as done after a lost response if the gallery lists the file", async () => {
    const applied = harness.proxy.injectFault({
      ...completing,
      fault: { kind: "drop-response" },
      times: 1,
    });
    await startUploads([await big()]);
    await applied;
    await expectDone("big.mov");
    // The second attempt gets a 404; then the gallery is read, and nothing is sent again.
    expect(countOf("POST", multipart, /"complete"/)).toBe(2);
    expect(acceptedParts()).toHaveLength(partsOfBig);
  });

  it("after a lost response for a replaced file: the file is sent again", async () => {
    await startUploads([await big()]);
    await waitForUploads();
    await harness.test.handlers.uploads.clearDone({ workspaceId: harness.workspaceId });
    await big();
    const applied = harness.proxy.injectFault({
      ...completing,
      fault: { kind: "drop-response" },
      times: 1,
    });
    await startUploads([source("big.mov")]);
    await applied;
    await expectDone("big.mov");
    expect(acceptedParts()).toHaveLength(3 * partsOfBig);
  });

  it("restarts the upload if the first attempt gets a 404", long, async () => {
    void harness.proxy.injectFault({
      ...completing,
      fault: { kind: "respond", status: 404 },
      times: 1,
    });
    await startUploads([await big()]);
    await expectDone("big.mov");
    expect(acceptedParts()).toHaveLength(2 * partsOfBig);
  });

  it("fails the file if it is rejected repeatedly", async () => {
    const rejection = {
      kind: "respond",
      status: 400,
      body: '{"message":"parts: InvalidPart"}',
    } as const;
    void harness.proxy.injectFault({ ...completing, fault: rejection, times: Infinity });
    await startUploads([await big()]);
    const [upload] = await waitForUploads();
    expect(upload).toMatchObject({
      state: "failed",
      problem: { code: "complete-refused", message: "parts: InvalidPart" },
    });
  });
});

/**
 * Faults of the service and of the connection to it: the queue waits and continues by the rule of
 * each error.
 */
import { describe, expect, it } from "vitest";
import {
  useUploadHarness,
  partsOfBig,
  mebibyte,
  multipart,
  objects,
} from "../../helpers/upload-harness";

const harness = useUploadHarness();
const {
  source,
  big,
  small,
  writeSource,
  expectDone,
  blockPart,
  acceptedParts,
  countOf,
  startUploads,
  waitForUploads,
  listUploads,
  startService,
  start,
} = harness;

describe("the service", () => {
  it("that has deleted an incomplete upload receives all parts again under a new id", async () => {
    const unknownUpload = {
      kind: "respond",
      status: 404,
      body: '{"message":"uploadId: unknown"}',
    } as const;
    const applied = harness.proxy.injectFault({
      method: "POST",
      path: multipart,
      body: /"partNumber":3/,
      // The URL may be requested ahead of time and again when it is needed.
      fault: unknownUpload,
      times: 2,
    });
    await startUploads([await big()]);
    await applied;
    await expectDone("big.mov");
    expect(
      new Set(harness.proxy.requests.flatMap(({ uploadId }) => uploadId ?? [])).size,
    ).toBeGreaterThan(1);
  });

  it("that refuses connections suspends the queue, which resumes automatically", async () => {
    const file = await big();
    await startUploads([await small()]);
    await waitForUploads();
    await harness.proxy.refuseConnections();
    await startUploads([file]);
    const suspension = await harness.test.waitUntil(async () => {
      const summary = await harness.test.handlers.uploads.summary({
        workspaceId: harness.workspaceId,
      });
      return summary.suspension;
    }, "the suspension");
    expect(suspension.code).toBe("unreachable");
    const [waiting] = (await listUploads()).filter(({ name }) => name === "big.mov");
    expect(waiting).toMatchObject({ problem: { code: "unreachable" } });
    expect(["queued", "preparing", "uploading"]).toContain(waiting?.state);
    const workspaces = await harness.test.handlers.workspaces.list(undefined);
    expect(workspaces[0]?.state).toBe("unreachable");
    await harness.proxy.acceptConnections();
    await expectDone("big.mov", "small.wav");
  });

  it("that requests a pause with Retry-After gets it from all files", async () => {
    const applied = harness.proxy.injectFault({
      method: "POST",
      path: /upload-url$/,
      fault: { kind: "respond", status: 429, headers: { "retry-after": "3" } },
      times: 1,
    });
    const startedAt = Date.now();
    await startUploads([await small()]);
    await applied;
    const suspension = await harness.test.waitUntil(
      async () =>
        (await harness.test.handlers.uploads.summary({ workspaceId: harness.workspaceId }))
          .suspension,
      "the suspension",
    );
    expect(suspension).toMatchObject({ code: "rate-limited" });
    expect(suspension.until! - startedAt).toBeGreaterThan(2_500);
    await writeSource("other.wav", 1000);
    await startUploads([source("other.wav")]);
    await expectDone("small.wav", "other.wav");
    expect(Date.now() - startedAt).toBeGreaterThan(2_500);
  });

  it("without free space suspends the queue until there is space again", async () => {
    await harness.test.stop();
    await harness.service.close();
    await startService({ freeBytesLimit: 6 * mebibyte });
    await start();
    await startUploads([await big()]);
    const suspension = await harness.test.waitUntil(async () => {
      const { suspension: found } = await harness.test.handlers.uploads.summary({
        workspaceId: harness.workspaceId,
      });
      return found?.code === "service-full" ? found : null;
    }, "the suspension");
    expect(suspension.message).not.toBe("");
    await harness.service.close();
    await startService();
    await harness.test.handlers.workspaces.reconnect({ workspaceId: harness.workspaceId });
    await expectDone("big.mov");
    expect(acceptedParts().filter((number) => number === 1)).toHaveLength(1);
  });

  it("that rejects the token during an upload gets a new one, and no file fails", async () => {
    const rejection = { kind: "respond", status: 401, body: '{"message":"expired"}' } as const;
    const applied = harness.proxy.injectFault({
      method: "POST",
      path: multipart,
      body: /"partNumber":3/,
      fault: rejection,
      times: 1,
    });
    await startUploads([await big()]);
    await applied;
    await expectDone("big.mov");
    expect(countOf("POST", /\/auth\/refresh$/)).toBe(1);
  });

  it("that rejects the credentials suspends the queue until the user replaces them", async () => {
    const errorResponse = {
      kind: "respond",
      status: 401,
      body: '{"message":"who are you"}',
    } as const;
    void harness.proxy.injectFault({
      path: /upload-url|models|auth/,
      fault: errorResponse,
      times: Infinity,
    });
    await startUploads([await small()]);
    const suspension = await harness.test.waitUntil(
      async () =>
        (await harness.test.handlers.uploads.summary({ workspaceId: harness.workspaceId }))
          .suspension,
      "the suspension",
    );
    expect(suspension).toEqual({ code: "token-refused", message: "who are you", until: null });
    expect((await harness.test.handlers.workspaces.list(undefined))[0]?.state).toBe(
      "token-refused",
    );
    harness.proxy.clearFaults();
    const { clientId, clientSecret } = harness.service;
    await harness.test.handlers.workspaces.replaceSecret({
      workspaceId: harness.workspaceId,
      clientId,
      clientSecret,
      authScheme: "bearer",
    });
    await expectDone("small.wav");
  });

  it("whose URLs expire before a part starts gets requests for new ones", async () => {
    await harness.test.stop();
    await harness.service.close();
    await startService({ durations: { urlLifeSeconds: 1 } });
    await start();
    // Blocks the first slot until a URL that was signed in advance for a later part has expired.
    void blockPart(2);
    await startUploads([await big()]);
    await expectDone("big.mov");
    expect(acceptedParts()).toHaveLength(partsOfBig);
  });

  it("that changes its address receives the uploads at the new one", async () => {
    await harness.proxy.refuseConnections();
    await startUploads([await big()]);
    await harness.service.close();
    await startService();
    await harness.proxy.acceptConnections();
    await expectDone("big.mov");
  });
});

it("never shows a secret, token or signed URL to the window", async () => {
  void harness.proxy.injectFault({
    method: "PUT",
    path: objects,
    fault: { kind: "respond", status: 400, body: `see ${harness.service.baseUrl}/x?signature=abc` },
    times: Infinity,
  });
  await startUploads([await small()]);
  const [upload] = await waitForUploads();
  const shown = JSON.stringify([harness.test.events, await listUploads(), upload]);
  expect(upload!.state).toBe("failed");
  expect(shown).not.toContain(harness.service.clientSecret);
  expect(shown).not.toMatch(/signature=(?!\[)/);
});

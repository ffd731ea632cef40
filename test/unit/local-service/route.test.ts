/** The methods of routes, and when their bodies are read. */
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { People } from "../../../main/local-service/access/people";
import type { Auth } from "../../../main/local-service/common/auth";
import { openObject } from "../../../main/local-service/objects/open-object";
import { sendFile } from "../../../main/local-service/review/send-file";
import {
  bindRoute,
  bytesResponse,
  describeRoute,
  mountRoutes,
} from "../../../main/local-service/routes/route";

it("HEAD gets the headers of a file, whose stream is ended", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-route-"));
  await writeFile(path.join(folder, "a.wav"), "0123456789");
  let sent = new Response();
  const route = describeRoute({
    method: "GET",
    path: "/sound",
    section: "extensions",
    summary: "A sound",
    isPublic: true,
    responses: { 200: bytesResponse },
  });
  const bound = bindRoute(route, async ({ header }) => {
    const file = await openObject(folder, "a.wav");
    if (!file) throw new Error("the file is missing");
    sent = sendFile(
      { file, bytes: 10, contentType: "audio/wav", headers: { etag: '"1"' } },
      { range: header("range"), ifNoneMatch: undefined },
    );
    return sent;
  });
  const app = mountRoutes("/api", [bound], { auth: {} as Auth, admit: (_, handle) => handle() });
  const head = async (headers: Record<string, string>) => {
    const response = await app.request("/api/sound", { method: "HEAD", headers });
    // A stream that was cancelled has nothing to read.
    expect(await sent.body?.getReader().read()).toEqual({ done: true, value: undefined });
    expect(response.body).toBeNull();
    return [response.status, response.headers.get("content-length")];
  };
  expect(await head({})).toEqual([200, "10"]);
  expect(await head({ range: "bytes=2-4" })).toEqual([206, "3"]);
});

it("reads no byte of a body whose sender may not make the call", async () => {
  const route = describeRoute({
    method: "PUT",
    path: "/bytes",
    section: "extensions",
    summary: "Bytes",
    isBodyBytes: true,
    responses: { 204: null },
  });
  let received = 0;
  const bound = bindRoute(route, async ({ bytes }) => {
    received += (await bytes()).length;
    return { status: 204 };
  });
  let isAllowed = false;
  const people = {
    limits: { takeCall: () => undefined },
    guard: async (_actor: unknown, _call: unknown, handle: () => Promise<Response>) => {
      if (!isAllowed) throw new Error("not allowed");
      return handle();
    },
  } as unknown as People;
  const auth = { check: () => Promise.resolve({ credentialId: "1" }) } as unknown as Auth;
  const app = mountRoutes("/api", [bound], { auth, people, admit: (_, handle) => handle() });
  app.onError((error, context) => context.text(error.message, 400));
  let reads = 0;
  const send = () => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      reads += 1;
      controller.enqueue(new Uint8Array(8));
      controller.close();
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init: RequestInit & { duplex: "half" } = { method: "PUT", body, duplex: "half" };
    return app.request("/api/bytes", init);
  };
  expect([(await send()).status, reads, received]).toEqual([400, 0, 0]);
  isAllowed = true;
  expect([(await send()).status, reads, received]).toEqual([204, 1, 8]);
});

/** The methods of routes. */
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
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

/** Stored files as responses. */
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { sendFile } from "../../../main/local-service/review/send-file";

it("sends a type that is none of audio or video as bytes, which clients must not interpret", async () => {
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), "dubyard-send-")), "a");
  await writeFile(file, "<script>");
  const typeOf = async (contentType: string) => {
    const response = sendFile(
      { file, bytes: 8, contentType, headers: { etag: '"1"' } },
      { range: undefined, ifNoneMatch: undefined },
    );
    expect(await response.text()).toBe("<script>");
    return [response.headers.get("content-type"), response.headers.get("x-content-type-options")];
  };
  expect(await typeOf("audio/wav")).toEqual(["audio/wav", "nosniff"]);
  expect(await typeOf("text/html")).toEqual(["application/octet-stream", "nosniff"]);
});

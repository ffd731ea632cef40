/**
 * Formats of pre-signed URLs in responses: a JSON string, an object, or plain text without quotes.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRemote, type Remote } from "../../../main/remote/remote";
import { startHostileService, type HostileService } from "../../helpers/hostile-service";

let service: HostileService;
let remote: Remote;
const url = "https://storage.example/bucket/a.wav?X-Amz-Signature=abc&X-Amz-Expires=900";
const file = { fileName: "a.wav", contentType: "audio/wav" };

beforeEach(async () => {
  service = await startHostileService();
  const { baseUrl, clientId, clientSecret } = service;
  remote = createRemote({
    connection: () => Promise.resolve({ baseUrl, clientId, clientSecret, authScheme: "raw" }),
  });
});
afterEach(async () => {
  await remote.close();
  await service.close();
});

it.each([
  ["a JSON string", JSON.stringify(url)],
  ["an object", JSON.stringify({ uploadUrl: url })],
  ["plain text", url],
  ["plain text with line breaks", `\n${url}\r\n`],
])("accepts an upload URL as %s", async (_name, body) => {
  service.respondTo("POST /media/upload-url", { body });
  expect(await remote.media.uploadUrl(file)).toBe(url);
});

it.each([
  ["a web page", "<html><body>Sign in</body></html>"],
  ["text", "not available"],
  ["an empty response", ""],
  ["a number", "17"],
])("rejects %s, and does not include it in the error", async (_name, body) => {
  service.respondTo("POST /media/upload-url", { body });
  const error = await remote.media.uploadUrl(file).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "unexpected-answer" });
  if (body !== "") expect((error as Error).message).not.toContain(body);
});

it("accepts plain text for this call only", async () => {
  service.respondTo("POST /media/upload-url/multipart", { body: url });
  const part = { partNumber: 1, uploadId: null };
  await expect(remote.media.presignPart(file, part)).rejects.toMatchObject({
    code: "unexpected-answer",
    message: "the response is not JSON",
  });
});

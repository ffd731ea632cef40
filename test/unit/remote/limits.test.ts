/** Limits on responses of a service, and rules for its signed URLs. */
import { describe, expect, it } from "vitest";
import { createHttp } from "../../../main/remote/http/http";
import { readJsonList } from "../../../main/remote/http/json-list";
import { createMedia } from "../../../main/remote/media";
import { createScripts } from "../../../main/remote/scripts";

describe("a list", () => {
  const bounds = { listBytes: 300_000, listElements: 1000, listElementBytes: 100_000 };
  /** Endless; ends when the reader stops. */
  async function* endless(start: string, piece: string): AsyncGenerator<Buffer> {
    yield Buffer.from(start);
    for (;;) yield await Promise.resolve(Buffer.from(piece.repeat(1000)));
  }
  async function read(body: AsyncIterable<Buffer>): Promise<number> {
    let count = 0;
    for await (const elements of readJsonList(body, bounds)) count += elements.length;
    return count;
  }

  it.each([
    ["with endless elements", "[1", ",1"],
    ["with one endless element", '["', "a"],
    ["after endless white space", "", " \n"],
    ["before endless white space", "[]", " \n"],
    ["of endless white space", "[", " \n"],
  ])("%s is an error, not a truncated list", async (_name, start, piece) => {
    await expect(read(endless(start, piece))).rejects.toMatchObject({ code: "unexpected-answer" });
  });

  it("within its limits is read completely", async () => {
    const text = `${" ".repeat(1000)}[${"1,".repeat(999)}1]${" ".repeat(1000)}`;
    expect(
      await read(
        (async function* () {
          yield await Promise.resolve(Buffer.from(text));
        })(),
      ),
    ).toBe(1000);
  });
});

describe("a signed URL", () => {
  const plain = "http://storage.example.test/a?signature=x";
  const file = { fileName: "a.wav", contentType: "audio/wav" };
  /** Calls of a service at this URL with this response to every request. */
  function callsAt(baseUrl: string, response: unknown) {
    const credentials = { clientId: "c", clientSecret: "s", authScheme: "raw" } as const;
    const http = createHttp({ connection: () => Promise.resolve({ baseUrl, ...credentials }) });
    const answering = { ...http, json: () => Promise.resolve(response) };
    const media = createMedia(answering);
    return [
      () => media.uploadUrl(file),
      () => media.presignPart(file, { partNumber: 1, uploadId: null }),
      () => createScripts(answering).put("a.srt", new Uint8Array()),
    ] as const;
  }
  const responses = [
    { uploadUrl: plain },
    { uploadUrl: plain, uploadId: "u" },
    { id: "1", name: "a.srt", size: 0, url: plain, createdAt: "2026-01-01T00:00:00.000Z" },
  ];

  it.each([0, 1, 2])("of a remote service must be https (call %i)", async (index) => {
    for (const url of [plain, plain.replace("http:", "ftp:")]) {
      const reply = JSON.parse(JSON.stringify(responses[index]).replace(plain, url)) as unknown;
      const call = callsAt("https://api.example.test", reply)[index];
      const failure: unknown = await call?.().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "unexpected-answer" });
      expect((failure as Error).message).not.toContain("storage.example.test");
    }
    const secure = JSON.parse(
      JSON.stringify(responses[index]).replace("http:", "https:"),
    ) as unknown;
    await callsAt("https://api.example.test", secure)[index]?.();
  });

  it.each(["http://127.0.0.1:8000/v1", "http://localhost/v1", "http://[::1]:8000"])(
    "of a service on this computer may be http: %s",
    async (baseUrl) => {
      await callsAt(baseUrl, responses[0])[0]();
    },
  );
});

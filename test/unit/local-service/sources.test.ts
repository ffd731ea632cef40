/** Which URLs are scripts of the service itself. */
import { expect, it } from "vitest";
import type { Fetcher } from "../../../main/local-service/fetch/fetch";
import type { ObjectStore } from "../../../main/local-service/objects/port";
import { createSources, type SourcesDeps } from "../../../main/local-service/sources/sources";

const id = "0123456789abcdef0123456789abcdef";
const location = `scripts/${id}`;
const sources = createSources({
  store: {
    findScript: (wanted: string) => Promise.resolve(wanted === id ? { id, location } : null),
  } as unknown as SourcesDeps["store"],
  objects: {
    sizeAt: () => Promise.resolve(2),
    read: (at: string) => Promise.resolve(at === location ? Buffer.from("ok") : null),
  } as unknown as ObjectStore,
  fetcher: { fetch: () => Promise.resolve(Buffer.from("fetched")) } as unknown as Fetcher,
  ownHost: () => "dub.example.org",
});

it.each([
  ["https://dub.example.org", "ok", null],
  ["http://127.0.0.1:4000", "ok", null],
  ["http://localhost:4001", "ok", null],
  ["https://other.example.org", "fetched", "other.example.org"],
])("a script at %s is read as %j", async (origin, content, host) => {
  const url = `${origin}/api/local/scripts/${id}/a.csv`;
  const { bytes } = await sources.readScript(url, new AbortController().signal);
  expect(Buffer.from(bytes).toString()).toBe(content);
  expect(sources.hostOf(url)).toBe(host);
});

import { expect, test } from "vitest";
import { createSources, type SourcesDeps } from "../../../../main/local-service/sources/sources";

test("a script of this service is read by its id, also at the address that clients use", async () => {
  const id = "0123456789abcdef".repeat(2);
  const fetched: string[] = [];
  const sources = createSources({
    store: {
      findScript: (wanted: string) => Promise.resolve(wanted === id ? { location: "s" } : null),
    },
    objects: {
      sizeAt: () => Promise.resolve(1),
      read: () => Promise.resolve(Uint8Array.of(1)),
    },
    fetcher: {
      fetch(url: URL) {
        fetched.push(url.host);
        return Promise.resolve(Uint8Array.of(2));
      },
    },
    ownHost: () => "dub.example.org",
  } as unknown as SourcesDeps);
  const read = async (origin: string) => {
    const url = `${origin}/api/local/scripts/${id}/a.csv`;
    return [...(await sources.readScript(url, new AbortController().signal)).bytes];
  };
  expect(await read("https://dub.example.org:8090")).toEqual([1]);
  expect(await read("http://127.0.0.1:9")).toEqual([1]);
  expect(await read("https://other.example.org")).toEqual([2]);
  expect(fetched).toEqual(["other.example.org"]);
  expect(sources.hostOf(`https://dub.example.org/api/local/scripts/${id}/a.csv`)).toBeNull();
});

/** Settings of buckets, and names of objects. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  addressOf,
  idOfKey,
  keyOfId,
  newKey,
  normaliseBucket,
  safeFileName,
} from "../../../../main/remote/s3/address";

const endpoint = {
  endpoint: "https://s3.eu-central-1.amazonaws.com",
  region: "eu-central-1",
  bucket: "studio-scripts",
  prefix: "",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  isPathStyle: false,
};

describe("the settings of a bucket", () => {
  const endpointOf = (input: Partial<typeof endpoint>) =>
    normaliseBucket({ ...endpoint, ...input }).endpoint;
  it.each<[string, Partial<typeof endpoint>, string]>([
    ["without a scheme", { endpoint: "s3.eu-central-1.amazonaws.com/" }, endpoint.endpoint],
    [
      "with the bucket in the host name",
      { endpoint: "https://studio-scripts.s3.eu-central-1.amazonaws.com" },
      endpoint.endpoint,
    ],
    [
      "with the bucket in the path, as R2 displays it",
      { endpoint: "https://account.r2.cloudflarestorage.com/studio-scripts" },
      "https://account.r2.cloudflarestorage.com",
    ],
    [
      "on this computer",
      { endpoint: "http://localhost:9000", isPathStyle: true },
      "http://localhost:9000",
    ],
    [
      "below a path",
      { endpoint: "https://nas.studio.test/s3/", isPathStyle: true },
      "https://nas.studio.test/s3",
    ],
  ])("%s", (_name, text, endpoint) => expect(endpointOf(text)).toBe(endpoint));

  it.each<[string, Partial<typeof endpoint>]>([
    ["endpoint", { endpoint: "http://nas.studio.test:9000" }],
    ["endpoint", { endpoint: "ftp://nas.studio.test" }],
    ["endpoint", { endpoint: "https://user:pw@nas.studio.test" }],
    ["endpoint", { endpoint: "https://nas.studio.test/s3" }],
    ["endpoint", { endpoint: "https://s3.test/?X-Amz-Signature=abc" }],
    ["bucket", { bucket: "a/b" }],
    ["region", { region: "eu/central" }],
    ["prefix", { prefix: "a//b" }],
    ["prefix", { prefix: "../b" }],
    ["isPathStyle", { bucket: "studio.scripts" }],
    ["isPathStyle", { endpoint: "http://127.0.0.1:9000" }],
  ])("reject an invalid %s: %o", (field, value) => {
    expect(() => endpointOf(value)).toThrow(
      expect.objectContaining({
        code: "invalid-input",
        // The name of a rule; the window has a text for it in each language.
        details: [{ field, message: expect.stringMatching(/^[a-z-]+$/) as string }],
      }),
    );
  });

  it("add a slash to the prefix", () => {
    const normal = normaliseBucket({ ...endpoint, prefix: "/dubbing/scripts" });
    expect(normal.prefix).toBe("dubbing/scripts/");
    expect(addressOf(normal, "a b/ü+é.srt")).toEqual({
      origin: "https://studio-scripts.s3.eu-central-1.amazonaws.com",
      path: "/a%20b/%C3%BC%2B%C3%A9.srt",
    });
    expect(addressOf({ ...normal, isPathStyle: true }, "a")).toEqual({
      origin: "https://s3.eu-central-1.amazonaws.com",
      path: "/studio-scripts/a",
    });
  });
});

describe("the name of an object", () => {
  it.each([
    ["Folge 1 – Überraschung.xlsx", "Folge 1 – Überraschung.xlsx"],
    ["u\u0308.docx", "ü.docx"],
    ["a/b\\c?.srt", "a-b-c-.srt"],
    ['x"\r\ny<>.csv', "x-y-.csv"],
    ["...", "script"],
    [" .pdf", "script.pdf"],
    ["\u202Etxt.exe.srt", "-txt.exe.srt"],
  ])("%j is %j", (name, safe) => expect(safeFileName(name)).toBe(safe));

  it("keeps its extension, and its length is limited", () => {
    for (const name of [`${"ü".repeat(500)}.xlsx`, `${"😀".repeat(300)}.srt`, "a".repeat(2000)]) {
      const safe = safeFileName(name);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
      expect(path.extname(safe)).toBe(path.extname(name));
      expect(safe).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it("has an id that cannot be guessed; other objects have none", () => {
    const normal = { ...endpoint, prefix: "scripts/" };
    const { id, key } = newKey(normal, "a.srt");
    expect(key).toMatch(/^scripts\/[0-9a-f]{32}\/a\.srt$/);
    expect(newKey(normal, "a.srt").key).not.toBe(key);
    expect(idOfKey(normal, key)).toBe(id);
    expect(keyOfId(normal, id)).toBe(key);
    for (const other of ["scripts/a.srt", "other/0/a.srt", `${key}/more`, "scripts/"])
      expect(idOfKey(normal, other)).toBeNull();
    for (const other of ["a.srt", "../../secret", "", `${id}/more`])
      expect(() => keyOfId(normal, other)).toThrow(expect.objectContaining({ code: "not-found" }));
  });
});

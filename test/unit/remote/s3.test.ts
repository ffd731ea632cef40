/** Buckets without a network: signatures by the vendor's published examples, and documented responses. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  addressOf,
  idOfKey,
  keyOfId,
  newKey,
  normaliseBucket,
  safeFileName,
} from "../../../main/remote/s3/address";
import {
  fromRefusal,
  readDeletion,
  readList,
  type Refusal,
} from "../../../main/remote/s3/responses";
import { createSigner, type Unsigned } from "../../../main/remote/s3/signing";
import { minimumTime } from "../../helpers/timing";

const endpoint = {
  endpoint: "https://s3.eu-central-1.amazonaws.com",
  region: "eu-central-1",
  bucket: "studio-scripts",
  prefix: "",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  isPathStyle: false,
};

describe("signatures, with the examples of the vendor's documentation", () => {
  // "Examples of how to sign a request" and "Authenticating requests: using query parameters" of Amazon S3's API
  // reference, where these credentials and results are printed.
  const at = () => Date.UTC(2013, 4, 24);
  const signer = createSigner(
    {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
      region: "us-east-1",
    },
    at,
  );
  const origin = "https://examplebucket.s3.amazonaws.com";
  const get = { method: "GET", origin, path: "/", query: {}, headers: {}, body: null } as const;
  it.each<[string, Unsigned, string]>([
    [
      "an object",
      { ...get, path: "/test.txt", headers: { Range: "bytes=0-9" } },
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ],
    [
      "a setting of a bucket",
      { ...get, query: { lifecycle: "" } },
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    ],
    [
      "a list",
      { ...get, query: { "max-keys": "2", prefix: "J" } },
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    ],
  ])("of %s", async (_name, request, signature) => {
    const headers = await signer.headersOf(request);
    expect(headers["authorization"]).toContain(`Signature=${signature}`);
  });

  it("of a URL: it contains all signed fields, and not the secret", async () => {
    const url = new URL(await signer.presign({ origin, path: "/test.txt" }, 604_800));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
      "X-Amz-Credential": "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request",
      "X-Amz-Date": "20130524T000000Z",
      "X-Amz-Expires": "604800",
      "X-Amz-SignedHeaders": "host",
    });
    expect(url.href).not.toContain("wJalr");
  });
});

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

const now = Date.UTC(2026, 4, 1, 12);
const refuse = (status: number, body: string, more: Partial<Refusal> = {}) =>
  fromRefusal({ status, headers: {}, body, action: "store a script", now, ...more });
const errorXml = (code: string, message: string, more = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${more}</Error>`;

/** Documented or reported error responses of Amazon S3, MinIO and Cloudflare R2. */
const errorResponses: [string, number, string, Partial<Refusal>, string, string | null, RegExp][] =
  [
    [
      "AWS: unknown key",
      403,
      errorXml(
        "InvalidAccessKeyId",
        "The AWS Access Key Id you provided does not exist in our records.",
        "<AWSAccessKeyId>AKIAX</AWSAccessKeyId><RequestId>1</RequestId><HostId>h</HostId>",
      ),
      {},
      "token-refused",
      "accessKeyId",
      /does not know this access key/,
    ],
    [
      "MinIO: wrong secret",
      403,
      errorXml(
        "SignatureDoesNotMatch",
        "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
        "<Resource>/b/k</Resource><RequestId>1</RequestId><HostId>h</HostId>",
      ),
      {},
      "token-refused",
      "secretAccessKey",
      /secret does not belong/,
    ],
    [
      "R2: no such key",
      401,
      errorXml("Unauthorized", "Unauthorized"),
      {},
      "token-refused",
      "accessKeyId",
      /does not know this access key/,
    ],
    [
      "R2: a read-only token",
      403,
      errorXml("AccessDenied", "Access Denied"),
      {},
      "token-refused",
      "accessKeyId",
      /may not store a script/,
    ],
    [
      "AWS: another region",
      301,
      errorXml(
        "PermanentRedirect",
        "The bucket you are attempting to access must be addressed using the specified endpoint. Please send all future requests to this endpoint.",
        "<Endpoint>studio.s3-eu-west-1.amazonaws.com</Endpoint><Bucket>studio</Bucket>",
      ),
      { headers: { "x-amz-bucket-region": "eu-west-1" } },
      "invalid-input",
      "region",
      /the bucket is in eu-west-1/,
    ],
    [
      "AWS: another region, only in the URL",
      301,
      errorXml("PermanentRedirect", "…", "<Endpoint>studio.s3-eu-west-1.amazonaws.com</Endpoint>"),
      {},
      "invalid-input",
      "endpoint",
      /studio\.s3-eu-west-1\.amazonaws\.com/,
    ],
    [
      "AWS: signed for another region",
      400,
      errorXml(
        "AuthorizationHeaderMalformed",
        "The authorization header is malformed; the region 'us-east-1' is wrong; expecting 'us-west-2'",
        "<Region>us-west-2</Region>",
      ),
      {},
      "invalid-input",
      "region",
      /the bucket is in us-west-2/,
    ],
    [
      "the same without the element",
      400,
      errorXml(
        "AuthorizationHeaderMalformed",
        "The authorization header is malformed; the region is wrong; expecting 'auto'.",
      ),
      {},
      "invalid-input",
      "region",
      /the bucket is in auto/,
    ],
    [
      "AWS: a wrong clock",
      403,
      errorXml(
        "RequestTimeTooSkewed",
        "The difference between the request time and the current time is too large.",
        "<RequestTime>20260501T120000Z</RequestTime><ServerTime>2026-05-01T12:47:00Z</ServerTime><MaxAllowedSkewMilliseconds>900000</MaxAllowedSkewMilliseconds>",
      ),
      {},
      "invalid-input",
      null,
      /clock is 47 minutes behind/,
    ],
    [
      "MinIO: a wrong clock, with the server time in a header",
      403,
      errorXml(
        "RequestTimeTooSkewed",
        "The difference between the request time and the server's time is too large.",
      ),
      { headers: { date: "Fri, 01 May 2026 11:00:00 GMT" } },
      "invalid-input",
      null,
      /clock is 60 minutes ahead of/,
    ],
    [
      "AWS: no such bucket",
      404,
      errorXml("NoSuchBucket", "The specified bucket does not exist", "<BucketName>b</BucketName>"),
      {},
      "not-found",
      "bucket",
      /no bucket of this name/,
    ],
    [
      "AWS: too many requests",
      503,
      errorXml("SlowDown", "Please reduce your request rate."),
      { headers: { "retry-after": "2" } },
      "rate-limited",
      null,
      /fewer/,
    ],
    [
      "MinIO: storage full",
      507,
      errorXml(
        "XMinioStorageFull",
        "Storage backend has reached its minimum free drive threshold.",
      ),
      {},
      "service-full",
      null,
      /no room/,
    ],
    [
      "a server's failure",
      500,
      errorXml("InternalError", "We encountered an internal error. Please try again."),
      {},
      "service-error",
      null,
      /500/,
    ],
    [
      "a page of a proxy",
      403,
      "<html><head><title>403 Forbidden</title></head></html>",
      {},
      "token-refused",
      "accessKeyId",
      /403/,
    ],
    ["an empty response", 400, "", {}, "invalid-input", null, /400/],
  ];

describe("an error response", () => {
  const rule =
    /^(unknown-key|wrong-secret|key-refused|no-such-bucket|not-a-bucket|bucket-elsewhere)(: .+)?$/;
  it.each(errorResponses)("%s", (_name, status, body, more, code, field, message) => {
    const error = refuse(status, body, more);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    if (field === null) expect(Array.isArray(error.details)).toBe(false);
    else expect(error.details).toEqual([{ field, message: expect.stringMatching(rule) as string }]);
  });

  it("includes the time to wait", () => {
    const error = refuse(503, errorXml("SlowDown", "slow"), { headers: { "retry-after": "2" } });
    expect(error.retryAfterMs).toBe(2000);
  });

  it("does not repeat signatures or secrets in its message", () => {
    const url = "https://b.s3.test/k?X-Amz-Credential=A&amp;X-Amz-Signature=deadbeef";
    const error = refuse(400, errorXml("Other", `bad: ${url} Signature=deadbeef`));
    expect(error.message).toContain("https://b.s3.test/k");
    expect(error.message).not.toContain("deadbeef");
  });
});

describe("a list", () => {
  const list = (inner: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><Prefix>p/</Prefix>${inner}</ListBucketResult>`;
  it("is read page by page", () => {
    const page = readList(
      list(`<NextContinuationToken>1/abc=&amp;</NextContinuationToken><IsTruncated>true</IsTruncated>
        <Contents><Key>p/a &amp; b&#xE9;.srt</Key><LastModified>2026-05-01T10:00:00.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>12</Size><Owner><ID>o</ID></Owner></Contents>
        <Contents><Key><![CDATA[p/<x>.csv]]></Key><Size>many</Size></Contents><CommonPrefixes><Prefix>p/q/</Prefix></CommonPrefixes>`),
    );
    expect(page).toEqual({
      next: "1/abc=&",
      objects: [
        { key: "p/a & bé.srt", size: 12, modifiedAt: Date.UTC(2026, 4, 1, 10) },
        { key: "p/<x>.csv", size: 0, modifiedAt: null },
      ],
    });
  });
  it("ends at the last page, may be empty, and may be in XML with a namespace prefix", () => {
    expect(readList(list("<KeyCount>0</KeyCount><IsTruncated>false</IsTruncated>"))).toEqual({
      next: null,
      objects: [],
    });
    const other =
      "<s3:ListBucketResult><s3:Contents><s3:Key>k</s3:Key></s3:Contents></s3:ListBucketResult>";
    expect(readList(other).objects).toHaveLength(1);
  });
  it("is an error for other XML", () => {
    for (const body of ["", "<html></html>", "{}", "<ListBuckets/>"])
      expect(() => readList(body)).toThrow(expect.objectContaining({ code: "unexpected-answer" }));
  });
  it("is parsed in linear time", () => {
    const read = () => {
      readList(list(`<Contents><Key>${"<Contents>".repeat(20_000)}`));
      readList(list("<Contents><Key>k</Key></Contents>".repeat(50_000)));
    };
    expect(minimumTime(read, 2_000)).toBeLessThan(2_000);
  });
});

it("a deletion reports the objects that were not deleted", () => {
  const response = `<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Deleted><Key>a</Key></Deleted>
    <Error><Key>b</Key><Code>AccessDenied</Code><Message>Access Denied</Message></Error></DeleteResult>`;
  expect(readDeletion(response)).toEqual([
    { key: "b", code: "AccessDenied", message: "Access Denied" },
  ]);
  expect(readDeletion('<DeleteResult xmlns="x"/>')).toEqual([]);
  expect(() => readDeletion("<html/>")).toThrow();
});

/** Responses of buckets: errors, lists and deletions, as documented by the vendors. */
import { describe, expect, it } from "vitest";
import {
  fromErrorResponse,
  readDeletion,
  readList,
  type ErrorResponse,
} from "../../../../main/remote/s3/responses";
import { minimumTime } from "../../../helpers/timing";

const now = Date.UTC(2026, 4, 1, 12);
const errorOf = (status: number, body: string, more: Partial<ErrorResponse> = {}) =>
  fromErrorResponse({ status, headers: {}, body, action: "store a script", now, ...more });
const errorXml = (code: string, message: string, more = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${more}</Error>`;

/** Documented or reported error responses of Amazon S3, MinIO and Cloudflare R2. */
const errorResponses: [
  string,
  number,
  string,
  Partial<ErrorResponse>,
  string,
  string | null,
  RegExp,
][] = [
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
    "a redirect without a document",
    307,
    "",
    { headers: { location: "https://studio.eu.example/a.csv?X-Amz-Signature=secret" } },
    "invalid-input",
    "endpoint",
    /^endpoint: the bucket is at https:\/\/studio\.eu\.example$/,
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
    errorXml("XMinioStorageFull", "Storage backend has reached its minimum free drive threshold."),
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
    const error = errorOf(status, body, more);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    if (field === null) expect(Array.isArray(error.details)).toBe(false);
    else expect(error.details).toEqual([{ field, message: expect.stringMatching(rule) as string }]);
  });

  it("includes the time to wait", () => {
    const error = errorOf(503, errorXml("SlowDown", "slow"), { headers: { "retry-after": "2" } });
    expect(error.retryAfterMs).toBe(2000);
  });

  it("does not repeat signatures or secrets in its message", () => {
    const url = "https://b.s3.test/k?X-Amz-Credential=A&amp;X-Amz-Signature=deadbeef";
    const error = errorOf(400, errorXml("Other", `bad: ${url} Signature=deadbeef`));
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

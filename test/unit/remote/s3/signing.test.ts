/** Signatures of requests, with the published examples of Amazon S3. */
import { describe, expect, it } from "vitest";
import { createSigner, type Unsigned } from "../../../../main/remote/s3/signing";

describe("signatures, with the examples of the vendor's documentation", () => {
  // "Examples of how to sign a request" and "Authenticating requests: using query parameters" of
  // Amazon S3's API reference, where these credentials and results are printed.
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

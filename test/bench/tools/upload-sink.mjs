/**
 * `node upload-sink.mjs FILES PART_BYTES LATENCY_MS [KEY CERTIFICATE]`: a dubbing service for
 * benchmarks of uploads. It implements the calls of interface §4.1 that an upload needs, and the
 * calls of S3 that rclone and the AWS CLI need; discards the bytes; and returns the ETags that the
 * files in the folder FILES have. It knows them before, so that only the client computes checksums.
 * LATENCY_MS delays the calls, not the bytes. With the files KEY and CERTIFICATE it uses HTTPS.
 * Prints its base URL as JSON when it is ready, and the time of the first PUT.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";

const [files, partSizeText, latencyText, keyFile, certificateFile] = process.argv.slice(2);
const partBytes = Number(partSizeText);
const latencyMs = Number(latencyText);

/** The ETags of the parts of each file, by its path below the folder that contains FILES. */
const etags = new Map();
/** The size of each file in bytes. */
const sizes = new Map();
/** Files up to this size are sent as one PUT, so they have one ETag. */
const singlePutBytes = 16 * 1024 ** 2;
function hashFiles(folder, name) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const location = path.join(folder, entry.name);
    const key = `${name}/${entry.name}`;
    if (entry.isDirectory()) hashFiles(location, key);
    else {
      etags.set(key, hashParts(location));
      sizes.set(key, fs.statSync(location).size);
    }
  }
}
function hashParts(file) {
  const { size } = fs.statSync(file);
  const handle = fs.openSync(file, "r");
  const length = size <= singlePutBytes ? size : partBytes;
  const parts = [];
  for (let offset = 0; offset < size; offset += length) {
    const bytes = Buffer.alloc(Math.min(length, size - offset));
    fs.readSync(handle, bytes, 0, bytes.length, offset);
    parts.push(createHash("md5").update(bytes).digest("hex"));
  }
  fs.closeSync(handle);
  return parts;
}
hashFiles(files, path.basename(files));

let baseUrl = "";
const putUrl = (name, part) => `${baseUrl}/put/${encodeURIComponent(name)}?part=${part}`;

const calls = {
  "/auth/token": () => ({ accessToken: "token", refreshToken: "refresh", expiresIn: 3600 }),
  "/media/upload-url": ({ fileName }) => putUrl(fileName, 1),
  "/media/upload-url/multipart": ({ action, fileName, partNumber, uploadId = "u1" }) => {
    if (action === "presign") return { uploadId, uploadUrl: putUrl(fileName, partNumber) };
    return { success: true };
  },
};

function respond(response, body) {
  const text = JSON.stringify(body);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

/** The calls of S3 below /s3/bucket/. `name` is the key of an object. */
function respondAsS3(request, response, name, query) {
  const send = (status, text, headers = {}) => {
    response.writeHead(status, { "content-length": Buffer.byteLength(text), ...headers });
    response.end(text);
  };
  const modified = { "last-modified": new Date(0).toUTCString() };
  const parts = etags.get(name) ?? ["unknown"];
  // That of several parts is no MD5, and shows their number.
  const etag = parts.length === 1 ? parts[0] : `${parts[0]}-${parts.length}`;
  if (request.method === "PUT") {
    if (!query.has("partNumber")) stored.add(name);
    send(200, "", { etag: `"${parts[Number(query.get("partNumber") ?? 1) - 1]}"` });
  } else if (request.method === "HEAD") {
    if (stored.has(name))
      send(200, "", { etag: `"${etag}"`, "content-length": sizes.get(name) ?? 0, ...modified });
    else send(404, "");
  } else if (query.has("uploads")) {
    send(
      200,
      "<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>",
    );
  } else if (request.method === "POST") {
    stored.add(name);
    send(
      200,
      `<CompleteMultipartUploadResult><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`,
    );
  } else send(200, "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>");
}
const stored = new Set();

let isFirstPut = true;
function reportFirstPut() {
  if (isFirstPut) process.stdout.write(`${JSON.stringify({ firstPutAt: Date.now() })}\n`);
  isFirstPut = false;
}

const options = { keepAliveTimeout: 60_000 };
const server = keyFile
  ? https.createServer(
      { ...options, key: fs.readFileSync(keyFile), cert: fs.readFileSync(certificateFile) },
      receive,
    )
  : http.createServer(options, receive);

function receive(request, response) {
  if (request.method === "PUT") reportFirstPut();
  const { pathname, searchParams } = new URL(request.url, "http://sink");
  if (pathname.startsWith("/s3/")) {
    request.resume();
    const name = decodeURIComponent(pathname.slice("/s3/bucket/".length));
    request.on("end", () => respondAsS3(request, response, name, searchParams));
    return;
  }
  if (request.method === "PUT") {
    request.resume();
    request.on("end", () => {
      const name = decodeURIComponent(pathname.slice("/put/".length));
      const etag = etags.get(name)?.[Number(searchParams.get("part")) - 1] ?? "unknown";
      response.writeHead(200, { etag: `"${etag}"`, "content-length": 0 });
      response.end();
    });
    return;
  }
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const call = calls[pathname];
    const answer = () => {
      if (pathname === "/media/files") respond(response, []);
      else if (call) respond(response, call(JSON.parse(Buffer.concat(chunks).toString())));
      else response.writeHead(404).end();
    };
    if (latencyMs > 0) setTimeout(answer, latencyMs);
    else answer();
  });
}
server.listen(0, "127.0.0.1", () => {
  baseUrl = `${keyFile ? "https" : "http"}://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ baseUrl })}\n`);
});

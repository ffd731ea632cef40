/** The extension "clones": the service copies files of this computer into the gallery. */
import { fork, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFile,
  chmod,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CloneGrant } from "../../../main/common/clone-signature";
import { temporaryFolder } from "../../helpers/backend";
import { beginClone, canReflink, grantFor, sendClone } from "../../helpers/clones";
import { localServiceEntry, startOf } from "../../helpers/programs";
import {
  bytesOf,
  filesBelow,
  mebibyte,
  sendRequest,
  signIn,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

const key = randomBytes(32);
let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let local: RunningLocalService;
beforeEach(async () => {
  temporary = await temporaryFolder();
  local = await startLocalService({ cloneKey: key });
});
afterEach(async () => {
  await local.remove();
  await temporary.remove();
});

const file = (name: string) => path.join(temporary.path, name);
const stored = (name: string) => path.join(local.dataDir, "media", name);
const staged = () => filesBelow(path.join(local.dataDir, "staging"));
const clone = (grant: CloneGrant, changes?: Record<string, unknown>) =>
  sendClone(local.client, key, grant, changes);
async function write(name: string, bytes: Uint8Array | string): Promise<string> {
  await writeFile(file(name), bytes);
  return file(name);
}
/** A sparse file: it needs no space, but its clone does where blocks cannot be shared. */
async function writeSparse(name: string, size: number): Promise<string> {
  await write(name, "");
  await truncate(file(name), size);
  return file(name);
}
async function expectNothingStored(): Promise<void> {
  expect(await local.client.files()).toEqual([]);
  expect(await staged()).toEqual([]);
}

it.each([0, 1, 4 * mebibyte, 5 * mebibyte + 1])("clones a file of %i bytes", async (size) => {
  const source = await write("a.mp4", bytesOf(size));
  await chmod(source, 0o644);
  const { status, last } = await clone(await grantFor(source, "folder/é a.mp4"));
  expect([status, last]).toMatchObject([200, { state: "stored", copied: size }]);
  expect(await local.client.files()).toEqual(["folder/é a.mp4"]);
  expect((await readFile(stored("folder/é a.mp4"))).equals(bytesOf(size))).toBe(true);
  expect((await stat(stored("folder/é a.mp4"))).mode & 0o777).toBe(0o600);
  expect(await staged()).toEqual([]);
  // The copy is a file of its own.
  await appendFile(source, "more");
  expect((await stat(stored("folder/é a.mp4"))).size).toBe(size);
});

it("replaces a file, and is replaced by one", async () => {
  await local.client.upload("a.mp4", bytesOf(3, 1));
  const source = await write("a.mp4", bytesOf(4, 2));
  expect((await clone(await grantFor(source, "a.mp4"))).last?.state).toBe("stored");
  expect(await readFile(stored("a.mp4"))).toEqual(Buffer.from(bytesOf(4, 2)));
  await local.client.upload("a.mp4", bytesOf(3, 1));
  expect(await readFile(stored("a.mp4"))).toEqual(Buffer.from(bytesOf(3, 1)));
  expect((await clone(await grantFor(source, "a.mp4"))).last?.state).toBe("stored");
  expect(await readFile(stored("a.mp4"))).toEqual(Buffer.from(bytesOf(4, 2)));
});

it("copies nothing when a request is repeated after a lost response, also after a restart", async () => {
  const grant = await grantFor(await write("a.mp4", bytesOf(9)), "a.mp4");
  await clone(grant);
  const before = await stat(stored("a.mp4"), { bigint: true });
  await local.restart();
  expect((await clone(grant)).last).toMatchObject({ state: "stored", copied: 9 });
  const after = await stat(stored("a.mp4"), { bigint: true });
  expect([after.ino, after.ctimeNs]).toEqual([before.ino, before.ctimeNs]);
  // Another path, a deleted file and a file that was written to are copied.
  expect((await clone({ ...grant, fileName: "b.mp4" })).last?.state).toBe("stored");
  await local.client.post("/media/files/delete", { paths: ["a.mp4"] });
  expect((await clone(grant)).last?.state).toBe("stored");
  expect(await local.client.files()).toEqual(["a.mp4", "b.mp4"]);
  const { atime, mtime } = await stat(file("a.mp4"));
  await write("a.mp4", bytesOf(9, 2));
  await utimes(file("a.mp4"), atime, mtime);
  await clone(await grantFor(file("a.mp4"), "a.mp4"));
  expect(await readFile(stored("a.mp4"))).toEqual(Buffer.from(bytesOf(9, 2)));
});

it("shares the blocks of the file where the file system can", async (context) => {
  if (!(await canReflink(local.dataDir)))
    context.skip("the file system of the temporary folder cannot share blocks");
  const size = 256 * mebibyte;
  const source = await write("a.mp4", Buffer.alloc(size, 7));
  const usedBytes = () => {
    const args = ["--sync", "--output=used", "-B1", local.dataDir];
    return Number(spawnSync("df", args, { encoding: "utf8" }).stdout.trim().split("\n").at(-1));
  };
  const before = usedBytes();
  expect((await clone(await grantFor(source, "a.mp4"))).last?.state).toBe("stored");
  expect((await stat(stored("a.mp4"))).size).toBe(size);
  expect((await stat(stored("a.mp4"))).mode & 0o777).toBe(0o600);
  expect(usedBytes() - before).toBeLessThan(size / 2);
});

describe("a comparison", () => {
  const compare = (grant: CloneGrant, changes?: Record<string, unknown>) =>
    sendClone(local.client, key, grant, changes, "/local/clones/comparisons");
  const resultOf = async (grant: CloneGrant) => (await compare(grant)).last;
  const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");
  const same = (bytes: Uint8Array) => ({ state: "compared", result: "same", md5: md5Of(bytes) });

  it("finds that the copy is the same, or differs; a copy that differs is copied again", async () => {
    const grant = await grantFor(await write("a.mp4", bytesOf(100_000)), "a.mp4");
    await clone(grant);
    expect(await resultOf(grant)).toEqual(same(bytesOf(100_000)));
    await writeFile(stored("a.mp4"), bytesOf(100_000, 2));
    expect(await resultOf(grant)).toEqual({ state: "compared", result: "differs" });
    await clone(grant);
    expect((await readFile(stored("a.mp4"))).equals(bytesOf(100_000))).toBe(true);
    expect(await resultOf(grant)).toEqual(same(bytesOf(100_000)));
    await truncate(stored("a.mp4"), 3);
    expect(await resultOf(grant)).toEqual({ state: "compared", result: "differs" });
  });

  it("reports a file, or a file of the gallery, that is another one now", async () => {
    const changed = { state: "compared", result: "changed" };
    const grant = await grantFor(await write("a.mp4", bytesOf(9)), "a.mp4");
    expect(await resultOf(grant)).toEqual(changed);
    await clone(grant);
    await local.client.upload("a.mp4", bytesOf(9, 2));
    expect(await resultOf(grant)).toEqual(changed);
    await clone(grant);
    await appendFile(file("a.mp4"), "more");
    expect(await resultOf(grant)).toEqual(changed);
  });

  it("finds the same copy of a file that has another inode since its drive was connected again", async () => {
    const source = await write("a.mp4", bytesOf(9));
    await clone(await grantFor(source, "a.mp4"));
    await rename(await write("other", bytesOf(9)), source);
    const grant = await grantFor(source, "a.mp4");
    expect(await resultOf(grant)).toEqual(same(bytesOf(9)));
    // Other bytes may belong to another file: the copy is not known to be bad.
    await rename(await write("other", bytesOf(9, 2)), source);
    const other = await grantFor(source, "a.mp4");
    expect(await resultOf(other)).toEqual({ state: "compared", result: "changed" });
  });

  it("finds a copy that differs again after a restart, until that path is copied again", async () => {
    const differs = { state: "compared", result: "differs" };
    const source = await write("a.mp4", bytesOf(9));
    const [grant, other] = [await grantFor(source, "a.mp4"), await grantFor(source, "b.mp4")];
    await clone(grant);
    await writeFile(stored("a.mp4"), bytesOf(9, 2));
    expect(await resultOf(grant)).toEqual(differs);
    await local.restart();
    expect(await resultOf(grant)).toEqual(differs);
    await local.restart();
    // Another copy of the same file changes nothing about this one.
    await clone(other);
    await clone(grant);
    expect((await readFile(stored("a.mp4"))).equals(bytesOf(9))).toBe(true);
    await rm(stored("a.mp4"));
    expect(await resultOf(grant)).toEqual(differs);
  });

  it("reports a file that is replaced meanwhile, also after a client that disconnected", async () => {
    const source = await writeSparse("a.mp4", 256 * mebibyte);
    const grant = await grantFor(source, "a.mp4");
    await clone(grant);
    const begin = () => beginClone(local.client, key, grant, "/local/clones/comparisons");
    (await begin()).request.destroy();
    const { last } = await begin();
    await write("other", bytesOf(9));
    await rename(file("other"), source);
    expect(await last).toEqual({ state: "compared", result: "changed" });
  });

  it("is rejected without a signature of the application", async () => {
    const grant = await grantFor(await write("a.mp4", bytesOf(9)), "a.mp4");
    await clone(grant);
    expect(await compare(grant, { signature: "x" })).toMatchObject({ status: 403 });
    expect(await compare(grant, { fileName: "b.mp4" })).toMatchObject({ status: 403 });
    const expired = { ...grant, expiresAt: Date.now() - 1 };
    expect(await compare(expired)).toMatchObject({ status: 403 });
  });
});

describe("a request without permission", () => {
  it("is rejected with another key, an expired signature, or another file than the signed one", async () => {
    const grant = await grantFor(await write("a.mp4", "abc"), "a.mp4");
    const other = await sendClone(local.client, randomBytes(32), grant);
    expect([other.status, other.text]).toEqual([403, expect.stringContaining("signature: ")]);
    const expired = await clone({ ...grant, expiresAt: Date.now() - 1 });
    expect([expired.status, expired.text]).toEqual([403, expect.stringContaining("expiresAt: ")]);
    const secret = await write("secret.mp4", "xyz");
    const found = await grantFor(secret, "a.mp4");
    for (const changes of [
      { sourcePath: secret },
      { sourcePath: "/etc/shadow" },
      { fileName: "b.mp4" },
      { contentType: "video/mov" },
      { size: 4 },
      // Two files may have the same time.
      { mtimeNs: String(BigInt(grant.mtimeNs) + 1n) },
      { inode: found.inode },
      { expiresAt: grant.expiresAt + 1 },
      { signature: "" },
      { signature: "x".repeat(43) },
    ]) {
      const { status } = await clone(grant, changes);
      expect([changes, status]).toEqual([changes, changes.signature === "" ? 400 : 403]);
    }
    await expectNothingStored();
  });

  it("is rejected without a token, and from a page", async () => {
    const url = `${local.client.baseUrl}/local/clones`;
    const headers = { "Content-Type": "application/json" };
    expect((await sendRequest(url, { method: "POST", headers, body: "{}" })).status).toBe(401);
    const fromPage = { ...headers, Authorization: local.client.token, Origin: "https://a.example" };
    const response = await sendRequest(url, { method: "POST", headers: fromPage, body: "{}" });
    expect(response.status).toBe(403);
  });

  it("names each invalid field", async () => {
    const grant = await grantFor(await write("a.mp4", "abc"), "a.mp4");
    for (const [field, value] of [
      ["sourcePath", ""],
      ["fileName", "../a.mp4"],
      ["contentType", "text/html"],
      ["size", -1],
      ["mtimeNs", "soon"],
      ["inode", 7],
      ["expiresAt", "soon"],
    ] as const) {
      const { status, text } = await clone(grant, { [field]: value });
      expect([field, status, text]).toEqual([field, 400, expect.stringContaining(`${field}: `)]);
    }
  });

  it("is not possible without a key: the service does not offer the extension", async () => {
    const offered = async () =>
      ((await local.client.get("/local")).json as { extensions: string[] }).extensions;
    const grant = await grantFor(await write("a.mp4", "abc"), "a.mp4");
    expect(await offered()).toContain("clones");
    const { paths } = (await local.client.get("/openapi.json")).json as {
      paths: Record<string, { post: { responses: Record<string, { content?: object }> } }>;
    };
    const described = paths["/local/clones"]?.post.responses ?? {};
    expect(Object.keys(described["200"]?.content ?? {})).toEqual(["application/x-ndjson"]);
    expect(Object.keys(described)).toEqual(
      expect.arrayContaining(["400", "401", "403", "409", "507"]),
    );
    await local.restart({ cloneKey: undefined });
    expect(await offered()).not.toContain("clones");
    expect((await clone(grant)).status).toBe(404);
  });
});

describe("a file that cannot be cloned", () => {
  const rejected = async (grant: CloneGrant) => {
    const { status, text } = await clone(grant);
    expect([status, text]).toEqual([409, expect.stringContaining("sourcePath: ")]);
    await expectNothingStored();
    return text;
  };

  it("has changed, was replaced or is missing", async () => {
    const source = await write("a.mp4", "abc");
    const grant = await grantFor(source, "a.mp4");
    await appendFile(source, "d");
    expect(await rejected(grant)).toContain("changed");
    await write("other", "abc");
    const replaced = await grantFor(source, "a.mp4");
    await rename(file("other"), source);
    expect(await rejected(replaced)).toContain("changed");
    await rename(source, file("moved"));
    expect(await rejected(replaced)).toContain("ENOENT");
  });

  it("is a symbolic link, a folder, a device, a FIFO, or a relative path", async () => {
    await write("target", "abc");
    await symlink(file("target"), file("link"));
    await mkdir(file("folder"));
    spawnSync("mkfifo", [file("fifo")]);
    for (const source of [file("link"), file("folder"), file("fifo"), "/dev/zero"])
      expect(await rejected(await grantFor(source, "a.mp4"))).toContain("regular");
    const target = await grantFor(file("target"), "a.mp4");
    await rejected({ ...target, sourcePath: path.relative(process.cwd(), file("target")) });
    await rejected({ ...target, sourcePath: `${file("target")}\0` });
    // A link that replaced the signed file.
    await rejected({ ...target, sourcePath: file("link") });
  });

  it("belongs to the workspace", async () => {
    for (const name of ["service.key", "workspace.db"])
      expect(await rejected(await grantFor(path.join(local.dataDir, name), "a.mp4"))).toContain(
        "data folder",
      );
    await symlink(local.dataDir, file("data"));
    await rejected(await grantFor(path.join(file("data"), "service.key"), "a.mp4"));
  });

  it("is written to while it is copied", async () => {
    const source = await writeSparse("a.mp4", 512 * mebibyte);
    const grant = await grantFor(source, "a.mp4");
    const work = clone(grant);
    const ended = work.then(() => "ended");
    // Changes ctime at any time between the first check and the last.
    let names = 0;
    const change = async () => {
      names += 1;
      await link(source, file(`name-${names}`));
      return "changed";
    };
    while ((await Promise.race([ended, change()])) === "changed");
    expect((await work).last ?? { state: (await work).status }).toMatchObject({
      state: "failed",
      status: 409,
      message: "sourcePath: the file has changed",
    });
    await expectNothingStored();
  });
});

describe("an incomplete copy", () => {
  beforeEach(async (context) => {
    if (await canReflink(local.dataDir))
      context.skip(
        "the file system of the temporary folder shares blocks, so that copies are immediate",
      );
  });

  it("is removed when the client disconnects", async () => {
    const grant = await grantFor(await writeSparse("a.mp4", 2048 * mebibyte), "a.mp4");
    const { request } = await beginClone(local.client, key, grant);
    request.destroy();
    // Closing waits for the end of the copy; nothing was published before.
    await local.restart();
    expect(await staged()).toEqual([]);
    expect(await local.client.files()).toEqual([]);
  });

  it("is removed when the disk is full", async () => {
    await local.restart({ freeBytesLimit: 8 * mebibyte });
    const grant = await grantFor(await writeSparse("a.mp4", 9 * mebibyte), "a.mp4");
    expect((await clone(grant)).last).toEqual({
      state: "failed",
      status: 507,
      message: "no space left on the disk of the local workspace",
    });
    await expectNothingStored();
    const small = await grantFor(await write("b.mp4", bytesOf(8 * mebibyte)), "b.mp4");
    expect((await clone(small)).last?.state).toBe("stored");
  });

  it("is removed at the next start when the process is killed", async () => {
    await local.close();
    const start = async () => {
      const child = fork(localServiceEntry, ["--data", local.dataDir], { stdio: "ignore" });
      const message = await startOf<{
        type: string;
        address: Parameters<typeof signIn>[0] & { cloneKey: string };
      }>(child);
      const client = await signIn(message.address);
      return { child, client, key: Buffer.from(message.address.cloneKey, "base64url") };
    };
    const first = await start();
    const grant = await grantFor(await writeSparse("a.mp4", 2048 * mebibyte), "a.mp4");
    const { request } = await beginClone(first.client, first.key, grant);
    request.on("error", () => undefined);
    const exited = once(first.child, "exit");
    first.child.kill("SIGKILL");
    await exited;
    expect(await staged()).toHaveLength(1);
    const second = await start();
    try {
      expect(await staged()).toEqual([]);
      expect(await second.client.files()).toEqual([]);
      // The key of the former run is invalid.
      expect((await sendClone(second.client, first.key, grant)).status).toBe(403);
      const small = await grantFor(await write("b.mp4", "abc"), "b.mp4");
      expect((await sendClone(second.client, second.key, small)).last?.state).toBe("stored");
    } finally {
      const stopped = once(second.child, "exit");
      second.child.send({ type: "stop" });
      await stopped;
    }
  });
});

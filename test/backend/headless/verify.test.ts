/** `dubyard upload --manifest` and `dubyard verify`, each as a separate process. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFile,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deliveryFormat } from "../../../preload/facts/delivery";
import { hashOf, temporaryFolder, writeMediaFile } from "../../helpers/backend";
import { startService } from "../../helpers/new-databases";

const cli = path.resolve(import.meta.dirname, "../../../out/main/cli.cjs");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(media());
});
afterEach(() => folder.remove());
const at = (...parts: string[]) => path.join(folder.path, ...parts);
const media = (...parts: string[]) => at("media", ...parts);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}
const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<Ended>((resolve) => {
    const options = { env: { ...process.env, ...env } };
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
const verify = (manifest: string, ...more: string[]) => run(["verify", media(), manifest, ...more]);
const linesOf = (stdout: string) =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const md5Of = async (name: string) =>
  createHash("md5")
    .update(await readFile(media(name)))
    .digest("hex");

/** Writes three files and a CSV manifest of them. */
async function writeThree(): Promise<string> {
  const rows = ["galleryPath,size,md5,status"];
  for (const name of ["a.wav", "b/é.wav", "c.wav"]) {
    await writeMediaFile(media(), name, 1000);
    rows.push(`${name},1000,${await md5Of(name)},unchanged`);
  }
  await writeFile(at("m.csv"), rows.join("\r\n"));
  return at("m.csv");
}

describe("verify", () => {
  it("exits with 0 if all files match; hidden files and the manifest itself may exist", async () => {
    const manifest = await writeThree();
    await writeFile(media(".DS_Store"), "x");
    await mkdir(media(".cache"));
    await writeFile(media(".cache", "x.wav"), "x");
    await rename(manifest, media("m.csv"));
    expect(await verify(media("m.csv"))).toMatchObject({ code: 0, stdout: "3 matching\n" });
  });

  it("reads the manifest of a delivery, beside which its checksums may exist", async () => {
    await writeMediaFile(media(), "es-ES/mix.wav", 1000);
    const sha256 = createHash("sha256")
      .update(await readFile(media("es-ES/mix.wav")))
      .digest("hex");
    const files = [{ path: "es-ES/mix.wav", bytes: 1000, sha256 }];
    const manifest = media("manifest.json");
    await writeFile(manifest, JSON.stringify({ ...deliveryFormat, files, languages: [] }));
    await writeFile(media("SHA256SUMS"), "");
    expect(await verify(manifest)).toMatchObject({ code: 0, stdout: "1 matching\n" });
    await appendFile(media("es-ES/mix.wav"), "x");
    expect(await verify(manifest)).toMatchObject({ code: 1 });
  });

  it("matches names in another Unicode form", async () => {
    const manifest = await writeThree();
    await rename(media("b", "é.wav"), media("b", "e\u0301.wav"));
    expect((await verify(manifest)).code).toBe(0);
  });

  it("names every file that is missing, differs, or is not in the manifest", async () => {
    const manifest = await writeThree();
    const expected = await md5Of("c.wav");
    await writeMediaFile(media(), "c.wav", 1000);
    await rm(media("a.wav"));
    await appendFile(media("b/é.wav"), "x");
    await writeMediaFile(media(), "new.wav", 10);
    await appendFile(manifest, "\r\nd.wav,5,,missing\r\ne.wav,5,,changed");
    await writeMediaFile(media(), "e.wav", 5);
    const { code, stdout, stderr } = await verify(manifest, "--json");
    expect(code).toBe(1);
    expect(linesOf(stdout)).toEqual([
      { event: "missing", path: "a.wav" },
      { event: "size", path: "b/é.wav", expected: 1000, actual: 1001 },
      { event: "hash", path: "c.wav", algorithm: "md5", expected, actual: await md5Of("c.wav") },
      { event: "missing", path: "d.wav" },
      { event: "no-hash", path: "e.wav", status: "changed" },
      { event: "unlisted", path: "new.wav" },
      {
        event: "summary",
        matching: 0,
        missing: 2,
        size: 1,
        hash: 1,
        "no-hash": 1,
        unreadable: 0,
        unlisted: 1,
        exitCode: 1,
      },
    ]);
    expect(stderr).toContain("other size: b/é.wav (1001 bytes, not 1000)\n");
    expect((await verify(manifest)).stdout).toBe(
      "0 matching, 2 missing, 1 of another size, 1 with another hash, 1 without a hash in the manifest, 1 not in the manifest\n",
    );
  });

  it("compares SHA-256 alone, and the content of a link to a file", async () => {
    await writeMediaFile(media(), "a.wav", 1000);
    const sha256 = await hashOf(media("a.wav"));
    await writeFile(at("m.csv"), `galleryPath,sha256\na.wav,${sha256.toUpperCase()}\n`);
    expect((await verify(at("m.csv"))).code).toBe(0);
    if (process.platform === "win32") return;
    await rename(media("a.wav"), at("elsewhere.wav"));
    await symlink(at("elsewhere.wav"), media("a.wav"));
    expect((await verify(at("m.csv"))).code).toBe(0);
    await appendFile(at("elsewhere.wav"), "x");
    expect((await verify(at("m.csv"))).stderr).toContain("other sha256: a.wav");
    await rm(at("elsewhere.wav"));
    const dangling = await verify(at("m.csv"), "--json");
    expect(dangling.code).toBe(1);
    expect(linesOf(dangling.stdout).map(({ event }) => event)).toEqual([
      "unreadable",
      "missing",
      "summary",
    ]);
  });

  it("rejects an invalid manifest with the rows, and reads no file that it names", async () => {
    const hash = "0".repeat(32);
    const rows = [`../m.csv,1,${hash}`, `/etc/passwd,1,${hash}`, `a.wav,1,${hash}`, `a.wav,x,`];
    await writeFile(at("m.csv"), ["galleryPath,size,md5", ...rows].join("\n"));
    const { code, stdout, stderr } = await verify(at("m.csv"), "--json");
    expect(code).toBe(2);
    expect(linesOf(stdout)).toMatchObject([{ event: "error", code: "invalid-input", exitCode: 2 }]);
    expect(stderr).toContain('row 2: galleryPath "../m.csv" contains ".."');
    expect(stderr).toContain('row 3: galleryPath "/etc/passwd" is an absolute path');
    expect(stderr).toContain("row 5: size must be a number of bytes");
    const duplicate = ["galleryPath,size,md5", rows[2], rows[2]].join("\n");
    await writeFile(at("m.csv"), duplicate);
    expect((await verify(at("m.csv"))).stderr).toContain('"a.wav" is also in row 2');
  });

  it("rejects a manifest of more than 200 MB without reading it", async () => {
    await writeFile(at("m.json"), "{");
    await truncate(at("m.json"), 201 * 1024 ** 2);
    const { code, stderr } = await verify(at("m.json"));
    expect(code).toBe(2);
    expect(stderr).toContain("larger than 200 MB");
  });

  it.each([
    [["verify"], /FOLDER/],
    [["verify", "."], /MANIFEST/],
    [["verify", ".", "m.txt"], /\.csv or \.json/],
    [["verify", "nowhere", "m.csv"], /nowhere is not a folder/],
    [["verify", ".", "nowhere.csv"], /nowhere\.csv does not exist/],
    [["verify", ".", "m.csv", "x"], /two arguments/],
    [["upload", "x", "--base-url", "https://x.test", "--manifest", "m.txt"], /--manifest/],
    [["upload", "x", "--base-url", "https://x.test", "--manifest", "no/m.csv"], /not a folder/],
  ])("%j exits with 2 and reports the reason", async (args, why) => {
    const credentials = { DUBYARD_CLIENT_ID: "id", DUBYARD_CLIENT_SECRET: "secret" };
    const { code, stdout, stderr } = await run(args, credentials);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(why);
  });
});

it("upload writes a manifest of its files, which the files in the gallery match", async () => {
  const service = await startService({ dataDir: at("service") });
  try {
    await writeMediaFile(media(), "a.wav", 1000);
    await writeMediaFile(media(), "b/c.mov", 2000);
    await writeMediaFile(at("other"), "d.wav", 1000);
    const credentials = {
      DUBYARD_CLIENT_ID: service.clientId,
      DUBYARD_CLIENT_SECRET: service.clientSecret,
    };
    const upload = (...more: string[]) =>
      run(["upload", "--base-url", service.baseUrl, "--state", at("state"), ...more], credentials);
    expect((await upload(at("other"))).code).toBe(0);
    const rejected = await run(
      [
        "upload",
        media(),
        "--base-url",
        service.baseUrl,
        "--state",
        at("state"),
        "--manifest",
        at("m.csv"),
      ],
      { ...credentials, DUBYARD_CLIENT_SECRET: "wrong" },
    );
    expect(rejected.code).toBe(4);
    expect(rejected.stderr).toContain("the manifest is not written");
    const first = await upload(media(), "--manifest", at("m.csv"), "--json");
    expect(first.code).toBe(0);
    expect(linesOf(first.stdout).at(-2)).toEqual({
      event: "manifest",
      path: at("m.csv"),
      files: { unchanged: 2, changed: 0, missing: 0, unreadable: 0 },
      unfinished: 0,
      replaced: 0,
    });
    const paths = (await readFile(at("m.csv"), "utf8")).split("\r\n").slice(1, -1);
    expect(paths.map((line) => line.split(",")[0])).toEqual(["media/a.wav", "media/b/c.mov"]);
    const gallery = ["verify", at("service", "media")];
    expect((await run([...gallery, at("m.csv")])).stdout).toBe(
      "2 matching, 1 not in the manifest\n",
    );
    await appendFile(media("a.wav"), "x");
    // The earlier upload is in the gallery, the present file is not.
    const again = await upload(media(), "--manifest", at("m.json"));
    expect(again.code).toBe(0);
    expect(again.stderr).toContain(
      `manifest: ${at("m.json")} (2 files, 1 changed since their upload)`,
    );
  } finally {
    await service.close();
  }
});

/**
 * The files of resources/server: what they name exists, and the service accepts the environment
 * that they give it. Takes a second, of which `systemd-analyze` needs the most.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { commandHelp, usageOf } from "../../../main/headless/command-help";
import { findPrograms } from "../../../main/common/processes/programs";
import { bucketOf, readArguments } from "../../../main/local-service/arguments";
import { findDatabaseUrl } from "../../../main/local-service/database-url";
import { serveOptionNames, variableOf } from "../../../main/local-service/serve-options";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, "resources/server");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

interface Container {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  networks: string[] | Record<string, { ipv4_address: string; aliases: string[] }>;
}
interface Compose {
  services: Record<string, Container>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>;
}

const compose = parse(read("compose.yaml"), { merge: true }) as Compose;
const containers = Object.entries(compose.services);
const own = containers.filter(([, { image }]) => image === "dubyard-server");
const unit = read("dubyard-server.service");
const containerfile = read("Containerfile");
const caddyfile = read("Caddyfile");

const variables = new Set(serveOptionNames.map(variableOf));
const domain = (text: string) =>
  text
    .replaceAll(/\$\{DUBYARD_DOMAIN(:\?[^}]*)?\}/g, "dub.example.org")
    .replace(/\$\{\w+:-(\w+)\}/, "$1");
/** The variables of the container file, as its service gets them. */
const imageEnvironment = Object.fromEntries(
  [...containerfile.matchAll(/\b(DUBYARD_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
) as Record<string, string>;

let secrets: string;
beforeAll(() => {
  secrets = mkdtempSync(path.join(tmpdir(), "dubyard-server-files-"));
  copyFileSync(path.join(folder, "make-secrets.sh"), path.join(secrets, "make-secrets.sh"));
  execFileSync("sh", [path.join(secrets, "make-secrets.sh")]);
});
afterAll(() => rmSync(secrets, { recursive: true }));

it("the containers name only volumes, secrets, networks and services that there are", () => {
  expect(containers.map(([name]) => name)).toEqual([
    "proxy",
    "database",
    "objects",
    "migrate",
    "api1",
    "api2",
    "worker",
  ]);
  for (const [, container] of containers) {
    for (const volume of container.volumes ?? []) {
      const [source = ""] = volume.split(":");
      if (source.startsWith("./")) expect(existsSync(path.join(folder, source))).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const secret of container.secrets ?? [])
      expect(Object.keys(compose.secrets)).toContain(secret);
    for (const name of Object.keys(container.depends_on ?? {}))
      expect(Object.keys(compose.services)).toContain(name);
    const networks = Array.isArray(container.networks)
      ? container.networks
      : Object.keys(container.networks);
    expect(networks).toEqual(Object.keys(compose.networks));
    if (container.build)
      expect(
        existsSync(path.join(folder, container.build.context, container.build.dockerfile)),
      ).toBe(true);
  }
});

it("the service accepts the environment and the secrets of its container", () => {
  const roles = own.map(([name, { environment }]) => [name, environment?.["DUBYARD_ROLE"]]);
  expect(roles).toEqual([
    ["migrate", undefined],
    ["api1", "api"],
    ["api2", "api"],
    ["worker", "worker"],
  ]);
  // No two use the same folder.
  const folders = own.map(([, { environment }]) => environment?.["DUBYARD_DATA"]);
  expect(new Set(folders).size).toBe(own.length);
  for (const [, { environment = {}, command = ["serve"] }] of own) {
    const given = { ...imageEnvironment, ...environment };
    for (const name of Object.keys(given)) expect(variables).toContain(name);
    const [name = "", ...flags] = command;
    expect(Object.keys(commandHelp)).toContain(name);
    for (const flag of flags) expect(usageOf(name as "migrate")).toContain(flag);
    const entries = Object.entries(given).map(([key, value]) => {
      const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1];
      const file = secret === undefined ? null : (compose.secrets[secret]?.file ?? "");
      return [key, file === null ? domain(value) : path.join(secrets, file)];
    });
    const read = readArguments([], Object.fromEntries(entries) as Record<string, string>);
    if (typeof read === "string") throw new Error(read);
    expect(read).toMatchObject({
      port: 8090,
      team: {
        name: "Dubyard",
        address: { host: "0.0.0.0", publicOrigin: "https://dub.example.org" },
        proxies: ["172.30.90.2"],
      },
    });
    expect(findDatabaseUrl(read, {})).toMatch(
      /^postgres:\/\/dubyard:[0-9a-f]{64}@database\/dubyard$/,
    );
    const bucket = bucketOf(read);
    expect(bucket?.connection).toMatchObject({
      endpoint: "https://objects.dub.example.org",
      bucket: "dubyard",
      prefix: "team/",
      isPathStyle: true,
    });
  }
});

it("secrets are random, those of two containers agree, and existing ones are kept", () => {
  const file = (name: string) => path.join(secrets, "secrets", name);
  const text = (name: string) => readFileSync(file(name), "utf8");
  expect(statSync(path.join(secrets, "secrets")).mode & 0o777).toBe(0o700);
  expect(text("database")).toContain(`:${text("database-password")}@`);
  const { accessKeyId, secretAccessKey } = JSON.parse(text("objects.json")) as Record<
    string,
    string
  >;
  expect(JSON.parse(text("objects-server.json"))).toMatchObject({
    identities: [{ credentials: [{ accessKey: accessKeyId, secretKey: secretAccessKey }] }],
  });
  const again = spawnSync("sh", [path.join(secrets, "make-secrets.sh")], { encoding: "utf8" });
  expect([again.status, again.stderr]).toEqual([
    1,
    "secrets exists already; nothing was changed\n",
  ]);
});

it("the proxy sends requests to the containers, and is the one that the service believes", () => {
  const targets = [...caddyfile.matchAll(/reverse_proxy ([\w: ]+\d)/g)].map(([, names]) => names);
  const port = imageEnvironment["DUBYARD_PORT"];
  expect(targets).toEqual([`api1:${port} api2:${port}`, "objects:8333"]);
  expect(compose.services["objects"]?.command).toContain("-s3.port=8333");
  expect(containerfile).toContain(`EXPOSE ${imageEnvironment["DUBYARD_PORT"]}`);
  const proxy = compose.services["proxy"]?.networks as Record<string, { ipv4_address: string }>;
  expect(compose.services["api1"]?.environment?.["DUBYARD_BEHIND_PROXY"]).toBe(
    proxy["inside"]?.ipv4_address,
  );
});

it("the container has the programs of the engine", () => {
  const copied = [...containerfile.matchAll(/^COPY --from=build \/build\/(\S+) (\S+)$/gm)];
  for (const [, from, to] of copied) expect([from, `./${from}`]).toContain(to === "./" ? from : to);
  const programs = findPrograms(path.join(root, "out/main"));
  for (const name of ["espeak-ng", "ffmpeg", "neural"] as const) {
    const file = path.relative(root, programs.get(name) ?? "");
    expect(
      copied.some(([, from = ""]) => file.startsWith(`${from}/`)),
      file,
    ).toBe(true);
  }
});

it("the container has Node.js 24, and runs the terminal commands as a user", () => {
  expect([...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
    "docker.io/library/node:24-bookworm-slim",
    "docker.io/library/node:24-bookworm-slim",
  ]);
  expect(containerfile).toMatch(/^USER node$/m);
  expect(containerfile).toMatch(/^ENTRYPOINT \["node", "out\/main\/cli\.cjs"\]$/m);
});

it("the unit has variables of options, and a user of its own", () => {
  const named = [...unit.matchAll(/^Environment=(DUBYARD_\w+)=/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect(variables).toContain(name);
  const credentials = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name);
  expect([...unit.matchAll(/=%d\/(\w+)$/gm)].map(([, name]) => name)).toEqual(credentials);
  for (const [, name = ""] of unit.matchAll(/^Exec\w+=.* (\w+)$/gm))
    expect(Object.keys(commandHelp)).toContain(name);
  expect(unit).toMatch(/^DynamicUser=yes$/m);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
it.skipIf(!hasSystemd)("the unit is valid for systemd (skipped without systemd-analyze)", () => {
  const copy = path.join(secrets, "dubyard-server.service");
  // The program has to exist.
  writeFileSync(copy, unit.replaceAll("/usr/bin/dubyard", process.execPath));
  const checked = spawnSync("systemd-analyze", ["verify", copy], { encoding: "utf8" });
  expect([checked.status, checked.stderr]).toEqual([0, ""]);
});

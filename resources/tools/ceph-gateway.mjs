/**
 * A real S3 service for tests and for trying: Ceph's RADOS Gateway on one monitor and one object
 * store in memory, from Debian's packages radosgw, ceph-mon, ceph-osd and ceph-common. It starts in
 * about 15 seconds and uses loopback and a folder of its own only.
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The programs that are missing here; it does not start without them. */
export const missingCephPrograms = [
  "ceph",
  "ceph-authtool",
  "ceph-mon",
  "ceph-osd",
  "monmaptool",
  "radosgw",
  "radosgw-admin",
].filter((program) => spawnSync("which", [program]).status !== 0);

/** Debian's packages of these programs. */
export const cephPackages = ["radosgw", "ceph-mon", "ceph-osd", "ceph-common"];

/** How long a service may take until it responds, in milliseconds. */
const startLimitMs = 60_000;

export async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Repeats `attempt` until it does not reject. */
async function untilDone(attempt) {
  const end = performance.now() + startLimitMs;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(200);
    }
  }
}

const configuration = (folder, ports) => `[global]
fsid = ${randomUUID()}
mon host = [v2:127.0.0.1:${ports.monitor}]
public addr = 127.0.0.1
ms bind ipv6 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${folder}/keyring
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/$name.log
pid file =
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
mon data avail crit = 1
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd class load list = *
osd class default list = *
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
rgw thread pool size = 32
`;

/** `isOwnGroup`: a Ctrl-C of the terminal does not end its programs. */
export async function startCeph({ isOwnGroup = false } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-ceph-"));
  const ports = { monitor: await freePort(), gateway: await freePort() };
  const config = path.join(folder, "ceph.conf");
  const children = [];
  const at = (name) => path.join(folder, name);
  const call = async (program, ...args) => (await run(program, ["-c", config, ...args])).stdout;
  function begin(program, ...args) {
    const child = spawn(program, ["-c", config, ...args, "-f"], {
      detached: isOwnGroup,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = createWriteStream(at(`${program}.out`), { flags: "a" });
    child.stdout.pipe(output);
    child.stderr.pipe(output);
    children.push(child);
  }
  async function end(child) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
  async function close() {
    for (const child of children.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true });
  }

  /** Monitors refuse clients without a key ("auth none" ends with error -13). */
  async function createKeys() {
    const add = (name, ...caps) =>
      run("ceph-authtool", [at("keyring"), "--gen-key", "-n", name, ...caps]);
    const allow = (service, rule) => ["--cap", service, rule];
    await run("ceph-authtool", [
      "--create-keyring",
      at("keyring"),
      "--gen-key",
      "-n",
      "mon.",
      ...allow("mon", "allow *"),
    ]);
    await add("client.admin", ...allow("mon", "allow *"), ...allow("osd", "allow *"));
    await add("client.rgw", ...allow("mon", "allow rw"), ...allow("osd", "allow rwx"));
    await add("osd.0", ...allow("mon", "allow profile osd"), ...allow("osd", "allow *"));
  }

  async function startMonitor() {
    const address = `[v2:127.0.0.1:${ports.monitor}]`;
    await run("monmaptool", ["--create", "--addv", "a", address, "-c", config, at("monmap")]);
    await call(
      "ceph-mon",
      "--mkfs",
      "-i",
      "a",
      "--monmap",
      at("monmap"),
      "--keyring",
      at("keyring"),
    );
    begin("ceph-mon", "-i", "a");
    await call("ceph", "--connect-timeout", "60", "auth", "import", "-i", at("keyring"));
  }

  async function startStore() {
    const id = randomUUID();
    await call("ceph", "osd", "new", id, "0");
    await call("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", id, "--no-mon-config");
    begin("ceph-osd", "-i", "0");
    await untilDone(async () => {
      if (!(await call("ceph", "osd", "stat")).includes("1 up")) throw new Error("the OSD is down");
    });
  }

  const user = { accessKeyId: "TESTKEY", secretAccessKey: randomBytes(16).toString("hex") };
  async function startGateway() {
    await call(
      "radosgw-admin",
      "--id",
      "admin",
      "user",
      "create",
      "--uid",
      "test",
      "--display-name",
      "test",
      "--access-key",
      user.accessKeyId,
      "--secret",
      user.secretAccessKey,
    );
    await beginGateway();
  }
  async function beginGateway() {
    begin("radosgw", "-n", "client.rgw");
    await untilDone(async () => void (await fetch(`http://127.0.0.1:${ports.gateway}/`)));
  }

  try {
    await Promise.all(["mon", "osd", "run"].map((name) => mkdir(at(name))));
    await writeFile(config, configuration(folder, ports));
    await createKeys();
    await startMonitor();
    await startStore();
    await startGateway();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    endpoint: `http://127.0.0.1:${ports.gateway}`,
    ...user,
    async whileDown(work) {
      await end(children.pop());
      try {
        await work();
      } finally {
        await beginGateway();
      }
    },
    close,
  };
}

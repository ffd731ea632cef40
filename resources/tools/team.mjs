/**
 * Starts a server for a team on this computer, for trying: PostgreSQL, Ceph's S3 service, two
 * services that respond to clients, one that works, and a proxy, all on loopback and in folders of
 * their own. Without an S3 service it is one service, since files of a folder belong to one.
 *
 *   npm run team -- --try [--port N] [--keep]
 *
 * Ctrl-C stops all of them and removes the folders; with --keep they stay.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { build, isStale } from "./build.mjs";
import { cephPackages, freePort, missingCephPrograms, startCeph } from "./ceph-gateway.mjs";
import { findPostgres, startPostgres } from "./postgres-server.mjs";
import { main, printStatus, root } from "./processes.mjs";

const program = path.join(root, "out/main/cli.cjs");
const usage = "usage: npm run team -- --try [--port N] [--keep]";

function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      try: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      port: { type: "string", default: "8090" },
    },
  });
  const port = Number(values.port);
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  return values.try && isPort ? { isKept: values.keep, port } : null;
}

/** What is to be ended, in the reverse order of its start. */
function createEnds() {
  const ends = [];
  return {
    add: (end) => ends.push(end),
    async run() {
      for (const end of ends.reverse())
        try {
          await end();
        } catch (error) {
          // The others end nevertheless.
          printStatus(`could not be ended: ${error.message}`);
        }
    },
  };
}

/** The variables of the bucket; none where objects are files. */
async function startObjects({ isKept, ends }) {
  if (isKept) {
    printStatus("objects are files: the S3 service has them in memory, and --keep would lose them");
    return {};
  }
  if (missingCephPrograms.length > 0) {
    printStatus(
      `objects are files, without an S3 service: ${missingCephPrograms.join(", ")} missing`,
    );
    printStatus(
      `for an S3 service: apt-get install --no-install-recommends ${cephPackages.join(" ")}`,
    );
    return {};
  }
  printStatus("starting Ceph's S3 service, with objects in memory; about 15 seconds");
  const ceph = await startCeph({ isOwnGroup: true });
  ends.add(() => ceph.close());
  return {
    DUBYARD_OBJECTS: `s3://team/try?endpoint=${ceph.endpoint}`,
    DUBYARD_OBJECTS_ACCESS_KEY_ID: ceph.accessKeyId,
    DUBYARD_OBJECTS_SECRET_ACCESS_KEY: ceph.secretAccessKey,
  };
}

async function startDatabase({ isKept, ends }) {
  const programs = findPostgres();
  if (programs === null)
    throw new Error("PostgreSQL is not installed; on Debian: apt-get install postgresql");
  printStatus("starting PostgreSQL");
  const postgres = await startPostgres(programs, {
    settings: { max_connections: "100" },
    isOwnGroup: true,
    isOnDisk: isKept,
  });
  ends.add(() => postgres.stop({ isKept }));
  if (isKept) printStatus(`the database stays in ${postgres.folder}`);
  return postgres.urlOf("postgres");
}

/** Runs a command of the product to its end. */
async function runCommand(args, env) {
  const child = spawn(process.execPath, [program, ...args], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`dubyard ${args[0]} ended with ${code}`);
}

/** Starts the service, and resolves with the first line of its output and its end. */
async function startService({ env, ends }) {
  const child = spawn(process.execPath, [program, "serve"], {
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code]) => code);
  ends.add(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const first = once(createInterface({ input: child.stdout }), "line");
  const line = await Promise.race([first, ended.then(() => null)]);
  if (line === null) throw new Error("the service did not start");
  return { ready: JSON.parse(line[0]), ended };
}

/** Sends requests to the services in turn, whose addresses clients do not have. */
async function startProxy({ port, targets, ends }) {
  let count = 0;
  const server = http.createServer((request, response) => {
    count += 1;
    const address = request.socket.remoteAddress ?? "";
    const sent = http.request({
      host: "127.0.0.1",
      port: targets[count % targets.length],
      method: request.method,
      path: request.url,
      headers: { ...request.headers, "x-forwarded-for": address },
    });
    sent.on("response", (received) => {
      response.writeHead(received.statusCode, received.headers);
      received.pipe(response);
      received.on("error", () => response.destroy());
    });
    sent.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { "retry-after": "2" }).end();
    });
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  ends.add(() => {
    server.closeAllConnections();
    server.close();
  });
}

/** The variables of one of several services: its folders and its port. */
async function variablesOf({ folder, name, port, role }) {
  const own = path.join(folder, name);
  await fs.mkdir(own);
  return {
    DUBYARD_DATA: path.join(own, "data"),
    ...(role !== null && { DUBYARD_WORK_DIR: path.join(own, "work"), DUBYARD_ROLE: role }),
    DUBYARD_CREDENTIALS_FILE: path.join(own, "administrator.json"),
    DUBYARD_PORT: String(port),
    DUBYARD_METRICS_PORT: "0",
  };
}

async function start({ isKept, port }, ends) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "dubyard-team-"));
  ends.add(() => (isKept ? null : fs.rm(folder, { recursive: true, force: true })));
  const at = (name) => path.join(folder, name);
  const targets = [await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  // Before the others: a port that is in use is reported at once.
  await startProxy({ port, targets, ends });
  const common = {
    ...process.env,
    DUBYARD_DATABASE: await startDatabase({ isKept, ends }),
    ...(await startObjects({ isKept, ends })),
    DUBYARD_CONFIRMATION_KEY: at("confirmation.key"),
    DUBYARD_TEAM: "Trying Dubyard",
    DUBYARD_PUBLIC_URL: origin,
    DUBYARD_BEHIND_PROXY: "127.0.0.1",
    DUBYARD_DRAIN: "5",
  };
  const hasBucket = common.DUBYARD_OBJECTS !== undefined;
  const role = hasBucket ? "api" : null;
  const first = await variablesOf({ folder, name: "first", port: targets[0], role });
  const env = { ...common, ...first };
  await runCommand(["migrate", ...(hasBucket ? ["--create-bucket"] : [])], env);
  const services = [await startService({ env, ends })];
  const others = [
    { name: "second", role: "api" },
    { name: "worker", role: "worker" },
  ];
  for (const { name, role: of } of hasBucket ? others : []) {
    const other = await freePort();
    const own = await variablesOf({ folder, name, port: other, role: of });
    // The services of a database have the same keys.
    await fs.mkdir(own.DUBYARD_DATA);
    await fs.copyFile(
      path.join(first.DUBYARD_DATA, "service.key"),
      path.join(own.DUBYARD_DATA, "service.key"),
    );
    services.push(await startService({ env: { ...common, ...own }, ends }));
    if (of === "api") targets.push(other);
  }
  const [{ ready }] = services;
  const ended = Promise.race(services.map((service) => service.ended));
  const credentials = first.DUBYARD_CREDENTIALS_FILE;
  const { clientId } = JSON.parse(await fs.readFile(credentials, "utf8"));
  const after = isKept ? `; ${folder} stays` : ` and removes ${folder}`;
  process.stdout.write(
    [
      `Address    ${ready.baseUrl}`,
      `Client id  ${clientId}`,
      `Secret     in ${credentials}`,
      ...services.map((service) => `Metrics    ${service.ready.metricsUrl}`),
      `Ctrl-C stops all${after}`,
      "",
    ].join("\n"),
  );
  // An object, since the caller waits for the start alone.
  return { ended };
}

await main(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const ends = createEnds();
  const stopped = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve(0));
  });
  try {
    if (isStale()) await build();
    const started = start(options, ends);
    const code = await Promise.race([stopped, started.then(({ ended }) => ended)]);
    // A start that a signal interrupts goes on to its end, so that all of it is known.
    await started.catch(() => undefined);
    return code;
  } finally {
    await ends.run();
  }
});

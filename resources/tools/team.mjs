/**
 * Starts a server for a team on this computer, for trying: PostgreSQL, Ceph's S3 service, one
 * service and a proxy, all on loopback and in folders of their own.
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
      for (const end of ends.reverse()) await end();
    },
  };
}

/** The variables of the bucket; none where objects are files. */
async function startObjects({ isKept, folder, ends }) {
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
    DUBYARD_WORK_DIR: path.join(folder, "work"),
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

/** Sends all requests to the service, whose address clients do not have. */
async function startProxy({ port, target, ends }) {
  const server = http.createServer((request, response) => {
    const address = request.socket.remoteAddress ?? "";
    const sent = http.request({
      host: "127.0.0.1",
      port: target,
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

async function start({ isKept, port }, ends) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "dubyard-team-"));
  ends.add(() => (isKept ? null : fs.rm(folder, { recursive: true, force: true })));
  const at = (name) => path.join(folder, name);
  const target = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // Before the others: a port that is in use is reported at once.
  await startProxy({ port, target, ends });
  const env = {
    ...process.env,
    DUBYARD_DATA: at("data"),
    DUBYARD_DATABASE: await startDatabase({ isKept, ends }),
    ...(await startObjects({ isKept, folder, ends })),
    DUBYARD_CONFIRMATION_KEY: at("confirmation.key"),
    DUBYARD_CREDENTIALS_FILE: at("administrator.json"),
    DUBYARD_TEAM: "Trying Dubyard",
    DUBYARD_PUBLIC_URL: origin,
    DUBYARD_BEHIND_PROXY: "127.0.0.1",
    DUBYARD_PORT: String(target),
    DUBYARD_METRICS_PORT: "0",
    DUBYARD_DRAIN: "5",
  };
  const bucket = env.DUBYARD_OBJECTS === undefined ? [] : ["--create-bucket"];
  await runCommand(["migrate", ...bucket], env);
  const { ready, ended } = await startService({ env, ends });
  const { clientId } = JSON.parse(await fs.readFile(at("administrator.json"), "utf8"));
  const after = isKept ? `; ${folder} stays` : ` and removes ${folder}`;
  process.stdout.write(
    [
      `Address    ${ready.baseUrl}`,
      `Client id  ${clientId}`,
      `Secret     in ${at("administrator.json")}`,
      `Metrics    ${ready.metricsUrl}`,
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

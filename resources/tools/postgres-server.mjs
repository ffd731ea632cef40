/** A PostgreSQL server for tests and for trying, in a folder of its own, on no port. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** The folders of the programs of PostgreSQL: those of the path, and of Debian's packages. */
function programFolders() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => +b - +a) : [];
  return [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, "bin")),
  ];
}

/** The folder with the programs `postgres` and `initdb`; null if they are not installed. */
export function findPostgres() {
  for (const folder of programFolders()) {
    const program = path.join(folder, "postgres");
    if (!existsSync(program)) continue;
    // A link to the program is not beside the others.
    const own = path.dirname(realpathSync(program));
    if (existsSync(path.join(own, "initdb"))) return own;
  }
  return null;
}

/** The user "nobody": PostgreSQL does not run as root. */
const nobody = 65_534;
const asUser = () => (process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {});

/** Ends the server when its input ends: also when this process is killed. */
const untilInputEnds = `"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server`;

/** Settings of tests: nothing has to survive a power failure. */
const fastSettings = {
  fsync: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "64MB",
};

/**
 * Starts a server. Its databases have the collation C unless they are created with another.
 * `settings`: instead of those of tests. `isOwnGroup`: a Ctrl-C of the terminal does not end it.
 * `isOnDisk`: its folder is not in memory.
 */
export async function startPostgres(
  programs,
  { settings = fastSettings, isOwnGroup = false, isOnDisk = false } = {},
) {
  // The folder of the tests is closed to other users.
  const parent = !isOnDisk && existsSync("/dev/shm") ? "/dev/shm" : "/tmp";
  const folder = await mkdtemp(`${parent}/dubyard-postgres-`);
  const user = asUser();
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const data = path.join(folder, "data");
  const initialise = ["-D", data, "-U", "dubyard", "-A", "trust", "-E", "UTF8", "--locale=C"];
  await promisify(execFile)(path.join(programs, "initdb"), [...initialise, "--no-sync"], {
    ...user,
    cwd: folder,
  });
  const all = { listen_addresses: "", ...settings, unix_socket_directories: folder };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const program = path.join(programs, "postgres");
  const server = spawn("sh", ["-c", untilInputEnds, "sh", program, "-D", data, ...options], {
    ...user,
    cwd: folder,
    detached: isOwnGroup,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let log = "";
  await new Promise((resolve, reject) => {
    server.stderr.on("data", (chunk) => {
      log = (log + chunk.toString()).slice(-4000);
      if (log.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
  return {
    folder,
    urlOf: (database) => `postgres://dubyard@/${database}?host=${encodeURIComponent(folder)}`,
    async stop({ isKept = false } = {}) {
      const ended = once(server, "exit");
      server.stdin.end();
      await ended;
      if (!isKept) await rm(folder, { recursive: true, force: true });
    },
  };
}

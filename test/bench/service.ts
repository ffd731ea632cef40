/**
 * `npm run bench -- service`: response times of the local service with 10, 1,000 and 100,000
 * batches in a project and 1,000,000 paths in the gallery of one workspace, and a bulk request of
 * 1,000 rows. The service is the same process as in the application; its memory is read from /proc
 * (Linux).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "../../main/common/http/undici";
import { migrations } from "../../main/local-service/rows/migrations";
import { openDatabase } from "../../main/common/database/database";
import { localServiceEntry } from "../helpers/programs";

const scales = [10, 1000, 100_000];
const pathCount = 1_000_000;
const bulkRows = 1000;
const secondsEach = 4;

interface Address {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Inserts rows directly into the database. */
function seed(dataDir: string): void {
  const database = openDatabase(path.join(dataDir, "workspace.db"), migrations);
  const series = (count: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  database.transaction(() => {
    for (const count of scales) {
      database.run(
        `INSERT INTO projects (id, name, status, type, model, source_language, created_at, updated_at)
         VALUES (?, 'Bench', 'active', 'line-dubbing', 'local-basic', 'en-us', 1, 1)`,
        `p${count}`,
      );
      database.run(
        `INSERT INTO batches (id, project_id, name, status, settings, created_at, updated_at)
         ${series(count)} SELECT 'b${count}-' || i, 'p${count}', 'Batch ' || i, 'ready', '{}', i, i FROM n`,
      );
      for (const [position, language] of ["en-us", "fr-fr", "de-de"].entries())
        database.run(
          `INSERT INTO translations (batch_id, position, language_id, type, status)
           ${series(count)} SELECT 'b${count}-' || i, ${position}, '${language}', 'target', 'ready' FROM n`,
        );
    }
    database.run(
      `INSERT INTO files ${series(pathCount)} SELECT printf('folder %03d/file %07d.wav', i / 1000, i),
         'media/none', NULL, 1000, 'e', 'audio/wav' FROM n`,
    );
  });
  database.close();
}

async function memoryOf(pid: number | undefined): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const megabytes = (name: string) => {
    const found = new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1];
    return found === undefined ? "?" : String(Math.round(Number(found) / 1024));
  };
  return `${megabytes("VmRSS")} MB now, ${megabytes("VmHWM")} MB at most`;
}

const agent = new Agent({ connections: 4 });
async function sendRequest(
  address: Address,
  token: string,
  method: "GET" | "POST" | "PUT",
  at: string,
  body?: string,
) {
  const response = await request(address.baseUrl + at, {
    method,
    dispatcher: agent,
    headers: { authorization: token, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  let bytes = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes < 1_000_000) chunks.push(chunk);
  }
  if (response.statusCode >= 300) throw new Error(`${method} ${at}: ${response.statusCode}`);
  return { bytes, text: Buffer.concat(chunks).toString() };
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure(
  name: string,
  pid: number | undefined,
  call: () => Promise<{ bytes: number }>,
) {
  await call();
  const times: number[] = [];
  let bytes = 0;
  const end = performance.now() + secondsEach * 1000;
  while (performance.now() < end || times.length < 5) {
    const startedAt = performance.now();
    ({ bytes } = await call());
    times.push(performance.now() - startedAt);
  }
  const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(2);
  const figures = `${(1000 / mean).toFixed(0)}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
  print(`${name.padEnd(34)} ${figures}, ${(bytes / 1024).toFixed(0)} KB, ${await memoryOf(pid)}`);
}

async function runBulk(address: Address, token: string): Promise<void> {
  const put = async (name: string, content: string) => {
    const { text } = await sendRequest(address, token, "PUT", `/local/scripts/${name}`, content);
    return (JSON.parse(text) as { url: string }).url;
  };
  const lines = Array.from({ length: 20 }, (_, index) => `${index},C${index % 5},Text ${index}`);
  const script = await put("script.csv", ["ID,Character,Text_FR-FR", ...lines].join("\n"));
  const rows = Array.from({ length: bulkRows }, (_, index) => `Batch ${index},${script}`);
  const scriptPath = await put("bulk.csv", ["BATCH_NAME,SCRIPT_PATH", ...rows].join("\n"));
  const project = await sendRequest(
    address,
    token,
    "POST",
    "/projects",
    JSON.stringify({
      name: "Bulk",
      type: "audio-production",
      model: "local-basic",
      targetLanguages: ["fr-fr"],
    }),
  );
  const { id } = JSON.parse(project.text) as { id: string };
  const startTime = performance.now();
  const started = await sendRequest(
    address,
    token,
    "POST",
    `/projects/${id}/batches/bulk`,
    JSON.stringify({ scriptPath }),
  );
  const { requestId } = JSON.parse(started.text) as { requestId: string };
  for (;;) {
    const { text } = await sendRequest(address, token, "GET", `/batches/bulk/${requestId}/status`);
    const { status } = JSON.parse(text) as { status: string };
    if (status === "completed") break;
    if (status === "failed") throw new Error("the bulk request failed");
    await wait(20);
  }
  const seconds = (performance.now() - startTime) / 1000;
  print(`bulk of ${bulkRows} rows of 20 lines        ${seconds.toFixed(1)} s`);
}

const dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-bench-"));
seed(dataDir);
const child = spawn(process.execPath, [localServiceEntry, "--data", dataDir], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const address = JSON.parse(line.toString()) as Address;
  const { clientId, clientSecret } = address;
  const issued = await sendRequest(
    address,
    "",
    "POST",
    "/auth/token",
    JSON.stringify({ clientId, clientSecret }),
  );
  const token = (JSON.parse(issued.text) as { accessToken: string }).accessToken;
  const get = (at: string) => () => sendRequest(address, token, "GET", at);
  print(`at the start: ${await memoryOf(child.pid)}`);
  for (const count of scales) {
    await measure(`get one of ${count} batches`, child.pid, get(`/batches/b${count}-${count / 2}`));
    await measure(`list of ${count} batches`, child.pid, get(`/projects/p${count}/batches`));
  }
  await measure(`list of ${pathCount} gallery paths`, child.pid, get("/media/files"));
  await runBulk(address, token);
  print(`at the end: ${await memoryOf(child.pid)}`);
} finally {
  child.kill();
  await once(child, "exit");
  await agent.close();
  await rm(dataDir, { recursive: true, force: true });
}

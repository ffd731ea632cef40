/**
 * `npm run team -- --try` from its start to Ctrl-C: about 10 s, and 20 s more if Ceph is
 * installed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { freePort, missingCephPrograms } from "../../resources/tools/ceph-gateway.mjs";
import { bytesOf, signIn } from "../helpers/local-service";
import { long } from "../long";

const tool = path.resolve(import.meta.dirname, "../../resources/tools/team.mjs");

it(
  "starts a server that clients use through the proxy, and leaves nothing behind",
  long,
  async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [tool, "--try", "--port", String(port)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let status = "";
    child.stderr.on("data", (text: Buffer) => (status += text.toString()));
    const ended = once(child, "exit") as Promise<[number | null]>;
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line.startsWith("Ctrl-C")) break;
    }
    const valueOf = (name: string) =>
      lines.find((line) => line.startsWith(name))?.replace(/^.{11}/, "") ?? `no ${name}: ${status}`;
    expect(valueOf("Address")).toBe(`http://127.0.0.1:${port}/api`);
    const file = valueOf("Secret").replace("in ", "");
    const { clientId, clientSecret } = JSON.parse(readFileSync(file, "utf8")) as {
      clientId: string;
      clientSecret: string;
    };
    expect(valueOf("Client id")).toBe(clientId);
    const metrics = lines
      .filter((line) => line.startsWith("Metrics"))
      .map((line) => line.slice(11));
    expect(metrics).toHaveLength(missingCephPrograms.length === 0 ? 3 : 1);
    for (const url of metrics) expect(await (await fetch(url)).text()).toContain("dubyard_ready 1");

    const client = await signIn({ baseUrl: valueOf("Address"), clientId, clientSecret });
    expect((await client.upload("a.mp4", bytesOf(100_000))).status).toBe(200);
    expect(await client.files()).toEqual(["a.mp4"]);
    // Media do not pass through the service if there is an S3 service.
    const read = await client.get("/local/files/a.mp4");
    expect(read.status).toBe(missingCephPrograms.length === 0 ? 307 : 200);
    expect(status.includes("objects are files")).toBe(missingCephPrograms.length > 0);

    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(existsSync(path.dirname(path.dirname(file)))).toBe(false);
  },
);

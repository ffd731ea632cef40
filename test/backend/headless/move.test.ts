/** `dubyard move` as a process, between a folder and a service: about 3 s; killed halfway, long. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventsNamed, runCommand } from "../../helpers/commands";
import { bytesOf, startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createProject, createUser } from "../../helpers/local-workspace";
import { long } from "../../long";

let folder: string;
let source: RunningLocalService;
let target: RunningLocalService;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "dubyard-moved-"));
  source = await startLocalService({ dataDir: path.join(folder, "source") });
  target = await startLocalService({ team: { name: "North" } });
  await createProject(source.client, { type: "audio-production", sourceLanguage: undefined });
  await createUser(source.client);
  for (let number = 1; number <= 8; number += 1)
    bodyOf(await source.client.upload(`films/${number}.mp4`, bytesOf(1_000, number)));
});
afterEach(async () => {
  await source.remove();
  await target.remove();
  await rm(folder, { recursive: true, force: true });
});

const start = (args: string[], onLine?: Parameters<typeof runCommand>[3]) =>
  runCommand(target.address(), ["move", ...args, "--json"], {}, onLine);
const run = (args: string[]) => start(args).ended;
const lists = async ({ client }: RunningLocalService) =>
  (
    await Promise.all(["/users", "/media/files", "/projects?type=audio-production"].map(client.get))
  ).map(({ text }) => text);

it("moves a folder to a service, and the service to a new folder", async () => {
  const expected = await lists(source);
  const to = target.client.baseUrl;
  // The application uses the folder.
  expect((await run(["--from", source.dataDir, "--to", to])).code).toBe(8);
  await source.close();
  const moved = await run(["--from", source.dataDir, "--to", to]);
  expect([moved.code, moved.errors]).toEqual([0, expect.any(String)]);
  expect(eventsNamed(moved.lines, "summary")).toMatchObject([{ files: 8, exitCode: 0 }]);
  expect(await lists(target)).toEqual(expected);
  const back = path.join(folder, "back");
  const returned = await run(["--from", to, "--to", back]);
  expect([returned.code, returned.errors]).toEqual([0, expect.any(String)]);
  const opened = await startLocalService({ dataDir: back });
  expect(await lists(opened)).toEqual(expected);
  await opened.close();
  // Complete: the service can be changed again only when the move is given up.
  expect((await target.client.post("/projects", {})).status).toBe(409);
  expect((await run(["--from", to, "--discard"])).code).toBe(0);
  expect((await target.client.post("/projects", {})).status).toBe(400);
});

it("refuses a target with content, and arguments without a meaning", long, async () => {
  await createUser(target.client);
  await source.close();
  const to = target.client.baseUrl;
  const refused = await run(["--from", source.dataDir, "--to", to]);
  expect([refused.code, refused.errors]).toEqual([2, expect.stringContaining("not empty")]);
  for (const [args, reason] of [
    [["--from", folder, "--to", to], "other files"],
    [["--from", to, "--to", to], "one of them must be a folder"],
  ] as const) {
    const { code, errors } = await run([...args]);
    expect([code, errors]).toEqual([2, expect.stringContaining(reason)]);
  }
});

it("continues after it was killed at any step", long, async () => {
  const expected = await lists(source);
  await source.close();
  const args = ["--from", source.dataDir, "--to", target.client.baseUrl];
  for (let steps = 1; ; steps += 6) {
    let left = steps;
    const { child, ended } = start(args, ({ event }) => {
      if (event !== "progress") return;
      left -= 1;
      if (left === 0) child.kill("SIGKILL");
    });
    await once(child, "exit");
    const { code, errors } = await ended;
    if (code !== null) {
      expect([code, errors]).toEqual([0, expect.any(String)]);
      break;
    }
  }
  expect(await lists(target)).toEqual(expected);
});

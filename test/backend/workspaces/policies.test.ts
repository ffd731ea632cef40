/** What the administrator of a computer has set, in the running application. Two seconds. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Policies } from "../../../main/common/policies";
import type { LocalService } from "../../../main/local-service/server";
import { createAuthority } from "../../helpers/authority";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startService } from "../../helpers/new-databases";
import { recordingLog } from "../../helpers/recording-log";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let test: TestBackend | null = null;
const vault = memoryVault(true);

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
});
afterEach(async () => {
  await test?.stop();
  await service.close();
  await folder.remove();
});

async function start(policies: Policies, log = recordingLog().log): Promise<TestBackend> {
  await test?.stop();
  test = startBackend(path.join(folder.path, "profile"), { policies, vault, log });
  return test;
}
const refused = { code: "forbidden-by-policy" };

it("services that are not allowed are neither connected nor used, also those of before", async () => {
  const open = await start({});
  const workspaceId = await connectWorkspace(open, service.baseUrl, service);

  const closed = await start({ services: ["https://dubbing.example"] });
  await expect(connectWorkspace(closed, service.baseUrl, service)).rejects.toMatchObject(refused);
  await expect(closed.handlers.gallery.refresh({ workspaceId })).rejects.toMatchObject(refused);

  const allowed = await start({ services: [new URL(service.baseUrl).origin] });
  expect(await allowed.handlers.gallery.refresh({ workspaceId })).toMatchObject({ added: 0 });
});

it("a proxy that the administrator has set is used, and cannot be changed", async () => {
  const { handlers } = await start({ proxy: "http://proxy.example:3128" });
  const set = { proxy: "manual", proxyUrl: "http://proxy.example:3128" } as const;
  expect(await handlers.network.settings(undefined)).toEqual(set);
  await expect(async () =>
    handlers.network.setSettings({ proxy: "none", proxyUrl: "" }),
  ).rejects.toMatchObject(refused);
  expect(await handlers.network.policies(undefined)).toEqual({ proxy: true, authorities: [] });
  const free = await start({});
  expect(await free.handlers.network.settings(undefined)).toMatchObject({ proxy: "system" });
});

it("authorities of the administrator are trusted; a file that cannot be used is reported in the log", async () => {
  const { file } = createAuthority(folder.path);
  const authoritiesOf = async (certificates: string) => {
    const { log, lines } = recordingLog();
    const { handlers } = await start({ certificates }, log);
    const { authorities } = await handlers.network.policies(undefined);
    return { authorities, warnings: lines.filter((line) => line.includes("administrator")) };
  };
  expect(await authoritiesOf(file)).toEqual({ authorities: ["Test Authority"], warnings: [] });
  const invalid = path.join(folder.path, "invalid.pem");
  await writeFile(invalid, "no certificate");
  for (const unusable of [invalid, path.join(folder.path, "missing.pem"), folder.path]) {
    const { authorities, warnings } = await authoritiesOf(unusable);
    expect(authorities).toEqual([]);
    expect(warnings).toHaveLength(1);
  }
});

/** The key that signs what was confirmed on this computer. */
import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { silentLog } from "../../../main/common/log";
import {
  createConfirmations,
  loadConfirmationKey,
} from "../../../main/local-service/common/confirmations";
import { temporaryFolder } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file = "";
beforeEach(async () => {
  folder = await temporaryFolder();
  file = path.join(folder.path, "state", "confirmation.key");
});
afterEach(() => folder.remove());
const load = () => loadConfirmationKey(file, silentLog);

it("is created once, also by services that start together, and only its user can read it", async () => {
  const keys = await Promise.all([load(), load(), load()]);
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(await load()).toEqual(keys[0]);
  expect(await readdir(path.dirname(file))).toEqual(["confirmation.key"]);
  if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it.each(["", "a key\n", "00\n"])("is replaced if its file contains %j", async (content) => {
  const former = await load();
  await writeFile(file, content);
  const key = await load();
  expect(key).not.toEqual(former);
  expect(await load()).toEqual(key);
});

it("exists for one run if it cannot be stored", async () => {
  await writeFile(path.join(folder.path, "state"), "a file, not a folder");
  const keys = [await load(), await load()];
  expect(keys.map(({ length }) => length)).toEqual([32, 32]);
  expect(keys[0]).not.toEqual(keys[1]);
});

it("signs the kind and every field", async () => {
  const confirmations = createConfirmations(await load());
  const signature = confirmations.sign("delivery", ["a", "b"]);
  const isSigned = (...of: Parameters<typeof confirmations.sign>) =>
    confirmations.isSigned(...of, signature);
  expect(isSigned("delivery", ["a", "b"])).toBe(true);
  expect(isSigned("source", ["a", "b"])).toBe(false);
  expect(isSigned("delivery", ["ab", ""])).toBe(false);
  expect(confirmations.isSigned("delivery", ["a", "b"], "")).toBe(false);
});

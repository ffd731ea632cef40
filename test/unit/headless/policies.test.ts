/** What the administrator of a computer has set, in the terminal. */
import { expect, it } from "vitest";
import {
  readTestConnectionArguments,
  readUploadArguments,
  readUploadsArguments,
  readWatchArguments,
} from "../../../main/headless/arguments";
import type { Policies } from "../../../main/common/policies";
import { readPacksArguments } from "../../../main/headless/packs";
import { commandHelp } from "../../../main/headless/command-help";
import { readCredentialsArguments } from "../../../main/headless/credentials";
import {
  readExportArguments,
  readReviewArguments,
} from "../../../main/headless/delivery/arguments";
import { readVerifyServiceArguments } from "../../../main/headless/verify-service";

const env = {
  DUBYARD_CLIENT_ID: "id",
  DUBYARD_CLIENT_SECRET: "word",
  DUBYARD_INVITATION: "code",
};
const { dirname: folder, filename: file } = import.meta;

const cases = [
  ["upload", readUploadArguments, [file]],
  ["uploads", readUploadsArguments, ["list"]],
  ["watch", readWatchArguments, [folder]],
  ["test-connection", readTestConnectionArguments, []],
  ["export", readExportArguments, ["batch", "--languages", "es", "--to", folder]],
  ["review", readReviewArguments, ["--list"]],
  ["verify", readVerifyServiceArguments, []],
  ["credentials", readCredentialsArguments, ["list"]],
  ["credentials", readCredentialsArguments, ["accept", "--name", "Mia"]],
] as const;

it.each(cases)("%s refuses a service that is not allowed", (_name, read, more) => {
  const policies = { services: ["https://dubbing.example"] };
  const argv = (origin: string) => ["--base-url", `${origin}/api`, ...more];
  expect(() => read(argv("https://other.example"), env, policies)).toThrow(
    expect.objectContaining({ code: "forbidden-by-policy" }),
  );
  const allowed = { baseUrl: "https://dubbing.example/api" };
  expect(read(argv("https://dubbing.example"), env, policies)).toMatchObject(allowed);
  expect(read(argv("https://other.example"), env, {})).toMatchObject({
    baseUrl: "https://other.example/api",
  });
});

it("every command that calls a service is checked", () => {
  const names = Object.entries(commandHelp).flatMap(([name, { forms }]) =>
    forms.join().includes("--base-url") ? [name] : [],
  );
  expect(names.sort()).toEqual([...new Set(cases.map(([name]) => name))].sort());
});

it("packs are downloaded through the proxy that is set, with the credentials of the environment", async () => {
  const argv = ["install", "a-pack", "--packs", folder];
  const routeOf = async (policies: Policies, own: Record<string, string> = {}) =>
    (await readPacksArguments(argv, own, policies).routes.of("https://packs.example/a")).proxy;
  const proxy = "http://proxy.example:3128";
  expect(await routeOf({})).toBe(null);
  expect(await routeOf({ proxy })).toEqual({ url: proxy, userName: "", password: "" });
  const own = { HTTPS_PROXY: "http://mia:word@proxy.example:3128" };
  expect(await routeOf({ proxy }, own)).toEqual({ url: proxy, userName: "mia", password: "word" });
  expect(await routeOf({ proxy: "none" }, own)).toBe(null);
});

/** The options of `serve` in the environment. */
import { expect, it } from "vitest";
import { readArguments } from "../../../main/local-service/arguments";
import {
  serveOptionNames,
  variableOf,
  withEnvironment,
} from "../../../main/local-service/serve-options";

const team = { DUBYARD_DATA: "/data", DUBYARD_TEAM: "North" };

it("an option is read from its variable, unless it is among the arguments", () => {
  const environment = {
    ...team,
    DUBYARD_PORT: "8090",
    DUBYARD_URL_LIFE: "60",
    DUBYARD_ALLOW_PRIVATE_URLS: "1",
    DUBYARD_BEHIND_PROXY: "10.0.0.1, 10.1.0.0/16",
    DUBYARD_CREDENTIALS_FILE: "/state/administrator.json",
    DUBYARD_PACKS: "",
  };
  expect(readArguments([], environment)).toMatchObject({
    dataDir: "/data",
    port: 8090,
    durations: { urlLifeSeconds: 60 },
    allowPrivateUrls: true,
    packsFolder: undefined,
    team: { name: "North", proxies: ["10.0.0.1", "10.1.0.0/16"] },
  });
  expect(readArguments(["--port", "0", "--data", "/other"], environment)).toMatchObject({
    dataDir: "/other",
    port: 0,
  });
  expect(readArguments([])).toBe("--data DIR is required");
});

it("an invalid value of a variable is refused with its reason", () => {
  expect(readArguments([], { ...team, DUBYARD_PORT: "x" })).toContain("--port must be");
  expect(readArguments([], { ...team, DUBYARD_ALLOW_PRIVATE_URLS: "yes" })).toBe(
    "DUBYARD_ALLOW_PRIVATE_URLS must be 0 or 1",
  );
});

it("a URL among the arguments counts before a file with one in the environment", () => {
  const environment = { ...team, DUBYARD_DATABASE_FILE: "/run/secrets/database" };
  expect(readArguments([], environment)).toMatchObject({
    database: undefined,
    databaseFile: "/run/secrets/database",
  });
  expect(readArguments(["--database", "postgres://me@host/name"], environment)).toMatchObject({
    database: "postgres://me@host/name",
    databaseFile: undefined,
  });
  // It may have a password, which the argument must not have: it is read elsewhere.
  const url = { DUBYARD_DATABASE: "postgres://me:secret@host/name" };
  expect(withEnvironment({}, url, serveOptionNames)).toEqual({});
});

it("what is agreed to for one start has no variable", () => {
  expect(serveOptionNames.filter((option) => variableOf(option) === null)).toEqual([
    "restore-copy",
    "accept-rows",
    "awaits-grants",
  ]);
  expect(variableOf("objects-key-file")).toBe("DUBYARD_OBJECTS_KEY_FILE");
});

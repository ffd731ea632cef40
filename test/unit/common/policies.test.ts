import { expect, test } from "vitest";
import {
  allowsEngine,
  allowsService,
  policyFile,
  readPolicies,
  type PolicySource,
} from "../../../main/common/policies";
import { recordingLog } from "../../helpers/recording-log";

const missing = (code: string) => Object.assign(new Error(code), { code });
const source = (given: Partial<PolicySource>): PolicySource => ({
  platform: "linux",
  env: { SystemRoot: "D:\\Windows" },
  readFile: () => {
    throw missing("ENOENT");
  },
  exists: () => false,
  run: () => {
    throw new Error("no program is expected");
  },
  ...given,
});
const text = JSON.stringify({
  updates: "manual",
  services: ["https://dubbing.example/v1", "http://10.0.0.5:8080"],
  engines: ["packs"],
  proxy: "http://proxy.example:3128",
  certificates: "/etc/dubyard/ca.pem",
  workspaceFolder: "/srv/audio",
});
const expected = {
  updates: "manual",
  services: ["https://dubbing.example", "http://10.0.0.5:8080"],
  engines: ["packs"],
  proxy: "http://proxy.example:3128",
  certificates: "/etc/dubyard/ca.pem",
  workspaceFolder: "/srv/audio",
};

test("policies are a file on Linux, a value of the registry on Windows, managed preferences on macOS", () => {
  const { log, lines } = recordingLog();
  const files: string[] = [];
  const readFile = (file: string) => {
    files.push(file);
    return text;
  };
  expect(readPolicies(log, source({ readFile }))).toEqual(expected);
  expect(files).toEqual([policyFile]);

  const runs: string[] = [];
  const run = (program: string, args: readonly string[]) => {
    runs.push([program, ...args].join(" "));
    const head = "\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Dubyard\r\n";
    const managed = JSON.stringify({ ...JSON.parse(text), PayloadUUID: "6A1F" });
    return program.endsWith("reg.exe")
      ? `${head}    Policies    REG_SZ    ${text}\r\n\r\n`
      : managed;
  };
  expect(readPolicies(log, source({ platform: "win32", run }))).toEqual(expected);
  expect(readPolicies(log, source({ platform: "darwin", run, exists: () => true }))).toEqual(
    expected,
  );
  expect(runs).toEqual([
    "D:\\Windows\\System32\\reg.exe query HKLM\\SOFTWARE\\Policies\\Dubyard /v Policies",
    "/usr/bin/plutil -convert json -o - /Library/Managed Preferences/org.dubyard.Dubyard.plist",
  ]);
  expect(lines).toEqual([]);
});

test("without policies all is left to the user", () => {
  const { log, lines } = recordingLog();
  const run = () => {
    throw Object.assign(new Error("the key does not exist"), { status: 1 });
  };
  for (const one of [
    source({}),
    source({ readFile: () => "{}" }),
    source({ platform: "win32", run }),
    source({ platform: "darwin" }),
  ])
    expect(readPolicies(log, one)).toEqual({});
  expect(allowsService({}, "https://any.example")).toBe(true);
  expect(allowsEngine({}, "external")).toBe(true);
  expect(lines).toEqual([]);
});

test("policies that cannot be understood forbid services, engines and updates, and the log says so", () => {
  const unusable = [
    "",
    "{",
    "[]",
    '{"updates": "never"}',
    '{"update": "off"}',
    '{"services": ["dubbing.example"]}',
    '{"proxy": "proxy.example"}',
    '{"certificates": "ca.pem"}',
    '{"workspaceFolder": "audio"}',
  ].map((content) => source({ readFile: () => content }));
  const failing = (status: number | null) =>
    source({
      platform: "win32",
      run: () => {
        throw Object.assign(new Error("failed"), { status });
      },
    });
  const sources = [
    ...unusable,
    source({
      readFile: () => {
        throw missing("EACCES");
      },
    }),
    failing(2),
    failing(null),
    source({ platform: "win32", run: () => "    Policies    REG_DWORD    0x1" }),
  ];
  const { log, lines } = recordingLog();
  for (const one of sources)
    expect(readPolicies(log, one)).toEqual({ updates: "off", services: [], engines: [] });
  expect(lines).toHaveLength(sources.length);
});

test("a service is allowed by its origin, whatever its path", () => {
  const policies = readPolicies(recordingLog().log, source({ readFile: () => text }));
  expect(allowsService(policies, "https://dubbing.example/other")).toBe(true);
  for (const url of [
    "https://dubbing.example:444",
    "http://dubbing.example",
    "https://x.example",
    "",
  ])
    expect(allowsService(policies, url)).toBe(false);
  expect(allowsEngine(policies, "packs")).toBe(true);
  expect(allowsEngine(policies, "external")).toBe(false);
});

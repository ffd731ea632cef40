/** The command line of `dubyard test-connection`. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readTestConnectionArguments } from "../../../main/headless/arguments";
import { runHeadless } from "../../../main/headless/commands";

const env = { DUBYARD_CLIENT_ID: "id", DUBYARD_CLIENT_SECRET: "word" };
const target = ["--base-url", "https://service.example/api/"];

describe("the arguments of test-connection", () => {
  it("are a service, and only the origin of a URL of the storage", () => {
    const signed = "https://bucket.example/a.wav?X-Amz-Signature=abc";
    expect(readTestConnectionArguments([...target, "--storage", signed], env, {})).toMatchObject({
      baseUrl: "https://service.example/api",
      storageOrigin: "https://bucket.example",
      isJson: false,
    });
    expect(readTestConnectionArguments(target, env, {}).storageOrigin).toBe(null);
  });

  it.each([
    [[], env, "--base-url URL is required"],
    [["--base-url", "http://service.example"], env, "baseUrl: must begin with https://"],
    [target, {}, "DUBYARD_CLIENT_ID is not set"],
    [[...target, "x"], env, "unexpected argument: x"],
    [[...target, "--storage", "bucket?signature=abc"], env, "--storage must be a URL"],
    [[...target, "--storage", "ftp://bucket.example"], env, "--storage must be a URL"],
    [target, { ...env, HTTPS_PROXY: "ftp://mia:abc@proxy" }, "HTTPS_PROXY must begin with"],
  ])("%j are rejected by name", (argv, environment, message) => {
    const read = () => readTestConnectionArguments(argv, environment, {});
    expect(read).toThrow(message);
    expect(read).not.toThrow("abc");
  });
});

it("--help describes the exit codes and the variables of the network", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const programs = { programs: new Set<never>(), launch: () => expect.fail() };
  const deps = { bundles: "", programs, policies: () => expect.fail() };
  expect(await runHeadless(["test-connection", "--help"], deps)).toBe(0);
  const text = String(write.mock.calls[0]?.[0]);
  expect(text).toContain("10 dns, 11 tcp, 12 proxy, 13 tls, 14 service, 15 clock");
  for (const variable of ["HTTPS_PROXY", "NO_PROXY", "DUBYARD_CA_FILE", "%40"])
    expect(text).toContain(variable);
});

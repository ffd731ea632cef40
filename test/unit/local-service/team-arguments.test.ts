import { expect, it } from "vitest";
import { readArguments } from "../../../main/local-service/arguments";

const read = (...argv: string[]) => readArguments(["--data", "/data", ...argv]);
const lan = ["--team", "North", "--listen", "0.0.0.0", "--public-url", "https://dub.example.org"];

it("a server for a team listens on loopback, and on others with TLS or behind a proxy", () => {
  expect(read("--team", "North")).toMatchObject({
    team: { name: "North", address: { host: "127.0.0.1", publicOrigin: null, tls: null } },
  });
  expect(read(...lan, "--behind-proxy", "10.0.0.0/8")).toMatchObject({
    team: {
      address: { host: "0.0.0.0", publicOrigin: "https://dub.example.org", tls: null },
      proxies: ["10.0.0.0/8"],
    },
  });
  expect(read(...lan, "--tls-cert", "/c", "--tls-key", "/k")).toMatchObject({
    team: { address: { tls: { certificate: "/c", key: "/k" } } },
  });
  expect(read()).toMatchObject({ team: undefined });
});

it.each([
  [["--listen", "0.0.0.0"], "need --team NAME"],
  [["--team", ""], "name of the server"],
  [["--team", "North", "--listen", "studio"], "an address of this computer"],
  [lan, "--tls-cert and --tls-key, or --behind-proxy"],
  [["--team", "North", "--listen", "::", "--behind-proxy", "::1"], "needs --public-url"],
  [["--team", "North", "--tls-cert", "/c"], "given together"],
  [[...lan, "--behind-proxy", "proxy"], "--behind-proxy must be"],
  [["--team", "North", "--public-url", "http://dub.example.org"], "must be an origin"],
  [["--team", "North", "--public-url", "https://dub.example.org/api"], "must be an origin"],
])("%o are refused with their reason", (argv, reason) => {
  expect(read(...argv)).toContain(reason);
});

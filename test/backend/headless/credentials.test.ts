/** `dubyard credentials` as a process, with a real service for a team. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { credentials } from "../../../main/headless/credentials";
import { eventsNamed, runCommand } from "../../helpers/commands";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";

let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService({ team: { name: "North" } });
});
afterAll(() => local.remove());

interface Address {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}
const run = (
  args: string[],
  address: Address = local.address(),
  env: Record<string, string> = {},
) =>
  runCommand(address, ["credentials", ...args, "--base-url", address.baseUrl, "--json"], env).ended;

it("invites a person, who gets credentials, which are listed and revoked", async () => {
  const invited = await run(["invite", "ada@example.org", "--name", "Ada Moss"]);
  expect(invited.code, invited.errors).toBe(0);
  const [{ code = "" } = {}] = eventsNamed(invited.lines, "invitation") as { code?: string }[];
  const { baseUrl } = local.address();
  const nobody = { baseUrl, clientId: "none", clientSecret: "none" };
  const accept = () =>
    run(["accept", "--name", "Ada's laptop"], nobody, { DUBYARD_INVITATION: code });
  const accepted = await accept();
  expect(accepted.code, accepted.errors).toBe(0);
  const [event = {}] = eventsNamed(accepted.lines, "secret");
  const secret = event as unknown as Pick<Address, "clientId" | "clientSecret">;
  const again = await accept();
  expect([again.code, again.errors + again.lines.join("")]).toEqual([
    expect.any(Number),
    expect.stringContaining("is wrong, was used, or has expired"),
  ]);
  expect(again.code).not.toBe(0);

  const ada = { baseUrl, ...secret };
  expect((await run(["list"], ada)).code).toBe(9);
  const listed = await run(["list"]);
  expect(eventsNamed(listed.lines, "credential")).toMatchObject([
    {
      id: secret.clientId,
      name: "Ada's laptop",
      scope: "member",
      user: "Ada Moss <ada@example.org>",
    },
  ]);
  expect(JSON.stringify(listed)).not.toContain(secret.clientSecret);
  expect((await run(["revoke", secret.clientId])).code).toBe(0);
  expect((await run(["list"], ada)).code).toBe(4);
});

it("writes a secret, and a code, as lines of a script", async () => {
  let output = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output += String(text);
    return true;
  });
  const { baseUrl, clientId, clientSecret } = local.address();
  vi.stubEnv("DUBYARD_CLIENT_ID", clientId);
  vi.stubEnv("DUBYARD_CLIENT_SECRET", clientSecret);
  try {
    for (const argv of [
      ["add", "--name", "backup", "--scope", "workspace"],
      ["invite", "eva@example.org", "--name", "Eva Ross"],
    ])
      await credentials([...argv, "--base-url", baseUrl], { policies: () => ({}) });
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
  expect(
    output
      .trim()
      .split("\n")
      .map((line) => line.replace(/=.*/, "")),
  ).toEqual([
    "DUBYARD_CLIENT_ID",
    "DUBYARD_CLIENT_SECRET",
    "DUBYARD_INVITATION",
    "DUBYARD_INVITATION_LINK",
  ]);
});

it.each([
  [["invite", "new@example.org"], 5, "--name"],
  [["revoke", "unknown"], 5, "no such credential"],
  [["steal"], 2, "none of"],
  [["add"], 2, "--name"],
  [["invite"], 2, "EMAIL"],
  [["list", "more"], 2, "too many"],
  [["accept", "--name", "x"], 2, "DUBYARD_INVITATION"],
])("%j ends with %i and says why", async (args, exitCode, reason) => {
  const { code, errors } = await run(args);
  expect([code, errors]).toEqual([exitCode, expect.stringContaining(reason)]);
});

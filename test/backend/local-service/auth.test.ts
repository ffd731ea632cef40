/** Interface §5 and its notes: credentials and tokens. */
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  sendRequest,
  createManualClock,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

const clock = createManualClock();
let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService({ now: clock.now });
});
afterAll(() => local.remove());

const post = (at: string, body: string) =>
  sendRequest(local.client.baseUrl + at, { method: "POST", body });
const withToken = (authorization?: string) =>
  sendRequest(`${local.client.baseUrl}/models`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });
const tokens = async () => {
  const { clientId, clientSecret } = local.address();
  const response = await post("/auth/token", JSON.stringify({ clientId, clientSecret }));
  return response.json as { accessToken: string; refreshToken: string };
};

describe("POST /auth/token", () => {
  it.each([
    ["no body", "", "body"],
    ["no JSON", "{", "body"],
    ["an array", "[]", "body"],
    ["no secret", '{"clientId":"a"}', "clientSecret"],
    ["a number for an id", '{"clientId":1,"clientSecret":"a"}', "clientId"],
    ["an empty secret", '{"clientId":"a","clientSecret":""}', "clientSecret"],
    ["wrong credentials", '{"clientId":"a","clientSecret":"b"}', "clientId or clientSecret"],
  ])("rejects %s with 400", async (_what, body, field) => {
    const response = await post("/auth/token", body);
    expect(response.status).toBe(400);
    expect((response.json as { message: string }).message).toMatch(new RegExp(`^${field}: `));
  });
});

describe("tokens", () => {
  it("are accepted with and without Bearer", async () => {
    const { accessToken } = await tokens();
    expect((await withToken(accessToken)).status).toBe(200);
    expect((await withToken(`Bearer ${accessToken}`)).status).toBe(200);
    expect((await withToken(`bearer ${accessToken}`)).status).toBe(200);
  });

  it("get a 401 when missing, forged, or of the other kind", async () => {
    const { accessToken, refreshToken } = await tokens();
    const later = accessToken.replace(/\.(\d+)\./, (_, at: string) => `.${Number(at) + 9000}.`);
    for (const invalid of [undefined, "", "Bearer", "x", `${accessToken}x`, later, refreshToken]) {
      const response = await withToken(invalid);
      expect([invalid, response.status]).toEqual([invalid, 401]);
      expect((response.json as { message: string }).message).toMatch(/^Authorization: /);
    }
  });

  it("expire after one hour and thirty days", async () => {
    const { accessToken, refreshToken } = await tokens();
    clock.advance(3_599_000);
    expect((await withToken(accessToken)).status).toBe(200);
    clock.advance(1000);
    expect((await withToken(accessToken)).status).toBe(401);

    const refreshed = await post("/auth/refresh", JSON.stringify({ refreshToken }));
    expect(refreshed.status).toBe(200);
    expect(Object.keys(refreshed.json as object)).toEqual(["accessToken"]);
    const { accessToken: next } = refreshed.json as { accessToken: string };
    expect((await withToken(next)).status).toBe(200);

    clock.advance(30 * 24 * 3_600_000);
    const tooLate = await post("/auth/refresh", JSON.stringify({ refreshToken }));
    expect(tooLate.status).toBe(400);
    expect(tooLate.text).toContain("refreshToken: has expired");
  });

  it("an invalid refresh token is a 400 that names the field", async () => {
    const { accessToken } = await tokens();
    for (const refreshToken of ["x", accessToken, ""]) {
      const response = await post("/auth/refresh", JSON.stringify({ refreshToken }));
      expect(response.status).toBe(400);
      expect(response.text).toContain("refreshToken: ");
    }
  });

  it("and credentials stay valid across a restart, and only the owner can read the key", async () => {
    const before = local.address();
    const { accessToken } = await tokens();
    await local.restart();
    const after = local.address();
    expect([after.clientId, after.clientSecret]).toEqual([before.clientId, before.clientSecret]);
    expect((await withToken(accessToken)).status).toBe(200);
    const key = path.join(local.dataDir, "service.key");
    expect(await readFile(key, "latin1")).toMatch(/^dubyard service key 1\n[0-9a-f]{64}\n$/);
    if (process.platform !== "win32") expect((await stat(key)).mode & 0o777).toBe(0o600);
  });
});

it("a damaged key is reported, and the folder's lock is released", async () => {
  const other = await startLocalService();
  const key = path.join(other.dataDir, "service.key");
  const valid = await readFile(key);
  await other.close();
  await writeFile(key, "short");
  await expect(startLocalService({ dataDir: other.dataDir })).rejects.toMatchObject({
    code: "local-service-failed",
  });
  await writeFile(key, valid);
  const again = await startLocalService({ dataDir: other.dataDir });
  await again.remove();
});

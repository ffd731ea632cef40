/** Closing the service during active requests. */
import http from "node:http";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { bytesOf, signIn, filesBelow, startLocalService } from "../../helpers/local-service";

it("ends a stalled PUT and an unread list, and releases the folder's lock", async () => {
  const local = await startLocalService();
  await local.close();
  const store = openSqliteStore(local.dataDir);
  await store.addFiles(
    Array.from({ length: 200_000 }, (_, index) => {
      const name = `${"folder/".repeat(10)}${index}.wav`;
      const row = { path: name, location: `media/${name}`, folded: null, size: 1, etag: "e" };
      return { ...row, contentType: "audio/wav" };
    }),
  );
  await store.close();
  await local.restart();
  const { client } = local;
  const signed = await client.post("/media/upload-url", {
    fileName: "a.mp4",
    contentType: "video/mp4",
  });
  const headers = { "Content-Length": "1000" };
  const put = http.request(signed.json as string, { method: "PUT", headers, agent: false });
  const putEnded = new Promise((resolve) => put.once("close", resolve));
  put.on("error", () => undefined);
  put.write(bytesOf(10));
  await expect
    .poll(async () => (await filesBelow(path.join(local.dataDir, "staging"))).length)
    .toBe(1);
  const list = http.get(`${client.baseUrl}/media/files`, {
    headers: { Authorization: client.token },
    agent: false,
  });
  list.on("error", () => undefined);
  const [response] = (await once(list, "response")) as [http.IncomingMessage];
  response.on("error", () => undefined);

  await Promise.all([local.close(), putEnded]);
  response.destroy();
  expect(await filesBelow(path.join(local.dataDir, "staging"))).toEqual([]);
  await local.restart();
  expect((await signIn(local.address()).then((again) => again.get("/models"))).status).toBe(200);
  await local.remove();
});

/** A service for a team with a certificate of its own. */
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { createLocalService } from "../../../main/local-service/server";
import { createAuthority } from "../../helpers/authority";

interface Answer {
  status: number;
  text: string;
  /** Of the certificate. */
  serial: string;
}

function send(url: string, ca: string, body?: object, token = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      url,
      { ca, agent: false, method: body ? "POST" : "GET", headers: { Authorization: token } },
      (response) => {
        const serial = (response.socket as TLSSocket).getPeerCertificate().serialNumber;
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text, serial }));
      },
    );
    request.on("error", reject);
    request.end(body && JSON.stringify(body));
  });
}

it("speaks TLS, signs URLs of its address, and uses a renewed certificate", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "dubyard-tls-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const authority = createAuthority(folder);
  const files = { certificate: path.join(folder, "cert.pem"), key: path.join(folder, "key.pem") };
  /** Replaces both, as programs that renew certificates do. */
  async function renew() {
    const { key, cert } = authority.issue("IP:127.0.0.1");
    for (const [file, content] of [
      [files.key, key],
      [files.certificate, cert],
    ] as const) {
      await writeFile(`${file}.new`, content);
      await rename(`${file}.new`, file);
    }
  }
  await renew();
  const service = await createLocalService({
    dataDir: path.join(folder, "data"),
    team: {
      name: "North",
      address: { host: "127.0.0.1", publicOrigin: null, tls: { ...files, checkMs: 20 } },
    },
  });
  onTestFinished(() => service.close());
  const { baseUrl, clientId, clientSecret } = service;
  expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api$/);
  const signedIn = await send(`${baseUrl}/auth/token`, authority.pem, { clientId, clientSecret });
  const { accessToken } = JSON.parse(signedIn.text) as { accessToken: string };
  const upload = { fileName: "a.wav", contentType: "audio/wav" };
  const url = await send(`${baseUrl}/media/upload-url`, authority.pem, upload, accessToken);
  expect(url.text).toContain(new URL(baseUrl).origin);
  await renew();
  await expect
    .poll(
      async () => (await send(`${baseUrl}/models`, authority.pem, undefined, accessToken)).serial,
    )
    .not.toBe(signedIn.serial);
});

it("does not start with files that are no certificate, and says so", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "dubyard-tls-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = { certificate: path.join(folder, "cert.pem"), key: path.join(folder, "key.pem") };
  const start = () =>
    createLocalService({
      dataDir: path.join(folder, "data"),
      team: { name: "North", address: { host: "127.0.0.1", publicOrigin: null, tls: files } },
    });
  await expect(start()).rejects.toMatchObject({ code: "local-service-failed" });
  await writeFile(files.certificate, "no certificate");
  await writeFile(files.key, "no key");
  await expect(start()).rejects.toMatchObject({ code: "local-service-failed" });
});

/** A certificate authority for tests, made with openssl. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface ServerCertificate {
  key: string;
  cert: string;
}

/** Creates an authority; its files are in the folder. */
export function createAuthority(folder: string, name = "Test Authority") {
  const at = (file: string) => path.join(folder, `${name.replaceAll(" ", "-")}-${file}`);
  const ecKey = ["-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  openssl(
    "req",
    "-x509",
    ...ecKey,
    "-days",
    "2",
    "-subj",
    `/O=Test/CN=${name}`,
    ...keyAndOut("ca"),
  );

  function keyAndOut(kind: string) {
    return ["-keyout", at(`${kind}.key`), "-out", at(`${kind}.pem`)];
  }
  return {
    /** The certificate of the authority, in PEM. */
    file: at("ca.pem"),
    keyFile: at("ca.key"),
    pem: readFileSync(at("ca.pem"), "utf8"),
    /** `name`: of the subject alternative name, "DNS:service.test". */
    issue(name: string, { days = 2 }: { days?: number } = {}): ServerCertificate {
      const request = at("server.pem");
      openssl("req", "-new", ...ecKey, "-subj", "/CN=Server", ...keyAndOut("server"));
      writeFileSync(at("extensions"), `subjectAltName=${name}\n`);
      const signing = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial"];
      const cert = openssl(
        "x509",
        "-req",
        "-in",
        request,
        ...signing,
        "-days",
        String(days),
        "-extfile",
        at("extensions"),
      );
      return { key: readFileSync(at("server.key"), "utf8"), cert };
    },
  };
}

function openssl(...parameters: string[]): string {
  const { status, stdout, stderr, error } = spawnSync("openssl", parameters, { encoding: "utf8" });
  if (status !== 0) throw error ?? new Error(stderr);
  return stdout;
}

/**
 * The programs whose uploads are compared: Dubyard's terminal command, and the peers that are
 * installed.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { measure, type Figures } from "./measure";

export interface UploadFigures extends Figures {
  /** The event loop delay of the main thread, in milliseconds. */
  loopDelay?: { p99: number; max: number };
}

/** The service that receives an upload. */
export interface Sink {
  baseUrl: string;
  /** The certificate authority of its HTTPS address; undefined for HTTP. */
  caFile?: string | undefined;
}

export interface Uploader {
  name: string;
  version: string;
  /** Uploads a folder. */
  upload: (sink: Sink, source: string) => Promise<UploadFigures>;
}

const cli = path.resolve("out/main/cli.cjs");
const loopDelay = path.resolve("test/bench/tools/loop-delay.cjs");

/** Dubyard. `folder`: for temporary files. */
export function dubyard(folder: string): Uploader {
  return {
    name: "dubyard",
    version: process.version,
    async upload({ baseUrl, caFile }, source) {
      const state = path.join(folder, "state");
      const delayFile = path.join(folder, "loop-delay.json");
      try {
        const figures = await measure(
          process.execPath,
          [
            "--require",
            loopDelay,
            cli,
            "upload",
            source,
            "--base-url",
            baseUrl,
            "--state",
            state,
            "--json",
          ],
          {
            DUBYARD_CLIENT_ID: "bench",
            DUBYARD_CLIENT_SECRET: "bench",
            LOOP_DELAY_FILE: delayFile,
            ...(caFile === undefined ? {} : { DUBYARD_CA_FILE: caFile }),
          },
        );
        const delay = JSON.parse(readFileSync(delayFile, "utf8")) as { p99: number; max: number };
        return { ...figures, loopDelay: delay };
      } finally {
        rmSync(state, { recursive: true, force: true });
      }
    },
  };
}

/**
 * The peers that are installed. `piecesOf`: the parts of a large file as files of their own, which
 * curl sends; null for a file that is sent whole.
 */
export function peers(
  folder: string,
  { partBytes, piecesOf }: { partBytes: number; piecesOf: (file: string) => string | null },
): Uploader[] {
  /**
   * curl sends ready parts or files, four at a time, to URLs that are known before; openssl
   * computes the MD5 first.
   */
  function curl({ baseUrl, caFile }: Sink, source: string): Promise<Figures> {
    const lines: string[] = [];
    const put = (file: string, name: string, part: number) =>
      lines.push(
        `upload-file = "${file}"`,
        `url = "${baseUrl}/put/${encodeURIComponent(`${path.basename(source)}/${name}`)}?part=${part}"`,
        `output = "/dev/null"`,
        ...(caFile === undefined ? [] : [`cacert = "${caFile}"`]),
      );
    for (const name of readdirSync(source)) {
      const file = path.join(source, name);
      const pieces = piecesOf(file);
      if (pieces === null) put(file, name, 1);
      else
        for (const [index, piece] of readdirSync(pieces).sort().entries())
          put(path.join(pieces, piece), name, index + 1);
    }
    const config = path.join(folder, "curl.txt");
    const each = lines.join("\n").replaceAll("\nupload-file", "\nnext\nupload-file");
    writeFileSync(
      config,
      `parallel\nparallel-max = 4\nno-progress-meter\nfail\nsilent\nshow-error\n${each}\n`,
    );
    const hash = `find ${source} -type f -print0 | xargs -0 openssl md5 > ${folder}/md5.txt`;
    return measure("sh", ["-c", `${hash} && exec curl --config ${config}`]);
  }

  const s3Environment = ({ baseUrl, caFile = "" }: Sink) => ({
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_DEFAULT_REGION: "us-east-1",
    AWS_ENDPOINT_URL: `${baseUrl}/s3`,
    AWS_CA_BUNDLE: caFile,
    AWS_CONFIG_FILE: path.join(folder, "aws-config"),
  });
  function rclone(sink: Sink, source: string): Promise<Figures> {
    const remote = `:s3,provider=Other,env_auth=true,region=us-east-1,force_path_style=true,endpoint='${sink.baseUrl}/s3':bucket/${path.basename(source)}`;
    const trust = sink.caFile === undefined ? [] : ["--ca-cert", sink.caFile];
    const options = [
      "--s3-chunk-size",
      `${partBytes / 1024 ** 2}Mi`,
      "--s3-no-check-bucket",
      "--config=/dev/null",
      "-q",
      ...trust,
    ];
    // An old rclone cannot load a bundle of certificates from this variable.
    const env = { ...s3Environment(sink), AWS_CA_BUNDLE: "" };
    return measure("rclone", ["copy", source, remote, ...options], env);
  }
  function awsCli(sink: Sink, source: string): Promise<Figures> {
    const size = `${partBytes / 1024 ** 2}MB`;
    const settings = `[default]\ns3 =\n  multipart_chunksize = ${size}\n  addressing_style = path\n`;
    writeFileSync(path.join(folder, "aws-config"), settings);
    const to = `s3://bucket/${path.basename(source)}`;
    const options = [
      "--recursive",
      "--no-progress",
      "--quiet",
      `--endpoint-url=${sink.baseUrl}/s3`,
    ];
    return measure("aws", ["s3", "cp", source, to, ...options], s3Environment(sink));
  }

  const all = [
    { name: "openssl, curl", program: ["curl", "--version"], upload: curl },
    { name: "rclone", program: ["rclone", "version"], upload: rclone },
    { name: "aws-cli", program: ["aws", "--version"], upload: awsCli },
  ];
  return all.flatMap(({ name, program: [program = "", option = ""], upload }) => {
    const { status, stdout } = spawnSync(program, [option], { encoding: "utf8" });
    return status === 0 ? [{ name, version: stdout.split("\n")[0] ?? "", upload }] : [];
  });
}

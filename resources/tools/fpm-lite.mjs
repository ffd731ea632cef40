#!/usr/bin/env node
// The part of fpm's command line that electron-builder uses, done with dpkg-deb or rpmbuild (CUSTOM_FPM_PATH).
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
const a = process.argv.slice(2),
  o = { d: [] },
  maps = [];
const flags = new Set(["force"]);
for (let i = 0; i < a.length; i++) {
  if (a[i] === "--version" && a.length === 1) {
    console.log("1.17.0");
    process.exit(0);
  }
  if (a[i].startsWith("-")) {
    let k = a[i].replace(/^--?/, ""),
      v;
    if (flags.has(k)) continue;
    const eq = k.indexOf("=");
    if (eq > 0) {
      v = k.slice(eq + 1);
      k = k.slice(0, eq);
    } else v = a[++i];
    k === "d" || k === "depends"
      ? o.d.push(v)
      : (o[k] = o[k] === undefined ? v : [].concat(o[k], v));
  } else maps.push(a[i]);
}
const tmp = fs.mkdtempSync(path.join(os.tmpdir(), "fpm-")),
  root = path.join(tmp, "root");
fs.mkdirSync(root);
try {
  for (const m of maps) {
    const at = m.lastIndexOf("="),
      src = m.slice(0, at),
      dst = path.join(root, m.slice(at + 1));
    if (src.endsWith("/")) {
      fs.mkdirSync(dst, { recursive: true });
      execFileSync("cp", ["-a", "--no-preserve=ownership", src + ".", dst]);
    } else {
      fs.mkdirSync(path.dirname(dst), { recursive: true });
      fs.copyFileSync(src, dst);
    }
  }
  execFileSync("chmod", ["-R", "u=rwX,go=rX", root]);
  const sandbox = execFileSync("find", [root, "-name", "chrome-sandbox"], {
    encoding: "utf8",
  }).trim();
  if (sandbox) fs.chmodSync(sandbox, 0o4755);
  const summary = String(o.description || o.name)
    .trim()
    .split("\n")[0];
  fs.rmSync(o.package, { force: true });
  if (o.t === "deb") {
    const kb = execFileSync("du", ["-sk", root], { encoding: "utf8" }).split("\t")[0],
      D = path.join(root, "DEBIAN");
    fs.mkdirSync(D);
    fs.writeFileSync(
      path.join(D, "control"),
      [
        `Package: ${o.name}`,
        `Version: ${o.version}`,
        `Architecture: ${o.architecture}`,
        `Maintainer: ${o.maintainer}`,
        `Installed-Size: ${kb}`,
        o.d.length && `Depends: ${o.d.join(", ")}`,
        o["deb-recommends"] && `Recommends: ${[].concat(o["deb-recommends"]).join(", ")}`,
        "Section: default",
        `Priority: ${o["deb-priority"] || "optional"}`,
        `Homepage: ${o.url}`,
        `Description: ${summary}`,
      ]
        .filter(Boolean)
        .join("\n") + "\n",
    );
    for (const [k, f] of [
      ["after-install", "postinst"],
      ["after-remove", "postrm"],
    ])
      if (o[k]) {
        fs.copyFileSync(o[k], path.join(D, f));
        fs.chmodSync(path.join(D, f), 0o755);
      }
    execFileSync(
      "dpkg-deb",
      [
        "--root-owner-group",
        "-Z" + (o["deb-compression"] || "xz").replace("gz", "gzip").replace("gzipip", "gzip"),
        "-z" + (process.env.FPM_LITE_LEVEL || 6),
        "-b",
        root,
        o.package,
      ],
      { stdio: "inherit" },
    );
  } else if (o.t === "rpm") {
    const list = fs
      .readdirSync(root)
      .flatMap((d) =>
        execFileSync(
          "find",
          [
            path.join(root, d),
            "-mindepth",
            "0",
            "(",
            "-type",
            "f",
            "-o",
            "-type",
            "l",
            ")",
            "-printf",
            "/%P\n",
          ],
          { encoding: "utf8" },
        )
          .trim()
          .split("\n")
          .map((l) => `"/${d}${l}"`),
      )
      .filter((l) => !l.includes("chrome-sandbox"));
    const sb = sandbox ? `%attr(4755, root, root) "${sandbox.slice(root.length)}"` : "";
    const sh = (k) => (o[k] ? fs.readFileSync(o[k], "utf8").replace(/%/g, "%%") : ":");
    fs.writeFileSync(
      path.join(tmp, "p.spec"),
      `%define _binary_payload ${o["rpm-compression"] === "none" ? "w0.gzdio" : "w" + (process.env.FPM_LITE_LEVEL || 6) + "T0.xzdio"}\n%global __os_install_post %{nil}\n%define debug_package %{nil}\n%define _build_id_links none\nAutoReqProv: no\nName: ${o.name}\nVersion: ${o.version.replace(/-/g, "~")}\nRelease: 1\nSummary: ${summary}\nLicense: ${o.license}\nURL: ${o.url}\n${o.d.map((d) => "Requires: " + d).join("\n")}\n%description\n${summary}\n%files\n%defattr(-,root,root,-)\n${list.join("\n")}\n${sb}\n%post\n${sh("after-install")}\n%postun\n${sh("after-remove")}\n`,
    );
    execFileSync(
      "rpmbuild",
      [
        "-bb",
        "--target",
        "x86_64",
        "--buildroot",
        root,
        "--define",
        `_topdir ${tmp}/top`,
        path.join(tmp, "p.spec"),
      ],
      { stdio: ["ignore", "ignore", fs.openSync(path.join(tmp, "err"), "w")] },
    );
    const rpm = execFileSync("find", [tmp + "/top", "-name", "*.rpm"], { encoding: "utf8" }).trim();
    fs.copyFileSync(rpm, o.package);
  } else throw new Error("fpm-lite: unsupported target " + o.t);
} finally {
  fs.rmSync(tmp, { recursive: true, force: true });
}

#!/usr/bin/env node
/**
 * The part of fpm's command line that electron-builder uses, implemented with dpkg-deb or rpmbuild:
 * fpm is not in Debian. electron-builder uses it through CUSTOM_FPM_PATH. FPM_LITE_LEVEL=1
 * compresses less, for speed; 0 not at all. With SOURCE_DATE_EPOCH the same files make the same
 * bytes.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const text = (command, args) => execFileSync(command, args, { encoding: "utf8" }).trim();
const list = (value) => (value === undefined ? [] : [].concat(value));
const level = process.env.FPM_LITE_LEVEL || 6;

/** Splits the command line into options (repeated ones become lists) and "source=target" pairs. */
function parse(args) {
  const options = {};
  const pairs = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index];
    if (!argument.startsWith("-")) {
      pairs.push(argument);
      continue;
    }
    const [, key, inline] = /^--?([^=]+)(?:=(.*))?$/s.exec(argument);
    if (key === "force") continue;
    const name = key === "d" ? "depends" : key;
    const value = inline ?? args[++index];
    options[name] = name in options ? [...list(options[name]), value] : value;
  }
  return { options, pairs };
}

/** The paths of all files in a folder, relative to it, sorted. */
function filesBelow(root) {
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Copies the files into the layout of the installed package. */
function layOut(pairs, root) {
  for (const pair of pairs) {
    const at = pair.lastIndexOf("=");
    const source = pair.slice(0, at);
    const target = path.join(root, pair.slice(at + 1));
    if (source.endsWith("/")) {
      fs.mkdirSync(target, { recursive: true });
      execFileSync("cp", ["-a", "--no-preserve=ownership", `${source}.`, target]);
    } else {
      fs.mkdirSync(path.dirname(target), { recursive: true });
      if (fs.lstatSync(source).isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
      else fs.copyFileSync(source, target);
    }
  }
  execFileSync("chmod", ["-R", "u=rwX,go=rX", root]);
  // Libraries are loaded, not executed.
  for (const file of filesBelow(root))
    if (/\.(?:so(?:\.\d+)*|node)$/.test(file)) fs.chmodSync(path.join(root, file), 0o644);
  // Chromium's sandbox helper must be owned by root; all files of the package are.
  const helper = text("find", [root, "-name", "chrome-sandbox"]);
  if (helper) fs.chmodSync(helper, 0o4755);
  const time = process.env.SOURCE_DATE_EPOCH;
  // Also files that are older: their times are those of downloads on the build machine.
  if (time) execFileSync("find", [root, "-exec", "touch", "-h", "-d", `@${time}`, "{}", "+"]);
}

/** The control file that lists the MD5 of each file, for `dpkg --verify`. */
function md5sums(root) {
  return filesBelow(root)
    .map((file) => {
      const sum = createHash("md5")
        .update(fs.readFileSync(path.join(root, file)))
        .digest("hex");
      return `${sum}  ${file}\n`;
    })
    .join("");
}

/** Lines of at most 79 characters; an empty one becomes `empty`. */
const wrapped = (lines, empty) =>
  lines
    .flatMap((line) => line.trim().match(/.{1,78}(?:\s|$)/g) ?? [empty])
    .map((line) => line.trim());

/** The description of a Debian package: a summary, and further lines that begin with a space. */
function debDescription(description) {
  const [summary, ...more] = String(description).trim().split("\n");
  return [summary.trim(), ...wrapped(more, ".").map((line) => ` ${line}`)].join("\n");
}

function makeDeb(options, root) {
  const kilobytes = text("du", ["-sk", "--apparent-size", root]).split("\t")[0];
  const sums = md5sums(root);
  const control = path.join(root, "DEBIAN");
  fs.mkdirSync(control);
  fs.writeFileSync(path.join(control, "md5sums"), sums);
  const depends = list(options.depends).join(", ");
  const recommends = list(options["deb-recommends"]).join(", ");
  const lines = [
    `Package: ${options.name}`,
    `Version: ${options.version}`,
    `Architecture: ${options.architecture}`,
    `Maintainer: ${options.maintainer}`,
    `Installed-Size: ${kilobytes}`,
    depends && `Depends: ${depends}`,
    recommends && `Recommends: ${recommends}`,
    `Section: ${options.category || "default"}`,
    `Priority: ${options["deb-priority"] || "optional"}`,
    options.url && `Homepage: ${options.url}`,
    `Description: ${debDescription(options.description || options.name)}`,
  ];
  fs.writeFileSync(path.join(control, "control"), `${lines.filter(Boolean).join("\n")}\n`);
  const scripts = { "after-install": "postinst", "after-remove": "postrm" };
  for (const [option, name] of Object.entries(scripts)) {
    if (!options[option]) continue;
    fs.copyFileSync(options[option], path.join(control, name));
    fs.chmodSync(path.join(control, name), 0o755);
  }
  const compression =
    String(level) === "0"
      ? "none"
      : ({ gz: "gzip", bzip2: "gzip" }[options["deb-compression"]] ?? "xz");
  execFileSync(
    "dpkg-deb",
    ["--root-owner-group", `-Z${compression}`, `-z${level}`, "-b", root, options.package],
    { stdio: "inherit" },
  );
}

function makeRpm(options, root, summary, work) {
  const find = (...tests) => text("find", [root, ...tests, "-printf", "/%P\n"]).split("\n");
  const files = find("(", "-type", "f", "-o", "-type", "l", ")").map((file) => {
    const owner = file.endsWith("/chrome-sandbox") ? "%attr(4755, root, root) " : "";
    return `${owner}"${file}"`;
  });
  // The folders of the application are removed with it; those below /usr belong to the system.
  const folders = find("-type", "d", "-path", `${root}/opt/*`).map((folder) => `%dir "${folder}"`);
  const script = (option) =>
    options[option] ? fs.readFileSync(options[option], "utf8").replaceAll("%", "%%") : ":";
  const isPlain = options["rpm-compression"] === "none" || String(level) === "0";
  const payload = isPlain ? "w0.gzdio" : `w${level}T0.xzdio`;
  const spec = `%define _binary_payload ${payload}
%global __os_install_post %{nil}
%define debug_package %{nil}
%define _build_id_links none
%define _buildhost localhost
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
AutoReqProv: no
Name: ${options.name}
Version: ${options.version.replaceAll("-", "~")}
Release: 1
Summary: ${summary}
License: ${options.license}
Group: ${options.category}
Vendor: ${options.vendor}
Packager: ${options.maintainer}
URL: ${options.url}
${list(options.depends)
  .map((name) => `Requires: ${name}`)
  .join("\n")}
%description
${wrapped(
  String(options.description || options.name)
    .trim()
    .split("\n"),
  "",
).join("\n")}
%files
%defattr(-,root,root,-)
${folders.join("\n")}
${files.join("\n")}
%post
${script("after-install")}
%postun
${script("after-remove")}
%changelog
${options["rpm-changelog"] ? fs.readFileSync(options["rpm-changelog"], "utf8") : ""}`;
  const architecture = options.architecture === "amd64" ? "x86_64" : options.architecture;
  const specFile = path.join(work, "package.spec");
  fs.writeFileSync(specFile, spec);
  execFileSync(
    "rpmbuild",
    ["-bb", "--quiet", "--target", architecture, "--buildroot", root]
      .concat(["--define", `_topdir ${work}/top`])
      .concat(specFile),
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  fs.copyFileSync(text("find", [path.join(work, "top"), "-name", "*.rpm"]), options.package);
}

const args = process.argv.slice(2);
if (args.length === 1 && args[0] === "--version") {
  process.stdout.write("1.17.0\n");
} else {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), "fpm-lite-"));
  try {
    const { options, pairs } = parse(args);
    const root = path.join(work, "root");
    fs.mkdirSync(root);
    layOut(pairs, root);
    const summary = String(options["rpm-summary"] || options.description || options.name)
      .trim()
      .split("\n")[0];
    fs.rmSync(options.package, { force: true });
    if (options.t === "deb") makeDeb(options, root);
    else if (options.t === "rpm") makeRpm(options, root, summary, work);
    else throw new Error(`fpm-lite: no target ${options.t}`);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

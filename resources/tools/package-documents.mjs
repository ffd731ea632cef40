/**
 * Writes the documents of a package into out/package: the notices, the bill of materials, and what a
 * Linux package installs below /usr/share.
 */
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { billOfMaterials, noticesText, readComponents, withoutLicence } from "./components.mjs";
import { printStatus, root } from "./processes.mjs";

/** The copyright file of a Debian package: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
function copyrightText(notices) {
  const licence = fs.readFileSync(path.join(root, "LICENSE"), "utf8").trim();
  const continued = (text) =>
    text
      .split("\n")
      .map((line) => (line.trim() === "" ? " ." : ` ${line.trimEnd()}`))
      .join("\n");
  return [
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
    "Upstream-Name: Dubyard",
    "Source: https://dubyard.invalid",
    "",
    "Files: *",
    "Copyright: The Dubyard authors",
    "License: MIT",
    continued(licence),
    "",
    "Comment:",
    continued(notices),
    "",
  ].join("\n");
}

/**
 * Writes the documents. `electron`: the version that is packaged; `time`: that of the commit, a Date.
 * Returns the components that state no licence.
 */
export function writePackageDocuments({ electron, time }) {
  const folder = path.join(root, "out/package");
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const write = (name, content) => fs.writeFileSync(path.join(folder, name), content);
  const components = readComponents({ electron });
  const notices = noticesText(components);
  write("NOTICES.txt", notices);
  const materials = billOfMaterials(components, { version, time });
  write("dubyard.cdx.json", `${JSON.stringify(materials, null, 2)}\n`);
  write("copyright", copyrightText(notices));
  write("changelog.gz", gzipSync(fs.readFileSync(path.join(root, "CHANGELOG.md")), { level: 9 }));
  const metainfo = fs.readFileSync(
    path.join(root, "resources/linux/org.dubyard.Dubyard.metainfo.xml"),
    "utf8",
  );
  const date = time.toISOString().slice(0, 10);
  write(
    "org.dubyard.Dubyard.metainfo.xml",
    metainfo.replace("@VERSION@", version).replace("@DATE@", date),
  );
  const missing = withoutLicence(components);
  for (const { name } of missing) printStatus(`${name} states no licence`);
  return missing;
}

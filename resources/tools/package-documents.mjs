/**
 * Writes the documents of a package into out/package: the notices, the bill of materials, and what
 * a Linux package installs below /usr/share.
 */
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { billOfMaterials, noticesText, readComponents, withoutLicence } from "./components.mjs";
import { printStatus, root } from "./processes.mjs";

/** Licences of which every Debian system has the text. */
const commonLicences = {
  "Apache-2.0": "Apache-2.0",
  "GPL-2.0-or-later": "GPL-2",
  "GPL-3.0": "GPL-3",
  "MPL-2.0": "MPL-2.0",
};

/** The components with references to the texts of Debian, where it has them. */
const withCommonTexts = (components) =>
  components.map((component) => {
    const name = commonLicences[component.identifier];
    if (name === undefined) return component;
    return { ...component, text: `The text is in /usr/share/common-licenses/${name}.` };
  });

/**
 * The copyright file of a Debian package:
 * https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
 */
function copyrightText(components) {
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
    "Comment:",
    continued(noticesText(withCommonTexts(components))),
    "",
    "Files: *",
    "Copyright: The Dubyard authors",
    "License: MIT",
    continued(licence),
    "",
  ].join("\n");
}

/** The changes of the newest version, one text each. */
function newestChanges(changelog) {
  const [, section = ""] = /^## [^\n]*\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
  return section
    .split(/^- /m)
    .map((change) => change.trim().replace(/\s+/g, " "))
    .filter((change) => change !== "");
}

/** Rows of a text of at most 73 characters, the later ones with an indentation. */
const inRows = (text, indentation) =>
  (text.match(/.{1,72}(?:\s|$)/g) ?? []).map((row) => row.trimEnd()).join(`\n${indentation}`);

/** The changes of the newest version, in the form of a Debian changelog. */
function debianChangelog(changelog, { version, time }) {
  const changes = newestChanges(changelog).map((change) => `  * ${inRows(change, "    ")}`);
  const date = time.toUTCString().replace("GMT", "+0000");
  return [
    `dubyard (${version}) stable; urgency=medium`,
    "",
    ...changes,
    "",
    ` -- The Dubyard authors <hello@dubyard.invalid>  ${date}`,
    "",
  ].join("\n");
}

/** The same changes in the form of the changelog of an rpm. */
export function rpmChangelog(changelog, { version, time }) {
  const [day, date, month, year] = time.toUTCString().replace(",", "").split(" ");
  const changes = newestChanges(changelog).map((change) => `- ${inRows(change, "  ")}`);
  const author = "The Dubyard authors <hello@dubyard.invalid>";
  // rpm replaces what follows a percent sign.
  return [`* ${day} ${month} ${date} ${year} ${author} - ${version}-1`, ...changes, ""]
    .join("\n")
    .replaceAll("%", "%%");
}

/**
 * Writes the documents. `electron`: the version that is packaged; `time`: that of the commit, a
 * Date. Returns the components that state no licence.
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
  write("copyright", copyrightText(components));
  const changelog = fs.readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  write("changelog.gz", gzipSync(debianChangelog(changelog, { version, time }), { level: 9 }));
  write("changelog.rpm", rpmChangelog(changelog, { version, time }));
  // The link for /usr/bin. On Windows not every user can create links, and no packages need it.
  if (process.platform !== "win32")
    fs.symlinkSync("/opt/Dubyard/dubyard", path.join(folder, "dubyard"));
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

/**
 * The parts of other projects that a package contains, with their licences: what the bundler put
 * into the bundles (licenses.json in the folders of out/), the packages that are installed beside
 * them, and Electron. The notices, the copyright file of a Debian package and the bill of materials
 * are made from this one list.
 */
import fs from "node:fs";
import path from "node:path";
import { root } from "./processes.mjs";

/** Models of other projects, with the files of their licences. */
const models = [
  {
    name: "silero-vad",
    version: "6.2",
    identifier: "MIT",
    licence: "main/local-service/engine/gpl/sherpa-onnx/models/LICENSE",
    purl: "pkg:github/snakers4/silero-vad@v6.2",
  },
];

/** Folders of out/ whose bundles name their libraries. */
const bundles = ["main", "preload", "renderer"];

/**
 * Packages of which the bundles contain only styles or fonts: the bundler does not name them. The
 * window has Inter, and PDF documents have Noto Sans.
 */
const assetPackages = Object.keys(
  JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).devDependencies,
).filter((name) => /^@fontsource/.test(name));

/** Packages whose licence text is in no file of theirs, with the file of the same text. */
const textsElsewhere = {
  "@echogarden/espeak-ng-emscripten": "main/local-service/engine/gpl/espeak-ng/LICENSE",
  "@ffmpeg/core": "main/local-service/engine/gpl/ffmpeg/LICENSE",
  "sherpa-onnx-node": "main/local-service/engine/gpl/sherpa-onnx/LICENSE",
};

const licenceFile = /^(?:licen[cs]e|copying)/i;
const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));

/** A component from the folder of an installed package. */
function installedPackage(folder) {
  const { name, version, license } = readJson(path.join(folder, "package.json"));
  const file = fs.readdirSync(folder).find((one) => licenceFile.test(one));
  const elsewhere = textsElsewhere[name];
  let text = "";
  if (file !== undefined) text = fs.readFileSync(path.join(folder, file), "utf8").trim();
  else if (elsewhere !== undefined)
    text = fs.readFileSync(path.join(root, elsewhere), "utf8").trim();
  return { name, version, identifier: license, text };
}

/**
 * The packages that are installed with the application: its dependencies and theirs. Builds for
 * other systems are not installed.
 */
function installedPackages() {
  const found = new Map();
  const visit = (name) => {
    const folder = path.join(root, "node_modules", name);
    if (found.has(name) || !fs.existsSync(folder)) return;
    found.set(name, installedPackage(folder));
    const manifest = readJson(path.join(folder, "package.json"));
    for (const group of [manifest.dependencies, manifest.optionalDependencies])
      for (const dependency of Object.keys(group ?? {})) visit(dependency);
  };
  for (const name of Object.keys(readJson(path.join(root, "package.json")).dependencies))
    visit(name);
  return [...found.values()];
}

/**
 * All components, in the order of their names: {name, version, identifier, text}. The identifier is
 * that of SPDX, or undefined; the text may be empty. `electron`: the version that is packaged.
 * Throws if out/ has no list of libraries.
 */
export function readComponents({ electron }) {
  const components = new Map();
  const add = (component) =>
    components.set(`${component.name}@${component.version}`, { text: "", ...component });
  for (const bundle of bundles)
    for (const component of readJson(path.join(root, "out", bundle, "licenses.json")))
      add(component);
  for (const name of assetPackages) add(installedPackage(path.join(root, "node_modules", name)));
  for (const component of installedPackages()) add(component);
  for (const { licence, ...model } of models)
    add({ ...model, text: fs.readFileSync(path.join(root, licence), "utf8").trim() });
  const runtime = installedPackage(path.join(root, "node_modules/electron"));
  add({ ...runtime, version: electron });
  return [...components.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The components that state no licence at all. */
export const withoutLicence = (components) =>
  components.filter(({ identifier, text }) => !identifier && text === "");

/** The notices as text: each component with its licence. */
export function noticesText(components) {
  const entries = components.map(({ name, version, identifier, text }) =>
    [
      `${name} ${version}`,
      `Licence: ${identifier ?? "see the text"}`,
      "",
      text || "The package contains no text of its licence.",
    ].join("\n"),
  );
  const rule = "-".repeat(80);
  return [
    "Dubyard contains the following parts of other projects.",
    "The licences of Chromium, which Electron contains, are in LICENSES.chromium.html.",
    "Programs under the GPL are separate, in the folder gpl, with their licences and source offers.",
    "",
    ...entries.map((entry) => `${rule}\n${entry}\n`),
  ].join("\n");
}

/** The package URL of a component: https://github.com/package-url/purl-spec. */
const purl = ({ name, version, purl: given }) =>
  given ?? `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

/**
 * The bill of materials (CycloneDX 1.6) of a version of the application. `time`: that of its
 * commit, so that the same commit has the same bytes.
 */
export function billOfMaterials(components, { version, time }) {
  const licences = ({ identifier }) =>
    identifier === undefined
      ? [{ license: { name: "see the notices" } }]
      : [
          / (?:OR|AND|WITH) /.test(identifier)
            ? { expression: identifier }
            : { license: { id: identifier } },
        ];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: { type: "application", name: "dubyard", version, "bom-ref": "dubyard" },
    },
    components: components.map((component) => ({
      type: component.name === "electron" ? "framework" : "library",
      name: component.name,
      version: component.version,
      purl: purl(component),
      "bom-ref": purl(component),
      licenses: licences(component),
    })),
  };
}

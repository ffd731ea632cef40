/**
 * The parts of three file formats that assembling an Electron runtime needs: reading a plain zip,
 * writing an asar, setting fuses. Implemented here, so that a fresh checkout needs no other tool.
 */
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const endOfCentralDirectory = Buffer.from([0x50, 0x4b, 5, 6]);

/**
 * Unpacks the files below `root` of a zip (stored or deflated, no zip64) into `target`.
 * `skip(relativePath)` returns true for files to omit.
 */
export function unzip(file, root, target, skip = () => false) {
  const handle = fs.openSync(file, "r");
  try {
    const read = (position, length) => {
      const buffer = Buffer.alloc(length);
      fs.readSync(handle, buffer, 0, length, position);
      return buffer;
    };
    const size = fs.fstatSync(handle).size;
    const tailLength = Math.min(size, 65_557);
    const tail = read(size - tailLength, tailLength);
    const end = tail.lastIndexOf(endOfCentralDirectory);
    if (end < 0) throw new Error(`${path.basename(file)} is not a zip file`);
    const count = tail.readUInt16LE(end + 10);
    const directory = read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    for (let index = 0, at = 0; index < count; index++) {
      const method = directory.readUInt16LE(at + 10);
      const compressedSize = directory.readUInt32LE(at + 20);
      const nameLength = directory.readUInt16LE(at + 28);
      const extraLength = directory.readUInt16LE(at + 30);
      const commentLength = directory.readUInt16LE(at + 32);
      const mode = (directory.readUInt32LE(at + 38) >>> 16) & 0o777;
      const offset = directory.readUInt32LE(at + 42);
      const name = directory.toString("utf8", at + 46, at + 46 + nameLength);
      at += 46 + nameLength + extraLength + commentLength;
      if (!name.startsWith(root) || name.endsWith("/")) continue;
      const relative = name.slice(root.length);
      // SECURITY: nothing is written outside the target.
      if (!relative || relative.split("/").includes("..") || skip(relative)) continue;
      const header = read(offset, 30);
      const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
      const data = read(start, compressedSize);
      const destination = path.join(target, relative);
      fs.mkdirSync(path.dirname(destination), { recursive: true });
      fs.writeFileSync(destination, method === 8 ? zlib.inflateRawSync(data) : data);
      fs.chmodSync(destination, mode || 0o644);
    }
  } finally {
    fs.closeSync(handle);
  }
}

/** An asar archive of these files ({name: content}), as a buffer. */
export function packAsar(files) {
  const header = { files: {} };
  const contents = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const buffer = Buffer.from(content);
    header.files[name] = { size: buffer.length, offset: String(offset) };
    offset += buffer.length;
    contents.push(buffer);
  }
  const json = Buffer.from(JSON.stringify(header));
  const padding = (4 - (json.length % 4)) % 4;
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(4, 0);
  sizes.writeUInt32LE(8 + json.length + padding, 4);
  sizes.writeUInt32LE(4 + json.length + padding, 8);
  sizes.writeUInt32LE(json.length, 12);
  return Buffer.concat([sizes, json, Buffer.alloc(padding), ...contents]);
}

/** Positions of the fuses that the tools set, in Electron's fuse wire. */
export const fuse = { nodeCliInspectArguments: 3, loadBrowserProcessSpecificV8Snapshot: 6 };
const fuseSentinel = Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX");

/** Sets fuses ([[position, isOn], …]) in an Electron executable. */
export function setFuses(executable, settings) {
  const at = fs.readFileSync(executable).indexOf(fuseSentinel);
  if (at < 0) throw new Error(`${path.basename(executable)} has no fuse wire`);
  const handle = fs.openSync(executable, "r+");
  try {
    for (const [position, isOn] of settings) {
      // After the sentinel: a version byte, a length byte, then one digit per fuse.
      const offset = at + fuseSentinel.length + 2 + position;
      fs.writeSync(handle, Buffer.from(isOn ? "1" : "0"), 0, 1, offset);
    }
  } finally {
    fs.closeSync(handle);
  }
}

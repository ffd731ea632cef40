/**
 * What the HTTP library requires when it is loaded and Node.js 20 does not have. This module is
 * imported before the library. Each replacement does what the caller expects, or fails where it
 * would be used.
 */
import workerThreads from "node:worker_threads";
import zlib from "node:zlib";

function addMissing(target: object, name: string, replacement: (...values: never[]) => unknown) {
  if (!(name in target)) Object.defineProperty(target, name, { value: replacement });
}

// Decodes responses in an encoding that is never requested.
addMissing(zlib, "createZstdDecompress", () => {
  throw new Error("this version of Node.js cannot decode zstd");
});
// Marks objects that no other thread may receive. None is ever sent to a thread.
addMissing(workerThreads, "markAsUncloneable", () => undefined);
addMissing(Promise, "withResolvers", () => {
  let resolve;
  let reject;
  const promise = new Promise((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
});

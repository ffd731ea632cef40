/*
 * Runs FFmpeg (the npm package @ffmpeg/core) once on named files, as a separate program. See
 * README.md.
 *
 * Copyright (C) 2026 The Dubyard authors
 *
 * This program is free software: you can redistribute it and/or modify it under the terms of the
 * GNU General Public License as published by the Free Software Foundation, either version 2 of the
 * License, or (at your option) any later version. This program is distributed in the hope that it
 * will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
 * FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License (file LICENSE) for more
 * details.
 */
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { isMainThread, parentPort, Worker, workerData } = require("node:worker_threads");

/** Interval between memory measurements in milliseconds. */
const measureEveryMs = 100;
/** Characters of error messages that are sent. */
const maxErrorLength = 16_384;
/** Error numbers of Emscripten. */
const errorNumbers = { ENOSPC: 51, EDQUOT: 19, EINVAL: 28, EIO: 29 };

/**
 * The engine beside this file, as in a package of the application, or the installed npm package.
 */
function engineFile() {
  const beside = path.join(__dirname, "engine", "dist", "umd", "ffmpeg-core.js");
  return fs.existsSync(beside) ? beside : require.resolve("@ffmpeg/core");
}

/**
 * The connection to the parent: an IPC channel, the port of Electron, or a port transferred over
 * it.
 */
function connect(onMessage) {
  if (!process.parentPort) {
    process.on("message", onMessage);
    process.once("disconnect", () => process.exit(0));
    return (message) => process.send?.(message, undefined, undefined, () => undefined);
  }
  let port = process.parentPort;
  process.parentPort.on("message", ({ data, ports: [other] }) => {
    if (!other) {
      onMessage(data);
      return;
    }
    port = other;
    port.on("message", (event) => onMessage(event.data));
    port.on("close", () => process.exit(0));
    port.start();
  });
  return (message) => port.postMessage(message);
}

/** The main thread: forwards messages and measures memory, so that it is always responsive. */
function supervise() {
  const [heapMb = 0, memoryMb = 0] = process.argv.slice(2).map(Number);
  // A terminal sends these signals to the whole process group; the parent decides when to end.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  let hasEnded = false;
  function end(message) {
    if (hasEnded) return;
    hasEnded = true;
    send(message);
    // The parent ends this process on receipt.
    setTimeout(() => process.exit(0), 1_000);
  }
  let worker = null;
  const send = connect((job) => {
    if (worker) return;
    worker = new Worker(__filename, {
      workerData: job,
      resourceLimits: heapMb > 0 ? { maxOldGenerationSizeMb: heapMb } : {},
      env: {},
      argv: [],
      execArgv: [],
    });
    worker.on("message", (message) => ("progress" in message ? send(message) : end(message)));
    worker.on("error", (error) =>
      end({ failure: error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too-much-memory" : "failed" }),
    );
    worker.on("exit", () => end({ failure: "failed" }));
    setInterval(() => {
      if (memoryMb === 0 || process.memoryUsage.rss() <= memoryMb * 1024 ** 2) return;
      end({ failure: "too-much-memory" });
      void worker.terminate();
    }, measureEveryMs);
  });
}

/** Makes a file of this computer available under a name, without copying it. */
function attach(FS, { name, path: file, access }) {
  const isWritten = access === "write";
  const handle = fs.openSync(file, isWritten ? "w+" : "r");
  const attempt = (operation) => {
    try {
      return operation();
    } catch (error) {
      throw new FS.ErrnoError(errorNumbers[error.code] ?? errorNumbers.EIO);
    }
  };
  const sizeOf = () => attempt(() => fs.fstatSync(handle).size);
  FS.writeFile(name, new Uint8Array(0));
  const { node } = FS.lookupPath(name);
  const { getattr } = node.node_ops;
  node.node_ops = {
    ...node.node_ops,
    getattr: (one) => ({ ...getattr(one), size: sizeOf() }),
    setattr: (_node, { size }) => {
      if (size !== undefined && isWritten) attempt(() => fs.ftruncateSync(handle, size));
    },
  };
  node.stream_ops = {
    open: () => undefined,
    close: () => undefined,
    read: (_stream, buffer, offset, length, position) =>
      attempt(() => fs.readSync(handle, buffer, offset, length, position)),
    write: (_stream, buffer, offset, length, position) => {
      if (!isWritten) throw new FS.ErrnoError(errorNumbers.EIO);
      return attempt(() => fs.writeSync(handle, buffer, offset, length, position));
    },
    llseek: (stream, offset, whence) => {
      const starts = [0, stream.position, whence === 2 ? sizeOf() : 0];
      const position = (starts[whence] ?? 0) + offset;
      if (position < 0) throw new FS.ErrnoError(errorNumbers.EINVAL);
      return position;
    },
  };
}

/** The thread that runs FFmpeg, which blocks it. */
async function run({ args, files }) {
  // FFmpeg reaches no network, even through a defect.
  for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"])
    Reflect.deleteProperty(globalThis, name);
  globalThis.self = { location: { href: "file:///ffmpeg" } };
  const engine = engineFile();
  const createCore = require(engine);
  const wasmBinary = fs.readFileSync(engine.replace(/\.js$/, ".wasm"));
  let errors = "";
  const core = await createCore({ wasmBinary, locateFile: (name) => name });
  core.setLogger(({ type, message }) => {
    if (type === "stdout") parentPort.postMessage({ progress: `${message}\n` });
    else errors = `${errors}${message}\n`.slice(-maxErrorLength);
  });
  for (const file of files) attach(core.FS, file);
  const code = core.exec(...args);
  parentPort.postMessage({ code, errors });
}

if (isMainThread) supervise();
else void run(workerData);

/*
 * Runs eSpeak NG (the npm package @echogarden/espeak-ng-emscripten) as a separate program. See
 * README.md.
 *
 * Copyright (C) 2026 The Dubyard authors
 *
 * This program is free software: you can redistribute it and/or modify it under the terms of the
 * GNU General Public License as published by the Free Software Foundation, either version 3 of the
 * License, or (at your option) any later version. This program is distributed in the hope that it
 * will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
 * FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License (file LICENSE) for more
 * details.
 */
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { Worker, isMainThread, parentPort: threadPort } = require("node:worker_threads");

const measureEveryMs = 50;
const graceMs = 200;
const maxSamples = 64 * 1024 ** 2;
/**
 * Bytes of the arguments of a call that fit into the buffer of a reused instance; longer texts use
 * one of their own.
 */
const argumentBytes = 64 * 1024;

/**
 * The engine beside this file, as in a package of the application, or the installed npm package.
 */
function engineFolder() {
  const beside = path.join(__dirname, "engine");
  if (fs.existsSync(beside)) return beside;
  return path.dirname(require.resolve("@echogarden/espeak-ng-emscripten"));
}

let engine = null;

async function loadEngine() {
  const folder = engineFolder();
  const { default: create } = await import(pathToFileURL(path.join(folder, "espeak-ng.js")).href);
  const data = fs.readFileSync(path.join(folder, "espeak-ng.data"));
  // The engine takes its random seed from the clock.
  Date.now = () => 0;
  return { create, data: data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) };
}

/** Creates an instance. Its memory is copied, so that each request begins with the same state. */
async function createInstance() {
  engine ??= loadEngine();
  const { create, data } = await engine;
  const module = await create({
    getPreloadedPackage: () => data,
    print: () => undefined,
    printErr: () => undefined,
  });
  const worker = await new module.eSpeakNGWorker();
  // The JavaScript part reuses a buffer for arguments, and enlarges it in the call after one that
  // needed more. The buffer has to exist before the memory is copied, and never change afterwards.
  // An unknown voice changes no state.
  worker.set_voice("x".repeat(argumentBytes));
  worker.set_voice("x");
  return { module, worker, memory: module.HEAPU8.slice() };
}

let reused = null;

/**
 * An instance in its first state, because an instance carries state from text to text. To restore
 * its memory takes a few milliseconds; another instance would take ten times as long, and its
 * functions would not be optimised.
 */
async function cleanInstance(ssml) {
  if (Buffer.byteLength(ssml) > argumentBytes / 2) return createInstance();
  const { module, memory } = (reused ??= await createInstance());
  // A text may have enlarged the memory. What was reserved is not given back.
  if (module.HEAPU8.length === memory.length) module.HEAPU8.set(memory);
  else reused = await createInstance();
  return reused;
}

async function speak({ voice, ssml, rate, pitch, range }) {
  const { worker } = await cleanInstance(ssml);
  if (worker.set_voice(voice) !== 0) return { reason: `eSpeak NG has no voice "${voice}"` };
  worker.set_rate(rate);
  worker.set_pitch(pitch);
  worker.set_range(range);
  const chunks = [];
  let length = 0;
  worker.synthesize(ssml, (chunk) => {
    if (chunk) {
      chunks.push(chunk);
      length += chunk.length;
    }
    return length > maxSamples;
  });
  if (length > maxSamples) return { reason: "the text is too long for one line" };
  const samples = new Int16Array(length);
  let at = 0;
  for (const chunk of chunks) {
    samples.set(chunk, at);
    at += chunk.length;
  }
  return { samples, sampleRate: worker.get_samplerate() };
}

/**
 * The connection to the parent: an IPC channel, the port of an Electron utility process, or a port
 * sent over it.
 */
function connect(onMessage) {
  if (!process.parentPort) {
    process.on("message", onMessage);
    process.once("disconnect", () => process.exit(0));
    return (message) => void process.send(message, undefined, undefined, () => undefined);
  }
  let port = process.parentPort;
  port.on("message", ({ data, ports: [other] }) => {
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

/**
 * The main thread forwards messages and monitors the memory, because the engine blocks the other
 * thread.
 */
function supervise() {
  const [heapMb = 0, memoryMb = 0] = process.argv.slice(2).map(Number);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  let timer = null;
  let hasFailed = false;
  const send = connect((message) => {
    timer ??= setInterval(measure, measureEveryMs);
    thread.postMessage(message);
  });
  const thread = new Worker(__filename, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    env: {},
    argv: [],
    execArgv: [],
  });
  thread.on("message", (report) => {
    clearInterval(timer);
    timer = null;
    if (!hasFailed) send(report);
  });
  thread.on("error", (error) =>
    fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too-much-memory" : "failed"),
  );
  thread.on("exit", () => fail("failed"));

  function measure() {
    if (process.memoryUsage.rss() > memoryMb * 1024 ** 2) fail("too-much-memory");
  }
  function fail(failure) {
    if (hasFailed) return;
    hasFailed = true;
    send({ failure });
    void thread.terminate();
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs);
  }
}

if (isMainThread) supervise();
else
  threadPort.on("message", (request) => {
    // A rejection ends the thread, and so the process and the request.
    void speak(request).then((result) => threadPort.postMessage({ result }));
  });

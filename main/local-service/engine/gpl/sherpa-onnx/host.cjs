/*
 * Runs models with sherpa-onnx (the npm package sherpa-onnx-node) as a separate program. See
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
const { setImmediate: yieldToEventLoop } = require("node:timers/promises");

const measureEveryMs = 50;
const graceMs = 200;
const maxSamples = 64 * 1024 ** 2;
const analysisRate = 16_000;
const common = { numThreads: 1, provider: "cpu", debug: false };

/**
 * The library beside this file, as in a package of the application, or the installed npm package.
 */
function loadLibrary() {
  const beside = path.join(__dirname, "engine", "node_modules", "sherpa-onnx-node");
  return require(fs.existsSync(beside) ? beside : "sherpa-onnx-node");
}

let library = null;
/**
 * The models of the latest requests: characters with voices of several packs take turns. The oldest
 * one is first.
 */
const loaded = new Map();
const maxLoaded = 4;

async function load(name, create) {
  library ??= loadLibrary();
  const key = JSON.stringify(name);
  const known = loaded.get(key);
  loaded.delete(key);
  if (!known && loaded.size >= maxLoaded) loaded.delete(loaded.keys().next().value);
  const instance = known ?? (await create(library));
  loaded.set(key, instance);
  return instance;
}

function toInt16(samples) {
  const result = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1)
    result[at] = Math.max(-32_768, Math.min(32_767, Math.round(samples[at] * 32_767)));
  return result;
}

/** Mono samples of 16 bit of a file, from -1 to 1. */
function readSamples({ file, position, frames }) {
  const bytes = Buffer.alloc(2 * frames);
  const handle = fs.openSync(file, "r");
  try {
    let filled = 0;
    while (filled < bytes.length) {
      const count = fs.readSync(handle, bytes, filled, bytes.length - filled, position + filled);
      if (count === 0) throw new Error("the sound file is truncated");
      filled += count;
    }
  } finally {
    fs.closeSync(handle);
  }
  const samples = new Float32Array(frames);
  for (let at = 0; at < frames; at += 1) samples[at] = bytes.readInt16LE(2 * at) / 32_768;
  return samples;
}

/** No noise: equal requests have equal samples. */
const voiceModels = {
  vits: ({ model, tokens, lexicon = "", dataFolder = "" }) => ({
    vits: { model, tokens, lexicon, dataDir: dataFolder, noiseScale: 0, noiseScaleW: 0 },
  }),
  kokoro: ({ model, tokens, voices, lexicon = "", dataFolder }) => ({
    kokoro: { model, tokens, voices, lexicon, dataDir: dataFolder },
  }),
};

async function speak({ model, speaker, text, speed }) {
  const tts = await load(["speak", model], ({ OfflineTts }) =>
    OfflineTts.createAsync({
      model: { ...voiceModels[model.type](model), ...common },
      maxNumSentences: 1,
    }),
  );
  if (speaker >= Math.max(1, tts.numSpeakers))
    return { reason: `the model has no speaker ${speaker}` };
  const { samples, sampleRate } = await tts.generateAsync({
    text,
    sid: speaker,
    speed,
    enableExternalBuffer: false,
  });
  if (samples.length > maxSamples) return { reason: "the text is too long for one line" };
  return { samples: toInt16(samples), sampleRate };
}

async function transcribe({ model, language, sound }) {
  const { encoder, decoder, tokens } = model;
  const recognizer = await load(["transcribe", model, language], ({ OfflineRecognizer }) =>
    OfflineRecognizer.createAsync({
      featConfig: { sampleRate: analysisRate, featureDim: 80 },
      modelConfig: {
        whisper: { encoder, decoder, language, task: "transcribe", tailPaddings: -1 },
        tokens,
        ...common,
      },
    }),
  );
  const stream = recognizer.createStream();
  stream.acceptWaveform({ samples: readSamples(sound), sampleRate: analysisRate });
  const { text } = await recognizer.decodeAsync(stream);
  return { text };
}

const vadWindow = 512;
const vadBlock = vadWindow * 1000;

/** The model of voice activity beside this file: Silero VAD 6.2, under the MIT licence. */
const ownActivity = path.join(__dirname, "models", "silero_vad.onnx");

/** Spans in samples. */
async function findSpeech({ model: given, sound }) {
  library ??= loadLibrary();
  const model = given ?? ownActivity;
  if (!fs.existsSync(model)) return { reason: "the model of voice activity is missing" };
  const vad = new library.Vad(
    {
      sileroVad: {
        model,
        threshold: 0.5,
        windowSize: vadWindow,
        minSilenceDuration: 0.3,
        minSpeechDuration: 0.1,
        maxSpeechDuration: 25,
      },
      sampleRate: analysisRate,
      ...common,
    },
    60,
  );
  const spans = [];
  const collect = () => {
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples } = vad.front(false);
      spans.push([start, start + samples.length]);
    }
  };
  for (let done = 0; done < sound.frames; done += vadBlock) {
    const frames = Math.min(vadBlock, sound.frames - done);
    const block = readSamples({ file: sound.file, position: sound.position + 2 * done, frames });
    for (let at = 0; at + vadWindow <= frames; at += vadWindow) {
      vad.acceptWaveform(block.subarray(at, at + vadWindow));
      collect();
    }
    await yieldToEventLoop();
  }
  vad.flush();
  collect();
  return { spans };
}

async function embed({ model, sound }) {
  const extractor = await load(
    ["embed", model],
    ({ SpeakerEmbeddingExtractor }) => new SpeakerEmbeddingExtractor({ model, ...common }),
  );
  const stream = extractor.createStream();
  stream.acceptWaveform({ samples: readSamples(sound), sampleRate: analysisRate });
  stream.inputFinished();
  if (!extractor.isReady(stream)) return { embedding: null };
  return { embedding: extractor.compute(stream, false) };
}

const performers = { speak, transcribe, "find-speech": findSpeech, embed };

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

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
const memoryMb = Number(process.argv[3] ?? 0);
let hasFailed = false;
let timer = null;

const send = connect((request) => {
  // The library works in threads of its own, so that the memory can be measured meanwhile.
  timer ??= setInterval(measure, measureEveryMs);
  measure();
  performers[request.kind](request).then(respond, () => fail("failed"));
});

function measure() {
  if (process.memoryUsage.rss() > memoryMb * 1024 ** 2) fail("too-much-memory");
}

function respond(result) {
  clearInterval(timer);
  timer = null;
  if (!hasFailed) send({ result });
}

function fail(failure) {
  if (hasFailed) return;
  hasFailed = true;
  send({ failure });
  setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs);
}

/**
 * Models without training that run in the real libraries: a voice of tones, a level meter, a
 * spectrum.
 */
import { onnxModel, type Tensor } from "./onnx";

const constant = (
  name: string,
  type: Tensor["type"],
  values: readonly number[],
  shape: readonly number[] = [values.length],
): Tensor => ({ name, type, shape, values });

/**
 * A voice of the VITS family: each token is a tone of 50 ms, divided by the speed. Speaker 1 is an
 * octave higher.
 */
export function tinyVoice(): { "model.onnx": Buffer; "tokens.txt": string; "lexicon.txt": string } {
  const letters = "abcdefghijklmnopqrstuvwxyz.,!?' ";
  const tokens = ["_", ...letters.split("")].map((token, index) => `${token} ${index}`);
  const words = ["hello", "there", "is", "it", "late", "who", "go", "world"];
  const model = onnxModel({
    nodes: [
      { operator: "Cast", inputs: ["x"], outputs: ["ids"], attributes: { to: 1 } },
      { operator: "Cast", inputs: ["sid"], outputs: ["speaker"], attributes: { to: 1 } },
      { operator: "Add", inputs: ["speaker", "one"], outputs: ["octave"] },
      { operator: "Add", inputs: ["ids", "three"], outputs: ["raised"] },
      { operator: "Mul", inputs: ["raised", "step"], outputs: ["base"] },
      { operator: "Mul", inputs: ["base", "octave"], outputs: ["frequencies"] },
      { operator: "Unsqueeze", inputs: ["frequencies", "last"], outputs: ["columns"] },
      { operator: "Mul", inputs: ["length_scale", "samples"], outputs: ["count"] },
      { operator: "Cast", inputs: ["count"], outputs: ["repeat"], attributes: { to: 7 } },
      {
        operator: "Concat",
        inputs: ["unit", "unit", "repeat"],
        outputs: ["repeats"],
        attributes: { axis: 0 },
      },
      { operator: "Tile", inputs: ["columns", "repeats"], outputs: ["tiled"] },
      { operator: "Reshape", inputs: ["tiled", "flat"], outputs: ["rates"] },
      { operator: "CumSum", inputs: ["rates", "axis"], outputs: ["phases"] },
      { operator: "Sin", inputs: ["phases"], outputs: ["wave"] },
      { operator: "Mul", inputs: ["wave", "half"], outputs: ["y"] },
    ],
    constants: [
      constant("one", "float", [1]),
      constant("three", "float", [3]),
      constant("step", "float", [0.006]),
      constant("half", "float", [0.5]),
      constant("samples", "float", [800]),
      constant("last", "int64", [2]),
      constant("unit", "int64", [1]),
      constant("flat", "int64", [1, 1, -1]),
      constant("axis", "int64", [2], []),
    ],
    inputs: [
      { name: "x", type: "int64", shape: [1, "length"] },
      { name: "x_length", type: "int64", shape: [1] },
      { name: "noise_scale", type: "float", shape: [1] },
      { name: "length_scale", type: "float", shape: [1] },
      { name: "noise_scale_w", type: "float", shape: [1] },
      { name: "sid", type: "int64", shape: [1] },
    ],
    outputs: [{ name: "y", type: "float", shape: [1, 1, "frames"] }],
    metadata: {
      model_type: "vits",
      comment: "test",
      language: "English",
      add_blank: "0",
      n_speakers: "2",
      sample_rate: "16000",
      punctuation: ". , ! ?",
    },
  });
  return {
    "model.onnx": model,
    "tokens.txt": `${tokens.join("\n")}\n`,
    "lexicon.txt": `${words.map((word) => `${word} ${word.split("").join(" ")}`).join("\n")}\n`,
  };
}

/** A model of the Silero family: loud sound is speech. */
export const tinyVoiceActivity = (): Buffer =>
  onnxModel({
    nodes: [
      { operator: "Abs", inputs: ["input"], outputs: ["loudness"] },
      {
        operator: "ReduceMean",
        inputs: ["loudness"],
        outputs: ["mean"],
        attributes: { axes: [1], keepdims: 1 },
      },
      { operator: "Sub", inputs: ["mean", "threshold"], outputs: ["above"] },
      { operator: "Mul", inputs: ["above", "steepness"], outputs: ["score"] },
      { operator: "Sigmoid", inputs: ["score"], outputs: ["output"] },
      { operator: "Identity", inputs: ["state"], outputs: ["stateN"] },
    ],
    constants: [constant("threshold", "float", [0.02]), constant("steepness", "float", [1000])],
    inputs: [
      { name: "input", type: "float", shape: [1, "samples"] },
      { name: "state", type: "float", shape: [2, 1, 128] },
      { name: "sr", type: "int64", shape: [] },
    ],
    outputs: [
      { name: "output", type: "float", shape: [1, 1] },
      { name: "stateN", type: "float", shape: [2, 1, 128] },
    ],
    metadata: {},
  });

/** A model of speaker embeddings: the mean spectrum of the sound. */
export const tinyEmbedding = (): Buffer =>
  onnxModel({
    nodes: [
      {
        operator: "ReduceMean",
        inputs: ["feats"],
        outputs: ["embs"],
        attributes: { axes: [1], keepdims: 0 },
      },
    ],
    constants: [],
    inputs: [{ name: "feats", type: "float", shape: [1, "frames", 80] }],
    outputs: [{ name: "embs", type: "float", shape: [1, 80] }],
    metadata: {
      framework: "wespeaker",
      language: "English",
      url: "",
      comment: "test",
      sample_rate: "16000",
      output_dim: "80",
      normalize_samples: "0",
    },
  });

/**
 * A model of the Whisper family for English and German: it recognises "hello world", or "hallo
 * Welt", in any sound.
 */
export function tinyWhisper(): {
  "encoder.onnx": Buffer;
  "decoder.onnx": Buffer;
  "tokens.txt": string;
} {
  const [layers, audioFrames, state, textLength] = [1, 1500, 4, 32];
  const words = ["hello", " world", "hallo", " Welt"];
  // 0 to 3: words; then the special tokens.
  const token = { eot: 4, sot: 5, en: 6, de: 7, transcribe: 8, translate: 9, silence: 10 };
  const [noTimestamps, vocabulary] = [11, 12];
  const metadata = {
    model_type: "whisper-tiny",
    n_mels: "80",
    n_audio_ctx: String(audioFrames),
    n_audio_state: String(state),
    n_audio_head: "1",
    n_audio_layer: "1",
    n_vocab: String(vocabulary),
    n_text_ctx: String(textLength),
    n_text_state: String(state),
    n_text_head: "1",
    n_text_layer: String(layers),
    sot: String(token.sot),
    sot_index: "0",
    eot: String(token.eot),
    blank_id: "0",
    sot_sequence: [token.sot, token.en, token.transcribe].join(),
    is_multilingual: "1",
    no_speech: String(token.silence),
    sot_lm: "0",
    sot_prev: "0",
    transcribe: String(token.transcribe),
    translate: String(token.translate),
    no_timestamps: String(noTimestamps),
    all_language_tokens: [token.en, token.de].join(),
    all_language_codes: "en,de",
    non_speech_tokens: String(token.silence),
  };
  const cross = [layers, 1, audioFrames, state];
  const cache = [layers, 1, textLength, state];
  const encoder = onnxModel({
    nodes: [
      {
        operator: "ReduceMean",
        inputs: ["mel"],
        outputs: ["mean"],
        attributes: { axes: [0, 1, 2], keepdims: 0 },
      },
      { operator: "Add", inputs: ["empty", "mean"], outputs: ["n_layer_cross_k"] },
      { operator: "Identity", inputs: ["n_layer_cross_k"], outputs: ["n_layer_cross_v"] },
    ],
    constants: [
      constant("empty", "float", Array<number>(layers * audioFrames * state).fill(0), cross),
    ],
    inputs: [{ name: "mel", type: "float", shape: [1, 80, "frames"] }],
    outputs: [
      { name: "n_layer_cross_k", type: "float", shape: cross },
      { name: "n_layer_cross_v", type: "float", shape: cross },
    ],
    metadata,
  });
  // The words by position, after the four first tokens. The cache of the model has the language: 1
  // for German.
  const byPosition = [0, 0, 0, 0, 1, ...Array<number>(textLength - 5).fill(token.eot)];
  const decoder = onnxModel({
    nodes: [
      { operator: "Shape", inputs: ["tokens"], outputs: ["shape"] },
      { operator: "Gather", inputs: ["shape", "second"], outputs: ["count"] },
      { operator: "Range", inputs: ["zero", "count", "unit"], outputs: ["range"] },
      { operator: "Add", inputs: ["range", "offset"], outputs: ["positions"] },
      { operator: "Gather", inputs: ["words", "positions"], outputs: ["next"] },
      // 1 for German: in the first request from its token, later from the cache.
      { operator: "Equal", inputs: ["tokens", "german"], outputs: ["isGermanToken"] },
      {
        operator: "Cast",
        inputs: ["isGermanToken"],
        outputs: ["germanNow"],
        attributes: { to: 1 },
      },
      {
        operator: "ReduceMax",
        inputs: ["germanNow"],
        outputs: ["now"],
        attributes: { keepdims: 0 },
      },
      {
        operator: "ReduceMax",
        inputs: ["in_n_layer_self_k_cache"],
        outputs: ["before"],
        attributes: { keepdims: 0 },
      },
      { operator: "Max", inputs: ["now", "before"], outputs: ["language"] },
      { operator: "Cast", inputs: ["language"], outputs: ["languageId"], attributes: { to: 7 } },
      { operator: "Mul", inputs: ["languageId", "two"], outputs: ["shift"] },
      { operator: "Less", inputs: ["next", "eot"], outputs: ["isWord"] },
      { operator: "Cast", inputs: ["isWord"], outputs: ["word"], attributes: { to: 7 } },
      { operator: "Mul", inputs: ["shift", "word"], outputs: ["shiftOfWord"] },
      { operator: "Add", inputs: ["next", "shiftOfWord"], outputs: ["ids"] },
      { operator: "Unsqueeze", inputs: ["ids", "axes"], outputs: ["columns"] },
      { operator: "Equal", inputs: ["columns", "vocabulary"], outputs: ["isNext"] },
      { operator: "Cast", inputs: ["isNext"], outputs: ["scores"], attributes: { to: 1 } },
      { operator: "Mul", inputs: ["scores", "ten"], outputs: ["sharp"] },
      { operator: "Unsqueeze", inputs: ["sharp", "batch"], outputs: ["logits"] },
      { operator: "Mul", inputs: ["in_n_layer_self_k_cache", "nothing"], outputs: ["cleared"] },
      { operator: "Add", inputs: ["cleared", "language"], outputs: ["out_n_layer_self_k_cache"] },
      {
        operator: "Identity",
        inputs: ["in_n_layer_self_v_cache"],
        outputs: ["out_n_layer_self_v_cache"],
      },
    ],
    constants: [
      constant("second", "int64", [1], []),
      constant("zero", "int64", [0], []),
      constant("unit", "int64", [1], []),
      constant("two", "int64", [2], []),
      constant("words", "int64", byPosition),
      constant("german", "int64", [token.de]),
      constant("eot", "int64", [token.eot]),
      constant("axes", "int64", [1]),
      constant("batch", "int64", [0]),
      constant("ten", "float", [10]),
      constant("nothing", "float", [0]),
      constant(
        "vocabulary",
        "int64",
        Array.from({ length: vocabulary }, (_, id) => id),
      ),
    ],
    inputs: [
      { name: "tokens", type: "int64", shape: [1, "count"] },
      { name: "in_n_layer_self_k_cache", type: "float", shape: cache },
      { name: "in_n_layer_self_v_cache", type: "float", shape: cache },
      { name: "n_layer_cross_k", type: "float", shape: cross },
      { name: "n_layer_cross_v", type: "float", shape: cross },
      { name: "offset", type: "int64", shape: [1] },
    ],
    outputs: [
      { name: "logits", type: "float", shape: [1, "count", vocabulary] },
      { name: "out_n_layer_self_k_cache", type: "float", shape: cache },
      { name: "out_n_layer_self_v_cache", type: "float", shape: cache },
    ],
    metadata,
  });
  const listed = words.map((word, id) => `${Buffer.from(word).toString("base64")} ${id}`);
  return {
    "encoder.onnx": encoder,
    "decoder.onnx": decoder,
    "tokens.txt": `${listed.join("\n")}\n`,
  };
}

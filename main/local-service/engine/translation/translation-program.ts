/**
 * The program that translates (bundled to out/main/translator.cjs): Bergamot, in a worker thread,
 * with the models of installed packs. The models of the last job stay loaded.
 */
import { readFileSync } from "node:fs";
import { isMainThread, parentPort } from "node:worker_threads";
import { supervise } from "../../../common/processes/program-supervisor";
import { loadBergamot, type Bergamot, type LoadedModel } from "./bergamot";
import type { TranslationJob, TranslationModel, TranslationResult } from "./messages";
import { precisionOf } from "./model-file";

/** As the models of Mozilla are used in Firefox. Sentences of more words are split. */
const configurationOf = (precision: string) =>
  [
    "beam-size: 1",
    "normalize: 1.0",
    "word-penalty: 0",
    "cpu-threads: 0",
    `gemm-precision: ${precision}`,
    "skip-cost: true",
    "alignment: soft",
    "quiet: true",
    "quiet-translation: true",
    "max-length-break: 128",
    "mini-batch-words: 1024",
    "workspace: 128",
    "max-length-factor: 2.0",
    "",
  ].join("\n");

const damaged = "the model of the translation is damaged; remove its pack and install it again";

let bergamot: Promise<Bergamot> | null = null;
let service: InstanceType<Bergamot["BlockingService"]> | null = null;
const loaded = new Map<string, LoadedModel>();

function memoryOf({ AlignedMemory }: Bergamot, file: string, alignment: number) {
  const bytes = readFileSync(file);
  const memory = new AlignedMemory(bytes.length, alignment);
  memory.getByteArrayView().set(bytes);
  return memory;
}

/** Null for a damaged model. */
function load(module: Bergamot, files: TranslationModel): LoadedModel | null {
  const precision = precisionOf(readFileSync(files.model));
  if (precision === null) return null;
  const vocabularies = new module.AlignedMemoryList();
  for (const file of files.vocabularies) vocabularies.push_back(memoryOf(module, file, 64));
  return new module.TranslationModel(
    configurationOf(precision),
    memoryOf(module, files.model, 256),
    memoryOf(module, files.lexicalShortlist, 64),
    vocabularies,
    null,
  );
}

async function perform({ models, texts }: TranslationJob): Promise<TranslationResult> {
  bergamot ??= loadBergamot();
  const module = await bergamot;
  service ??= new module.BlockingService({ cacheSize: 0 });
  const wanted = new Set(models.map(({ model }) => model));
  for (const [file, model] of loaded)
    if (!wanted.has(file)) {
      model.delete();
      loaded.delete(file);
    }
  for (const files of models) {
    if (loaded.has(files.model)) continue;
    const model = load(module, files);
    if (!model) return { reason: damaged };
    loaded.set(files.model, model);
  }
  const [first, second] = models.map(({ model }) => loaded.get(model));
  if (!first) throw new Error("a job has no model");
  const input = new module.VectorString();
  const options = new module.VectorResponseOptions();
  for (const text of texts) {
    input.push_back(text);
    options.push_back({ alignment: false, html: false, qualityScores: false });
  }
  const responses = second
    ? service.translateViaPivoting(first, second, input, options)
    : service.translate(first, input, options);
  const translated = texts.map((_, index) => responses.get(index).getTranslatedText());
  for (const used of [input, options, responses]) used.delete();
  return { texts: translated };
}

if (isMainThread) supervise(__filename);
else
  parentPort?.on("message", (job: TranslationJob) => {
    // A rejection ends the thread, and so the process and the job.
    void perform(job).then((result) => parentPort?.postMessage({ result }));
  });

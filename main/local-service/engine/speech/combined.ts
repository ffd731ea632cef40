/** Speech synthesis with the engines of the application, installed packs and external engines. */
import type { CataloguedVoice, EngineName } from "../../catalogue/voices";
import type { SpeechProvider } from "../ports";

/** A provider for each kind of engine. */
export interface SpeechProviders {
  builtIn: SpeechProvider;
  packs?: SpeechProvider | undefined;
  external?: SpeechProvider | undefined;
}

/**
 * The voices of packs are the first ones, so that automatic casting prefers them. A voice whose
 * name exists already is not offered: names of the application are the first to be taken, because
 * projects may use them.
 */
export function combineSpeech({ builtIn, packs, external }: SpeechProviders): SpeechProvider {
  /** A provider rejects the voices of engines that it does not have. */
  function providerOf(engine: EngineName): SpeechProvider {
    if (engine.startsWith("pack:")) return packs ?? builtIn;
    return engine.startsWith("external:") ? (external ?? builtIn) : builtIn;
  }
  function voices(): CataloguedVoice[] {
    const names = new Set<string>();
    const unused = (provider?: SpeechProvider) =>
      (provider?.voices() ?? []).filter(({ name }) => {
        const isUnused = !names.has(name);
        names.add(name);
        return isUnused;
      });
    const own = unused(builtIn);
    return [...unused(packs), ...own, ...unused(external)];
  }
  return {
    version: (voice) => providerOf(voice.engine).version(voice),
    voices,
    offers: (voice) => providerOf(voice.engine).offers(voice),
    synthesize: (request, signal) => providerOf(request.voice.engine).synthesize(request, signal),
    async close() {
      await Promise.all([builtIn.close(), packs?.close(), external?.close()]);
    },
  };
}

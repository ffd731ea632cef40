import { openFormDraft, type FormDraft } from "../../../app/forms/form-drafts.svelte";
import type { Language } from "../language";

/** Texts by the identities of their lines. */
type ByLine = Record<string, string>;
interface Stored {
  texts: ByLine;
  comments: ByLine;
  reasons: ByLine;
  /** Texts in the source language. */
  sources: ByLine;
}
export type DraftKind = keyof Stored;

const empty = (): Stored => ({ texts: {}, comments: {}, reasons: {}, sources: {} });

function readByLine(stored: unknown): ByLine {
  if (typeof stored !== "object" || stored === null) return {};
  const drafts: ByLine = {};
  for (const [number, text] of Object.entries(stored))
    if (/^\d+$/.test(number) && typeof text === "string") drafts[number] = text;
  return drafts;
}
function readStored(stored: unknown): Stored | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { texts, comments, reasons, sources } = stored as Partial<Record<DraftKind, unknown>>;
  return {
    texts: readByLine(texts),
    comments: readByLine(comments),
    reasons: readByLine(reasons),
    sources: readByLine(sources),
  };
}

/**
 * What was typed about the lines of a language and not saved: it survives the selection of another
 * line, another screen, and a restart.
 */
export class LineDrafts {
  #form = $state.raw<FormDraft<Stored> | null>(null);
  /** What is typed before the stored drafts are read. */
  #early = $state<Stored>(empty());

  constructor({ workspaceId, batchId, languageId }: Language) {
    const key = `review/${batchId}/${languageId}`;
    void openFormDraft(workspaceId, key, empty, readStored).then((form) => {
      for (const kind of ["texts", "comments", "reasons", "sources"] as const)
        Object.assign(form.value[kind], this.#early[kind]);
      this.#form = form;
    });
  }

  get #value(): Stored {
    return this.#form?.value ?? this.#early;
  }
  /** Null for none. */
  get(kind: DraftKind, identity: number): string | null {
    return this.#value[kind][identity] ?? null;
  }
  /** Null removes a draft. */
  set(kind: DraftKind, identity: number, text: string | null): void {
    const others = Object.entries(this.#value[kind]).filter(([one]) => one !== String(identity));
    const drafts = text === null ? others : [...others, [String(identity), text] as const];
    this.#value[kind] = Object.fromEntries(drafts);
    this.#form?.save();
  }
  has(identity: number): boolean {
    const { texts, comments, reasons, sources } = this.#value;
    return [texts, comments, reasons, sources].some((drafts) => drafts[identity] !== undefined);
  }
}

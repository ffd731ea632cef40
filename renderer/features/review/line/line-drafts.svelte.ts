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
const kinds = ["texts", "comments", "reasons", "sources"] as const satisfies DraftKind[];

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

/** `drafts` with another one for a line; null removes it. */
function withDraft(drafts: ByLine, identity: number, text: string | null): ByLine {
  const others = Object.entries(drafts).filter(([one]) => one !== String(identity));
  const all = text === null ? others : [...others, [String(identity), text] as const];
  return Object.fromEntries(all);
}

/**
 * What was typed about the lines of a language and not saved: it survives the selection of another
 * line, another screen, and a restart.
 */
export class LineDrafts {
  #form = $state.raw<FormDraft<Stored> | null>(null);
  /** What is typed before the stored drafts are read, and the changes that this makes to them. */
  #early = $state<Stored>(empty());
  #earlyChanges: { kind: DraftKind; identity: number; text: string | null }[] = [];

  constructor({ workspaceId, batchId, languageId }: Language) {
    const key = `review/${batchId}/${languageId}`;
    void openFormDraft(workspaceId, key, empty, readStored).then((form) => {
      for (const { kind, identity, text } of this.#earlyChanges)
        form.value[kind] = withDraft(form.value[kind], identity, text);
      if (this.#earlyChanges.length > 0) form.save();
      this.#form = form;
    });
  }

  get #value(): Stored {
    return this.#form?.value ?? this.#early;
  }
  /** Whether the stored drafts have been read. */
  get isRead(): boolean {
    return this.#form !== null;
  }
  /** Null for none. */
  get(kind: DraftKind, identity: number): string | null {
    return this.#value[kind][identity] ?? null;
  }
  /** Null removes a draft. */
  set(kind: DraftKind, identity: number, text: string | null): void {
    this.#value[kind] = withDraft(this.#value[kind], identity, text);
    if (this.#form) this.#form.save();
    else this.#earlyChanges.push({ kind, identity, text });
  }
  has(identity: number): boolean {
    return kinds.some((kind) => this.#value[kind][identity] !== undefined);
  }
  /** The number of lines with drafts. */
  get count(): number {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it is read at once
    return new Set(kinds.flatMap((kind) => Object.keys(this.#value[kind]))).size;
  }
  /** Removes the stored drafts of lines that do not exist. Call when they have been read. */
  keepOnly(identities: ReadonlySet<number>): void {
    const form = this.#form;
    if (!form) return;
    const before = this.count;
    for (const kind of kinds) {
      const present = Object.entries(form.value[kind]).filter(([identity]) =>
        identities.has(Number(identity)),
      );
      form.value[kind] = Object.fromEntries(present);
    }
    if (this.count !== before) form.save();
  }
}

import { openFormDraft, type FormDraft } from "../../../app/forms/form-drafts.svelte";
import type { Language } from "../language";

/** Texts by the identities of their lines. */
type ByLine = Record<string, string>;
/** An edit of a comment. */
export interface CommentEdit {
  /** Identity of the line. */
  identity: number;
  /** The text that the edit is based on. */
  before: string;
  text: string;
  /** The edit was refused, because another reviewer had changed the comment. */
  hasConflict: boolean;
}
interface Stored {
  texts: ByLine;
  comments: ByLine;
  reasons: ByLine;
  /** Texts in the source language. */
  sources: ByLine;
  /** By the ids of the comments. */
  edits: Record<string, CommentEdit>;
}
export type DraftKind = Exclude<keyof Stored, "edits">;
const kinds = ["texts", "comments", "reasons", "sources"] as const satisfies DraftKind[];

const empty = (): Stored => ({ texts: {}, comments: {}, reasons: {}, sources: {}, edits: {} });

function readByLine(stored: unknown): ByLine {
  if (typeof stored !== "object" || stored === null) return {};
  const drafts: ByLine = {};
  for (const [number, text] of Object.entries(stored))
    if (/^\d+$/.test(number) && typeof text === "string") drafts[number] = text;
  return drafts;
}
function isCommentEdit(stored: unknown): stored is CommentEdit {
  if (typeof stored !== "object" || stored === null) return false;
  const { identity, before, text, hasConflict } = stored as Partial<Record<string, unknown>>;
  return (
    typeof identity === "number" &&
    typeof before === "string" &&
    typeof text === "string" &&
    typeof hasConflict === "boolean"
  );
}
function readEdits(stored: unknown): Stored["edits"] {
  if (typeof stored !== "object" || stored === null) return {};
  const edits: Stored["edits"] = {};
  for (const [commentId, edit] of Object.entries(stored))
    if (isCommentEdit(edit)) edits[commentId] = edit;
  return edits;
}
function readStored(stored: unknown): Stored | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { texts, comments, reasons, sources, edits } = stored as Partial<
    Record<keyof Stored, unknown>
  >;
  return {
    texts: readByLine(texts),
    comments: readByLine(comments),
    reasons: readByLine(reasons),
    sources: readByLine(sources),
    edits: readEdits(edits),
  };
}

/** `drafts` with another one for a line or a comment; null removes it. */
function withDraft<T>(drafts: Record<string, T>, key: string, draft: T | null): Record<string, T> {
  const others = Object.entries(drafts).filter(([one]) => one !== key);
  return Object.fromEntries(draft === null ? others : [...others, [key, draft] as const]);
}
const isTouched = ({ before, text }: CommentEdit) => text !== before;

/**
 * What was typed about the lines of a language and not saved: it survives the selection of another
 * line, another screen, and a restart.
 */
export class LineDrafts {
  #form = $state.raw<FormDraft<Stored> | null>(null);
  /** What is typed before the stored drafts are read, and the changes that this makes to them. */
  #early = $state<Stored>(empty());
  #earlyChanges: ((value: Stored) => void)[] = [];

  constructor({ workspaceId, batchId, languageId }: Language) {
    const key = `review/${batchId}/${languageId}`;
    void openFormDraft(workspaceId, key, empty, readStored).then((form) => {
      for (const change of this.#earlyChanges) change(form.value);
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
    this.#change((value) => (value[kind] = withDraft(value[kind], String(identity), text)));
  }
  /** The edit of a comment, also while its text is unchanged; null for none. */
  edit(commentId: string): CommentEdit | null {
    return this.#value.edits[commentId] ?? null;
  }
  /** Null removes the edit. */
  setEdit(commentId: string, edit: CommentEdit | null): void {
    this.#change((value) => (value.edits = withDraft(value.edits, commentId, edit)));
  }
  /** Removes the edits of comments of a line that do not exist any more. */
  keepEdits(identity: number, commentIds: ReadonlySet<string>): void {
    for (const [commentId, edit] of Object.entries(this.#value.edits))
      if (edit.identity === identity && !commentIds.has(commentId)) this.setEdit(commentId, null);
  }
  #change(change: (value: Stored) => void): void {
    change(this.#value);
    if (this.#form) this.#form.save();
    else this.#earlyChanges.push(change);
  }
  has(identity: number): boolean {
    return (
      kinds.some((kind) => this.#value[kind][identity] !== undefined) ||
      Object.values(this.#value.edits).some((edit) => edit.identity === identity && isTouched(edit))
    );
  }
  /** The number of lines with drafts. */
  get count(): number {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it is read at once
    const lines = new Set(kinds.flatMap((kind) => Object.keys(this.#value[kind])));
    for (const edit of Object.values(this.#value.edits))
      if (isTouched(edit)) lines.add(String(edit.identity));
    return lines.size;
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
    const edits = Object.entries(form.value.edits).filter(([, { identity }]) =>
      identities.has(identity),
    );
    form.value.edits = Object.fromEntries(edits);
    if (this.count !== before) form.save();
  }
}

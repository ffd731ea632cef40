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
/** A reply to a comment. */
export interface ReplyDraft {
  /** Identity of the line. */
  identity: number;
  text: string;
}
/** The part of a line that a comment is about, in milliseconds from the start of the line. */
export interface CommentSpan {
  atMs: number;
  /** Null for a moment. */
  endMs: number | null;
}
interface Stored {
  texts: ByLine;
  comments: ByLine;
  reasons: ByLine;
  /** Texts in the source language. */
  sources: ByLine;
  /** By the ids of the comments. */
  edits: Record<string, CommentEdit>;
  /** By the ids of the comments. */
  replies: Record<string, ReplyDraft>;
  /** Of new comments, by the identities of their lines. */
  spans: Record<string, CommentSpan>;
}
export type DraftKind = Exclude<keyof Stored, "edits" | "replies" | "spans">;
const kinds = ["texts", "comments", "reasons", "sources"] as const satisfies DraftKind[];

const empty = (): Stored => ({
  texts: {},
  comments: {},
  reasons: {},
  sources: {},
  edits: {},
  replies: {},
  spans: {},
});

function readByLine(stored: unknown): ByLine {
  if (typeof stored !== "object" || stored === null) return {};
  const drafts: ByLine = {};
  for (const [number, text] of Object.entries(stored))
    if (/^\d+$/.test(number) && typeof text === "string") drafts[number] = text;
  return drafts;
}
type Unknown = Partial<Record<string, unknown>>;
const isCommentEdit = ({ identity, before, text, hasConflict }: Unknown): boolean =>
  typeof identity === "number" &&
  typeof before === "string" &&
  typeof text === "string" &&
  typeof hasConflict === "boolean";
const isReplyDraft = ({ identity, text }: Unknown): boolean =>
  typeof identity === "number" && typeof text === "string";
const isSpan = ({ atMs, endMs }: Unknown): boolean =>
  typeof atMs === "number" && (endMs === null || typeof endMs === "number");

/** The entries of stored drafts that have the form of a kind. */
function readEntries<T>(stored: unknown, isOfKind: (value: Unknown) => boolean): Record<string, T> {
  if (typeof stored !== "object" || stored === null) return {};
  const isEntry = (value: unknown): value is T =>
    typeof value === "object" && value !== null && isOfKind(value);
  const entries: Record<string, T> = {};
  for (const [key, value] of Object.entries(stored)) if (isEntry(value)) entries[key] = value;
  return entries;
}
function readStored(stored: unknown): Stored | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { texts, comments, reasons, sources, edits, replies, spans } = stored as Partial<
    Record<keyof Stored, unknown>
  >;
  return {
    texts: readByLine(texts),
    comments: readByLine(comments),
    reasons: readByLine(reasons),
    sources: readByLine(sources),
    edits: readEntries(edits, isCommentEdit),
    replies: readEntries(replies, isReplyDraft),
    spans: readEntries(spans, isSpan),
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
  /** The reply to a comment, also while it is empty; null for none. */
  reply(commentId: string): ReplyDraft | null {
    return this.#value.replies[commentId] ?? null;
  }
  /** Null removes the reply. */
  setReply(commentId: string, reply: ReplyDraft | null): void {
    this.#change((value) => (value.replies = withDraft(value.replies, commentId, reply)));
  }
  /** The span of the new comment on a line; null for the whole line. */
  span(identity: number): CommentSpan | null {
    return this.#value.spans[identity] ?? null;
  }
  /** Null for the whole line. */
  setSpan(identity: number, span: CommentSpan | null): void {
    this.#change((value) => (value.spans = withDraft(value.spans, String(identity), span)));
  }
  /** The ids of the comments with an edit or a reply that is a draft of a line. */
  commentsOf(identity: number): string[] {
    const { edits, replies } = this.#value;
    return [...Object.entries(edits), ...Object.entries(replies)]
      .filter(([, draft]) => draft.identity === identity)
      .map(([commentId]) => commentId);
  }
  /** The drafts about a comment become those of the line that it is on now. */
  move(commentId: string, identity: number): void {
    const [edit, reply] = [this.edit(commentId), this.reply(commentId)];
    if (edit && edit.identity !== identity) this.setEdit(commentId, { ...edit, identity });
    if (reply && reply.identity !== identity) this.setReply(commentId, { ...reply, identity });
  }
  /** Removes the edit of a comment that does not exist any more, and the reply to it. */
  removeComment(commentId: string): void {
    const reply = this.reply(commentId);
    if (this.edit(commentId)) this.setEdit(commentId, null);
    if (!reply) return;
    // What was typed becomes a comment on the line.
    const { identity, text } = reply;
    const texts = [this.get("comments", identity) ?? "", text].filter((one) => one !== "");
    if (text !== "") this.set("comments", identity, texts.join(" "));
    this.setReply(commentId, null);
  }
  #change(change: (value: Stored) => void): void {
    change(this.#value);
    if (this.#form) this.#form.save();
    else this.#earlyChanges.push(change);
  }
  has(identity: number): boolean {
    return (
      kinds.some((kind) => this.#value[kind][identity] !== undefined) ||
      this.#touched().some((draft) => draft.identity === identity)
    );
  }
  /** The number of lines with drafts. */
  get count(): number {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it is read at once
    const lines = new Set(kinds.flatMap((kind) => Object.keys(this.#value[kind])));
    for (const { identity } of this.#touched()) lines.add(String(identity));
    return lines.size;
  }
  /** The edits of comments, and the replies, that contain something. */
  #touched(): { identity: number }[] {
    const { edits, replies } = this.#value;
    return [
      ...Object.values(edits).filter(isTouched),
      ...Object.values(replies).filter(({ text }) => text !== ""),
    ];
  }
  /** Removes the stored drafts of lines that do not exist. Call when they have been read. */
  keepOnly(identities: ReadonlySet<number>): void {
    const form = this.#form;
    if (!form) return;
    const before = this.count;
    const ofLines = <T>(drafts: Record<string, T>): Record<string, T> =>
      Object.fromEntries(
        Object.entries(drafts).filter(([identity]) => identities.has(Number(identity))),
      );
    const ofComments = <T extends { identity: number }>(drafts: Record<string, T>) =>
      Object.fromEntries(
        Object.entries(drafts).filter(([, { identity }]) => identities.has(identity)),
      );
    for (const kind of kinds) form.value[kind] = ofLines(form.value[kind]);
    form.value.spans = ofLines(form.value.spans);
    form.value.edits = ofComments(form.value.edits);
    form.value.replies = ofComments(form.value.replies);
    if (this.count !== before) form.save();
  }
}

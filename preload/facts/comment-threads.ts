/** Comments on a line with their replies. */

interface Threaded {
  id: string;
  replyTo: string | null;
  createdAt: number;
}
export interface CommentThread<T> {
  comment: T;
  /** The oldest first. */
  replies: T[];
}

/**
 * Comments with their replies, in the order of the comments. A reply whose comment is not among
 * them is a comment of its own.
 */
export function threadsOf<T extends Threaded>(comments: readonly T[]): CommentThread<T>[] {
  const threads = new Map<string, CommentThread<T>>();
  const firsts = new Set(comments.flatMap(({ id, replyTo }) => (replyTo === null ? [id] : [])));
  const isReply = ({ replyTo }: T) => replyTo !== null && firsts.has(replyTo);
  for (const comment of comments)
    if (!isReply(comment)) threads.set(comment.id, { comment, replies: [] });
  for (const reply of comments.filter(isReply))
    threads.get(reply.replyTo ?? "")?.replies.push(reply);
  for (const { replies } of threads.values()) replies.sort((a, b) => a.createdAt - b.createdAt);
  return [...threads.values()];
}

/**
 * The bounds of what a service or a bucket may answer. A longer answer is the failure "unexpected-answer": it is never
 * cut and then used as if it were whole. Only the words of a refusal are cut, since its status is known by then.
 */
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const limits = {
  /** Bytes of the body of an answer to a PUT: what matters of it is in its headers, and storage writes some lines at most. */
  putAnswerBytes: 64 * kibibyte,
  /** Bytes that are read of the body of a refusal; the words in it are far shorter. */
  refusalBytes: 64 * kibibyte,
  /** Bytes of an answer that is read as a whole; the longest is a page of a thousand rows. */
  answerBytes: 16 * mebibyte,
  /** Bytes of an answer of a bucket; a page of a thousand long keys is some 2 MB. */
  bucketAnswerBytes: 16 * mebibyte,
  /** Bytes of one element of a list; a batch with all its languages is a hundredth of it. */
  listElementBytes: mebibyte,
  /** Elements of a list: five times the largest gallery that is tested. */
  listElements: 5_000_000,
  /** Bytes of a list: that many paths of some 400 bytes. */
  listBytes: 2 * 1024 * mebibyte,
  /** UTF-16 units of what a service says in words and that are read at all, and of what is kept of it. */
  wordsRead: 4_000,
  wordsKept: 500,
} as const;

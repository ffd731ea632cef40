/**
 * Maximum sizes of the responses of a service or a bucket. A longer response is the error
 * "unexpected-answer"; it is never truncated and then used as if it were complete. Only the message
 * of an error response is truncated, because its status is sufficient.
 */
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const limits = {
  /**
   * Response body of a PUT, in bytes. The relevant data is in the headers; the body has a few lines
   * at most.
   */
  putResponseBytes: 64 * kibibyte,
  /**
   * Number of bytes that are read of the body of an error response. The message in it is much
   * shorter.
   */
  errorBodyBytes: 64 * kibibyte,
  /** Response that is buffered completely, in bytes. The longest one is a page of 1000 rows. */
  responseBytes: 16 * mebibyte,
  /** A sample of a voice, in bytes: 30 seconds of sound. */
  voiceSampleBytes: 3 * mebibyte,
  /** A take: 10 minutes. */
  takeBytes: 64 * mebibyte,
  /** Response of a bucket, in bytes. A page of 1000 long keys is about 2 MB. */
  bucketResponseBytes: 16 * mebibyte,
  /**
   * One element of a list, in bytes. A batch with all its languages is about one hundredth of this
   * size.
   */
  listElementBytes: mebibyte,
  /** Number of elements of a list: five times the largest gallery in the tests. */
  listElements: 5_000_000,
  /** A list, in bytes: `listElements` paths of about 400 bytes each. */
  listBytes: 2 * 1024 * mebibyte,
} as const;

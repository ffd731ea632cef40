/** The part of the store's port for multipart uploads. */

export interface UploadRow {
  id: string;
  path: string;
  contentType: string;
  layout: string | null;
}

export interface PartRow {
  number: number;
  size: number;
  etag: string;
  placement: string;
}

/** Record of a used signed URL of a part. */
export interface UsedUrl {
  nonce: string;
  /** Milliseconds since 1970; the record can be deleted after this time. */
  expiresAt: number;
}

export interface UploadRows {
  addUpload(row: UploadRow, at: number): Promise<void>;
  /** An upload that accepts parts; null when unknown, being completed, completed or expired. */
  findOpenUpload(id: string): Promise<UploadRow | null>;
  touchUpload(id: string, at: number): Promise<void>;
  /** All parts of an open or completing upload, by number. */
  listParts(uploadId: string): Promise<PartRow[]>;
  findPart(uploadId: string, number: number): Promise<PartRow | null>;
  /**
   * Stores a part and marks its URL as used. "upload-closed": no longer open. "url-used": the URL
   * was used before.
   */
  storePart(
    uploadId: string,
    part: PartRow,
    layout: string | null,
    url: UsedUrl,
    at: number,
  ): Promise<"stored" | "upload-closed" | "url-used">;
  /** Closes an upload to further parts and deletes the rows of those after `lastNumber`. */
  closeUpload(id: string, lastNumber: number): Promise<void>;
  /** Reopens a closed upload; without an id, all closed uploads (after the process was killed). */
  reopenUpload(id?: string): Promise<void>;
  /** Deletes uploads without activity since then, and returns them. */
  removeUploadsBefore(time: number): Promise<Pick<UploadRow, "id" | "layout">[]>;
  /** Whether an open upload has this layout. */
  isLayoutUsed(layout: string): Promise<boolean>;
  isUploadKnown(id: string): Promise<boolean>;
  isUrlUsed(nonce: string): Promise<boolean>;
  deleteExpiredUrls(expiredBefore: number): Promise<void>;
}

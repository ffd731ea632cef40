/** Videos for a grid that is being opened. */
interface PendingVideos {
  draftId: number;
  /** Paths of the gallery. */
  videos: readonly string[];
}

/**
 * The import of gallery videos as rows of a bulk grid: a screen starts it, a dialog selects the
 * grid.
 */
class BulkImport {
  /** Gallery paths to create batches from; null for none. */
  paths = $state.raw<readonly string[] | null>(null);
  #pending = $state.raw<PendingVideos | null>(null);
  #files = $state.raw<{ draftId: number; paths: string[] } | null>(null);

  /**
   * Opens the dialog that selects a grid for these paths. A path that ends in "/" means all files
   * of a folder.
   */
  begin(paths: readonly string[]): void {
    if (paths.length > 0) this.paths = paths;
  }
  cancel(): void {
    this.paths = null;
  }
  /** Sets the videos that a grid adds when it opens, and closes the dialog. */
  setVideos(draftId: number, videos: readonly string[]): void {
    this.paths = null;
    this.#pending = { draftId, videos };
  }
  /** Sets the files and folders on this computer that a grid matches when it opens. */
  setFiles(draftId: number, paths: string[]): void {
    this.#files = { draftId, paths };
  }
  /** Returns and clears the files for a grid. */
  takeFiles(draftId: number): string[] {
    if (this.#files?.draftId !== draftId) return [];
    const { paths } = this.#files;
    this.#files = null;
    return paths;
  }
  /** Returns and clears the videos for a grid. */
  takeVideos(draftId: number): readonly string[] {
    if (this.#pending?.draftId !== draftId) return [];
    const { videos } = this.#pending;
    this.#pending = null;
    return videos;
  }
}

/** The window's one import of videos into bulk grids. */
export const bulkImport = new BulkImport();

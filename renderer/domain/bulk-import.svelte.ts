/** Rows that wait for the grid they are for, while that is being opened. */
interface Handover {
  draftId: number;
  /** Paths of the gallery. */
  videos: readonly string[];
}

/** Where videos of the gallery become rows of a bulk grid: a screen begins it, the dialog asks which grid. */
class BulkIntake {
  /** Gallery paths to create batches from; null for none. */
  paths = $state.raw<readonly string[] | null>(null);
  #handover = $state.raw<Handover | null>(null);
  #files = $state.raw<{ draftId: number; paths: string[] } | null>(null);

  /** Lets the user choose the grid for these paths. A path that ends in "/" means all files of a folder. */
  begin(paths: readonly string[]): void {
    if (paths.length > 0) this.paths = paths;
  }
  cancel(): void {
    this.paths = null;
  }
  /** Sets the chosen grid, which adds the videos when it opens. */
  handOver(draftId: number, videos: readonly string[]): void {
    this.paths = null;
    this.#handover = { draftId, videos };
  }
  /** Files and folders on this computer that a grid matches when it opens. */
  handOverFiles(draftId: number, paths: string[]): void {
    this.#files = { draftId, paths };
  }
  /** The files for a grid, once. */
  takeFiles(draftId: number): string[] {
    if (this.#files?.draftId !== draftId) return [];
    const { paths } = this.#files;
    this.#files = null;
    return paths;
  }
  /** Returns and clears the paths for a grid. */
  take(draftId: number): readonly string[] {
    if (this.#handover?.draftId !== draftId) return [];
    const { videos } = this.#handover;
    this.#handover = null;
    return videos;
  }
}

/** The window's one intake of videos for bulk grids. */
export const bulkIntake = new BulkIntake();

import { onDestroy, untrack } from "svelte";
import { api } from "../../../app/api";
import { query } from "../../../app/query.svelte";
import { everyLine } from "../../../../preload/facts/review";
import { TimelineLines, linesPerPage } from "../timeline/timeline-lines.svelte";
import { DeskListening, type ListeningOptions } from "./desk-listening.svelte";
import type { Language } from "../language";
import { openPlayedTakes } from "../../../domain/played-takes";
import { createTimecodes } from "../timecodes";

/** Milliseconds of a step of a placement without a picture. */
const withoutPictureMs = 40;

interface Options extends Pick<ListeningOptions, "onfollow" | "onfail"> {
  /** Whether the visible lines have been read: those of the timeline, which are more, follow. */
  isBegun: () => boolean;
}

/**
 * What a desk needs to listen to a language. Call while a component is created; it ends with the
 * component.
 */
export function createListening(language: Language, { isBegun, ...options }: Options) {
  const lines = new TimelineLines((offset, limit) =>
    api.review.list({ ...language, filter: everyLine, offset, limit }),
  );
  const { workspaceId, projectId, batchId } = language;
  const source = query([], () => api.review.source({ workspaceId, projectId, batchId }));
  const project = query([], () => api.projects.get({ workspaceId, projectId }));
  const commented = query(["review"], () => api.review.comments(language));
  const times = $derived(createTimecodes(source.data?.facts ?? null));
  const played = openPlayedTakes(language);
  let listening = $state.raw<DeskListening | null>(null);

  // What cannot be read is shown by the list of lines, which reads the same.
  const load = () => lines.load().catch(() => undefined);
  let isLoaded = false;
  $effect(() => {
    if (isLoaded || !isBegun()) return;
    isLoaded = true;
    untrack(() => void load());
  });
  onDestroy(() => lines.close());
  $effect(() => {
    if (!source.data && !source.error) return;
    const hasVideo = source.data?.facts != null;
    const created = untrack(
      () =>
        new DeskListening(hasVideo, {
          batch: language,
          lines,
          ...options,
          onheard: (takeId) => void played.then((takes) => takes.add(takeId)),
          readPreview: () => api.review.preview({ workspaceId, projectId, batchId }),
        }),
    );
    listening = created;
    return () => {
      listening = null;
      created.close();
    };
  });

  return {
    lines,
    get listening() {
      return listening;
    },
    get comments() {
      return commented.data?.comments ?? [];
    },
    /** Whether the batch is about a video, but the service has none. */
    get isPictureMissing() {
      return source.data?.facts === null && project.data?.project.type === "media-dubbing";
    },
    /** Duration of the video; 0 if unknown. */
    get durationMs() {
      return source.data?.facts?.durationMs ?? 0;
    },
    get pictureCodec() {
      return source.data?.facts?.pictureCodec ?? "";
    },
    /** The timecodes of the picture. */
    get times() {
      return times;
    },
    /** One frame of the picture, in milliseconds. */
    get stepMs() {
      const rate = source.data?.facts?.frameRate;
      return rate ? 1000 / rate : withoutPictureMs;
    },
    /**
     * Reads lines again that may have changed: all of them if they are few, else the pages of these
     * lines.
     */
    refresh: (numbers: readonly number[]) =>
      lines.total <= linesPerPage ? load() : lines.refresh(numbers).catch(() => undefined),
  };
}

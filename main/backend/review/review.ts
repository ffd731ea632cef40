/** The review of the lines of a batch, where the service offers it (extension "review"). */
import type { Handlers } from "../../../preload/contract";
import { AppError, invalidFields } from "../../common/errors";
import type { ScriptReader } from "../../script-formats/process/reader";
import type { LineSelection, ReviewCalls } from "../../remote/extensions/review";
import { createExtensionCalls } from "../lists/extension-calls";
import type { ResourceDeps } from "../lists/resource-deps";
import type { Dialogs } from "../ports";
import type { ScriptChoices } from "../scripts/script-choices";
import { splitSelection } from "./read-lines";
import { createReviewFiles } from "./review-files";

/** The name under which a service announces it. */
const extension = "review";
const presenceExtension = "presence";
const previewExtension = "source-previews";
const threadsExtension = "comment-threads";

type Language = Omit<Parameters<Handlers["review"]["saveTexts"]>[0], "workspaceId">;
type Selected = Parameters<Handlers["review"]["stopTakes"]>[0];
type Deps = Pick<ResourceDeps, "remote" | "extensions" | "changed"> & {
  dialogs: Pick<Dialogs, "saveFile" | "chooseFile">;
  /** The name that changes and comments get where the credentials have none; "" for none. */
  reviewerName: () => string;
  reader: Pick<ScriptReader, "readScript">;
  choices: Pick<ScriptChoices, "encodingOf">;
};

export function createReview(deps: Deps): Handlers["review"] {
  const { remote, extensions } = deps;
  /** The service records the person of the credentials, if they have one. */
  const byOf = (workspaceId: string) =>
    extensions.personOf(workspaceId) === null ? deps.reviewerName() : "";
  const { callsOf, write } = createExtensionCalls(deps, extension, "review");
  const reviewOf = (workspaceId: string) => callsOf(workspaceId).review;
  /** Calls the service for each part of a selection, one after the other. */
  const inParts = <T>(
    { workspaceId, selection, ...language }: Selected,
    work: (calls: ReviewCalls, language: Language, part: LineSelection) => Promise<T>,
  ): Promise<T[]> =>
    write(
      (async () => {
        const calls = reviewOf(workspaceId);
        const done: T[] = [];
        for (const part of await splitSelection(calls, language, selection))
          done.push(await work(calls, language, part));
        return done;
      })(),
    );

  return {
    ...createReviewFiles({ ...deps, reviewOf }),
    list: ({ workspaceId, filter, offset, limit, ...language }) =>
      reviewOf(workspaceId).lines(language, filter, { offset, limit }),
    async changes({ workspaceId, since, at, ...language }) {
      const own = extensions.offers(workspaceId, presenceExtension) ? at : null;
      // The first call gets the present revision only.
      const found = await reviewOf(workspaceId).changes(language, since ?? 0, own);
      return since === null ? { ...found, numbers: [], isReset: false } : found;
    },
    async summary({ workspaceId, batchId, languageId = null }) {
      if (!extensions.offers(workspaceId, extension)) return { languages: [] };
      return {
        languages: await remote(workspaceId).extensions.review.summary(batchId, languageId),
      };
    },
    async progress({ workspaceId }) {
      if (!extensions.offers(workspaceId, extension)) return { languages: [] };
      return { languages: await remote(workspaceId).extensions.review.progress() };
    },
    async source({ workspaceId, batchId }) {
      try {
        return { facts: await callsOf(workspaceId).sources.facts(batchId), problem: "" };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "not-found") throw error;
        return { facts: null, problem: error.message };
      }
    },
    async preview({ workspaceId, batchId }) {
      if (!extensions.offers(workspaceId, previewExtension))
        return { state: "unavailable", progress: 0 };
      return callsOf(workspaceId).sources.preview(batchId);
    },
    comments: async ({ workspaceId, ...language }) => ({
      comments: await reviewOf(workspaceId).comments(language, null),
    }),
    async line({ workspaceId, number, ...language }) {
      const calls = reviewOf(workspaceId);
      const [found, comments] = await Promise.all([
        calls.line(language, number),
        calls.comments(language, number),
      ]);
      return { ...found, comments };
    },
    change: ({ workspaceId, number, revision, change, ...language }) =>
      write(
        reviewOf(workspaceId)
          .change(language, { number, revision }, { ...change, by: byOf(workspaceId) })
          .then((line) => ({ line })),
      ),
    editLines: ({ workspaceId, edit, ...language }) =>
      write(reviewOf(workspaceId).editLines(language, edit, byOf(workspaceId))),
    ignoreCheck({ workspaceId, number, identity, check, isIgnored, ...language }) {
      const by = byOf(workspaceId);
      if (isIgnored && by === "" && extensions.personOf(workspaceId) === null)
        throw invalidFields([{ field: "by", message: "the name of the reviewer is required" }]);
      const ignored = { check, by: isIgnored ? by : null };
      return write(
        reviewOf(workspaceId)
          .ignoreCheck(language, { number, identity }, ignored)
          .then((line) => ({ line })),
      );
    },
    setTexts: ({ workspaceId, texts, ...language }) =>
      write(
        reviewOf(workspaceId)
          .setTexts(language, texts, byOf(workspaceId))
          .then((lines) => ({ lines })),
      ),
    shorten: ({ workspaceId, number, text, ...language }) =>
      reviewOf(workspaceId).shorten(language, number, text),
    voiceEffect: ({ workspaceId, number, scope, voice, ...language }) =>
      reviewOf(workspaceId).voiceEffect(language, number, { scope, voice }),
    async decide({ decision, reason, ...selected }) {
      const by = byOf(selected.workspaceId);
      const outcomes = await inParts(selected, (calls, language, part) =>
        calls.decideLines(language, part, { decision, reason, by }),
      );
      return {
        changed: outcomes.flatMap(({ changed }) => changed),
        problems: [...new Set(outcomes.flatMap(({ problems }) => problems))],
      };
    },
    async makeTakes(selected) {
      const by = byOf(selected.workspaceId);
      const made = await inParts(selected, (calls, language, part) =>
        calls.makeTakes(language, part, by),
      );
      const sum = (of: "queued" | "skipped") => made.reduce((total, one) => total + one[of], 0);
      return { queued: sum("queued"), skipped: sum("skipped") };
    },
    async stopTakes(selected) {
      await inParts(selected, (calls, language, part) => calls.stopTakes(language, part));
    },
    discardTake: ({ workspaceId, takeId }) => write(reviewOf(workspaceId).discardTake(takeId)),
    cleanTakes: ({ workspaceId, ...language }) => write(reviewOf(workspaceId).cleanTakes(language)),
    addComment({ workspaceId, number, identity, ...input }) {
      const { text, takeId = null, atMs = null, isResolved = false, ...others } = input;
      const { endMs = null, replyTo = null, ...language } = others;
      const by = byOf(workspaceId);
      // Other services would store it as a comment on a moment, or on the line.
      if (endMs !== null || replyTo !== null) extensions.require(workspaceId, threadsExtension);
      const comment = { text, takeId, atMs, endMs, replyTo, isResolved, by };
      return write(reviewOf(workspaceId).addComment(language, { number, identity }, comment));
    },
    changeComment: ({ workspaceId, commentId, text, before }) =>
      write(reviewOf(workspaceId).changeComment(commentId, { text, before })),
    resolveComment: ({ workspaceId, commentId, isResolved }) =>
      write(reviewOf(workspaceId).resolveComment(commentId, { isResolved, by: byOf(workspaceId) })),
    removeComment: ({ workspaceId, commentId }) =>
      write(reviewOf(workspaceId).removeComment(commentId)),
  };
}

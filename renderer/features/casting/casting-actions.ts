import Combine from "@lucide/svelte/icons/combine";
import CopyPlus from "@lucide/svelte/icons/copy-plus";
import CornerRightDown from "@lucide/svelte/icons/corner-right-down";
import FileInput from "@lucide/svelte/icons/file-input";
import FileOutput from "@lucide/svelte/icons/file-output";
import Languages from "@lucide/svelte/icons/languages";
import Mic from "@lucide/svelte/icons/mic";
import Pencil from "@lucide/svelte/icons/pencil";
import Undo2 from "@lucide/svelte/icons/undo-2";
import type { Character } from "../../../preload/model/resources";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { toasts } from "../../app/messages/toasts.svelte";
import { needsService } from "../../domain/offline-reason";
import type { Selection } from "../../app/lists/selection.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import type { VoiceAssignments } from "./voice-assignments.svelte";

/** The content of a casting sheet. */
export type ReadSheet = NonNullable<Awaited<ReturnType<typeof api.casting.readSheet>>>;

/** The open dialog of the casting page. */
export type CastingDialog =
  | { kind: "copy" }
  | { kind: "sheet"; sheet: ReadSheet }
  | { kind: "rename"; character: Character }
  | { kind: "merge"; character: Character };

export interface CastingContext {
  session: Session;
  selection: Selection<Character>;
  assignments: VoiceAssignments;
  /** The language whose voices are assigned; null for all languages without another one. */
  languageId: string | null;
  /** Number of characters that need a voice. */
  uncast: number;
  useVoiceOfAll: () => Promise<void>;
  /** Moves the focus to the voices, to choose one for the selected characters. */
  choose: () => void;
  goToNext: () => void;
  open: (dialog: CastingDialog) => void;
  projectId: string;
}

/** The actions on the casting of the project. */
export function castingActions(context: CastingContext): Action[] {
  const { session, assignments, uncast, goToNext, open } = context;
  const group = t.casting.group;
  return [
    {
      id: "casting.next",
      title: t.casting.next,
      icon: CornerRightDown,
      shortcut: "Alt+ArrowDown",
      group,
      reason: uncast === 0 ? t.casting.noneLeft : undefined,
      run: goToNext,
    },
    {
      id: "casting.undo",
      title: t.casting.undo,
      icon: Undo2,
      shortcut: "Mod+Z",
      group,
      reason: assignments.canUndo ? needsService(session) : t.casting.nothingToUndo,
      run: () => assignments.undo(),
    },
    {
      id: "casting.copy",
      title: t.casting.copy.action,
      icon: CopyPlus,
      group,
      reason: needsService(session),
      run: () => open({ kind: "copy" }),
    },
  ];
}

/** Saving and reading the casting as a file. */
export function castingSheetActions({ session, projectId, open }: CastingContext): Action[] {
  const group = t.casting.group;
  const project = { workspaceId: session.workspaceId ?? "", projectId };
  return [
    {
      id: "casting.save-sheet",
      title: t.casting.sheet.save,
      icon: FileOutput,
      group,
      reason: needsService(session),
      run: () =>
        runWithToast(async () => {
          const saved = await api.casting.saveSheet(project);
          if (saved) toasts.show(t.casting.sheet.saved(saved.characters));
        }),
    },
    {
      id: "casting.read-sheet",
      title: t.casting.sheet.read,
      icon: FileInput,
      group,
      reason: needsService(session),
      run: () =>
        runWithToast(async () => {
          const sheet = await api.casting.readSheet(project);
          if (sheet) open({ kind: "sheet", sheet });
        }),
    },
  ];
}

/** The actions on the selected characters. */
export function characterActions(context: CastingContext): Action[] {
  const { session, selection, choose, open } = context;
  const group = t.casting.group;
  const { count } = selection;
  const single = count === 1 ? selection.rows[0] : undefined;
  const list: Action[] = [
    {
      id: "casting.choose",
      title: count > 1 ? t.casting.chooseFor(count) : t.casting.choose,
      icon: Mic,
      shortcut: "Enter",
      isListShortcut: true,
      group,
      reason: count === 0 ? t.casting.selectFirst : needsService(session),
      run: choose,
    },
  ];
  if (context.languageId !== null) list.push(useVoiceOfAll(context, context.languageId));
  if (!session.offers("characters")) return list;
  const reason = single ? needsService(session) : t.casting.selectOne;
  list.push(
    {
      id: "casting.rename",
      title: t.casting.rename.action,
      icon: Pencil,
      shortcut: "F2",
      isListShortcut: true,
      group: "character",
      reason,
      run: () => single && open({ kind: "rename", character: single }),
    },
    {
      id: "casting.merge",
      title: t.casting.merge.action,
      icon: Combine,
      group: "character",
      reason,
      run: () => single && open({ kind: "merge", character: single }),
    },
  );
  return list;
}

function useVoiceOfAll(context: CastingContext, languageId: string): Action {
  const { session, selection, assignments } = context;
  const isOwn = selection.rows.some((row) => assignments.shown(row, languageId).isOwn);
  return {
    id: "casting.use-voice-of-all",
    title: t.casting.useVoiceOfAll,
    icon: Languages,
    group: t.casting.group,
    reason:
      selection.count === 0
        ? t.casting.selectFirst
        : isOwn
          ? needsService(session)
          : t.casting.noneOfLanguage,
    run: () => context.useVoiceOfAll(),
  };
}

import { factsOfType } from "../../../../preload/facts/project-types";
import type { BatchSettings, ProjectType } from "../../../../preload/model/resources";
import { factsOfSetting, settingDefaults } from "../../../../preload/facts/batch-settings";
import { maxAlternativeTakes } from "../../../../preload/facts/rules";
import { formatNumber } from "../../../app/format";
import { t } from "../../../app/strings";
import { de } from "../../../app/strings/de";
import { en } from "../../../app/strings/en";
import { suggestFiles } from "../../../domain/suggest-media";
import type { CellOption, GridColumn } from "../../../ui/grid/column";
import { isSwitch, settingColumn, settingsOf, type SettingName } from "./bulk-rows";

/** The inputs that determine the columns of a grid. */
export interface ColumnContext {
  workspaceId: string;
  type: ProjectType;
  languages: readonly CellOption[];
  /** Settings of all rows that have no value of their own. */
  settings: BatchSettings;
  /** Setting columns that are shown. */
  shown: readonly string[];
  /** A row has a video although the project type uses none. */
  hasVideos: boolean;
}

/** The displayed text of a setting's value. */
export function settingTitle(value: boolean | number | string): string {
  if (typeof value === "boolean") return value ? t.bulk.yes : t.bulk.no;
  if (typeof value === "number") return formatNumber(value);
  return value;
}

/**
 * The column titles recognized in pasted and imported tables: those of the service's workbook and
 * of every window language.
 */
const titles = {
  name: ["BATCH_NAME", en.bulk.columns.name, de.bulk.columns.name],
  video: ["VIDEO_PATH", en.bulk.columns.video, de.bulk.columns.video],
  script: ["SCRIPT_PATH", en.bulk.columns.script, de.bulk.columns.script],
  language: ["LANGUAGE_CODE", en.bulk.columns.language, de.bulk.columns.language],
};
const settingTitles = (name: SettingName) =>
  [en, de].map(({ batches }) => batches.settings[name].title);

/** A pasted table may use another language than the window. */
const switchNames = { yes: ["yes", "ja"], no: ["no", "nein"] };

/** The values of a setting to choose from; empty for settings that are typed. */
export function settingOptions(name: SettingName): CellOption[] {
  if (isSwitch(name))
    return [true, false].map((value) => ({
      value: String(value),
      title: settingTitle(value),
      names: switchNames[value ? "yes" : "no"],
    }));
  if (name !== "noOfAlternativeTakes") return [];
  return Array.from({ length: maxAlternativeTakes + 1 }, (_, at) => ({
    value: String(at),
    title: settingTitle(at),
  }));
}

function isGalleryPath(name: SettingName): boolean {
  const facts = factsOfSetting(name);
  return facts.type === "text" && facts.isGalleryPath === true;
}

/** The interface's default of a setting; undefined for settings without a default. */
export function settingDefault(name: SettingName): boolean | number | undefined {
  return (settingDefaults as Partial<Record<SettingName, boolean | number>>)[name];
}

/** The grid columns of a draft. */
export function draftColumns(context: ColumnContext): GridColumn[] {
  const { type, workspaceId, languages, settings } = context;
  const columns: GridColumn[] = [
    { id: "name", title: t.bulk.columns.name, names: titles.name, width: 150, grow: 1 },
  ];
  if (factsOfType(type).video !== "none" || context.hasVideos)
    columns.push({
      id: "video",
      title: t.bulk.columns.video,
      names: titles.video,
      hint: t.bulk.videoHint,
      width: 150,
      grow: 1.4,
      isPath: true,
      suggest: (text) => suggestFiles(workspaceId, text),
    });
  columns.push(
    {
      id: "script",
      title: t.bulk.columns.script,
      names: titles.script,
      hint: t.bulk.scriptHint,
      width: 150,
      grow: 1.4,
      isPath: true,
    },
    {
      id: "language",
      title: t.bulk.columns.language,
      names: titles.language,
      hint: t.bulk.languageHint,
      width: 146,
      grow: 0.5,
      options: () => languages,
    },
  );
  for (const name of settingsOf(type).filter((one) => context.shown.includes(one))) {
    const fallback = settings[name] ?? settingDefault(name);
    const options = settingOptions(name);
    columns.push({
      id: settingColumn(name),
      title: t.batches.settings[name].title,
      names: [name, ...settingTitles(name)],
      hint: t.batches.settings[name].hint,
      width: 120,
      grow: 0.4,
      placeholder: () => (fallback === undefined ? "" : settingTitle(fallback)),
      ...(options.length > 0 ? { options: () => options } : {}),
      ...(isGalleryPath(name)
        ? { isPath: true, suggest: (text: string) => suggestFiles(workspaceId, text) }
        : {}),
    });
  }
  return columns;
}

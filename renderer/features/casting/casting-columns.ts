import { t } from "../../app/strings";
import type { Column } from "../../ui/lists/list-column";

/**
 * The columns of the characters. `hasLines`: the numbers of their lines are known; `voice`: the
 * title of the column of voices.
 */
export const castingColumns = (hasLines: boolean, voice: string): Column[] => [
  { id: "name", title: t.casting.columns.name, track: "minmax(120px, 1fr)", sort: "name" },
  ...(hasLines
    ? [
        {
          id: "lines",
          title: t.casting.columns.lines,
          track: "52px",
          align: "end" as const,
          hideBelow: 381,
        },
      ]
    : []),
  { id: "voice", title: voice, track: "minmax(150px, 1fr)", sort: "voice" },
];

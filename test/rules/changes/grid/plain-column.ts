import type { GridColumn } from "../../../../rules/changes/grid/grid-view.ts"

/** What a column of texts is that has nothing special. */
export const plainColumn = {
  kind: "text",
  unit: null,
  words: null,
  reference: null,
  isList: false,
  numbers: null,
  mayBeEmpty: true,
  isNote: false,
  isKey: false,
  tests: {},
  faults: {},
} as const satisfies Partial<GridColumn>

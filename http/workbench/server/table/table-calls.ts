import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hitPolicies } from "../../../../core/table/hit-policy.ts"
import { gridChange } from "../../../../rules/changes/grid/grid-change.ts"
import type { VersionTexts } from "../../../../rules/changes/loaded-versions.ts"
import { stepActions } from "../../protocol/session.ts"
import type { CellValue } from "../../../../rules/changes/grid/grid-view.ts"
import { type Desk, made } from "../desk/desk.ts"
import { textOfValue, typedCell } from "../../../../rules/changes/grid/cell-views.ts"
import { settleConflict, shownConflict } from "./conflicts.ts"
import { copyThing } from "./copy-thing.ts"
import { editTable } from "./edit-table.ts"
import { knownWordsOf, wordsOf } from "../../../../rules/changes/grid/grid-columns.ts"
import { askedSituation } from "../traveller/asked-situation.ts"
import { caseColumns, chooseCaseColumns, keepTableCase, makeTableCases } from "./table-cases.ts"
import {
  carryOwnColumns,
  ownShape,
  removeOwnTable,
  shapeOwnTable,
  shownHooks,
} from "./own-table.ts"
import { multiplyCells } from "./multiply-cells.ts"
import { pasteCells } from "./paste-cells.ts"
import { replaceCells } from "./replace-cells.ts"
import { mergeBands, splitBands } from "./split-bands.ts"
import { columnOf, definitionOf } from "./table-definition.ts"
import { tableGrid } from "../../../../rules/changes/grid/table-grid.ts"
import type { CallRefused } from "../call-refused.ts"
import type {
  CellDone,
  CellTyped,
  CopyAsked,
  MultiplyAsked,
  TableCasesView,
  OwnTableAsked,
  PasteAsked,
  ReplaceAsked,
  RowHitsView,
  SplitAsked,
  TableCalls,
  TableEdit,
  TableViews,
} from "../../protocol/table.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"

const line = Schema.Number
const lines = Schema.Array(line)
const texts = Schema.Array(Schema.String)

const operation = Schema.Union([
  Schema.TaggedStruct("Set", {
    cells: Schema.Array(Schema.Struct({ line, column: Schema.String, text: Schema.String })),
  }),
  Schema.TaggedStruct("Insert", {
    afterLine: line,
    rows: Schema.Array(Schema.Record(Schema.String, Schema.String)),
  }),
  Schema.TaggedStruct("Duplicate", { lines }),
  Schema.TaggedStruct("Delete", { lines }),
  Schema.TaggedStruct("Move", { lines, afterLine: line }),
])

const tableEdit: Schema.ConstraintDecoder<TableEdit> = Schema.Struct({
  file: Schema.String,
  revision: Schema.Number,
  action: Schema.Literals(stepActions),
  operations: Schema.Array(operation),
})

const intervals = Schema.Array(
  Schema.Struct({
    low: Schema.NullOr(Schema.String),
    lowClosed: Schema.Boolean,
    high: Schema.NullOr(Schema.String),
    highClosed: Schema.Boolean,
  }),
)

const cellValue: Schema.ConstraintDecoder<CellValue> = Schema.Union([
  Schema.TaggedStruct("Any", {}),
  Schema.TaggedStruct("AnyOf", { words: texts }),
  Schema.TaggedStruct("NoneOf", { words: texts }),
  Schema.TaggedStruct("Within", { intervals }),
  Schema.TaggedStruct("Outside", { intervals }),
  Schema.TaggedStruct("Is", { value: Schema.Boolean }),
  Schema.TaggedStruct("List", { words: texts }),
])

const pasteAsked: Schema.ConstraintDecoder<PasteAsked> = Schema.Struct({
  file: Schema.String,
  revision: Schema.Number,
  text: Schema.String,
  lines,
  columns: texts,
  selected: Schema.Struct({ rows: Schema.Number, columns: Schema.Number }),
  isOpenEnded: Schema.Boolean,
})

const amountChange = {
  by: Schema.String,
  byUnit: Schema.Literals(["factor", "percent", "add", "set"]),
  round: Schema.NullOr(Schema.String),
}

const multiplyAsked: Schema.ConstraintDecoder<MultiplyAsked> = Schema.Struct({
  file: Schema.String,
  revision: Schema.Number,
  lines,
  columns: texts,
  ...amountChange,
  write: Schema.Boolean,
})

const splitAsked: Schema.ConstraintDecoder<SplitAsked> = Schema.Struct({
  file: Schema.String,
  revision: Schema.Number,
  column: Schema.String,
  at: Schema.String,
  lines,
  upper: Schema.NullOr(Schema.Struct(amountChange)),
  step: Schema.Literals(["show", "try", "write"]),
})

const replaceAsked: Schema.ConstraintDecoder<ReplaceAsked> = Schema.Struct({
  file: Schema.NullOr(Schema.String),
  revision: Schema.Number,
  find: Schema.String,
  by: Schema.String,
  isWhole: Schema.Boolean,
  isExact: Schema.Boolean,
  except: Schema.Array(Schema.Struct({ file: Schema.String, line, column: Schema.String })),
  write: Schema.Boolean,
})

const copyAsked: Schema.ConstraintDecoder<CopyAsked> = Schema.Struct({
  file: Schema.String,
  revision: Schema.Number,
  line,
  to: Schema.String,
  write: Schema.Boolean,
})

const ownTableAsked: Schema.ConstraintDecoder<OwnTableAsked> = Schema.Struct({
  file: Schema.NullOr(Schema.String),
  revision: Schema.Number,
  shape: Schema.Struct({
    name: Schema.String,
    about: Schema.String,
    hook: Schema.String,
    hitPolicy: Schema.Literals(hitPolicies),
    conditions: texts,
    results: texts,
    notes: texts,
    kinds: Schema.optionalKey(
      Schema.Record(
        Schema.String,
        Schema.Struct({
          type: Schema.Literals([
            "words",
            "text",
            "number",
            "day",
            "boolean",
            "seconds",
            "months",
            "feel",
          ]),
          words: Schema.optionalKey(texts),
          minimum: Schema.optionalKey(Schema.Number),
          maximum: Schema.optionalKey(Schema.Number),
          default: Schema.optionalKey(Schema.String),
        }),
      ),
    ),
  }),
})

/** Reads a text as a cell of a column, with the words that the tables have for it now. */
const readTyped = Effect.fnUntraced(function* (
  desk: Desk,
  file: string,
  column: string,
  text: string,
) {
  const declared = yield* columnOf(desk.state(), file, column)
  const words = wordsOf(declared, desk.state().sources)
  return typedCell(declared, text, knownWordsOf(declared, words))
})

const cellTyped: Schema.ConstraintDecoder<CellTyped> = Schema.Struct({
  file: Schema.String,
  revision: Schema.Number,
  line,
  column: Schema.String,
  asked: Schema.Union([
    Schema.Struct({ text: Schema.String }),
    Schema.Struct({ value: cellValue }),
  ]),
})

/** Reads a cell that was typed, and writes it as the house does. */
const typeCell = Effect.fnUntraced(function* (
  desk: Desk,
  { asked, column, file, line, revision }: CellTyped,
): Effect.fn.Return<CellDone, CallRefused> {
  const typed = "text" in asked ? asked.text : textOfValue(asked.value)
  const { text } = yield* readTyped(desk, file, column, typed)
  const operations = [{ _tag: "Set", cells: [{ line, column, text }] }] as const
  const state = yield* editTable(desk, { file, revision, action: "cells", operations })
  const isOther = "text" in asked && text !== typed
  return { ...made(state), rewritten: isOther ? { before: typed, after: text } : null }
})

/** What answers calls about one table. */
export const tableHandlers: CallHandlers<keyof TableCalls> = {
  edit: {
    input: tableEdit,
    answer: (edit, { desk }) => Effect.map(editTable(desk, edit), made),
  },
  typeCell: { input: cellTyped, answer: (typed, { desk }) => typeCell(desk, typed) },
  readCell: {
    input: Schema.Struct({ file: Schema.String, column: Schema.String, text: Schema.String }),
    answer: ({ column, file, text }, { desk }) => readTyped(desk, file, column, text),
  },
  writeCell: {
    input: Schema.Struct({ file: Schema.String, column: Schema.String, value: cellValue }),
    answer: ({ column, file, value }, { desk }) =>
      readTyped(desk, file, column, textOfValue(value)),
  },
  paste: {
    input: pasteAsked,
    answer: (asked, { desk }) =>
      Effect.map(pasteCells(desk, asked), (told) => ({ ...told, ...made(desk.state()) })),
  },
  multiply: {
    input: multiplyAsked,
    answer: (asked, { desk }) =>
      Effect.map(multiplyCells(desk, asked), (told) => ({
        ...told,
        revision: asked.write ? desk.state().revision : null,
      })),
  },
  splitBands: {
    input: splitAsked,
    answer: (asked, bench) =>
      Effect.map(splitBands(bench, asked), (told) => ({
        ...told,
        revision: asked.step === "write" ? bench.desk.state().revision : null,
      })),
  },
  mergeBands: {
    input: Schema.Struct({
      file: Schema.String,
      revision: Schema.Number,
      column: Schema.String,
      lines,
    }),
    answer: (asked, { desk }) =>
      Effect.map(mergeBands(desk, asked), (told) => ({ ...told, ...made(desk.state()) })),
  },
  replaceCells: {
    input: replaceAsked,
    answer: (asked, { desk }) =>
      Effect.map(replaceCells(desk, asked), (told) => ({
        ...told,
        revision: asked.write ? desk.state().revision : null,
      })),
  },
  copyThing: {
    input: copyAsked,
    answer: (asked, { desk }) =>
      Effect.map(copyThing(desk, asked), ({ from, newLine, rows, shared, tables }) => ({
        from,
        newLine,
        rows,
        shared,
        tables,
        revision: asked.write ? desk.state().revision : null,
      })),
  },
  hooks: {
    input: Schema.Struct({}),
    answer: () => Effect.succeed(shownHooks),
  },
  ownShape: {
    input: Schema.Struct({ file: Schema.String }),
    answer: ({ file }, { desk }) => ownShape(desk, file),
  },
  shapeOwnTable: {
    input: ownTableAsked,
    answer: (asked, { desk }) => shapeOwnTable(desk, asked),
  },
  removeOwnTable: {
    input: Schema.Struct({ file: Schema.String }),
    answer: ({ file }, { desk }) => Effect.map(removeOwnTable(desk, file), made),
  },
  makeTableCases: {
    input: Schema.Struct({ file: Schema.String }),
    answer: ({ file }, { desk }) => makeTableCases(desk, file),
  },
  carryColumns: {
    input: Schema.Struct({ file: Schema.String, revision: Schema.Number, columns: texts }),
    answer: (asked, { desk }) => Effect.map(carryOwnColumns(desk, asked), made),
  },
  caseColumns: {
    input: Schema.Struct({ file: Schema.String }),
    answer: ({ file }, { desk }) => caseColumns(desk, file),
  },
  chooseCaseColumns: {
    input: Schema.Struct({ file: Schema.String, revision: Schema.Number, columns: texts }),
    answer: (asked, { desk }) => Effect.map(chooseCaseColumns(desk, asked), made),
  },
  keepTableCase: {
    input: Schema.Struct({
      situation: askedSituation,
      file: Schema.String,
      line,
      name: Schema.String,
    }),
    answer: (asked, bench) => keepTableCase(bench, asked),
  },
  conflict: {
    input: Schema.Struct({ id: Schema.String }),
    answer: ({ id }, { desk }) => shownConflict(desk, id),
  },
  settle: {
    input: Schema.Struct({
      id: Schema.String,
      rows: Schema.Array(Schema.Literals(["mine", "theirs"])),
    }),
    answer: ({ id, rows }, { desk }) => Effect.map(settleConflict(desk, id, rows), made),
  },
}

/** How long the tables have to stay as they are before rows are counted again. */
const calmMs = 1_500

/** What makes views of tables. */
export const tableViews: ViewHandlers<keyof TableViews> = {
  tableCases: {
    input: Schema.Struct({ file: Schema.String }),
    follows: ["tables"],
    // The engine of situations may be trying all of those, for seconds.
    answer: ({ file }, { answers, desk }) =>
      Effect.andThen(
        definitionOf(desk.state(), file),
        Effect.map(answers.ask("table-cases", { file }), (found) => found as TableCasesView),
      ),
  },
  rowHits: {
    input: Schema.Struct({ file: Schema.String }),
    follows: ["tables"],
    calmMs,
    answer: ({ file }, { cases, desk }) =>
      Effect.andThen(
        definitionOf(desk.state(), file),
        Effect.map(cases.ask("hits", { file }), (found) => found as RowHitsView),
      ),
  },
  table: {
    input: Schema.Struct({ file: Schema.String }),
    follows: ["tables"],
    answer: ({ file }, { desk }) =>
      Effect.map(definitionOf(desk.state(), file), (definition) =>
        tableGrid(textsOf(desk), definition),
      ),
    change: gridChange,
  },
}

const textsOf = ({ before, state }: Desk): VersionTexts => {
  const { revision, sources } = state()
  return { revision, before: before.sources, after: sources }
}

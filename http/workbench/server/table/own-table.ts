import * as Effect from "effect/Effect"
import { carryColumns } from "../../../../core/table/carried.ts"
import { caseFileOf, isCaseFile, reshapedCases } from "../../../../core/table/case-table.ts"
import { describeTableError, type TableError } from "../../../../core/table/error.ts"
import { isCarried } from "../../../../core/table/header.ts"
import { columnsOf } from "../../../../core/table/load.ts"
import { definitionFileOf, isOwnTable, rowsFileOf } from "../../../../core/table/own-table.ts"
import { toldMistake } from "../../../../rules/check/tell/told-finding.ts"
import {
  newOwnFile,
  ownShapeOf,
  type OwnTableShape,
  ownTexts,
} from "../../../../rules/tables/own-table-texts.ts"
import { hooks, ownTablesIn } from "../../../../rules/tables/own-tables.ts"
import type { CarryAsked, HookShown, OwnTableAsked, OwnTableDone } from "../../protocol/table.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"
import type { Desk } from "../desk/desk.ts"
import { refuseOutdated } from "./shown-table.ts"
import { definitionOf } from "./table-definition.ts"

/** The places at which rules ask tables of one's own, with what a table may have there. */
export const shownHooks: ReadonlyArray<HookShown> = Object.values(hooks).map(
  ({ about, facts, name, needs, outputs, place }) => ({
    name,
    place,
    about,
    facts: Object.entries(facts).map(([column, fact]) => ({ name: column, about: fact.about })),
    results: Object.entries(outputs).map(([column, result]) => ({
      name: column,
      about: result.about,
    })),
    needs,
  }),
)

/** The shape of a table of one's own, as it stands now. */
export const ownShape = (desk: Desk, file: string): Effect.Effect<OwnTableShape, CallRefused> => {
  const { sources } = desk.state()
  const text = sources.get(definitionFileOf(file))
  return text === undefined || ownTablesIn(sources).definitions[file] === undefined
    ? Effect.fail(callRefused("NoSuchTable", { file }))
    : Effect.succeed(ownShapeOf(text))
}

/** Makes a table of one's own, or gives one other columns, as one step; refused where its definition would be wrong. */
export const shapeOwnTable = Effect.fnUntraced(function* (
  desk: Desk,
  { file: known, revision, shape }: OwnTableAsked,
): Effect.fn.Return<OwnTableDone, CallRefused> {
  let file = known ?? ""
  const state = yield* desk.edit((now) =>
    Effect.gen(function* () {
      if (known !== null) yield* refuseOutdated(now, { file: known, revision })
      const definitionFile =
        known === null
          ? newOwnFile(shape.name, (each) => now.sources.has(each))
          : definitionFileOf(known)
      file = rowsFileOf(definitionFile)
      const [definition, csv] = [now.sources.get(definitionFile), now.sources.get(file)]
      const before = definition === undefined ? undefined : { definition, csv: csv ?? "" }
      const texts = ownTexts(shape, before)
      const made = ownTablesIn(new Map([[definitionFile, texts.definition]]))
      const [mistake] = made.errors
      if (mistake !== undefined) return yield* misshapen(mistake)
      const older = ownTablesIn(now.sources).definitions[file]
      const newer = made.definitions[file]
      const cases = now.sources.get(caseFileOf(file))
      return {
        label: { action: "table" as const, file, count: 1 },
        texts: new Map([
          [definitionFile, texts.definition],
          [file, texts.csv],
          ...(cases === undefined || older === undefined || newer === undefined
            ? []
            : [[caseFileOf(file), reshapedCases(newer, { before: older, text: cases })] as const]),
        ]),
      }
    }),
  )
  return { file, revision: state.revision }
})

/** Takes a table of one's own away, as one step. */
export const removeOwnTable = (desk: Desk, file: string) =>
  isOwnTable(file) && desk.state().sources.has(file)
    ? desk.take({
        label: { action: "table", file, count: 1 },
        texts: new Map(
          [file, definitionFileOf(file), caseFileOf(file)]
            .filter((each) => desk.state().sources.has(each))
            .map((each) => [each, null]),
        ),
      })
    : Effect.fail(callRefused("NoSuchTable", { file }))

/** Gives a shipped table columns of one's own, or takes some away, as one step. */
export const carryOwnColumns = (desk: Desk, { columns, file, revision }: CarryAsked) =>
  desk.edit((now) =>
    Effect.gen(function* () {
      yield* refuseOutdated(now, { file, revision })
      const definition = yield* definitionOf(now, file)
      const wrong = columns.find((column) => !isCarried(column))
      if (wrong !== undefined) return yield* callRefused("NoSuchColumn", { file, column: wrong })
      if (isOwnTable(file) || isCaseFile(file)) return yield* callRefused("NoSuchTable", { file })
      const width = Object.keys(columnsOf(definition)).length
      const text = carryColumns(now.sources.get(file) ?? "", width, [...new Set(columns)])
      return { label: { action: "table" as const, file, count: 1 }, texts: new Map([[file, text]]) }
    }),
  )

const misshapen = (mistake: TableError): CallRefused => {
  const { detail, title } = toldMistake(mistake)
  return callRefused("TableMisshapen", {
    mistake: describeTableError(mistake),
    mistakeFr: `${title.fr}. ${detail.fr}`,
  })
}

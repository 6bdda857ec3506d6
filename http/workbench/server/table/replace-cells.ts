import * as Effect from "effect/Effect"
import { replacedCells } from "../../../../core/editing/replaced-cells.ts"
import { groupBy } from "../../../../core/group-by.ts"
import { definitionsByFile } from "../../../../rules/tables/table-named.ts"
import type { FoundPlace, ReplaceAsked, ReplaceDone } from "../../protocol/table.ts"
import type { CallRefused } from "../call-refused.ts"
import type { Desk } from "../desk/desk.ts"
import { editedText } from "./edit-table.ts"
import { refuseOutdated } from "./shown-table.ts"
import { definitionOf } from "./table-definition.ts"

/** More cells than these are counted and not listed. */
const shownMax = 500

type FoundCell = ReplaceDone["cells"][number]

/** Replaces what is found in the cells of a table, or of all of them, as one step; or shows what that comes to. */
export const replaceCells = Effect.fnUntraced(function* (
  desk: Desk,
  asked: ReplaceAsked,
): Effect.fn.Return<Omit<ReplaceDone, "revision">, CallRefused> {
  if (asked.file !== null) yield* definitionOf(desk.state(), asked.file)
  const found = foundIn(desk.state().sources, asked)
  const except = new Set(asked.except.map(placeOf))
  const isReplaced = (cell: FoundCell): boolean =>
    cell.leftOut === null && !except.has(placeOf(cell))
  const replaced = found.filter(isReplaced)
  const [first] = replaced
  if (asked.write && first !== undefined) {
    yield* desk.edit((state) =>
      Effect.gen(function* () {
        const texts = new Map<string, string>()
        for (const [file, cells] of groupBy(replaced, (cell) => cell.file)) {
          yield* refuseOutdated(state, { file, revision: asked.revision })
          const set = cells.map(({ after, column, line }) => ({ line, column, text: after }))
          const operation = { _tag: "Set", cells: set } as const
          const definition = yield* definitionOf(state, file)
          texts.set(file, yield* editedText(state.sources.get(file) ?? "", definition, [operation]))
        }
        return { label: { action: "replace", file: first.file, count: replaced.length }, texts }
      }),
    )
  }
  return {
    cells: found.slice(0, shownMax),
    count: replaced.length,
    tables: new Set(replaced.map(({ file }) => file)).size,
    leftOut: found.length - replaced.length,
  }
})

const placeOf = ({ column, file, line }: FoundPlace): string => `${file} ${line} ${column}`

const foundIn = (
  sources: ReadonlyMap<string, string>,
  { file: only, ...replacement }: ReplaceAsked,
): ReadonlyArray<FoundCell> =>
  [...definitionsByFile(sources)].flatMap(([file, definition]) => {
    const source = sources.get(file)
    if (source === undefined || (only !== null && only !== file)) return []
    const cells = replacedCells({ definition, source }, replacement)
    return cells.map((cell) => ({ ...cell, file }))
  })

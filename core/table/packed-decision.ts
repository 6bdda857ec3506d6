import * as Result from "effect/Result"
import { once } from "../memory.ts"
import type { ConditionTest, Fact } from "./condition.ts"
import {
  type Decision,
  type DecisionDefinition,
  decisionOf,
  fieldsOf,
  type Hit,
  indexOf,
  type Inputs,
  mentionsOfWords,
  type NamedInput,
  namedInputs,
  prepareAnswers,
  usesInRecords,
} from "./decision.ts"
import type { Columns } from "./definition.ts"
import type { Loaded } from "./loaded.ts"
import { namedColumns } from "./read-record.ts"
import type { AskedFacts } from "./evaluate.ts"
import { answersOne, policies } from "./hit-policy.ts"
import { camelCase } from "./names.ts"
import type { PackedText } from "./packed.ts"
import {
  type PackedColumn,
  packedMentions,
  packedRecords,
  packedRows,
  packedWords,
  readColumn,
  unpackedText,
} from "./packed-columns.ts"
import { rowOrder } from "./row-order.ts"

/**
 * Whether a condition accepts a fact; null, undefined and what is of another kind are unknown.
 *
 * ```ts
 * import { accepts } from "../core/table/packed-decision.ts"
 *
 * accepts({ _tag: "AnyOf", words: ["gold"] }, "gold") // => true
 * accepts({ _tag: "NoneOf", words: ["gold"] }, null) // => true
 * accepts({ _tag: "Within", intervals: [{ low: 1, lowClosed: true, high: 3, highClosed: false }] }, 3) // => false
 * ```
 */
export const accepts = (test: ConditionTest, fact: Fact | undefined): boolean => {
  switch (test._tag) {
    case "Any":
      return true
    case "AnyOf":
      return typeof fact === "string" && test.words.includes(fact)
    case "NoneOf":
      return typeof fact !== "string" || !test.words.includes(fact)
    case "Is":
      return test.value === fact
    case "Within":
    case "Outside": {
      if (typeof fact !== "number" || Number.isNaN(fact)) return false
      const within = test.intervals.some(
        ({ high, highClosed, low, lowClosed }) =>
          (fact > low || (fact === low && (lowClosed || low === Number.NEGATIVE_INFINITY))) &&
          (fact < high || (fact === high && (highClosed || high === Number.POSITIVE_INFINITY))),
      )
      return within === (test._tag === "Within")
    }
  }
}

/** A packed condition column; its cells are read when one is asked for. */
interface TestColumn {
  readonly factName: string
  readonly column: PackedColumn
  readonly testAt: (place: number) => ConditionTest
}

const testColumn = ({ cells, name }: NamedInput, column: PackedColumn): TestColumn => {
  const tests: Array<ConditionTest | undefined> = []
  return {
    factName: camelCase(name),
    column,
    // A cell that its column refuses was never packed from a sound table.
    testAt: (place) => (tests[place] ??= Result.getOrThrow(cells.read(column.cells[place] ?? ""))),
  }
}

/** The rows that a fact leaves; each different cell of the column is tried once. */
const rowsLeft = (
  { column, factName, testAt }: TestColumn,
  facts: AskedFacts,
  rows: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const fact = facts[factName]
  const verdicts: Array<boolean | undefined> = []
  return rows.filter((row) => {
    const place = column.placeOf(row)
    return (verdicts[place] ??= accepts(testAt(place), fact))
  })
}

/** Below this many questions, trying cells is cheaper than building the index. */
const questionsOfStart = 256

/**
 * Reads a decision table that is packed, as its CSV reads, without mistakes. Nothing is read before it
 * is needed: the first questions try the cells of one column after the other, later ones ask the index.
 */
export const unpackDecision = <Conditions extends Inputs, Outputs extends Columns>(
  definition: DecisionDefinition<Conditions, Outputs>,
  packed: PackedText,
): Loaded<Decision<Conditions, Outputs>> => {
  const { file, hitPolicy } = definition
  const inputs = namedInputs(definition.inputs)
  const outputs = namedColumns(definition.outputs)
  const names = [...inputs, ...outputs].map(({ name }) => name)
  const unpacked = unpackedText(packed.text)
  const { columns, count, lines } = unpacked
  const from = inputs.length
  const conditions = inputs.flatMap((input, index) =>
    columns.slice(index, index + 1).map((column) => testColumn(input, column)),
  )
  const { rowAt, all } = packedRows<Hit<Outputs>>(
    outputs.flatMap((output, index) =>
      columns.slice(from + index, from + index + 1).map((column) => readColumn(output, column)),
    ),
    count,
    (row) => ({ line: lines()[row] }),
  )
  // Rows in the order in which they count, as in a table that was read from CSV.
  const order = once(
    (): ReadonlyArray<number> =>
      (policies[hitPolicy].order === "rows"
        ? undefined
        : rowOrder(hitPolicy, definition.outputs, all())) ?? [...Array(count).keys()],
  )
  const inOrder = <Item>(itemOf: (row: number) => Item) => once(() => order().map(itemOf))
  const rows = inOrder(rowAt)
  const tests = inOrder((row) =>
    conditions.map(({ column, testAt }) => testAt(column.placeOf(row))),
  )
  const fields = once(() => {
    const written = fieldsOf(packedRecords(unpacked))
    return order().flatMap((row) => written.slice(row, row + 1))
  })
  const index = once(() => indexOf(inputs, tests()))

  const deciding = once(() =>
    conditions.filter(({ column }) => column.cells.length > 1 || column.cells[0] !== ""),
  )
  const single = answersOne(hitPolicy)
  const scan = (facts: AskedFacts): ReadonlyArray<Hit<Outputs>> => {
    let left = order()
    for (const column of deciding()) {
      left = rowsLeft(column, facts, left)
      if (left.length === 0) break
    }
    return Object.freeze((single ? left.slice(0, 1) : left).map(rowAt))
  }
  type Evaluating = Decision<Conditions, Outputs>["evaluate"]
  let asked = 0
  // Replaces itself once the table is asked often.
  let evaluate: Evaluating = (facts) => {
    asked += 1
    if (asked < questionsOfStart) return scan(facts as AskedFacts)
    evaluate = prepareAnswers(hitPolicy, index(), rows()) as Evaluating
    return evaluate(facts)
  }
  return {
    content: decisionOf({
      definition,
      rows,
      tests,
      index,
      fields,
      evaluate: (facts) => evaluate(facts),
    }),
    errors: [],
    get mentions() {
      const ofInputs = inputs.flatMap(({ input }, at) => {
        const { column, testAt } = conditions[at] ?? {}
        const read =
          column === undefined || testAt === undefined ? [] : [...column.cells.keys()].map(testAt)
        return mentionsOfWords(input, read)
      })
      return [...ofInputs, ...packedMentions(outputs, columns.slice(from))]
    },
    get uses() {
      return usesInRecords(file, packedRecords(unpacked), inputs, outputs)
    },
    words: packedWords(names, unpacked),
  }
}

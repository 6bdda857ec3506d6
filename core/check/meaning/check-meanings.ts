import type { WordsOf } from "../../analysis/space.ts"
import type { Budget } from "../../analysis/search.ts"
import { type AnyDefinition, columnsOf } from "../../table/load.ts"
import {
  type Fresh,
  type Meaning,
  type Monotone,
  type Neighbours,
  type SettingCell,
  type Steady,
  sumText,
} from "../../table/meaning.ts"
import { nearest } from "../../table/nearest.ts"
import type { LoadedTable } from "../column-values.ts"
import type { CheckQuestion, LocatedFinding, SumAt } from "../finding.ts"
import type { ReadColumns } from "../required.ts"
import { type BrokenPromise, findBrokenPromises } from "./broken-promises.ts"
import { decimalText, figureText } from "../../money/decimal-literal.ts"
import { isMeant, type MeantValue, meantDirective, readMeantValues } from "./meant.ts"
import { findMoves } from "./moves.ts"
import { orderedCases, type OrderedCase, reachesOf } from "./ordered-case.ts"
import { findOutliers } from "./outliers.ts"
import { namedCells, tellingColumns, type MeantRow, writtenRows } from "./table-cells.ts"
import { groupBy } from "../../group-by.ts"
import { daysInclusive } from "../../vocabulary/day.ts"

/** An earlier version of tables: its name, and its texts by file. */
export interface EarlierVersion {
  readonly name: string
  readonly sources: ReadonlyMap<string, string>
}

/** What lies around the tables when they are held to what they mean. */
export interface Surroundings {
  /** The day on which it is done; without it no day is old. */
  readonly today?: string
  /** What the tables were before; without it nothing has moved. */
  readonly earlier?: EarlierVersion
  /** The names of the files in folders beside the tables; a folder that is not known is left aside. */
  readonly filesIn?: Readonly<Record<string, ReadonlySet<string>>>
}

/** What the check of a table's meanings sees of what lies around. */
export const seenOf = (
  definition: AnyDefinition,
  { earlier, filesIn, today }: Surroundings,
): Surroundings => {
  const means = (tag: Meaning["_tag"]): boolean =>
    definition.means?.some(({ _tag }) => _tag === tag) === true
  const before = earlier?.sources.get(definition.file)
  const folders = Object.values(columnsOf(definition)).flatMap((column) => {
    const folder = "filesIn" in column ? column.filesIn : undefined
    const files = folder === undefined ? undefined : filesIn?.[folder]
    return folder === undefined || files === undefined ? [] : [[folder, files] as const]
  })
  return {
    ...(today !== undefined && means("Fresh") ? { today } : {}),
    ...(earlier !== undefined && before !== undefined && means("Steady")
      ? { earlier: { name: earlier.name, sources: new Map([[definition.file, before]]) } }
      : {}),
    filesIn: Object.fromEntries(folders),
  }
}

/** What the check of one table's meanings works on. */
export interface MeaningCheck extends Surroundings {
  readonly definition: AnyDefinition
  readonly table: LoadedTable
  readonly source: string
  readonly read: ReadColumns
  readonly wordsOf: WordsOf
  readonly asks: (question: CheckQuestion) => boolean
  readonly budget: () => Budget
  /** What is found of the table elsewhere, which may be declared as meant as well. */
  readonly others: ReadonlyArray<LocatedFinding>
  /** Columns of it that such findings are about. */
  readonly judged: ReadonlyArray<string>
}

/** A check of one table with its rows, read once. */
interface Held extends MeaningCheck {
  readonly rows: ReadonlyArray<MeantRow>
  readonly accepts: (column: string, row: MeantRow) => boolean
}

const settingOf = ({ read }: MeaningCheck, setting: SettingCell): number | undefined => {
  const { column, file, where } = setting
  const rows = read({ file, columns: [where.column, column] }) ?? []
  const value = rows.find(({ values }) => values[0] === where.is)?.values[1]
  return value === undefined ? undefined : Number(value)
}

const factsOf = (
  facts: ReadonlyMap<string, string | number>,
): Readonly<Record<string, string | number>> => Object.fromEntries(facts)

/** The part of a sum that differs most between two rows: where a slip is most likely. */
const suspectColumn = (promise: Monotone, { fall, row }: BrokenPromise): string => {
  const other = fall.lower === row ? fall.higher : fall.lower
  const steps = promise.sum.filter(
    (part) => typeof part !== "string" && part.times === promise.over,
  )
  const parts = other === row ? steps : promise.sum
  const columns = parts.map((part) => (typeof part === "string" ? part : part.column))
  const ratio = (column: string): number => {
    const [mine, its] = [Number(row.row.cell(column)), Number(other.row.cell(column))]
    const [low, high] = [Math.min(mine, its), Math.max(mine, its)]
    return low <= 0 ? (high <= 0 ? 1 : Number.MAX_VALUE) : high / low
  }
  const [first = ""] = columns.toSorted((left, right) => ratio(right) - ratio(left))
  return first
}

const valueAt = (
  { never, order, over }: Monotone,
  ordered: OrderedCase,
  at: number,
  facts: ReadonlyMap<string, string | number>,
  decimals: number,
): SumAt => {
  const amounts = new Map<string, string | number>([...facts, [over, at]])
  let value = ordered.flat
  for (const [column, slope] of ordered.slopes) value += slope * BigInt(amounts.get(column) ?? 0)
  return {
    value: decimalText(never === "falls" ? value : -value, decimals),
    at: order?.[at] ?? String(at),
    line: ordered.row.line,
  }
}

const isMonotone = (meaning: Meaning): meaning is Monotone => meaning._tag === "Monotone"

const brokenFound = (promise: Monotone, one: BrokenPromise, decimals: number): LocatedFinding => {
  const { fall, lines, row } = one
  const other = fall.lower === row ? fall.higher : fall.lower
  return {
    _tag: "BrokenPromise",
    sum: sumText(promise.sum),
    never: promise.never,
    over: promise.over,
    from: valueAt(promise, fall.lower, fall.lowerAt, fall.facts, decimals),
    to: valueAt(promise, fall.higher, fall.higherAt, fall.facts, decimals),
    witness: factsOf(fall.facts),
    otherLine: other.row.line,
    lines,
    ...row.row.placeOf(suspectColumn(promise, one)),
  }
}

const promisesFound = (held: Held): ReadonlyArray<LocatedFinding> => {
  const { budget, definition, rows, table, wordsOf } = held
  const declared = (definition.means ?? []).filter(isMonotone)
  if (declared.length === 0) return []
  const reaches = reachesOf(definition, table, rows, wordsOf)
  const promises = declared.map((promise) => ({
    promise,
    over: promise.over,
    ...orderedCases(promise, rows, reaches),
  }))
  return findBrokenPromises(promises, budget).flatMap((broken, index) => {
    const kept = promises[index]
    if (kept === undefined) return []
    if (broken !== undefined) {
      return broken.map((one) => brokenFound(kept.promise, one, kept.decimals))
    }
    const at = { _tag: "Sum", sum: sumText(kept.promise.sum) } as const
    const reason = { _tag: "CutShort", at } as const
    return [{ _tag: "Unknown", question: "broken promises", reason, line: 1, character: 1 }]
  })
}

const rowDirective = (held: Held, column: string, row: MeantRow): string =>
  meantDirective(column, namedCells(row, tellingColumns(held.definition)))

const outliersFound = (held: Held, said: Neighbours): ReadonlyArray<LocatedFinding> =>
  findOutliers(said, held.rows)
    .filter(({ row }) => !held.accepts(said.column, row))
    .map(({ is, median, others, row }) => ({
      _tag: "Outlier",
      column: said.column,
      cell: row.cell(said.column),
      is,
      times: said.times,
      median: figureText(median),
      others,
      group: namedCells(row, said.per),
      directive: rowDirective(held, said.column, row),
      ...row.placeOf(said.column),
    }))

const jumpsFound = (held: Held, said: Steady): ReadonlyArray<LocatedFinding> => {
  const { definition, earlier, rows, source } = held
  const before = earlier?.sources.get(definition.file)
  const bps = settingOf(held, said.mostBps)
  const days = settingOf(held, said.mostDays)
  if (before === undefined || before === source || bps === undefined || days === undefined) {
    return []
  }
  const telling = tellingColumns(definition)
  return findMoves(said, definition, rows, before, { bps, days })
    .filter(({ row }) => !held.accepts(said.column, row))
    .map((move) => ({
      _tag: "Jump",
      column: said.column,
      cell: move.row.cell(said.column),
      row: namedCells(move.row, telling),
      before: move.before,
      base: earlier?.name ?? "",
      movedBps: move.movedBps,
      boundBps: move.boundBps,
      days: move.days,
      limit: said.mostBps.where.is,
      directive: meantDirective(said.column, namedCells(move.row, [...telling, said.day])),
      ...move.row.placeOf(said.column),
    }))
}

const oldDaysFound = (held: Held, said: Fresh): ReadonlyArray<LocatedFinding> => {
  const { column, mostDays } = said
  const daysMax = settingOf(held, mostDays)
  const { definition, today } = held
  if (daysMax === undefined || today === undefined) return []
  const telling = tellingColumns(definition)
  return findOldDays(said, held.rows, today, daysMax).flatMap(({ ageDays, day, rows }) => {
    const told = rows.filter((row) => !held.accepts(column, row))
    const [first] = told
    if (first === undefined) return []
    return [
      {
        _tag: "OldDay" as const,
        column,
        cell: day,
        row: namedCells(first, telling),
        ageDays,
        daysMax,
        limit: mostDays.where.is,
        others: told.length - 1,
        directive: meantDirective(column, { [column]: day }),
        ...first.placeOf(column),
      },
    ]
  })
}

const filesFound = (held: Held): ReadonlyArray<LocatedFinding> =>
  Object.entries(columnsOf(held.definition)).flatMap(([column, definition]) => {
    const folder = "filesIn" in definition ? definition.filesIn : undefined
    const there = folder === undefined ? undefined : held.filesIn?.[folder]
    if (folder === undefined || there === undefined) return []
    return held.rows.flatMap((row): ReadonlyArray<LocatedFinding> => {
      const cell = row.cell(column)
      if (cell === "" || there.has(cell)) return []
      const close = nearest(cell, there) ?? null
      return [{ _tag: "MissingFile", column, cell, folder, nearest: close, ...row.placeOf(column) }]
    })
  })

const meaningsFound = (held: Held): ReadonlyArray<LocatedFinding> => {
  const { asks, definition } = held
  const others = (definition.means ?? []).flatMap((meaning): ReadonlyArray<LocatedFinding> => {
    switch (meaning._tag) {
      case "Monotone":
        return []
      case "Neighbours":
        return asks("outliers") ? outliersFound(held, meaning) : []
      case "Steady":
        return asks("jumps") ? jumpsFound(held, meaning) : []
      case "Fresh":
        return asks("old days") ? oldDaysFound(held, meaning) : []
    }
  })
  return [...(asks("broken promises") ? promisesFound(held) : []), ...others]
}

const columnOf = (finding: LocatedFinding): string | undefined =>
  "directive" in finding && "column" in finding ? finding.column : undefined

/** What is found elsewhere, without what the table declares as meant. */
const othersFound = ({ accepts, others, rows }: Held): ReadonlyArray<LocatedFinding> =>
  others.filter((finding) => {
    const column = columnOf(finding)
    const row = column === undefined ? undefined : rows.find(({ line }) => line === finding.line)
    return column === undefined || row === undefined || !accepts(column, row)
  })

/** Whether a declaration still says something: that of a figure that moved does while its row is there. */
const stillHolds = (
  { definition, rows }: Pick<Held, "definition" | "rows">,
  value: MeantValue,
): boolean =>
  (definition.means ?? []).some(({ _tag, ...said }) => {
    return _tag === "Steady" && "column" in said && said.column === value.column
  }) && rows.some((row) => isMeant(value, row))

/** The columns of a table whose values can be declared as meant. */
const judgedColumns = ({ definition, judged }: MeaningCheck): ReadonlyArray<string> => [
  ...new Set([
    ...(definition.means ?? []).flatMap((said) => (said._tag === "Monotone" ? [] : said.column)),
    ...judged,
  ]),
]

/** Whether everything is asked that a table can declare as meant. */
const asksAll = ({ asks }: MeaningCheck): boolean =>
  (["outliers", "jumps", "old days"] as const).every(asks)

/** Holds a sound table to what its values mean, as far as that is not declared to be meant. */
export const checkMeanings = (check: MeaningCheck): ReadonlyArray<LocatedFinding> => {
  const { definition, source } = check
  const named = Object.values(columnsOf(definition)).some((column) => "filesIn" in column)
  const judged = judgedColumns(check)
  if (definition.means === undefined && judged.length === 0 && !named) return []
  const rows = writtenRows(definition, source)
  const { errors, values } = readMeantValues(definition, source, judged)
  const used = new Set<MeantValue>()
  const accepts = (column: string, row: MeantRow): boolean => {
    const accepting = values.filter((value) => value.column === column && isMeant(value, row))
    for (const value of accepting) used.add(value)
    return accepting.length > 0
  }
  const held: Held = { ...check, rows, accepts }
  const found = [
    ...meaningsFound(held),
    ...othersFound(held),
    ...(check.asks("named files") ? filesFound(held) : []),
  ]
  const stale = asksAll(check)
    ? values.filter((value) => !used.has(value) && !stillHolds(held, value))
    : []
  return [
    ...errors.map((error): LocatedFinding => ({
      _tag: "BadDirective",
      error,
      line: error.line,
      character: error.character,
    })),
    ...found,
    ...stale.map(({ directive: { character, line, why } }): LocatedFinding => ({
      _tag: "StaleMeant",
      why,
      line,
      character,
    })),
  ]
}

/** A day that lies further back than it should, of one row or of several. */
interface OldDay {
  /** The rows of that day, in the order of the file. */
  readonly rows: ReadonlyArray<MeantRow>
  readonly day: string
  readonly ageDays: number
}

/** Finds the days of a column that lie further back than they should: each once, the oldest first. */
const findOldDays = (
  { column, except }: Fresh,
  rows: ReadonlyArray<MeantRow>,
  today: string,
  daysMax: number,
): ReadonlyArray<OldDay> => {
  const aging = rows.filter(
    (row) => except === undefined || !except.words.includes(row.cell(except.column)),
  )
  return [...groupBy(aging, (row) => row.cell(column))]
    .map(([day, some]) => ({ rows: some, day, ageDays: daysInclusive(day, today) - 1 }))
    .filter(({ ageDays }) => ageDays > daysMax)
    .toSorted((left, right) => right.ageDays - left.ageDays)
}

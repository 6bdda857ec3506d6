import { groupBy } from "../../core/group-by.ts"
import { rangesText } from "../../rules/coach/tables/bin-ranges.ts"
import type { BinFact, BinFacts } from "./bin-facts.ts"
import { cell, type FactRecord } from "./fact-file.ts"
import { byText, type TableText } from "./table-text.ts"

const typeLetters: Readonly<Record<string, string>> = {
  "": "n",
  credit: "c",
  debit: "d",
  "debit-prepaid": "p",
}

/** What makes the kind of a range: all that a list says beside its issuer. */
const kindKey = ({ level, list, type }: Pick<BinFact, "level" | "list" | "type">): string =>
  [level, type, list].join("\u0000")

/** Gives each kind its code: the one it had, or a new one of its level, type and list. */
const codesOf = (
  facts: BinFacts,
  kinds: ReadonlyArray<FactRecord>,
  lists: ReadonlyArray<FactRecord>,
): ReadonlyMap<string, string> => {
  const codes = new Map(
    kinds.map((row) => {
      const [level, list, type] = [cell(row, "level"), cell(row, "list"), cell(row, "type")]
      return [kindKey({ level, list, type }), cell(row, "kind")]
    }),
  )
  const taken = new Set(codes.values())
  const numbers = new Map(lists.map((row) => [cell(row, "list"), cell(row, "number")]))
  for (const fact of facts.values()) {
    const key = kindKey(fact)
    if (codes.has(key)) continue
    const level = fact.level.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_") || "any"
    const type = typeLetters[fact.type] ?? fact.type.toLowerCase().replaceAll(/[^a-z]+/g, "")
    const base = `${/^[a-z]/.test(level) ? level : `l${level}`}-${type}${numbers.get(fact.list) ?? "0"}`
    let code = base
    for (let more = 2; taken.has(code); more += 1) code = `${base}-${more}`
    taken.add(code)
    codes.set(key, code)
  }
  return codes
}

/** Characters of ranges that an issuer may have in one row; more of them are cut by first digits. */
const rowMax = 1_500

/** The cell of some numbers: kinds by their code, each with its ranges. */
const cellOf = (numbers: ReadonlyArray<readonly [bin: string, code: string]>): string =>
  [...groupBy(numbers, ([, code]) => code)]
    .sort(([left], [right]) => byText(left, right))
    .map(([code, of]) => `${code} ${rangesText(of.map(([bin]) => bin))}`)
    .join("|")

type Row = readonly [country: string, issuer: string, starts: string, ranges: string]

/** The rows of an issuer: one, or one for each start of its numbers. */
const rowsOf = (
  { country, issuer }: BinFact,
  numbers: ReadonlyArray<readonly [bin: string, code: string]>,
): ReadonlyArray<Row> => {
  const whole = cellOf(numbers)
  if (whole.length <= rowMax) return [[country, issuer, "", whole]]
  return [...groupBy(numbers, ([bin]) => bin.slice(0, 2))].map(([starts, part]): Row => [
    country,
    issuer,
    starts,
    cellOf(part),
  ])
}

/** The tables of ranges and of their kinds; kinds keep the codes that they had. */
export const binTables = (
  facts: BinFacts,
  kinds: ReadonlyArray<FactRecord>,
  lists: ReadonlyArray<FactRecord>,
): ReadonlyArray<TableText> => {
  const codes = codesOf(facts, kinds, lists)
  const sorted = [...facts].sort(([left], [right]) => byText(left, right))
  const byIssuer = groupBy(sorted, ([, { country, issuer }]) => `${country} ${issuer}`)
  const rows = [...byIssuer.values()].flatMap((numbers) => {
    const [first] = numbers
    if (first === undefined) return []
    return rowsOf(
      first[1],
      numbers.map(([bin, fact]) => [bin, codes.get(kindKey(fact)) ?? ""]),
    )
  })
  const used = new Map(sorted.map(([, fact]) => [codes.get(kindKey(fact)) ?? "", fact]))
  return [
    {
      file: "coach/bins.csv",
      columns: ["country", "issuer", "starts", "ranges"],
      comments: [
        "Written by `npm run -s facts -- --bins FILE --write`. Lists and licences: bin_lists.csv.",
        "Rows without an issuer: small banks, of whose cards none is known to carry covers.",
      ],
      rows: rows.sort((left, right) => byText(left.join("\u0000"), right.join("\u0000"))),
    },
    {
      file: "coach/bin_kinds.csv",
      columns: ["kind", "level", "type", "list"],
      rows: [...used]
        .map(([code, { level, list, type }]) => [code, level, type, list])
        .sort((left, right) => byText(left[0] ?? "", right[0] ?? "")),
    },
  ]
}

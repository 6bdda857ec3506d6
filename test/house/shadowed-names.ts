/** A piece of SQL: a word, a quoted name, anything else; or what stands in parentheses. */
type Piece =
  | { readonly _tag: "Name"; readonly name: string; readonly isQuoted: boolean }
  | { readonly _tag: "Other"; readonly text: string }
  | { readonly _tag: "Group"; readonly pieces: ReadonlyArray<Piece> }

/** A name by which a clause may mean what is selected, or the column that it comes from. */
export interface ShadowedName {
  readonly clause: "order by" | "group by" | "having" | "distinct on"
  readonly name: string
}

const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"((?:[^"]|"")*)"|\$\w*\$|::|[A-Za-z_][\w]*|\$?\d[\w.]*|\s+|[\s\S]/g

const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const open: Array<Array<Piece>> = [[]]
  const put = (piece: Piece): void => void open.at(-1)?.push(piece)
  for (const [found, quoted] of text.matchAll(token)) {
    if (/^(?:\s|--|\/\*)/.test(found)) continue
    if (found === "(") open.push([])
    else if (found === ")" && open.length > 1) put({ _tag: "Group", pieces: open.pop() ?? [] })
    else if (quoted !== undefined) put({ _tag: "Name", name: quoted, isQuoted: true })
    else if (/^[A-Za-z_]/.test(found)) {
      put({ _tag: "Name", name: found.toLowerCase(), isQuoted: false })
    } else put({ _tag: "Other", text: found })
  }
  // A part of a statement may leave parentheses open.
  while (open.length > 1) {
    const pieces = open.pop() ?? []
    put({ _tag: "Group", pieces })
  }
  return open[0] ?? []
}

const isWord = (piece: Piece | undefined, ...words: ReadonlyArray<string>): boolean =>
  piece?._tag === "Name" && !piece.isQuoted && words.includes(piece.name)

const isSign = (piece: Piece | undefined, text: string): boolean =>
  piece?._tag === "Other" && piece.text === text

const splitAt = (
  pieces: ReadonlyArray<Piece>,
  isEnd: (piece: Piece) => boolean,
): ReadonlyArray<ReadonlyArray<Piece>> => {
  const parts: Array<Array<Piece>> = [[]]
  for (const piece of pieces) {
    if (isEnd(piece)) parts.push([])
    else parts.at(-1)?.push(piece)
  }
  return parts.filter((part) => part.length > 0)
}

const listed = (pieces: ReadonlyArray<Piece>) => splitAt(pieces, (piece) => isSign(piece, ","))

/** What a select gives out under a name, and whether that is a column as it is. */
interface Output {
  readonly name: string
  readonly isColumn: boolean
}

/** Words that end an expression and name nothing. */
const closing = ["end", "null", "true", "false", "then", "else"]

/** The name that Postgres gives to an expression without one: that of its column or function. */
const impliedName = (expression: ReadonlyArray<Piece>): string | undefined => {
  const [first, second, third] = expression
  if (first?._tag === "Group") return outputsOf(first.pieces)[0]?.name
  if (first?._tag !== "Name") return undefined
  if (isWord(first, "cast") && second?._tag === "Group") return impliedName(second.pieces)
  if (isSign(second, ".")) return third?._tag === "Name" ? third.name : undefined
  return first.name
}

const outputOf = (item: ReadonlyArray<Piece>): Output | undefined => {
  const cast = item.findIndex((piece) => isSign(piece, "::"))
  const named = item.findLastIndex((piece) => isWord(piece, "as"))
  const last = item.at(-1)
  const before = item.at(-2)
  const isAlias =
    last?._tag === "Name" &&
    !(closing.includes(last.name) && !last.isQuoted) &&
    ((named >= 0 && named === item.length - 2) ||
      (named < 0 && cast < 0 && item.length > 1 && before?._tag !== "Other"))
  const expression = isAlias ? item.slice(0, named >= 0 ? named : -1) : item
  const name = isAlias ? last.name : impliedName(cast > 0 ? item.slice(0, cast) : item)
  if (name === undefined) return undefined
  const [first, second, third] = expression
  const column =
    expression.length === 1 ? first : isSign(second, ".") && expression.length === 3 ? third : null
  return { name, isColumn: column?._tag === "Name" && column.name === name }
}

const ends = ["from", "where", "group", "having", "order", "limit", "offset", "for", "window"]

/** What the first select among pieces gives out. */
const outputsOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Output> => {
  const start = pieces.findIndex((piece) => isWord(piece, "select"))
  if (start < 0) return []
  let from = start + 1
  if (isWord(pieces[from], "distinct", "all")) from += 1
  if (isWord(pieces[from], "on")) from += 2
  const length = pieces
    .slice(from)
    .findIndex(
      (piece) => isWord(piece, ...ends, "union", "intersect", "except") || isSign(piece, ";"),
    )
  const items = listed(pieces.slice(from, length < 0 ? undefined : from + length))
  return items.map(outputOf).filter((output) => output !== undefined)
}

/** The names in a clause that no table qualifies and that are no functions. */
const bareNames = (pieces: ReadonlyArray<Piece>): ReadonlyArray<string> =>
  pieces.flatMap((piece, place): ReadonlyArray<string> => {
    const [before, after] = [pieces[place - 1], pieces[place + 1]]
    if (piece._tag === "Group") {
      return piece.pieces.some((inner) => isWord(inner, "select")) ? [] : bareNames(piece.pieces)
    }
    if (piece._tag !== "Name" || isSign(before, ".") || isSign(before, "::")) return []
    return isSign(after, ".") || (after?._tag === "Group" && !piece.isQuoted) ? [] : [piece.name]
  })

const clausesOf = (
  select: ReadonlyArray<Piece>,
): ReadonlyArray<readonly [ShadowedName["clause"], ReadonlyArray<Piece>]> => {
  const clauseEnds = [...ends, "union", "intersect", "except", "on"]
  return select.flatMap((piece, place): ReturnType<typeof clausesOf> => {
    const next = select[place + 1]
    const rest = (skipped: number): ReadonlyArray<Piece> => {
      const from = place + skipped
      const length = select
        .slice(from)
        .findIndex((one) => isWord(one, ...clauseEnds) || isSign(one, ";"))
      return select.slice(from, length < 0 ? undefined : from + length)
    }
    if (isWord(piece, "order") && isWord(next, "by")) return [["order by", rest(2)]]
    if (isWord(piece, "group") && isWord(next, "by")) return [["group by", rest(2)]]
    if (isWord(piece, "having")) return [["having", rest(1)]]
    const group = select[place + 2]
    return isWord(piece, "distinct") && isWord(next, "on") && group?._tag === "Group"
      ? [["distinct on", group.pieces]]
      : []
  })
}

/** The selects that stand side by side among pieces, each from its word to the next. */
const selectsIn = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const starts = pieces.flatMap((piece, place) => (isWord(piece, "select") ? [place] : []))
  return starts.map((start, index) => pieces.slice(start, starts[index + 1]))
}

const groupsIn = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => [
  pieces,
  ...pieces.flatMap((piece) => (piece._tag === "Group" ? groupsIn(piece.pieces) : [])),
]

/** The columns that statements create or add to tables. */
export const columnsOf = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) => [
      ...[...text.matchAll(/add column (\w+)/g)].map(([, name = ""]) => name),
      ...groupsIn(piecesOf(text)).flatMap((pieces) =>
        pieces.flatMap((piece, place) => {
          const body = pieces[place + 3]
          return isWord(piece, "create") &&
            isWord(pieces[place + 1], "table") &&
            body?._tag === "Group"
            ? listed(body.pieces).flatMap(([first]) => (first?._tag === "Name" ? [first.name] : []))
            : []
        }),
      ),
    ]),
  )

/**
 * The names that a statement orders, groups or bounds by without a table, and that it gives out as
 * something else than the column of that name. Postgres takes what is given out in `order by` and the
 * column in `group by`, and nobody who reads it sees which: `select number::text … order by number`
 * puts 10 before 9.
 */
export const shadowedNames = (
  text: string,
  columns: ReadonlySet<string>,
): ReadonlyArray<ShadowedName> => {
  const groups = groupsIn(piecesOf(text))
  const selects = groups.flatMap(selectsIn)
  const givenOut = new Set(selects.flatMap(outputsOf).map(({ name }) => name))
  return selects.flatMap((select) => {
    const own = outputsOf(select)
    const elsewhere = (name: string): boolean =>
      columns.has(name) ||
      (givenOut.has(name) &&
        selects.some(
          (other) => other !== select && outputsOf(other).some((one) => one.name === name),
        ))
    const computed = new Set(
      own.flatMap(({ isColumn, name }) => (!isColumn && elsewhere(name) ? [name] : [])),
    )
    return clausesOf(select).flatMap(([clause, pieces]) =>
      bareNames(pieces).flatMap((name) => (computed.has(name) ? [{ clause, name }] : [])),
    )
  })
}

/** How many clauses a statement orders, groups or bounds by. */
export const clauseCount = (text: string): number =>
  groupsIn(piecesOf(text)).flatMap(selectsIn).flatMap(clausesOf).length

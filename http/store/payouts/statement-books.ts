import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Payouts, StatementBooksPage } from "../../ports/payouts.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import { orPayoutsUnavailable } from "./payout-books.ts"
import {
  booksHead,
  checkpointNote,
  emptyTree,
  grownTree,
  isCheckpointOf,
  isNoteOf,
  lineProof,
  logOrigin,
  nodesBytes,
  type StatementKey,
  type StatementTree,
  treeOf,
} from "./statement-tree.ts"
import { readStatement } from "../../../rules/payouts/statement-record.ts"

/** What the line of a journal says, of `target` in it; where it was booked for another account, no order. */
export const lineLeaf = `
  json_build_object(
    'order', case when sale.partner_id = target.partner_id then sale.external_order_id else '' end,
    'at', to_char(journal.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'kind', journal.kind,
    'from', (select account from ledger_entry source
      where source.journal_id = journal.id and source.amount_minor < 0 limit 1),
    'to', target.account, 'amountMinor', target.amount_minor::text)::text`

/**
 * Signs the statements of an account that are not signed yet, each over the tree that the one before was
 * signed with. Where that is not what was signed, the database was changed, and nothing is signed upon it.
 */
export const signStatements = Effect.fn("Payouts.signStatements")(function* (
  sql: SqlClient.SqlClient,
  key: StatementKey,
  partnerId: string,
) {
  const open = yield* sql<OpenRow>`
    select id, record from statement where partner_id = ${partnerId}
      and not exists (select from statement_checkpoint where statement_id = statement.id)
    order by id`
  for (const { id, record } of open) {
    const statement = readStatement(record)
    const origin = statement === undefined ? undefined : logOrigin(statement)
    const before = yield* signedBefore(sql, id)
    if (
      origin === undefined ||
      (before !== undefined && !isCheckpointOf(key, origin, before.tree, before.note))
    ) {
      yield* Effect.annotateLogs(
        Effect.logError("a statement is not signed: the one before it is not what was signed"),
        { statement: statement?.number ?? String(id) },
      )
      continue
    }
    const tree = yield* treeWith(sql, before?.tree ?? emptyTree, { id, record })
    yield* sql`
      insert into statement_checkpoint (statement_id, size, nodes, note)
      values (${id}, ${tree.size}, ${nodesBytes(tree)}, ${checkpointNote(key, origin, tree)})`
  }
})

/** The numbers of statements whose lines, or those before them, are not what is in their signed tree. */
export const changedBooks = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rows = yield* sql<OpenRow & { readonly number: string; readonly note: string }>`
    select id, number, record, note from statement
    join statement_checkpoint on statement_id = statement.id order by id`
  const trees = new Map<string, StatementTree>()
  const changed: Array<string> = []
  for (const { id, note, number, record } of rows) {
    const [origin = ""] = note.split("\n")
    const tree = yield* treeWith(sql, trees.get(origin) ?? emptyTree, { id, record })
    trees.set(origin, tree)
    if (!isNoteOf(origin, tree, note)) changed.push(number)
  }
  return changed
})

/** The books of statements, as partners verify them. */
export const makeStatementBooks = (
  sql: SqlClient.SqlClient,
  key: () => StatementKey,
): Pick<Payouts["Service"], "lineProofs" | "publicKey" | "statementBooks"> => {
  const signed = Effect.fnUntraced(function* ({ mode, partnerId }: SaleOwner, number: string) {
    if (mode === "sandbox") return undefined
    const [row] = yield* sql<OpenRow & { readonly note: string }>`
      select id, record, note from statement
      join statement_checkpoint on statement_id = statement.id
      where partner_id = ${partnerId} and number = ${number.toUpperCase()}`
    if (row === undefined) return undefined
    return { ...row, before: (yield* signedBefore(sql, row.id))?.tree ?? emptyTree }
  })

  const statementBooks = Effect.fn("Payouts.statementBooks")(function* (
    owner: SaleOwner,
    number: string,
    { after, limit }: { readonly after: bigint | null; readonly limit: number },
  ) {
    const found = yield* signed(owner, number)
    if (found === undefined) return undefined
    const { lines, next } = yield* linesAfter(sql, found.id, after ?? 0n, limit)
    return {
      head: booksHead(found.before, found.note),
      // What the statement itself says is the last line of its books.
      lines: next === null ? [...lines, found.record] : lines,
      next,
    } satisfies StatementBooksPage
  }, orPayoutsUnavailable)

  const lineProofs = Effect.fn("Payouts.lineProofs")(function* (
    owner: SaleOwner,
    number: string,
    externalOrderId: string,
  ) {
    const found = yield* signed(owner, number)
    if (found === undefined) return []
    const { before, id, note, record } = found
    const { lines } = yield* linesAfter(sql, id, 0n, null)
    const leaves = [...lines, record]
    return lines.flatMap((line, place) =>
      orderOf(line) === externalOrderId
        ? [lineProof(before, leaves, before.size + place, note)]
        : [],
    )
  }, orPayoutsUnavailable)

  return { statementBooks, lineProofs, publicKey: Effect.sync(() => key().publicKey) }
}

/** A tree with the lines of a statement, and what that itself says. */
const treeWith = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  before: StatementTree,
  { id, record }: OpenRow,
) {
  let tree = before
  let after: bigint | null = 0n
  while (after !== null) {
    const page: LinesPage = yield* linesAfter(sql, id, after, linesPerRead)
    tree = grownTree(tree, page.lines)
    after = page.next
  }
  return grownTree(tree, [record])
})

/** Lines that are in memory at once. */
const linesPerRead = 5_000

interface OpenRow {
  readonly id: bigint
  readonly record: string
}

interface LinesPage {
  readonly lines: ReadonlyArray<string>
  readonly next: bigint | null
}

/** Lines of a statement behind a journal; without a limit all of them. */
const linesAfter = (
  sql: SqlClient.SqlClient,
  statementId: bigint,
  after: bigint,
  limit: number | null,
) =>
  Effect.map(
    sql<{ readonly journalId: bigint; readonly leaf: string }>`
      select line.journal_id as "journalId", coalesce(leaf, (
        select ${sql.literal(lineLeaf)} from ledger_journal journal
        join sale on sale.id = journal.sale_id
        join ledger_entry target on target.journal_id = journal.id and target.amount_minor > 0
        where journal.id = line.journal_id)) as leaf
      from statement_line line
      where line.statement_id = ${statementId} and line.journal_id > ${after}
      order by line.journal_id limit ${limit === null ? null : limit + 1}`,
    (rows): LinesPage => {
      const chosen = limit === null ? rows : rows.slice(0, limit)
      return {
        lines: chosen.map(({ leaf }) => leaf),
        next: chosen.length < rows.length ? (chosen.at(-1)?.journalId ?? null) : null,
      }
    },
  )

/** The tree that the statement before one of the same account and currency was signed with. */
const signedBefore = (sql: SqlClient.SqlClient, id: bigint) =>
  Effect.map(
    sql<{ readonly size: bigint; readonly nodes: Uint8Array; readonly note: string }>`
      select size, nodes, note from statement_checkpoint
      join statement held on held.id = statement_id
      join statement this on this.id = ${id} and held.id < this.id
        and (held.partner_id, held.currency, held.minor_units)
          = (this.partner_id, this.currency, this.minor_units)
      order by held.id desc limit 1`,
    ([row]): { readonly tree: StatementTree; readonly note: string } | undefined =>
      row === undefined ? undefined : { tree: treeOf(Number(row.size), row.nodes), note: row.note },
  )

const orderOf = (line: string): unknown => (JSON.parse(line) as { readonly order?: unknown }).order

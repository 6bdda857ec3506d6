import { createHash, generateKeyPairSync, sign } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { verifyStatement } from "../../../../http/clients/typescript/verify-statement.ts"
import {
  emptyTree,
  grownTree,
  rootOf,
  type StatementTree,
} from "../../../../http/store/payouts/statement-tree.ts"
import { type Choices, makeChoices, testSeed } from "../../../support/random.ts"
import { times } from "../../../support/long.ts"
import { makeReporter, reportSale, type TestReporter } from "../sales/layer.ts"
import { at, closeAt, layerTestPayouts, Payouts, validateAt } from "./layer.ts"

/** By how much a month has changed the commission of each sale, as the partner knows it. */
type KnownSales = Record<string, bigint>

const ownerOf = ({ reporter: { partnerCode, partnerId } }: TestReporter) => ({
  partnerCode,
  partnerId,
  mode: "live" as const,
})

const numberOf = ({ reporter }: TestReporter, month: string): string =>
  `${reporter.partnerCode.toUpperCase()}-${month}-EUR`

/** The books of a statement as the partner gets them; empty where there are none. */
const booksOf = Effect.fn(function* (account: TestReporter, month: string, limit = 1_000) {
  const payouts = yield* Payouts
  let [head, after]: [string, bigint | null] = ["", null]
  const lines: Array<string> = []
  do {
    const page: Effect.Success<ReturnType<typeof payouts.statementBooks>> =
      yield* payouts.statementBooks(ownerOf(account), numberOf(account, month), { after, limit })
    head = page?.head ?? ""
    lines.push(...(page?.lines ?? []))
    after = page?.next ?? null
  } while (after !== null)
  return [head, ...lines, ""].join("\n")
})

/** An account with three statements, and what its partner knows of each month. */
const threeMonths = Effect.gen(function* () {
  yield* at("2026-10-02T09:00")
  const account = yield* makeReporter
  const known: Record<string, KnownSales> = { "2026-10": {}, "2026-11": {}, "2026-12": {} }
  const report = Effect.fn(function* (
    month: string,
    order: string,
    units: bigint,
    status = "pending",
  ) {
    const isCancelled = status === "cancelled"
    yield* reportSale(account, {
      externalOrderId: order,
      amountMinor: Number(units * 11_000n),
      status: isCancelled ? "cancelled" : "pending",
    })
    const of = known[month] ?? {}
    of[order] = (of[order] ?? 0n) + (isCancelled ? -units : units) * 1_000n
  })
  yield* Effect.forEach([1n, 2n, 3n, 4n, 5n], (units) =>
    report("2026-10", `october ${units}`, units),
  )
  yield* report("2026-10", 'with "signs"\n\tand lines', 7n)
  yield* report("2026-10", "october 2", 2n, "cancelled")
  yield* validateAt("2026-10-20T09:00")
  yield* closeAt("2026-11-01T02:00")
  yield* at("2026-11-03T09:00")
  yield* Effect.forEach([6n, 7n, 8n], (units) => report("2026-11", `november ${units}`, units))
  yield* report("2026-11", "october 5", 5n, "cancelled")
  yield* validateAt("2026-11-20T09:00")
  yield* closeAt("2026-12-01T02:00")
  yield* at("2026-12-02T09:00")
  yield* Effect.forEach([9n, 10n], (units) => report("2026-12", `december ${units}`, units))
  yield* validateAt("2026-12-20T09:00")
  yield* closeAt("2027-01-01T02:00")
  return { account, known }
})

type Sold = Effect.Success<typeof threeMonths>

const months = ["2026-10", "2026-11", "2026-12"] as const

const publicKey = Effect.flatMap(Payouts, (payouts) => payouts.publicKey)

/** What the partner finds in each month, by the books of the month before that it has kept. */
const findings = Effect.fn(function* ({ account, known }: Sold, kept: ReadonlyArray<string>) {
  const key = yield* publicKey
  return yield* Effect.forEach(months, (month, place) =>
    Effect.gen(function* () {
      const books = yield* booksOf(account, month)
      const previous = place === 0 ? undefined : kept[place - 1]
      const sales = known[month]
      return yield* Effect.promise(() => verifyStatement(books, { key, previous, sales }))
    }),
  )
})

const hash = (mark: number, ...parts: ReadonlyArray<Uint8Array | string>): Buffer => {
  const sum = createHash("sha256").update(Buffer.of(mark))
  for (const part of parts) sum.update(part)
  return sum.digest()
}

/** The root of some leaves, word by word as RFC 6962 defines it. */
const merkleRoot = (leaves: ReadonlyArray<string>): Buffer => {
  if (leaves.length === 0) return createHash("sha256").digest()
  if (leaves.length === 1) return hash(0, leaves[0] ?? "")
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return hash(1, merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)))
}

/** What a proof leads to, by the algorithm of RFC 9162, section 2.1.3.2. */
const provenRoot = (
  proof: string,
): { readonly line: string; readonly root: string; readonly told: string } => {
  const [head = "", note = ""] = proof.split("\n\n")
  const [form, extra = "", index = "", ...path] = head.split("\n")
  expect(form).toBe("c2sp.org/tlog-proof@v1")
  const [, size = "", told = ""] = note.split("\n")
  const line = Buffer.from(extra.slice("extra ".length), "base64").toString()
  let [place, last] = [Number(index.slice("index ".length)), Number(size) - 1]
  let root = hash(0, line)
  for (const beside of path.map((text) => Buffer.from(text, "base64"))) {
    if (place % 2 === 1 || place === last) {
      root = hash(1, beside, root)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else root = hash(1, root, beside)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  expect(last).toBe(0)
  return { line, root: root.toString("base64"), told }
}

/** What somebody does who may do anything with the database, and does not have the key. */
interface Forger {
  readonly sql: SqlClient.SqlClient
  readonly choices: Choices
  readonly account: TestReporter
  readonly other: TestReporter
  readonly number: string
}

type Forgery = (forger: Forger) => Effect.Effect<unknown, unknown>

const ofStatement = (number: string) =>
  `statement_id = (select id from statement where number = '${number}')`

/** A line of the statement, drawn by chance. */
const anyLine = ({ choices, number }: Forger) =>
  `journal_id = (select journal_id from statement_line where ${ofStatement(number)}
    order by journal_id offset ${choices.integer(0, 2)} limit 1)`

const changedLine =
  (from: string, to: string): Forgery =>
  (forger) =>
    forger.sql.unsafe(
      `update statement_line set leaf = regexp_replace(leaf, '${from}', '${to}') where ${anyLine(forger)}`,
    )

const changedRecord =
  (name: string): Forgery =>
  ({ choices, number, sql }) =>
    sql.unsafe(
      `update statement set record = regexp_replace(record, '"${name}":"-?[0-9]+"', '"${name}":"${choices.integer(100_000, 900_000)}"')
     where number = '${number}'`,
    )

const forged = generateKeyPairSync("ed25519")

/** Writes the trees of an account and their notes anew, over what its lines say by now. */
const resigned = (isOwnKey: boolean): Forgery =>
  Effect.fn(function* ({ account, sql }: Forger) {
    const raw = forged.publicKey.export({ format: "der", type: "spki" }).subarray(-32)
    const key = Buffer.concat([Buffer.of(1), raw])
    const rows = yield* sql<{
      readonly id: bigint
      readonly record: string
      readonly note: string
    }>`
      select id, record, note from statement join statement_checkpoint on statement_id = id
      where partner_id = ${account.reporter.partnerId} order by id`
    let tree: StatementTree = emptyTree
    let previous: Uint8Array | null = null
    for (const { id, note, record } of rows) {
      const lines = yield* sql<{ readonly leaf: string }>`
        select leaf from statement_line where statement_id = ${id} order by journal_id`
      tree = grownTree(tree, [...lines.map(({ leaf }) => leaf), record])
      const [origin = ""] = note.split("\n")
      const text = `${origin}\n${tree.size}\n${Buffer.from(rootOf(tree)).toString("base64")}\n`
      const hint = createHash("sha256").update(`${origin}\n`).update(key).digest().subarray(0, 4)
      const signed = Buffer.concat([hint, sign(null, Buffer.from(text), forged.privateKey)])
      const signature = isOwnKey
        ? `— ${origin} ${signed.toString("base64")}\n`
        : note.split("\n\n")[1]
      yield* sql`update statement_checkpoint set size = ${tree.size},
        nodes = ${Buffer.concat(tree.nodes)}, note = ${`${text}\n${signature}`} where statement_id = ${id}`
      const [chained]: ReadonlyArray<{ readonly hash: Uint8Array }> = yield* sql<{
        readonly hash: Uint8Array
      }>`
        update statement set hash = link_record(${previous}::bytea, record) where id = ${id} returning hash`
      previous = chained?.hash ?? null
    }
  })

const one = (choices: Choices, acts: readonly [Forgery, ...ReadonlyArray<Forgery>]) =>
  choices.pick(acts)

const lineForgeries = [
  changedLine('"amountMinor" : "[0-9]+"', '"amountMinor" : "1"'),
  changedLine('"order" : "[a-z]+', '"order" : "other'),
  changedLine('"to" : "[a-z_]+"', '"to" : "payable"'),
  changedLine("T09", "T10"),
  (forger) => forger.sql.unsafe(`delete from statement_line where ${anyLine(forger)}`),
  ({ choices, number, sql }) =>
    sql.unsafe(`insert into statement_line (journal_id, statement_id, leaf)
      select ${choices.integer(1_000_000, 9_000_000)}, statement_id, leaf from statement_line
      where ${ofStatement(number)} limit 1`),
  ({ number, sql }) =>
    sql.unsafe(`with two as (select array_agg(journal_id order by journal_id) as ids,
        array_agg(leaf order by journal_id desc) as leaves
      from (select * from statement_line where ${ofStatement(number)} order by journal_id limit 2) held)
    update statement_line set leaf = leaves[array_position(ids, journal_id)] from two
    where journal_id = any(ids)`),
  (forger) =>
    forger.sql.unsafe(`update statement_line set statement_id = (select min(id) from statement
        where partner_id = '${forger.account.reporter.partnerId}' and number <> '${forger.number}')
      where ${anyLine(forger)}`),
  changedRecord("dueMinor"),
  changedRecord("carriedMinor"),
  changedRecord("openingMinor"),
] as const satisfies ReadonlyArray<Forgery>

const treeForgeries = [
  ({ choices, number, sql }) =>
    sql.unsafe(`update statement_checkpoint
      set nodes = set_bit(nodes, ${choices.integer(0, 255)}, 1 - get_bit(nodes, 0)),
        note = replace(note, '=', 'A=') where ${ofStatement(number)}`),
  ({ number, sql }) =>
    sql.unsafe(`update statement_checkpoint set size = size + 1,
      note = regexp_replace(note, '\\n\\d+\\n', '\\n99\\n') where ${ofStatement(number)}`),
  // What another account was told, under this number.
  ({ account, number, other, sql }) =>
    sql.unsafe(`update statement_line set statement_id = -1 where ${ofStatement(number)};
      update statement set number = number || '-' where number = '${number}';
      update statement set number = '${number}', partner_id = '${account.reporter.partnerId}',
        month = '2030-01'
      where number = replace('${number}', upper('${account.reporter.partnerCode}'),
        upper('${other.reporter.partnerCode}'))`),
  // What the month before was told, once more.
  ({ account, number, sql }) =>
    sql.unsafe(`update statement_checkpoint held set note = other.note, nodes = other.nodes,
        size = other.size from statement_checkpoint other
      where held.${ofStatement(number)} and other.statement_id = (select max(id) from statement
        where partner_id = '${account.reporter.partnerId}' and number <> '${number}')`),
] as const satisfies ReadonlyArray<Forgery>

/** A forgery of some kind: of lines or of trees, with all that hangs on them made to fit or not. */
const anyForgery = ({ choices }: Forger): Forgery =>
  choices.chance(0.2)
    ? one(choices, treeForgeries)
    : (forger) =>
        Effect.andThen(
          one(choices, lineForgeries)(forger),
          choices.chance(0.6) ? resigned(choices.chance(0.7))(forger) : Effect.void,
        )

class TakenBack extends Error {}

layer(layerTestPayouts)("the books of statements", (it) => {
  it.effect("hold, month after month, and each line has a proof of its own", () =>
    Effect.gen(function* () {
      const sold = yield* threeMonths
      const kept = yield* Effect.forEach(months, (month) => booksOf(sold.account, month))
      expect(
        (yield* findings(sold, kept)).map(({ dueMinor, faults, sales }) => [
          faults,
          sales,
          dueMinor,
        ]),
      ).toEqual([
        [[], [], 20_000],
        [[], [], 16_000],
        [[], [], 19_000],
      ])
      // Whatever is read at a time.
      expect(yield* booksOf(sold.account, "2026-11", 2)).toBe(kept[1])
      const leaves = kept.flatMap((books) => (books.split("\n\n")[3] ?? "").trimEnd().split("\n"))
      const payouts = yield* Payouts
      let end = 0
      for (const [place, month] of months.entries()) {
        const lines = (kept[place]?.split("\n\n")[3] ?? "").trimEnd().split("\n")
        end += lines.length
        const root = merkleRoot(leaves.slice(0, end)).toString("base64")
        for (const line of lines.slice(0, -1)) {
          const { order } = JSON.parse(line)
          const proofs = yield* payouts.lineProofs(
            ownerOf(sold.account),
            numberOf(sold.account, month),
            order,
          )
          const proven = proofs.map(provenRoot)
          expect(proven.map((each) => each.line)).toContain(line)
          for (const each of proven) expect([each.root, each.told]).toEqual([root, root])
        }
      }
      expect(
        yield* payouts.lineProofs(ownerOf(sold.account), numberOf(sold.account, "2026-10"), "none"),
      ).toEqual([])
    }),
  )

  it.effect("tell a partner each sort of fault", () =>
    Effect.gen(function* () {
      const { account, known } = yield* threeMonths
      const key = yield* publicKey
      const [october = "", november = "", december = ""] = yield* Effect.forEach(months, (month) =>
        booksOf(account, month),
      )
      const verify = (
        books: string,
        previous: string | undefined,
        sales?: KnownSales,
        given = key,
      ) =>
        Effect.map(
          Effect.promise(() => verifyStatement(books, { key: given, previous, sales })),
          ({ faults, sales: wrong }) => [...faults, ...wrong],
        )
      expect(yield* verify(november, undefined)).toEqual(["previous"])
      expect(yield* verify(december, october)).toEqual(["previous"])
      expect(yield* verify(november, december)).toEqual(["previous"])
      expect(yield* verify("", undefined)).toEqual(["form"])
      expect(yield* verify(october.slice(0, -9), undefined)).toEqual(["form"])
      expect(
        yield* verify(october.replace('"kind" : "booking"', '"kind" : "bonus"'), undefined),
      ).toEqual(["root"])
      const { "october 1": _, ...fewer } = known["2026-10"] ?? {}
      expect(yield* verify(october, undefined, fewer)).toEqual(["sales", "october 1"])
      expect(yield* verify(october, undefined, { ...known["2026-10"], more: 1n })).toEqual([
        "sales",
        "more",
      ])
      expect(yield* verify(october, undefined, { ...known["2026-10"], "october 1": 1n })).toEqual([
        "sales",
        "october 1",
      ])
      const raw = forged.publicKey.export({ format: "der", type: "spki" }).subarray(-32)
      const strange = Buffer.concat([Buffer.of(1), raw]).toString("base64")
      expect(yield* verify(november, october, undefined, strange)).toEqual([
        "signature",
        "previous",
      ])
    }),
  )

  it.effect("go on from what the partner has, whatever the service is made to sign", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const key = yield* publicKey
      /** Changes the database behind the service's back. */
      const change = (...statements: ReadonlyArray<string>) =>
        sql.withTransaction(
          Effect.forEach(
            ["set local session_replication_role = replica", ...statements],
            (statement) => sql.unsafe(statement),
          ),
        )
      const sold = Effect.gen(function* () {
        yield* at("2026-10-02T09:00")
        const account = yield* makeReporter
        yield* reportSale(account, { externalOrderId: "a", amountMinor: 110_000 })
        yield* reportSale(account, { externalOrderId: "b", amountMinor: 220_000 })
        yield* validateAt("2026-10-20T09:00")
        return account
      })
      const known = { a: 10_000n, b: 20_000n }
      const findings = (books: string, previous?: string, sales?: KnownSales) =>
        Effect.map(
          Effect.promise(() => verifyStatement(books, { key, previous, sales })),
          ({ faults, sales: wrong }) => [...faults, ...wrong],
        )
      const salesOf = ({ reporter }: TestReporter) => `sale_id in (select id from sale
        where partner_id = '${reporter.partnerId}' and external_order_id = 'b')`
      const smaller = (
        account: TestReporter,
      ) => `update ledger_entry set amount_minor = sign(amount_minor)
        where journal_id in (select id from ledger_journal where ${salesOf(account)})`

      // Before the month is closed, it is the partner's own sales that tell.
      const early = yield* sold
      yield* change(smaller(early))
      yield* closeAt("2026-11-01T02:00")
      expect(yield* findings(yield* booksOf(early, "2026-10"), undefined, known)).toEqual([
        "sales",
        "b",
      ])

      // A month that is closed anew, with less in it, is not the one that the partner has.
      const late = yield* sold
      yield* closeAt("2026-11-01T02:00")
      const october = yield* booksOf(late, "2026-10")
      expect(yield* findings(october, undefined, known)).toEqual([])
      const ofIt = `(select id from statement where partner_id = '${late.reporter.partnerId}')`
      yield* change(
        smaller(late),
        `delete from statement_checkpoint where statement_id in ${ofIt}`,
        `delete from statement_line where statement_id in ${ofIt}`,
        `delete from payout where statement_id in ${ofIt}`,
        `delete from statement where id in ${ofIt}`,
        `delete from statement_closing where partner_id = '${late.reporter.partnerId}'`,
      )
      yield* closeAt("2026-11-01T02:00")
      expect(yield* findings(yield* booksOf(late, "2026-10"), undefined)).toEqual([])
      yield* at("2026-11-02T09:00")
      yield* reportSale(late, { externalOrderId: "c", amountMinor: 110_000 })
      yield* closeAt("2026-12-01T02:00")
      const november = yield* booksOf(late, "2026-11")
      expect(yield* findings(november, october, { c: 10_000n })).toEqual(["previous"])

      // And nothing is signed upon a tree that was not signed.
      const third = yield* sold
      yield* closeAt("2026-11-01T02:00")
      yield* change(`update statement_checkpoint set nodes = set_bit(nodes, 3, 1 - get_bit(nodes, 3))
        where statement_id in (select id from statement where partner_id = '${third.reporter.partnerId}')`)
      yield* at("2026-11-02T09:00")
      yield* reportSale(third, { externalOrderId: "c", amountMinor: 110_000 })
      yield* closeAt("2026-12-01T02:00")
      expect(yield* findings(yield* booksOf(third, "2026-11"))).toEqual(["form"])
      // Until it is put back.
      yield* change(
        `update statement_checkpoint set nodes = set_bit(nodes, 3, 1 - get_bit(nodes, 3))
        where statement_id in (select id from statement where partner_id = '${third.reporter.partnerId}')`,
      )
      yield* closeAt("2026-12-01T02:10")
      const [first, next] = [yield* booksOf(third, "2026-10"), yield* booksOf(third, "2026-11")]
      expect(yield* findings(next, first, { c: 10_000n })).toEqual([])
    }),
  )

  it.effect("are not forged by somebody with all rights on the database", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const choices = makeChoices(testSeed("forged statements"))
      const sold = yield* threeMonths
      const { account: other } = yield* threeMonths
      const kept = yield* Effect.forEach(months, (month) => booksOf(sold.account, month))
      const counts = { tried: 0, found: 0 }
      for (let trial = 0; trial < times(60, 1_000); trial += 1) {
        const forger: Forger = {
          sql,
          choices,
          account: sold.account,
          other,
          number: numberOf(sold.account, choices.pick(months)),
        }
        const forging = Effect.gen(function* () {
          yield* sql.unsafe("set local session_replication_role = replica")
          yield* anyForgery(forger)(forger)
          const books = yield* Effect.forEach(months, (month) => booksOf(sold.account, month))
          const found = yield* findings(sold, kept)
          // What changes nothing that the partner is told is none.
          const isForged = books.some((text, place) => text !== kept[place])
          counts.tried += isForged ? 1 : 0
          counts.found += isForged && found.some(({ faults }) => faults.length > 0) ? 1 : 0
          return yield* Effect.fail(new TakenBack())
        })
        yield* Effect.ignore(sql.withTransaction(forging))
      }
      expect(counts.tried).toBeGreaterThan(times(40, 800))
      expect(counts.found).toBe(counts.tried)
      expect((yield* findings(sold, kept)).flatMap(({ faults }) => faults)).toEqual([])
    }),
  )
})

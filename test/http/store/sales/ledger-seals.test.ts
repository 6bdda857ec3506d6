import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { makeRecordedLog } from "../../outside/guard/recorded-log.ts"
import { takeSeal } from "../../../../http/store/sales/kept-seal.ts"
import { checkLedger, checkLedgerBy } from "../../../../http/store/sales/ledger-check.ts"
import {
  type KeptSeal,
  readSealLine,
  sealKeyOf,
  sealLine,
} from "../../../../http/store/sales/ledger-seal.ts"
import {
  sealIntervalMs,
  sealRegularly,
  sealRound,
} from "../../../../http/store/sales/ledger-sealing.ts"
import { makeMasterKey, MasterKey } from "../../../../http/store/secrets/envelope.ts"
import {
  asCarefulAdministrator,
  copyBooks,
  keepBooks,
  makeBooks,
  restoreBooks,
  withoutTrace,
} from "./changed-books.ts"
import { layerTestSales, makeReporter, reportSale, type TestReporter } from "./layer.ts"

const key = Effect.map(MasterKey, sealKeyOf)

const sealAll = Effect.flatMap(key, (own) => sealRound(own))

/** What the check finds by the seals, in a few words each. */
const foundBy = (...kept: ReadonlyArray<KeptSeal>) =>
  Effect.gen(function* () {
    const { found, seals } = yield* checkLedgerBy({ key: yield* key, kept })
    const faults = [seals ?? { faults: [] }, ...(seals?.against ?? [])].flatMap((one) => one.faults)
    return { found, words: faults.map(({ _tag }) => _tag), unsealed: seals?.unsealed, seals }
  })

/** The end of a strand as it would be without its last record, or without any. */
const headSetBack = (strands: string) => [
  `delete from ledger_strand where ${strands}
    and not exists (select from sale_record record where record.partner_id = ledger_strand.partner_id
      and record.strand = ledger_strand.strand)`,
  `update ledger_strand head set records = last.number, hash = last.hash
    from (select distinct on (record.partner_id, record.strand) *
      from sale_record record order by record.partner_id, record.strand, record.number desc) last
    where last.partner_id = head.partner_id and last.strand = head.strand and ${strands.replaceAll("ledger_strand", "head")}`,
]

const strandOf = (order: number) =>
  `(select id % 16 from kept.sale where external_order_id = 'order ${order}')`

const erasedTail = (order: number) => [
  ...withoutTrace(order),
  ...headSetBack(`ledger_strand.strand = ${strandOf(order)}`),
]

const erasedStrand = (order: number) => [
  `delete from ledger_entry where journal_id in (select journal.id from kept.ledger_journal journal
    where journal.sale_id % 16 = ${strandOf(order)})`,
  `delete from ledger_journal where sale_id % 16 = ${strandOf(order)}`,
  `delete from sale where id % 16 = ${strandOf(order)}`,
  `delete from sale_record where strand = ${strandOf(order)}`,
  `delete from ledger_strand where strand = ${strandOf(order)}`,
]

const erasedBooks = ["ledger_entry", "ledger_journal", "sale", "sale_record", "ledger_strand"].map(
  (table) => `delete from ${table}`,
)

/** The seal of an account, written anew to fit a strand that ends one record earlier. */
const fittingHeads = `update ledger_seal seal set records = own.records, heads = own.heads
  from (select head.partner_id, sum(head.records) as records, string_agg(
      head.strand || ':' || head.records || ':' || encode(head.hash, 'hex'), ' '
      order by head.strand) as heads
    from ledger_strand head group by head.partner_id) own
  where own.partner_id = seal.partner_id`

/** A sale of another amount, with a chain that is linked anew from there on. */
const rewritten = (order: number) => [
  `update sale_record set record = replace(record, '11000', '11001')
    where sale_id = (select id from kept.sale where external_order_id = 'order ${order}')`,
  `update sale set amount_minor = 11001 where external_order_id = 'order ${order}'`,
  `create aggregate pg_temp.chained(text) (sfunc = public.link_record, stype = bytea)`,
  `update sale_record set hash = anew.hash
    from (select record.partner_id, record.strand, record.number, pg_temp.chained(record.record)
        over (partition by record.partner_id, record.strand order by record.number
          rows unbounded preceding) as hash
      from sale_record record) anew
    where anew.partner_id = sale_record.partner_id and anew.strand = sale_record.strand
      and anew.number = sale_record.number`,
  "drop aggregate pg_temp.chained(text)",
  ...headSetBack("true"),
]

/** Changes that leave chains, sales and journals in agreement: the statements, and what seals find. */
const sealedBooks: ReadonlyArray<
  readonly [what: string, statements: ReadonlyArray<string>, found: ReadonlyArray<string>]
> = [
  ["an erased tail", erasedTail(50), ["StrandShort"]],
  ["an erased strand", erasedStrand(50), ["StrandShort"]],
  ["a sale in the middle, with its chain linked anew", rewritten(2), ["StrandAltered"]],
  [
    "a forged head: an erased tail with a seal that fits it",
    [...erasedTail(50), fittingHeads],
    ["SealForged"],
  ],
  [
    "an erased account whose seal is gone as well",
    [...erasedBooks, "delete from ledger_seal"],
    ["GeneralDiffers"],
  ],
  [
    "an erased account whose seal is left",
    erasedBooks,
    Array.from({ length: 16 }, () => "StrandShort"),
  ],
  [
    "an old seal put back, with books that fit it",
    [
      "delete from ledger_seal",
      "insert into ledger_seal table before.ledger_seal",
      ...erasedTail(50),
      "delete from sale_record where sale_id in (select id from sale where external_order_id = 'late')",
      ...["sale_record", "sale", "ledger_journal", "ledger_entry", "ledger_strand"].flatMap(
        (table) => [
          `delete from ${table}`,
          `insert into ${table} overriding system value table before.${table}`,
        ],
      ),
    ],
    ["GeneralDiffers"],
  ],
  [
    "a seal whose number of records keeps it from being renewed",
    ["update ledger_seal set records = records + 1"],
    ["SealForged"],
  ],
  ["the general seal, taken away", ["delete from ledger_general_seal"], ["GeneralMissing"]],
  [
    "the general seal, written anew",
    ["update ledger_general_seal set counter = counter + 1"],
    ["GeneralForged"],
  ],
  [
    "an erased tail, and a seal of nobody",
    [
      ...erasedTail(50),
      `insert into ledger_seal select 'nobody', counter, sealed_at, records, heads, mac from ledger_seal`,
    ],
    ["GeneralDiffers", "StrandShort", "SealForged"],
  ],
  [
    "an erased tail in one strand, and an erased strand",
    [...erasedTail(50), ...erasedStrand(49)],
    ["StrandShort", "StrandShort"],
  ],
]

const unsealed = Effect.map(foundBy(), (found) => found.unsealed)

const isSealed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly isSealed: boolean }>`
    select (select sum(records) from ledger_strand)
      is not distinct from (select sum(records) from ledger_seal) as "isSealed"`
  return row?.isSealed === true
})

/** Lets time pass, a second at a time, until something holds: what is under way may end before. */
const passUntil = <E, R>(holds: Effect.Effect<boolean, E, R>) =>
  Effect.gen(function* () {
    for (let second = 0; second < 100; second += 1) {
      for (let look = 0; look < 10; look += 1) {
        if (yield* holds) return
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      }
      yield* TestClock.adjust(sealIntervalMs)
    }
    throw new Error("it never holds")
  })

layer(layerTestSales)("a sealed ledger", (it) => {
  let account: TestReporter | undefined
  let kept: KeptSeal | undefined

  it.effect("holds, and tells what is sealed and what is not yet", () =>
    Effect.gen(function* () {
      account = yield* makeBooks
      expect(yield* foundBy()).toMatchObject({ found: 0, unsealed: "54" })
      expect(yield* sealAll).toMatchObject({
        accounts: 1,
        refused: [],
        isGeneral: true,
        counter: 1n,
      })
      expect(yield* sealAll).toMatchObject({ accounts: 0 })
      expect(yield* foundBy()).toMatchObject({ found: 0, unsealed: "0", seals: { counter: "1" } })
      yield* copyBooks("before")
      yield* reportSale(account, { externalOrderId: "late" })
      expect(yield* foundBy()).toMatchObject({ found: 0, unsealed: "1", seals: { counter: "1" } })
      yield* sealAll
      kept = yield* takeSeal(yield* key, null)
      expect(kept).toMatchObject({
        counter: 2n,
        sales: 51n,
        accounts: [{ code: account.reporter.partnerCode }],
      })
      expect(yield* foundBy(kept)).toMatchObject({ found: 0, unsealed: "0" })
      yield* keepBooks
    }),
  )

  describe("that an administrator has changed", () => {
    for (const [what, statements, expected] of sealedBooks) {
      it.effect(`is found to have ${what}, which is not sealed over`, () =>
        Effect.gen(function* () {
          yield* asCarefulAdministrator(statements)
          expect((yield* checkLedger).found).toBe(0)
          const { found, words } = yield* foundBy()
          // What has more or fewer records than its seal says is looked at, and never taken.
          yield* sealAll
          const again = yield* foundBy()
          yield* restoreBooks
          expect(words).toEqual(expected)
          expect(found).toBe(expected.length)
          expect(again.words).toEqual(expected)
          expect(yield* foundBy()).toMatchObject({ found: 0 })
        }),
      )
    }

    it.effect("is found by a seal that was kept, also where all seals are gone or put back", () =>
      Effect.gen(function* () {
        if (kept === undefined || account === undefined) throw new Error("nothing is sealed")
        yield* asCarefulAdministrator([
          ...erasedTail(50),
          "delete from ledger_seal",
          "delete from ledger_general_seal",
        ])
        expect(yield* foundBy()).toMatchObject({
          found: 0,
          unsealed: "54",
          seals: { counter: null },
        })
        const without = yield* foundBy(kept)
        expect(without.words).toEqual(["AccountBehind", "SalesFewer"])
        expect(without.seals?.against).toMatchObject([
          {
            isNewer: true,
            faults: [
              { account: account.reporter.partnerCode, sealed: "55", held: "54" },
              { sealed: "51", held: "50" },
            ],
          },
        ])
        yield* sealAll
        expect((yield* foundBy(kept)).words).toEqual(["AccountBehind", "SalesFewer"])
        yield* restoreBooks
        yield* asCarefulAdministrator([
          ...rewritten(2),
          "delete from ledger_seal",
          "delete from ledger_general_seal",
        ])
        expect((yield* foundBy(kept)).words).toEqual(["AccountAltered"])
        yield* restoreBooks
        expect(yield* foundBy(kept)).toMatchObject({ found: 0 })
      }),
    )

    it.effect("is not sealed by hand", () =>
      Effect.gen(function* () {
        yield* asCarefulAdministrator(erasedTail(50))
        const refused = yield* Effect.flip(takeSeal(yield* key, null))
        expect(refused.message).toMatch(/^The books contradict their seals, and no seal is made/)
        yield* restoreBooks
      }),
    )
  })

  it.effect("goes back and forth between a backup and seals of before and after it", () =>
    Effect.gen(function* () {
      if (kept === undefined || account === undefined) throw new Error("nothing is sealed")
      yield* reportSale(account, { externalOrderId: "after the backup" })
      const newer = yield* takeSeal(yield* key, account.reporter.partnerCode)
      expect(yield* foundBy(kept, newer)).toMatchObject({ found: 0 })
      yield* restoreBooks
      expect(yield* foundBy(kept)).toMatchObject({ found: 0 })
      const behind = yield* foundBy(kept, newer)
      expect(behind.words).toEqual(["AccountBehind", "SalesFewer"])
      expect(behind.seals?.against.map(({ isNewer }) => isNewer)).toEqual([false, true])
      yield* reportSale(account, { externalOrderId: "anew" })
      yield* sealAll
      expect(yield* foundBy(kept)).toMatchObject({ found: 0, unsealed: "0" })
    }),
  )

  it.effect("is not sealed under another master key, which says so of its own seals", () =>
    Effect.gen(function* () {
      if (kept === undefined) throw new Error("nothing is sealed")
      const other = sealKeyOf(makeMasterKey(new Uint8Array(32).fill(8), "elsewhere"))
      const own = yield* key
      const line = sealLine(own, kept)
      expect(Result.getOrThrow(readSealLine(own, line))).toEqual(kept)
      const spread = line.replaceAll(" ", "\n ").replace(/books=(.{30})/, "books=$1\n  ")
      expect(Result.getOrThrow(readSealLine(own, spread))).toEqual(kept)
      const refused = (text: string, by = own) => {
        const read = readSealLine(by, text)
        return Result.isFailure(read) ? read.failure._tag : "read"
      }
      expect(refused(line, other)).toBe("OtherKey")
      expect(refused(line.replace("counter=2", "counter=3"))).toBe("SealChanged")
      expect(refused(line.replace(/books=...../, "books=AAAAA"))).toBe("SealChanged")
      expect(refused(line.slice(0, -1))).toBe("SealChanged")
      expect(refused("viatica-seal 1")).toBe("NoSeal")
      expect(refused("")).toBe("NoSeal")
    }),
  )

  it.effect("is sealed by a server every second and once more at its end", () =>
    Effect.gen(function* () {
      const log = makeRecordedLog()
      const reporter = yield* makeReporter
      const scope = yield* Scope.make()
      yield* sealRegularly.pipe(Scope.provide(scope), Effect.provide(log.layer))
      yield* reportSale(reporter, { externalOrderId: "1" })
      yield* passUntil(isSealed)
      yield* reportSale(reporter, { externalOrderId: "17" })
      yield* passUntil(isSealed)
      yield* reportSale(reporter, { externalOrderId: "last" })
      expect(yield* unsealed).toBe("1")
      yield* Scope.close(scope, Exit.void)
      expect(yield* unsealed).toBe("0")
      expect(log.lines).toEqual([])
    }),
  )

  it.effect("that is erased is told by a server once, and sealed again once it is restored", () =>
    Effect.gen(function* () {
      if (account === undefined) throw new Error("nothing is sealed")
      yield* restoreBooks
      const log = makeRecordedLog()
      const scope = yield* Scope.make()
      yield* sealRegularly.pipe(Scope.provide(scope), Effect.provide(log.layer))
      const told = (words: string) =>
        log.lines.filter((line) => line.message.includes(words)).length
      yield* reportSale(account, { externalOrderId: "seen by the server" })
      yield* passUntil(isSealed)
      yield* asCarefulAdministrator(erasedTail(50))
      yield* passUntil(Effect.sync(() => told("contradict their seal") > 0))
      yield* restoreBooks
      yield* reportSale(account, { externalOrderId: "after it was restored" })
      yield* passUntil(isSealed)
      expect(told("contradict their seal")).toBe(1)
      yield* asCarefulAdministrator(["delete from ledger_seal", "delete from ledger_general_seal"])
      yield* passUntil(Effect.sync(() => told("went back") > 0))
      yield* Scope.close(scope, Exit.void)
    }),
  )

  it.effect("is sealed once, however many do it while sales come in", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reporter = yield* makeReporter
      const own = yield* key
      const sealing = yield* Effect.forkChild(
        Effect.forever(Effect.andThen(sealRound(own), Effect.yieldNow)),
      )
      // In real time: a report that waits while its account is sealed tries again a moment later.
      yield* TestClock.withLive(
        Effect.forEach(
          Array.from({ length: 60 }, (_, order) => `sealed ${order}`),
          (externalOrderId) => reportSale(reporter, { externalOrderId }),
          { concurrency: 8, discard: true },
        ),
      )
      yield* Effect.all([sealRound(own), sealRound(own), sealRound(own)], {
        concurrency: "unbounded",
      })
      yield* Fiber.interrupt(sealing)
      yield* takeSeal(own, null)
      expect(yield* foundBy()).toMatchObject({ found: 0, unsealed: "0" })
      const [row] = yield* sql<{ readonly rows: bigint }>`
        select count(*) as rows from ledger_general_seal`
      expect(row?.rows).toBe(1n)
    }),
  )
})

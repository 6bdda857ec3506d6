import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { cardModes } from "../../../../../rules/coach/coach-vocabulary.ts"
import { prepareBilanWhyNot } from "../../../../../rules/coach/why-not.ts"
import { corpusOf } from "../../../../../rules/corpus/corpus.ts"
import type { Situation } from "../../../../../rules/corpus/situation.ts"
import { definitions } from "../../../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../../../rules/tables/compare-versions.ts"
import type { CatalogueShown } from "../../../../../rules/changes/traveller/situation.ts"
import type {
  OfferCompared,
  TravellerView,
} from "../../../../../rules/changes/traveller/traveller-view.ts"
import { makeOfflineQuotes } from "../../../../../http/bulk/offline-quotes.ts"
import { utcDay } from "../../../../../http/platform/utc-day.ts"
import { isLong } from "../../../../support/long.ts"
import { shippedTables as tables } from "../../../../support/tables.ts"
import { answered, openWorkbench, type TestWorkbench } from "../../../../support/workbench.ts"
import { makeOfflineCoach, offlineContext } from "../../../../../rules/coach/offline.ts"
import { shippedSources } from "../../../../support/shipped-sources.ts"

const situations = corpusOf(tables, 7, 60)

/** Each so many-th of them, or all of them in the long form of tests. */
const some = (every: number): ReadonlyArray<Situation> =>
  situations.filter((_, index) => isLong || index % every === 0)

const today = utcDay(Date.now())

const quotes = (mode: CatalogueShown) =>
  makeOfflineQuotes(tables, {
    engineVersion: "test",
    links: { iconUrl: (file) => file, documentUrl: (id, kind) => `${id}/${kind}` },
    mode,
    today,
  })

describe("the traveller of the workbench", () => {
  let bench: TestWorkbench | undefined
  const open = (): TestWorkbench => bench ?? assert.fail("the workbench is not open")

  beforeAll(async () => {
    bench = await openWorkbench()
  })
  afterAll(() => bench?.end())

  const ask = async (
    { bilan, quote }: Situation,
    catalogue: CatalogueShown,
  ): Promise<TravellerView> =>
    answered(await open().call("traveller", { situation: { bilan, quote }, catalogue }))

  const pricesOf = (
    offers: ReadonlyArray<OfferCompared>,
    version: "after" | "before",
  ): ReadonlyArray<readonly [number, number]> =>
    offers.flatMap(({ id, ...offer }) => {
      const price = offer[version]
      return price === null ? [] : [[id, price.amountMinor] as const]
    })

  it("is answered as quote and bilan answer", async () => {
    const coach = makeOfflineCoach(tables)
    let answeredCount = 0
    for (const catalogue of ["live", "sandbox"] as const) {
      const { quote } = quotes(catalogue)
      for (const situation of some(8)) {
        const view = await ask(situation, catalogue)
        const asked = quote(situation.quote)
        const expected = Result.isSuccess(asked)
          ? asked.success.offers.map(({ id, price }) => [id, price.amountInCents] as const)
          : []
        assert.deepStrictEqual(pricesOf(view.offers, "after"), expected, situation.name)
        assert.deepStrictEqual(pricesOf(view.offers, "before"), expected, situation.name)
        assert.strictEqual(view.refused.after === null, Result.isSuccess(asked), situation.name)
        const bilan = coach.bilan(situation.bilan)
        if (Result.isFailure(bilan)) {
          assert.isNull(view.bilan.after, situation.name)
          continue
        }
        const told = view.bilan.after ?? assert.fail(situation.name)
        const { arguments: all, headline, medical } = bilan.success.bilan
        assert.strictEqual(told.headlineKey, headline.key)
        assert.strictEqual(told.medical.target.value, medical.targetValue)
        assert.deepStrictEqual(
          told.arguments.map(({ id }) => id),
          all.map(({ id }) => id),
        )
        answeredCount += expected.length
      }
    }
    assert.isAbove(answeredCount, 500)
  })

  it("adds up: the steps of a price come to what is rounded once", async () => {
    let converted = 0
    const kinds = new Set<string>()
    for (const situation of some(12)) {
      for (const catalogue of ["live", "sandbox"] as const) {
        for (const { after, id } of (await ask(situation, catalogue)).offers) {
          const steps = after?.steps ?? assert.fail(`${situation.name}: ${id} has no steps`)
          for (const { because, kind } of steps) {
            kinds.add(kind)
            assert.isNotEmpty(because, `${situation.name}: ${id} ${kind}`)
          }
          const added = steps.filter(({ kind }) => kind !== "rounded" && kind !== "converted")
          const sum = added.reduce((total, { amount }) => total + Number(amount), 0)
          const rounded = steps.find(({ kind }) => kind === "rounded") ?? assert.fail("not rounded")
          const [, decimals = ""] = rounded.amount.split(".")
          const half = 10 ** -decimals.length / 2 + 1e-5 * Math.max(1, sum / 1e4)
          assert.closeTo(sum, Number(rounded.amount), half, `${situation.name}: ${id}`)
          const last = steps.at(-1) ?? assert.fail("no steps")
          const paid = Math.round(Number(last.amount) * 10 ** (after?.minorUnits ?? 0))
          assert.strictEqual(paid, after?.amountMinor, `${situation.name}: ${id}`)
          if (last.kind === "converted") converted += 1
        }
      }
    }
    assert.isAbove(converted, 50)
    assert.includeMembers([...kinds], ["travellers", "surcharge", "cancellation", "fee"])
  })

  it("is told why not as the command tells it", async () => {
    const situation = situations[0] ?? assert.fail("no situation")
    const { bilan, quote } = situation
    const asked = { situation: { bilan, quote }, catalogue: "live" } as const
    const unshown = answered(await open().call("travellerNotShown", asked))
    const { read, whyNot } = prepareBilanWhyNot(
      tables,
      wordsOfSources(Object.values(definitions), shippedSources()),
    )
    const request = Result.getOrThrow(read(bilan, cardModes))
    const others = unshown.filter(({ kind }) => kind === "argument")
    for (const { because, id, request: change } of others.filter((_, index) => index % 6 === 0)) {
      const expected = whyNot(request, offlineContext("", today), id)
      assert.isFalse(expected.told, id)
      assert.deepStrictEqual(change, expected.request ?? null, id)
      assert.deepStrictEqual(
        because.map(({ file, line, says }) => ({ file, line, says })),
        expected.reasons.map(({ file, line, says }) => ({ file, line, says })),
        id,
      )
    }
    const shown = (await ask(situation, "live")).offers.map(({ id }) => String(id))
    const left = unshown.filter(({ kind }) => kind === "offer").map(({ id }) => id)
    const all = tables.catalogueOffers.rows.map(({ offerId }) => String(offerId))
    assert.sameMembers([...shown, ...left], all)
    assert.isNotEmpty(left)
  })

  it("has what is wrong told at its field", async () => {
    const [first] = situations
    const { bilan, quote } = first ?? assert.fail("no situation")
    const faultsOf = async (trip: object, more: object = {}) => {
      const situation = {
        bilan: { ...bilan, ...more },
        quote: { trip: { ...quote.trip, ...trip } },
      }
      const { faults } = answered(await open().call("traveller", { situation, catalogue: "live" }))
      return faults.map(({ code, field }) => `${field} ${code}`)
    }
    assert.deepStrictEqual(await faultsOf({}), [])
    assert.deepStrictEqual(await faultsOf({ travellers: [{ age: "x" }] }), ["ages BAD_TRIP"])
    assert.deepStrictEqual(await faultsOf({ tripPrice: "much" }), ["price BAD_TRIP"])
    assert.deepStrictEqual(await faultsOf({ endDate: "2027-06-01" }), ["end BAD_DATES"])
    assert.deepStrictEqual(await faultsOf({ shouldCoverCancellation: true }), [
      "price CANCELLATION_NEEDS_TRIP_PRICE",
    ])
    assert.deepStrictEqual(await faultsOf({ arrivalCountries: [] }, { destinations: [] }), [
      "destinations NO_DESTINATIONS",
    ])
    assert.deepStrictEqual(await faultsOf({}, { card: { catalogueId: 999_999 } }), [
      "card CARD_NOT_FOUND",
    ])
  })

  it("shows pictures of cards, banks and offers, and nothing else", async () => {
    const choices = answered(await open().call("travellerChoices", {}))
    const bank = choices.banks.find(({ slug }) => slug !== null) ?? assert.fail("no bank")
    const [card] = bank.cards
    const view = await ask(situations[0] ?? assert.fail("no situation"), "live")
    const pictures = [
      `cards/${card?.id}.svg`,
      `banks/${bank.slug}.svg`,
      `icons/${view.offers[0]?.icon}`,
    ]
    for (const path of pictures) {
      const answer = await fetch(new URL(path, open().url))
      assert.strictEqual(answer.status, 200, path)
      assert.strictEqual(answer.headers.get("content-type"), "image/svg+xml")
      assert.include(await answer.text(), "<svg")
    }
    for (const path of ["cards/0.svg", "banks/none.svg", "icons/..%2ffees.csv", "icons/x.svg"]) {
      assert.strictEqual((await fetch(new URL(path, open().url))).status, 404, path)
    }
  })

  it("sees an edit: the price before and after, and the row behind it", async () => {
    const situation = situations[0] ?? assert.fail("no situation")
    const [offer] = (await ask(situation, "live")).offers
    const step = offer?.after?.steps.find(({ kind }) => kind === "travellers")
    const [row] = step?.because ?? []
    const { file, line } = row ?? assert.fail("no row")
    const { revision } = answered(await open().call("session", {}))
    const cells = [{ line, column: "per_person", text: "300" }]
    answered(
      await open().call("edit", {
        file,
        revision,
        action: "cells",
        operations: [{ _tag: "Set", cells }],
      }),
    )
    const view = await ask(situation, "live")
    const edited = view.offers.find(({ id }) => id === offer?.id)
    assert.deepStrictEqual(edited?.before, offer?.before)
    assert.isAbove(edited?.after?.amountMinor ?? 0, edited?.before?.amountMinor ?? 0)
    assert.isAbove(edited?.after?.place ?? 0, 1)
    assert.strictEqual(
      edited?.after?.steps.find(({ kind }) => kind === "travellers")?.parts["flat"],
      "300",
    )
    answered(await open().call("undo", {}))
    assert.deepStrictEqual((await ask(situation, "live")).offers[0], offer)
  })
})

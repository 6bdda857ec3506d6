import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ListedInsurer } from "../../../../http/ports/live-quotes.ts"
import { makeUnmatched } from "../../../../http/outside/insurers/insurers.ts"
import { makeRecordedLog } from "../guard/recorded-log.ts"

const tables: ReadonlyArray<ListedInsurer> = [
  { insurer: "tannhorst", adapter: "http" },
  { insurer: "brindelune", adapter: "tariff" },
]

/** What is said of addresses under some keys, and the lines said so far. */
const unmatchedOf = (...keys: ReadonlyArray<string>) => {
  const log = makeRecordedLog()
  const urls = new Map(keys.map((key) => [key, new URL(`https://${key}.example/`)]))
  const sayUnmatched = makeUnmatched(urls)
  return {
    check: (insurers: ReadonlyArray<ListedInsurer>) =>
      Effect.provide(sayUnmatched(insurers), log.layer),
    lines: () =>
      log.lines
        .splice(0)
        .map(
          ({ facts, message }) =>
            `${message}: ${String(facts["insurer"])}: ${String(facts["reason"])}`,
        ),
  }
}

const noUse = "an address is of no use"
const noInsurer = "the tables have no insurer with this key"
const byTariffs = "the tables rate this insurer by tariffs, and do not ask it over HTTP"

describe("an address of an insurer", () => {
  it.effect.each([
    ["tannhorst", []],
    ["tanhorst", [`${noUse}: tanhorst: ${noInsurer}; did you mean "tannhorst"?`]],
    ["zephyr", [`${noUse}: zephyr: ${noInsurer}`]],
    ["brindelune", [`${noUse}: brindelune: ${byTariffs}`]],
    ["brindelun", [`${noUse}: brindelun: ${noInsurer}`]],
  ] as const)("is of use where the tables ask its insurer over HTTP: %s", ([key, lines]) =>
    Effect.gen(function* () {
      const unmatched = unmatchedOf(key)
      yield* unmatched.check(tables)
      const said = unmatched.lines().filter((line) => line.startsWith(noUse))
      expect(said).toEqual(lines)
    }),
  )

  it.effect("is warned of when tables make it of no use, and not again while it stays so", () =>
    Effect.gen(function* () {
      const { check, lines } = unmatchedOf("tannhorst", "zephyr")
      const without = tables.filter(({ adapter }) => adapter === "tariff")
      yield* check(tables)
      expect(lines()).toEqual([`${noUse}: zephyr: ${noInsurer}`])
      yield* check(without)
      yield* check(without)
      expect(lines()).toEqual([`${noUse}: tannhorst: ${noInsurer}`])
      yield* check(tables)
      yield* check(without)
      expect(lines()).toEqual([`${noUse}: tannhorst: ${noInsurer}`])
    }),
  )
})

describe("an insurer without an address", () => {
  const notConnected = "an insurer is not connected"
  const noAddress = "INSURER_URLS holds no address for it; its offers have no price"
  const alpenrose: ListedInsurer = { insurer: "alpenrose", adapter: "http" }

  it.effect("is named when the tables are loaded, once until they change", () =>
    Effect.gen(function* () {
      const { check, lines } = unmatchedOf("tannhorst")
      for (const _ of [1, 2]) yield* check([...tables, alpenrose])
      expect(lines()).toEqual([`${notConnected}: alpenrose: ${noAddress}`])
      yield* check(tables)
      expect(lines()).toEqual([])
      yield* check([...tables, alpenrose])
      expect(lines()).toEqual([`${notConnected}: alpenrose: ${noAddress}`])
    }),
  )
})

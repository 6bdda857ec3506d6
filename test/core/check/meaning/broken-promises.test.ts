import { assert, describe, it } from "@effect/vitest"
import { severityOf } from "../../../../core/check/severity.ts"
import * as Column from "../../../../core/table/column.ts"
import { defineDecision } from "../../../../core/table/decision.ts"
import { defineTable } from "../../../../core/table/definition.ts"
import * as Input from "../../../../core/table/input.ts"
import { type Meaning, neverFalls, neverRises } from "../../../../core/table/meaning.ts"
import { makeChoices, testSeed } from "../../../support/random.ts"
import { findingsIn, told } from "./small-check.ts"
import { findingHints } from "../../../../core/check/tell/english.ts"

const about = "Made up."
const seed = testSeed("broken promises")
const choices = makeChoices(seed)
const zones = ["near", "far", "farthest"] as const
const sum = ["flat", { column: "per_day", times: "days" }]

const fares = (means: ReadonlyArray<Meaning>, daysMax?: number) =>
  defineDecision({
    file: "fares.csv",
    about,
    hitPolicy: "unique",
    complete: false,
    inputs: {
      zone: Input.enumeration(zones, { about }),
      days: Input.integer({
        minimum: 1,
        ...(daysMax === undefined ? {} : { maximum: daysMax }),
        about,
      }),
      age: Input.integer({ minimum: 0, maximum: 120, about }),
    },
    outputs: {
      flat: Column.decimal({ about }),
      per_day: Column.decimal({ about }),
    },
    means,
  })

const overDays = neverFalls({ sum, over: "days" })
const overZones = neverFalls({ sum, over: "zone", order: zones })
const overAges = neverFalls({ sum, over: "age", from: 18 })

const brokenIn = (means: ReadonlyArray<Meaning>, ...rows: ReadonlyArray<string>) =>
  told(
    findingsIn([[fares(means), ["zone,days,age,flat,per_day", ...rows].join("\n")]]),
    "BrokenPromise",
  )

describe("a sum that never falls", () => {
  it("may stay at a join between bands, and not fall by the least", () => {
    const band = (flat: string) => [`near,<=8,,4,1`, `near,>8,,${flat},0.5`]
    assert.deepStrictEqual(brokenIn([overDays], ...band("7.5")), [])
    assert.deepStrictEqual(brokenIn([overDays], ...band("7.499")), [
      "3:16 flat + per_day x days falls from 12 at days 8 (line 2) to 11.999 at days 9 (this row); it never falls as days rises",
    ])
  })

  it("is held across a gap between bands, and inside of a band", () => {
    assert.deepStrictEqual(brokenIn([overDays], "near,<=8,,20,0", "near,>20,,10,0.1"), [
      "3:14 flat + per_day x days falls from 20 at days 8 (line 2) to 12.1 at days 21 (this row); it never falls as days rises",
    ])
    assert.deepStrictEqual(brokenIn([overDays], "near,[3..5],,20,-1"), [
      "2:17 flat + per_day x days falls from 17 at days 3 (this row) to 15 at days 5 (this row); it never falls as days rises",
    ])
  })

  it("is told once, for the row that most others contradict, at the cell that differs most", () => {
    const findings = findingsIn([
      [
        fares([overDays]),
        "zone,days,age,flat,per_day\nnear,<=8,,54.6,1\nnear,[9..31],,9,1\nnear,>31,,12,1\n",
      ],
    ])
    assert.deepStrictEqual(told(findings, "BrokenPromise"), [
      "2:11 flat + per_day x days falls from 62.6 at days 8 (this row) to 18 at days 9 (line 3); it never falls as days rises",
    ])
    const broken = findings.filter(({ _tag }) => _tag === "BrokenPromise")
    assert.deepStrictEqual(broken.flatMap(findingHints), [
      "for example: zone=near, age=0",
      "lines that contradict it: 3 and 4",
    ])
    assert.deepStrictEqual(broken.map(severityOf), ["error"])
  })

  it("is compared over words in their order, for everything that two rows share", () => {
    assert.deepStrictEqual(
      brokenIn([overZones], "near,<=10,,5,1", "farthest,[5..20],,4,1.1", "far,>20,,1,0"),
      [
        "3:19 flat + per_day x days falls from 10 at zone near (line 2) to 9.5 at zone farthest (this row); it never falls as zone rises",
      ],
    )
    assert.deepStrictEqual(brokenIn([overZones], "near,<=10,,5,1", "farthest,[10..20],,4,1.1"), [])
  })

  it("that grows slower for ever falls behind one day, however far away", () => {
    assert.deepStrictEqual(brokenIn([overZones], "near,,,0,1.001", "far,,,1,1"), [
      "3:7 flat + per_day x days falls from 1002.001 at zone near (line 2) to 1002 at zone far (this row); it never falls as zone rises",
    ])
    const bounded = fares([overZones], 1000)
    const source = "zone,days,age,flat,per_day\nnear,,,0,1.001\nfar,,,1,1\n"
    assert.deepStrictEqual(told(findingsIn([[bounded, source]]), "BrokenPromise"), [])
  })

  it("promises nothing below the number from which it holds", () => {
    assert.deepStrictEqual(brokenIn([overAges], "near,,<=17,9,0", "near,,>=18,5,0"), [])
    assert.lengthOf(brokenIn([overAges], "near,,<=18,9,0", "near,,>=19,5,0"), 1)
  })

  it("blames the row that all promises together do, where two contradict each other", () => {
    const rows = ["near,<=8,,50,1", "near,>8,,9,1", "far,<=8,,9,2"]
    assert.deepStrictEqual(
      brokenIn([overDays, overZones], ...rows).map((line) => line.split(" ")[0]),
      ["2:11", "2:11"],
    )
  })
})

it("a sum that never rises is the same, the other way round", () => {
  const means = [neverRises({ sum: ["flat"], over: "age" })]
  assert.deepStrictEqual(brokenIn(means, "near,,<18,5,0", "near,,>=18,5.5,0"), [
    "3:12 flat rises from 5 at age 17 (line 2) to 5.5 at age 18 (this row); it never rises as age rises",
  ])
  assert.deepStrictEqual(brokenIn(means, "near,,<18,5,0", "near,,>=18,5,0"), [])
})

it("a plain table is held to its promise within the rest of its key", () => {
  const steps = defineTable({
    file: "steps.csv",
    about,
    key: ["market", "step"],
    means: [neverFalls({ sum: ["amount"], over: "step", order: ["low", "mid", "top"] })],
    columns: {
      market: Column.text({ about }),
      step: Column.text({ about }),
      amount: Column.integer({ about }),
    },
  })
  const source = "market,step,amount\nfr,top,500\nus,low,900\nfr,low,50\nfr,mid,501\nfr,other,1\n"
  assert.deepStrictEqual(told(findingsIn([[steps, source]]), "BrokenPromise"), [
    "5:8 amount falls from 501 at step mid (this row) to 500 at step top (line 2); it never falls as step rises",
  ])
})

it("finds a fall exactly where trying all facts finds one", () => {
  const daysMax = 9
  const definition = fares([overDays, overZones], daysMax)
  let broken = 0
  for (let round = 0; round < 150; round += 1) {
    const cut = choices.integer(2, 8)
    const rows = zones.flatMap((zone) =>
      [`<=${cut}`, `>${cut}`].map((days) => ({
        zone,
        days,
        from: days.startsWith("<") ? 1 : cut + 1,
        to: days.startsWith("<") ? cut : daysMax,
        flat: choices.integer(0, 6),
        perDay: choices.integer(0, 3),
      })),
    )
    const price = (zone: string, days: number): number => {
      const row = rows.find((one) => one.zone === zone && days >= one.from && days <= one.to)
      return (row?.flat ?? 0) + (row?.perDay ?? 0) * days
    }
    const everyDay = Array.from({ length: daysMax }, (_, index) => index + 1)
    const fallsOverDays = zones.some((zone) =>
      everyDay.slice(1).some((days) => price(zone, days) < price(zone, days - 1)),
    )
    const fallsOverZones = everyDay.some((days) =>
      zones.slice(1).some((zone, index) => price(zone, days) < price(zones[index] ?? "", days)),
    )
    const source = [
      "zone,days,age,flat,per_day",
      ...rows.map(({ days, flat, perDay, zone }) => `${zone},${days},,${flat},${perDay}`),
    ].join("\n")
    const found = findingsIn([[definition, source]]).flatMap((one) =>
      one._tag === "BrokenPromise" ? one.over : [],
    )
    assert.strictEqual(found.includes("days"), fallsOverDays, `seed ${seed}\n${source}`)
    assert.strictEqual(found.includes("zone"), fallsOverZones, `seed ${seed}\n${source}`)
    broken += found.length
  }
  assert.isAtLeast(broken, 50)
})

it("a search that is cut short is unknown, never nothing", () => {
  const source = "zone,days,age,flat,per_day\nnear,<=8,,9,1\nnear,>8,,1,1\n"
  assert.deepStrictEqual(
    told(
      findingsIn([[fares([overDays]), source]], { budget: 1, asked: ["broken promises"] }),
      "Unknown",
    ),
    ["1:1 unknown: the search for broken promises was cut short for flat + per_day x days"],
  )
})

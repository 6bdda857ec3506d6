import { assert, describe, it } from "vitest"
import { certifyTable, type Claim } from "../../../core/certificate/certify.ts"
import { certifyVersions } from "../../../core/certificate/certify-versions.ts"
import * as Column from "../../../core/table/column.ts"
import {
  type DecisionDefinition,
  defineDecision,
  loadDecision,
} from "../../../core/table/decision.ts"
import { hitPolicies, type HitPolicy } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"
import { neverFalls, neverRises } from "../../../core/table/meaning.ts"
import { readIntendedGaps } from "../../../core/check/intended-gap.ts"
import { times } from "../../support/long.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"
import {
  colours,
  decisionOf,
  drawEdit,
  drawRow,
  type TextRow,
  wordsOfPairs,
} from "../../support/table-pairs.ts"
import { hasVerifier, type ToVerify, type Verified, verifyAll } from "../../support/verified.ts"
import { answerAlike, drawPartition, textOf, triedOut } from "./drawn-tables.ts"

/** Tables at once, so that their files stay few. */
const batch = 2_000
const longTimeoutMs = 3_600_000

const drawRows = (choices: Choices): ReadonlyArray<TextRow> => {
  const { chance, integer } = choices
  if (chance(0.3)) return Array.from({ length: integer(1, 6) }, () => drawRow(choices))
  const rows = drawPartition(choices, integer(1, 7))
  return chance(0.5) ? rows : drawEdit(choices, rows)
}

/** Another version of rows: edited, in another order, or with a row more or less at the end. */
const drawVersion = (choices: Choices, rows: ReadonlyArray<TextRow>): ReadonlyArray<TextRow> => {
  const edited = (): ReadonlyArray<TextRow> => drawEdit(choices, rows)
  const version = choices.pick([
    edited,
    edited,
    () => rows.toReversed(),
    () => rows.slice(0, -1),
    (): ReadonlyArray<TextRow> => [...rows, drawRow(choices)],
    (): ReadonlyArray<TextRow> => [...rows, ["", "", "", "", "2", "a", "-"]],
  ])
  return version()
}

const certified = (hitPolicy: HitPolicy, rows: ReadonlyArray<TextRow>): ToVerify => {
  const decision = decisionOf(hitPolicy, rows)
  const source = textOf(rows)
  const { claims, open } = certifyTable({ decision, source, declared: [], wordsOf: wordsOfPairs })
  assert.deepEqual(open, [])
  return { definition: decision.definition, texts: [source], claims }
}

const certifiedPair = (
  hitPolicy: HitPolicy,
  before: ReadonlyArray<TextRow>,
  after: ReadonlyArray<TextRow>,
): ToVerify => {
  const [old, now] = [decisionOf(hitPolicy, before), decisionOf(hitPolicy, after)]
  const { claims, open } = certifyVersions(old, now, wordsOfPairs)
  assert.deepEqual(open, [])
  return { definition: now.definition, texts: [textOf(before), textOf(after)], claims }
}

const policiesOfOne: readonly [HitPolicy, ...ReadonlyArray<HitPolicy>] = [
  "unique",
  "any",
  "first",
  "priority",
]

const dueOf = (hitPolicy: HitPolicy): ReadonlyArray<"no gap" | "no overlap" | "no conflict"> => {
  if (hitPolicy === "unique") return ["no gap", "no overlap"]
  return hitPolicy === "any" ? ["no gap", "no conflict"] : ["no gap"]
}

const verdictOf = (claim: Claim): string =>
  `${"at" in claim ? "refuted" : "proven"}: ${claim.claim}`

const withoutFacts = (told: Verified | undefined) =>
  told?.map((line) => line.replace(/, as for .*/, ""))

/** Batches of drawn certificates, with what the script says of each. */
const eachBatch = async <Drawn extends { readonly given: ToVerify }>(
  count: number,
  draw: () => Drawn,
  look: (drawn: Drawn, told: Verified | undefined) => void,
): Promise<void> => {
  for (let left = count; left > 0; left -= batch) {
    const drawn = Array.from({ length: Math.min(left, batch) }, draw)
    const told = await verifyAll(
      drawn.map(({ given }) => given),
      colours,
    )
    for (const [index, one] of drawn.entries()) look(one, told[index])
  }
}

/** A table whose amounts by day are promised to keep their order, within a few days. */
const steps: DecisionDefinition = defineDecision({
  file: "steps.csv",
  about: "Amounts by days.",
  hitPolicy: "collect",
  inputs: {
    colour: Input.reference("colours.csv", "colour", { about: "A colour." }),
    days: Input.integer({ minimum: 0, maximum: 9, about: "Days." }),
  },
  outputs: {
    flat: Column.integer({ about: "An amount." }),
    per_day: Column.decimal({ about: "An amount for each day." }),
  },
  means: [
    neverFalls({ sum: ["flat", { column: "per_day", times: "days" }], over: "days", from: 2 }),
    neverRises({ sum: ["flat"], over: "colour", order: colours }),
  ],
})

const promised = [
  "flat + per_day x days never falls as days rises",
  "flat never rises as colour rises",
] as const

/** Rows of a table of steps that mostly keep its promises, and what trying says of each promise. */
const drawSteps = (choices: Choices) => {
  const { chance, integer, pick } = choices
  const rows = Array.from({ length: integer(1, 4) }, () => {
    const [colour, low] = [pick(colours), integer(0, 8)]
    const high = integer(low, 9)
    const cell = chance(0.2) ? "" : chance(0.2) ? `not(${colour})` : colour
    const days = chance(0.2) ? `not([${low}..${high}])` : `[${low}..${high}]`
    const flat = chance(0.8) ? low * 3 : integer(-3, 9)
    return { cell, colour, days, high, low, flat, perDay: pick(["0", "1.5", "1.50", "-0.5"]) }
  })
  const source = [
    "colour,days,flat,per_day",
    ...rows.map(({ cell, days, flat, perDay }) => `${cell},${days},${flat},${perDay}`),
    "",
  ].join("\n")
  const points = rows.flatMap(({ cell, colour, days, flat, high, low, perDay }) =>
    colours
      .filter((one) => cell === "" || (cell === colour) === (one === colour))
      .flatMap((one) =>
        Array.from({ length: 10 }, (_, day) => ({
          place: colours.indexOf(one),
          day,
          flat,
          sum: flat + Number(perDay) * day,
        })).filter(({ day }) => (day >= low && day <= high) === days.startsWith("[")),
      ),
  )
  const isKept = [
    points.every((one) =>
      points.every(
        (other) =>
          one.place !== other.place || one.day < 2 || one.day >= other.day || one.sum <= other.sum,
      ),
    ),
    points.every((one) =>
      points.every(
        (other) => one.day !== other.day || one.place >= other.place || one.flat >= other.flat,
      ),
    ),
  ]
  return { source, isKept }
}

/** Another certificate of which some numbers are other ones. */
const disturbed = (choices: Choices, claim: Claim): Claim => {
  const numbers = JSON.stringify(claim).match(/-?\d+/g)?.length ?? 0
  const chosen = choices.integer(1, Math.max(1, numbers))
  let count = 0
  const text = JSON.stringify(claim).replace(/-?\d+/g, (number) => {
    count += 1
    return count === chosen ? String(Number(number) + choices.pick([-2, -1, 1, 2])) : number
  })
  return JSON.parse(text) as Claim
}

describe.skipIf(!hasVerifier)("certificates, read by a program that shares no code with us", () => {
  it(
    "say of drawn and mutated tables what trying everything says",
    { timeout: longTimeoutMs },
    async () => {
      const choices = makeChoices(testSeed("certificates of tables"))
      await eachBatch(
        times(300, 120_000),
        () => {
          const hitPolicy = choices.pick(policiesOfOne)
          const rows = drawRows(choices)
          const tried = triedOut(hitPolicy, rows)
          const expected = dueOf(hitPolicy).map(
            (one) => `${tried[one] ? "proven" : "refuted"}: ${one}`,
          )
          return { given: certified(hitPolicy, rows), expected, shown: JSON.stringify(rows) }
        },
        ({ expected, given, shown }, told) => {
          assert.deepEqual(given.claims.map(verdictOf), expected, shown)
          assert.deepEqual(withoutFacts(told), expected, shown)
        },
      )
    },
  )

  it("say of two versions what trying everything says", { timeout: longTimeoutMs }, async () => {
    const choices = makeChoices(testSeed("certificates of versions"))
    const counts = { proven: 0, refuted: 0 }
    await eachBatch(
      times(120, 70_000),
      () => {
        const hitPolicy = choices.pick(hitPolicies)
        const before = drawRows(choices)
        const after = drawVersion(choices, before)
        const kind = answerAlike(hitPolicy, before, after) ? "proven" : "refuted"
        counts[kind] += 1
        return {
          given: certifiedPair(hitPolicy, before, after),
          expected: [`${kind}: equivalent`],
          shown: JSON.stringify([hitPolicy, before, after]),
        }
      },
      ({ expected, given, shown }, told) => {
        assert.deepEqual(given.claims.map(verdictOf), expected, shown)
        assert.deepEqual(withoutFacts(told), expected, shown)
      },
    )
    assert.isAbove(Math.min(counts.proven, counts.refuted), 20)
  })

  it("show that rows count for nothing where one that stays hides them", async () => {
    const row = (colour: string, days: string, price: string): TextRow => [
      colour,
      days,
      "",
      "",
      price,
      "a",
      "-",
    ]
    const kept = [row("", ">3", "1.4"), row("", "<=8", "2")]
    const hidden = certifiedPair("first", [...kept, row("green", "(2..4]", "1")], kept)
    const alike = [row("grey", "", "1"), row("", "(2..7]", "1"), row("", "<=8", "1")]
    const turned = certifiedPair("first", alike, alike.toReversed())
    const told = await verifyAll([hidden, turned], colours)
    assert.deepEqual(told, [["proven: equivalent"], ["proven: equivalent"]])
  })

  it("say of promises what trying everything says", { timeout: longTimeoutMs }, async () => {
    const choices = makeChoices(testSeed("certificates of promises"))
    const counts = { kept: 0, broken: 0 }
    await eachBatch(
      times(100, 10_000),
      () => {
        const { isKept, source } = drawSteps(choices)
        const { content: decision } = loadDecision(steps, source)
        const { claims, open } = certifyTable({
          decision,
          source,
          declared: [],
          wordsOf: wordsOfPairs,
        })
        for (const one of isKept) counts[one ? "kept" : "broken"] += 1
        const due = (kept: boolean) =>
          isKept.flatMap((one, index) => (one === kept ? (promised[index] ?? []) : []))
        assert.deepEqual(
          claims.map(({ claim }) => claim as string),
          due(true),
          source,
        )
        assert.deepEqual(
          open.map(({ claim, why }) => `${claim} ${why}`),
          due(false).map((one) => `${one} broken`),
          source,
        )
        const all: ReadonlyArray<Claim> = [{ claim: promised[0] }, { claim: promised[1] }]
        return {
          given: { definition: steps, texts: [source] as const, claims: all },
          isKept,
          source,
        }
      },
      // Both are claimed: one that is broken is refused.
      ({ isKept, source }, told) => {
        const expected = isKept.every(Boolean)
          ? promised.map((claim) => `proven: ${claim}`)
          : ["REFUSED: a promise is broken"]
        assert.deepEqual(told, expected, source)
      },
    )
    assert.isAbove(Math.min(counts.kept, counts.broken), 20)
  })

  it("are refused where they are forged", { timeout: longTimeoutMs }, async () => {
    const choices = makeChoices(testSeed("forged certificates"))
    const forged = (): { readonly given: ToVerify; readonly shown: string } => {
      const hitPolicy = choices.pick(policiesOfOne)
      const rows = drawPartition(choices, choices.integer(2, 7))
      const others = choices.chance(0.3) ? rows.slice(1) : drawEdit(choices, rows)
      const [tried, truth] = [triedOut(hitPolicy, others), triedOut(hitPolicy, rows)]
      const isVersions = choices.chance(0.4)
      const honest = isVersions
        ? certifiedPair(hitPolicy, rows, rows.toReversed())
        : certified(hitPolicy, rows)
      const isTrue = (claim: Claim, of: typeof tried): boolean =>
        claim.claim === "equivalent"
          ? answerAlike(hitPolicy, rows, others)
          : of[claim.claim as keyof typeof of]
      // What holds of one table is claimed of another, or facts are made up that refute what holds.
      const lies = honest.claims.flatMap((claim): ReadonlyArray<Claim> => {
        if (!("at" in claim) && !isTrue(claim, tried))
          return [choices.chance(0.5) ? claim : disturbed(choices, claim)]
        const madeUp = [0, 1, 2, 3].map(() => choices.integer(-1, 4))
        if (isVersions || !isTrue(claim, truth)) return []
        return choices.chance(0.2) ? [{ claim: claim.claim, at: madeUp }] : []
      })
      const [lie] = lies
      if (lie === undefined) return forged()
      const told = "at" in lie ? rows : others
      const texts = isVersions
        ? ([textOf(rows), textOf(others)] as const)
        : ([textOf(told)] as const)
      return {
        given: { ...honest, texts, claims: [lie] },
        shown: JSON.stringify([hitPolicy, rows, others, lie]),
      }
    }
    await eachBatch(times(150, 1_500), forged, ({ shown }, told) => {
      assert.match(told?.[0] ?? "", /^REFUSED: /, shown)
    })
  })

  it("are refused in any other form than their own", async () => {
    const rows: ReadonlyArray<TextRow> = [["red", "", "", "", "2", "a", "-"]]
    const given = certified("unique", rows)
    const whole = { order: [0, 1, 2, 3], cases: [], leaves: [0] }
    const forms: ReadonlyArray<unknown> = [
      { claim: "no gap" },
      { claim: "no gap", ...whole },
      { claim: "no gap", ...whole, order: [] },
      { claim: "no gap", ...whole, leaves: [] },
      { claim: "no gap", ...whole, leaves: [1] },
      { claim: "no gap", ...whole, leaves: [-1] },
      { claim: "no gap", ...whole, cases: [[0]] },
      { claim: "no gap", ...whole, cases: [[0, 0, 0, -1]] },
      { claim: "no gap", ...whole, cases: [[0, 0, 0, -1, 1, 1, 0]] },
      { claim: "no gap", ...whole, cases: [[0, 0, 0, -1, 2, 1, -1]] },
      { claim: "no gap", ...whole, cases: [[0, 0, 1, -1]] },
      { claim: "no gap", ...whole, cases: [[-1, 0, 0, -1]] },
      { claim: "no gap", ...whole, cases: [[0.5, 0, 0, -1]] },
      { claim: "no gap", at: [] },
      { claim: "no gap", at: [0, 0, 0, 0] },
      { claim: "no gap", at: [-1, 0, 0, 0] },
      { claim: "no gap", at: [1, 0, 0, 99] },
      { claim: "no conflict" },
      { claim: "equivalent", ...whole, pairs: [] },
      { claim: "price never falls as days rises" },
      {},
      7,
    ]
    const told = await verifyAll(
      forms.map((claim) => ({ ...given, claims: [claim as Claim] })),
      colours,
    )
    for (const [index, one] of told.entries()) {
      assert.match(one[0] ?? "", /^REFUSED: /, JSON.stringify(forms[index]))
    }
    const twice = await verifyAll(
      [{ ...given, claims: [...given.claims, ...given.claims] }],
      colours,
    )
    assert.match(twice[0]?.[0] ?? "", /^REFUSED: /)
  })

  it("are held to what the reader declares, not to what their writer did", async () => {
    const rows: ReadonlyArray<TextRow> = [
      ["red|green|blue|grey", "<=12", "", "", "2", "a", "-"],
      ["", "", "", "", "2", "a", "-"],
    ]
    const [first] = rows
    assert.isDefined(first)
    const given = certified("first", first === undefined ? [] : [first])
    const { definition } = given
    const inputs = { ...definition.inputs }
    const more = (name: string, input: Input.Input<unknown>): ToVerify => ({
      ...given,
      definition: { ...definition, inputs: { ...inputs, [name]: input } },
    })
    const told = await verifyAll(
      [
        given,
        more("days", Input.integer({ minimum: 0, maximum: 13, about: "More days." })),
        more("days", Input.number({ minimum: 0, about: "Any number of days." })),
        more("days", Input.optional(Input.integer({ minimum: 0, maximum: 12, about: "Days." }))),
        more("colour", Input.enumeration([...colours, "pink"], { about: "More colours." })),
        { ...given, definition: { ...definition, hitPolicy: "unique", outputs: {} } },
      ],
      colours,
    )
    assert.deepEqual(told[0], ["proven: no gap"])
    for (const one of told.slice(1)) assert.match(one[0] ?? "", /^REFUSED/)
    const [wider] = await verifyAll([given], [...colours, "pink"])
    assert.match(wider?.[0] ?? "", /^REFUSED/)
    const other = textOf(rows)
    const [edited] = await verifyAll([{ ...given, texts: [other] }], colours)
    assert.deepEqual(edited, ["proven: no gap"])
  })

  it("tell gaps that a table declares, and what no one claims", async () => {
    const rows: ReadonlyArray<TextRow> = [["not(red)", "", "", "", "2", "a", "-"]]
    const decision = decisionOf("unique", rows)
    const comments = ["# gap colour=red : nobody buys it", "#note gap=of nothing : so there"]
    const source = textOf(rows, comments)
    const declared = readIntendedGaps(decision.definition, source, wordsOfPairs).gaps
    const { claims } = certifyTable({ decision, source, declared, wordsOf: wordsOfPairs })
    const quoted = source.replace(
      "# gap colour=red : nobody buys it",
      '"# gap colour=red : nobody buys it",,,',
    )
    const given = { definition: decision.definition, claims }
    const told = await verifyAll(
      [
        { ...given, texts: [source] },
        { ...given, texts: [quoted] },
        { ...given, texts: [source.replace("nobody buys it", "")] },
        { ...given, texts: [source], claims: [] },
      ],
      colours,
    )
    const proven = ["proven: no gap, beside 1 that are declared", "proven: no overlap"]
    assert.deepEqual(told.slice(0, 2), [proven, proven])
    assert.match(told[2]?.[0] ?? "", /^REFUSED/)
    assert.deepEqual(told[3], ["open: no gap", "open: no overlap"])
  })
})

it.skipIf(hasVerifier)(
  "certificates are not read: there is no Python 3.9; VIATICA_TEST_PYTHON names one",
  () => {
    assert.isFalse(hasVerifier)
  },
)

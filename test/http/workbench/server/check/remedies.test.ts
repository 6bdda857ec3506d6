import { assert, describe, it } from "@effect/vitest"
import type { WorkbenchFinding } from "../../../../../http/workbench/protocol/check.ts"
import { dataTexts, edited, makeCheckedDesk, repaired } from "../../../../support/checked-desk.ts"

const desk = makeCheckedDesk()

const textOf = (file: string): string => dataTexts.get(file) ?? assert.fail(file)

/** The line that begins with a text. */
const lineOf = (file: string, start: string): number => {
  const index = textOf(file)
    .split("\n")
    .findIndex((line) => line.startsWith(start))
  return index < 0 ? assert.fail(start) : index + 1
}

const set = (file: string, line: number, column: string, text: string): string =>
  edited(file, textOf(file), { _tag: "Set", cells: [{ line, column, text }] })

const without = (file: string, line: number): string =>
  edited(file, textOf(file), { _tag: "Delete", lines: [line] })

const found = (file: string, text: string, kind: string): WorkbenchFinding => {
  const findings = desk.check({ [file]: text })
  return (
    findings.find((each) => each.kind === kind && each.file === file) ??
    assert.fail(`${kind} is not among ${findings.map((each) => each.kind).join(", ")}`)
  )
}

/** Holds every remedy of a finding to its word; gives what their buttons say. */
const provenLabels = (file: string, text: string, finding: WorkbenchFinding) => {
  const remedies = desk.remedies(finding)
  const known = new Set(desk.check({ [file]: text }).map(({ id }) => id))
  for (const remedy of remedies) {
    const after = desk.check({ [file]: repaired(file, text, remedy) })
    const label = remedy.label.en
    assert.notInclude(
      after.map(({ id }) => id),
      finding.id,
      label,
    )
    if (remedy.leavesOpen.length === 0 && finding.kind !== "Mistake") {
      assert.deepStrictEqual(
        after.filter(({ id }) => !known.has(id)).map(({ title }) => title.en),
        [],
        label,
      )
    }
  }
  return remedies.map(({ label }) => label.en)
}

const tariffs = "catalogue/tariffs.csv"

describe("ways to repair what was found", { timeout: 60_000 }, () => {
  it("fill a gap with the row that is missing, or say that it is meant", () => {
    const line = lineOf(tariffs, "br_escapade_1,europe,[9..31],[65..69]")
    const text = without(tariffs, line)
    const gap = found(tariffs, text, "Gap")
    assert.strictEqual(gap.title.en, "Gap: 9 to 31 days, age 65 to 69")
    assert.strictEqual(gap.title.fr, "Trou\u00a0: 9 à 31 jours, âge 65 à 69 ans")
    assert.deepStrictEqual(gap.ghost, {
      afterLine: line - 1,
      cells: { tariff: "br_escapade_1", zone: "europe", days: "[9..31]", age: "[65..69]" },
    })
    assert.deepStrictEqual(provenLabels(tariffs, text, gap), ["Add this row", "It is meant…"])
    desk.check({ [tariffs]: text })
    const [add, declare] = desk.remedies(gap)
    assert.deepStrictEqual(add?.leavesOpen, ["per_contract", "per_person", "per_person_per_day"])
    assert.strictEqual(declare?.needs, "reason")
  })

  it("narrow one of two rows that apply to the same", () => {
    const line = lineOf(tariffs, "br_escapade_1,europe,[9..31],[18..64]")
    const text = set(tariffs, line, "age", "[18..66]")
    const overlap = found(tariffs, text, "Conflict")
    assert.strictEqual(overlap.title.en, `Rows ${line} and ${line + 1} both apply, and disagree`)
    assert.strictEqual(overlap.column, "age")
    assert.deepStrictEqual(provenLabels(tariffs, text, overlap), [
      `Narrow ${line} to 18 to 64`,
      `Narrow ${line + 1} to 67 to 69`,
      "Split at 65: a row of its own for 65 to 66",
    ])
  })

  it("do not offer to narrow a row where that leaves a gap", () => {
    const line = lineOf(tariffs, "br_escapade_1,europe,[9..31],[18..64]")
    const row = { tariff: "br_escapade_1", zone: "europe", days: "[9..20]", age: "[60..69]" }
    const figures = { per_contract: "0", per_person: "11.90", per_person_per_day: "0.44" }
    const text = edited(tariffs, textOf(tariffs), {
      _tag: "Insert",
      afterLine: line,
      rows: [{ ...row, ...figures }],
    })
    const overlap = found(tariffs, text, "Conflict")
    assert.deepStrictEqual(overlap.lines, [line + 1, line])
    assert.deepStrictEqual(
      desk.remedies(overlap).map(({ label }) => label.en),
      [`Narrow ${line + 1} to 65 to 69`],
    )
  })

  it("delete rows that earlier ones take, that nothing meets or that are there twice", () => {
    const selling = "coach/selling.csv"
    const twice = edited(selling, textOf(selling), { _tag: "Duplicate", lines: [2] })
    const shadowed = found(selling, twice, "ShadowedRow")
    assert.deepStrictEqual(shadowed.takenBy, [2])
    assert.deepStrictEqual(provenLabels(selling, twice, shadowed), ["Delete row 3"])

    const header = lineOf(tariffs, "tariff,")
    const row = { tariff: "br_escapade_1", zone: "europe", days: ">31", age: ">120" }
    const figures = { per_contract: "0", per_person: "1", per_person_per_day: "1" }
    const impossible = edited(tariffs, textOf(tariffs), {
      _tag: "Insert",
      afterLine: header,
      rows: [{ ...row, ...figures }],
    })
    const never = found(tariffs, impossible, "ImpossibleRow")
    assert.deepStrictEqual(provenLabels(tariffs, impossible, never), [`Delete row ${never.line}`])

    const surcharges = "catalogue/surcharges.csv"
    const own = textOf(surcharges)
      .split("\n")
      .findIndex((line, index) => index > 0 && line !== "" && !line.startsWith("#"))
    const repeated = edited(surcharges, textOf(surcharges), {
      _tag: "Duplicate",
      lines: [own + 1],
    })
    const again = found(surcharges, repeated, "RepeatedRow")
    assert.deepStrictEqual(provenLabels(surcharges, repeated, again), [`Delete row ${own + 2}`])
  })

  it("add a row that the rules need", () => {
    const ranks = "coach/cover_ranks.csv"
    const text = without(ranks, lineOf(ranks, "researchFees,"))
    const missing = found(ranks, text, "MissingRow")
    assert.strictEqual(missing.title.en, "No row for slug Search and rescue fees")
    assert.deepStrictEqual(missing.ghost?.cells, { slug: "researchFees" })
    assert.include(provenLabels(ranks, text, missing), "It is meant…")
  })

  it("delete a row that nothing names", () => {
    const products = "coach/products.csv"
    const text = edited(products, textOf(products), {
      _tag: "Insert",
      afterLine: 1,
      rows: [{ country: "CA", product: "Nothing at all", network: "amex", tier: "entry" }],
    })
    const unnamed = found(products, text, "UnnamedRow")
    assert.deepStrictEqual(provenLabels(products, text, unnamed), ["Delete row 2"])
  })

  it("take a figure back that moved far, or say that it is meant", () => {
    const currencies = "currencies.csv"
    const line = lineOf(currencies, "USD,")
    const text = set(currencies, line, "eur_rate", "2.5")
    const jump = found(currencies, text, "Jump")
    assert.strictEqual(jump.title.en, "1.13607202 became 2.5")
    assert.strictEqual(jump.title.fr, "1,13607202 est devenu 2,5")
    assert.strictEqual(jump.column, "eur_rate")
    assert.deepStrictEqual(provenLabels(currencies, text, jump), [
      "Write 1.13607202",
      "It is meant…",
    ])
  })

  it("say that a figure far from its neighbours, or an old day, is meant", () => {
    const currencies = "currencies.csv"
    const line = lineOf(currencies, "USD,")
    const far = set(currencies, line, "margin_bps", "900")
    const outlier = found(currencies, far, "Outlier")
    assert.strictEqual(outlier.column, "margin_bps")
    assert.deepStrictEqual(provenLabels(currencies, far, outlier), ["It is meant…"])
    const old = set(currencies, line, "rate_date", "2020-01-01")
    const oldDay = found(currencies, old, "OldDay")
    assert.strictEqual(oldDay.column, "rate_date")
    assert.deepStrictEqual(provenLabels(currencies, old, oldDay), ["It is meant…"])
  })

  it("delete a comment that declares nothing any more, or that cannot be read", () => {
    const stale = textOf(tariffs).replace("\n", "\n# gap tariff=br_retour age=[18..20] : so\n")
    const gap = found(tariffs, stale, "StaleGap")
    assert.strictEqual(gap.line, 2)
    assert.deepStrictEqual(provenLabels(tariffs, stale, gap), ["Delete this comment"])
    const bad = textOf(tariffs).replace("\n", "\n# gap tarif=br_retour : so\n")
    const directive = found(tariffs, bad, "BadDirective")
    assert.deepStrictEqual(provenLabels(tariffs, bad, directive), ["Delete this comment"])
  })

  it("write what was probably meant", () => {
    const line = lineOf(tariffs, "br_escapade_1,europe,[9..31],[18..64]")
    const text = set(tariffs, line, "zone", "europa")
    const mistake = found(tariffs, text, "Mistake")
    assert.strictEqual(mistake.column, "zone")
    assert.deepStrictEqual(provenLabels(tariffs, text, mistake), ["Write europe"])
  })

  it("show the step by which a promise is broken", () => {
    const line = lineOf(tariffs, "br_retour,europe,>31,[18..64]")
    const text = set(tariffs, line, "per_person_per_day", "0.20")
    const broken = found(tariffs, text, "BrokenPromise")
    assert.strictEqual(broken.title.en, "A longer trip costs less")
    const { after, before, from, to } = broken.steps ?? assert.fail("there are no steps")
    assert.deepStrictEqual([from.at, from.value, to.at, to.value], ["31", "34.9", "32", "22.7"])
    assert.deepInclude(after, { at: "31", value: 34.9, line: from.line })
    assert.deepInclude(after, { at: "32", value: 22.7, line })
    assert.strictEqual(before.find(({ at }) => at === "32")?.value, 35.5)
  })

  it("are not there for what is not known", () => {
    const cards = "coach/cards.csv"
    const text = set(cards, 5, "network", "visaa")
    const findings = desk.check({ [cards]: text })
    const unknown = findings.find(({ kind }) => kind === "Unknown") ?? assert.fail("none")
    assert.deepStrictEqual(desk.remedies(unknown), [])
  })

  it("typeset a French text wholly, and write the apostrophes of another language", () => {
    const words = "messages/words.csv"
    const line = lineOf(words, "there,")
    const cells = [
      { line, column: "fr", text: "Entre amis : l'assurance ?" },
      { line, column: "en", text: "the card's cover: there?" },
    ]
    const mistakes = desk
      .checkWhole({ [words]: edited(words, textOf(words), { _tag: "Set", cells }) })
      .filter(({ file, kind }) => file === words && kind === "Mistake")
    assert.deepStrictEqual(
      mistakes.map(({ title }) => title.en),
      [
        "“:” lacks its space in fr",
        "“'” is straight in fr",
        "“?” lacks its space in fr",
        "“'” is straight in en",
      ],
    )
    const french = "Write Entre amis\u00a0: l’assurance\u202f?"
    assert.deepStrictEqual(
      mistakes.map((each) => desk.remedies(each).map(({ label }) => label.en)),
      [[french], [french], [french], ["Write the card’s cover: there?"]],
    )
  })
})

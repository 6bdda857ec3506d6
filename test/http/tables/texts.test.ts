import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkLines } from "../../../rules/check/check-lines.ts"
import { checkJson } from "../../../rules/check/check-json.ts"
import { type CheckReport } from "../../../rules/check/check-report.ts"
import { readTableFiles } from "../../../http/tables/table-files.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { isLong } from "../../support/long.ts"
import { type CopiedTables, copyTables } from "./copied-tables.ts"
import { reportOn, startCheck } from "../../../http/tables/check-report.ts"

/** Finds what a new check finds, as running-check.test.ts holds, and asks only what an edit touches. */
const runningCheck = startCheck(shippedTablesFolder)

const reportOf = async ({ folder }: CopiedTables): Promise<CheckReport> => {
  const files = await Effect.runPromise(readTableFiles(folder, tableFiles))
  return isLong ? reportOn(folder, files) : runningCheck(files)
}

/** The lines of a check about texts, as `line:character severity sentence`. */
const linesAbout = async (tables: CopiedTables, file: string): Promise<ReadonlyArray<string>> =>
  checkLines(await reportOf(tables))
    .filter((line) => line.file === `messages/${file}`)
    .map(
      ({ character, line, severity, sentence }) => `${line}:${character} ${severity} ${sentence}`,
    )

/** Puts rows of texts into a table; the shipped ones stay below them. */
const withRows = (file: string, ...rows: ReadonlyArray<string>): CopiedTables => {
  const tables = copyTables()
  tables.insert(`messages/${file}`, ...rows)
  return tables
}

const unnamed = (line: number, key: string): string =>
  `${line}:1 note nothing in coach/headlines.csv names key=${key}: no bilan shows it`

it("the shipped texts are all there, and nothing is to be said against them", async () => {
  using tables = copyTables()
  const { findings, mistakes } = await reportOf(tables)
  expect(mistakes).toEqual([])
  expect(findings.filter(({ file }) => file.startsWith("messages/"))).toEqual([])
})

it("a text that no key asks for is a note, and a key without its text an error", async () => {
  using tables = copyTables()
  tables.edit("messages/headlines.csv", (text) =>
    text.replace("coach.headline.enough,", "coach.headline.enouh,"),
  )
  tables.edit("messages/arguments.csv", (text) =>
    text.replace(/^coach\.argument\.no_card\.pitch,.*\n/m, ""),
  )
  tables.edit("messages/social.csv", (text) => text.replace(/^coach\.social\.no_baggage,.*\n/m, ""))
  expect(await linesAbout(tables, "headlines.csv")).toEqual([
    "1:1 error no row for key=coach.headline.enough, so it is left out of the sentences",
    unnamed(21, "coach.headline.enouh"),
  ])
  expect(await linesAbout(tables, "arguments.csv")).toEqual([
    "1:1 error no row for key=coach.argument.no_card.pitch, so the argument is left out of the sentences",
  ])
  expect(await linesAbout(tables, "social.csv")).toEqual([
    "1:1 error no row for key=coach.social.no_baggage, so it is left out of the sentences",
  ])
})

it("a text that cannot be read is an error at the character that breaks it", async () => {
  using tables = withRows(
    "headlines.csv",
    "k.open,to {target,to,",
    'k.quoted,"a ""b"" {gaps, plural, one {x}}",to,',
    'k.lines,"a\nb} c",to,',
    "k.quote,l'an {target},to {target},",
  )
  const lines = await linesAbout(tables, "headlines.csv")
  expect(lines.filter((line) => !line.includes(" note "))).toEqual([
    '2:11 error fr: "{target" should be a value in braces that close',
    '3:41 error fr: "}" should be an option other {text}, for whatever the words leave',
    '5:2 error fr: "} c" should be a brace { that this one closes',
    `6:10 error fr: "'" should be an apostrophe ’ (U+2019), as the straight one hides braces in these texts`,
  ])
})

it("a value that the message does not carry is an error with the one that was meant", async () => {
  using tables = copyTables()
  tables.edit("messages/arguments.csv", (text) =>
    text.replace(
      /^(coach\.argument\.no_card\.hook),.*$/m,
      "$1,Prévoyez {tarjet},{cardValue} and {inPlace} / {quote},",
    ),
  )
  const [mistake, other, ...rest] = await linesAbout(tables, "arguments.csv")
  expect(mistake).toMatch(
    /^\d+:38 error fr: "tarjet" should be one of [\w, ]+, quote[\w, ]*; did you mean "target"\?$/,
  )
  expect(other).toMatch(/^\d+:47 error en: "cardValue" should be one of [\w, ]+, quote[\w, ]*$/)
  expect(rest).toEqual([])
})

it("a text that several rows show may only use what all of them carry", async () => {
  using tables = copyTables()
  const key = "coach.argument.baggage_missing.fact"
  tables.edit("coach/arguments.csv", (text) => text.replace("coach.argument.ski_missing.fact", key))
  const lines = await linesAbout(tables, "arguments.csv")
  const errors = lines.filter((line) => line.includes(" error "))
  // French, English, and the English of the United States.
  expect(errors).toHaveLength(3)
  for (const error of errors)
    expect(error).toMatch(/"recommended" should be one of basis, quote[\w, ]*$/)
})

it("values are used as what they are, and choices by words that they have", async () => {
  using tables = withRows(
    "arguments.csv",
    'k.number,{target} {coverCount},"{target, number} {coverCount, date}",',
    'k.right,"{coverCount, plural, one {#} other {{coverCount, number}}}","{coverCount, number}",',
  )
  tables.edit("messages/arguments.csv", (text) =>
    text.replace(
      /^(coach\.argument\.ski_missing\.hook),.*$/m,
      '$1,"{basis, select, crad {a} other {b}}","{basis, select, card {a} none {b} other {c}}",',
    ),
  )
  const lines = await linesAbout(tables, "arguments.csv")
  const [target, count, mistake, ...rest] = lines.filter((line) => line.includes(" error "))
  expect(target).toBe(
    '2:33 error en: "target" should be {target} as it is, or a choice: it is a text that is printed already',
  )
  expect(count).toBe(
    '2:50 error en: "coverCount" should be {coverCount} as it is, or a choice: it is a number',
  )
  expect(mistake).toMatch(
    / error fr: "crad" should be one of card, range, country, none or other, as basis is; did you mean "card"\?$/,
  )
  expect(rest).toEqual([])
})

it("languages that do not show the same values are a warning that machines can read", async () => {
  using tables = copyTables()
  tables.edit("messages/medical.csv", (text) =>
    text.replace(/^met,.*$/m, "met,{target},It is met,"),
  )
  expect(await linesAbout(tables, "medical.csv")).toEqual([
    "2:1 warning the texts do not show the same: en leaves out {target}",
  ])
  const report = checkJson(await reportOf(tables))
  expect(report).toMatchObject({ counts: { mistakes: 0 } })
  expect(JSON.parse(JSON.stringify(report)).findings).toContainEqual({
    kind: "uneven-texts",
    severity: "warning",
    file: "messages/medical.csv",
    line: 2,
    character: 1,
    message: "the texts do not show the same: en leaves out {target}",
    lacking: [{ column: "en", values: ["target"] }],
  })
})

it("labels of guarantees show no values, and must exist for every guarantee", async () => {
  using tables = copyTables()
  tables.edit("messages/guarantees.csv", (text) =>
    text
      .replace(/^privateRc,.*$/m, "privateRc,Responsabilité {target},Liability,,,,,,,,")
      .replace(/^skiInsurance,.*\n/m, ""),
  )
  expect(await linesAbout(tables, "guarantees.csv")).toEqual([
    "1:1 error no row for key=skiInsurance, so a gap in it is left out of the sentences",
    expect.stringMatching(/^\d+:26 error fr: "target" should be a text without values$/),
  ])
})

it("texts of arguments are still checked where the argument table has mistakes", async () => {
  using tables = copyTables()
  tables.edit("coach/arguments.csv", (text) => text.replace(",decisive,", ",decisve,"))
  tables.edit("messages/arguments.csv", (text) =>
    text.replace(/^(coach\.argument\.no_card\.hook),.*$/m, "$1,{limit},{limt},"),
  )
  const lines = await linesAbout(tables, "arguments.csv")
  const errors = lines.filter((line) => line.includes(" error "))
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(/ error en: "limt" should be one of .*; did you mean "limit"\?$/)
})

it("languages that tell other cases apart are a warning too", async () => {
  using tables = copyTables()
  tables.edit("messages/medical.csv", (text) =>
    text.replace(
      /^met,.*$/m,
      'met,"{basis, select, card {a} other {b}}","{basis, select, none {a} other {b}}",',
    ),
  )
  expect(await linesAbout(tables, "medical.csv")).toEqual([
    "2:1 warning the texts do not show the same: fr leaves out {basis = none}; en leaves out {basis = card}",
  ])
})

it("a French text with spaces that break is an error at the sign", async () => {
  using tables = copyTables()
  tables.edit("messages/words.csv", (text) =>
    text
      .replace(/^at_home,.*$/m, "at_home,chez vous ?,at home?,")
      .replace(/^undated,.*$/m, "undated,« sans »,undated,"),
  )
  expect(await linesAbout(tables, "words.csv")).toEqual([
    expect.stringMatching(
      /^\d+:19 error fr: "\?" should be a narrow no-break space \(U\+202F\) before it$/,
    ),
    expect.stringMatching(/^\d+:9 error fr: "«" should be a no-break space \(U\+00A0\) after it$/),
    expect.stringMatching(
      /^\d+:16 error fr: "»" should be a no-break space \(U\+00A0\) before it$/,
    ),
  ])
})

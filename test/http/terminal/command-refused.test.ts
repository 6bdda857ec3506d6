import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describeFactProblem, readFacts } from "../../../core/explain/facts.ts"
import { describeTableError } from "../../../core/table/error.ts"
import * as Input from "../../../core/table/input.ts"
import { loadText } from "../../../core/table/load.ts"
import { definitions } from "../../../rules/tables/index.ts"
import {
  refusal,
  type RefusalCode,
  type RefusalFacts,
  sentenceOf,
} from "../../../http/terminal/command-refused.ts"

const { errors } = loadText(definitions.currencies, "code,name\nEURO,Euro\n")
const [error] = errors.map(describeTableError)

const asked = { age: Input.integer({ about: "Age.", minimum: 0, maximum: 120 }) }
const { problems } = readFacts(asked, { age: 150, aeg: 3 }, () => undefined)
const [first, second] = problems.map(describeFactProblem)

const file = { path: "trips.csv", reason: "permission denied" }

/** Every refusal with what it says, word for word; the compiler names a code that is missing. */
const said: {
  readonly [Code in RefusalCode]: ReadonlyArray<readonly [RefusalFacts<Code>, string]>
} = {
  unreadable: [[file, "Cannot read trips.csv: permission denied"]],
  unwritable: [[file, "Cannot write trips.csv: permission denied"]],
  unusable: [[file, "Cannot use trips.csv: permission denied"]],
  "request-refused": [
    [{ error: "BAD_TRIP", detail: "trip: object" }, "BAD_TRIP: trip: object"],
    [
      {
        error: "BAD_TRIP",
        detail: "trip: object",
        warnings: ["a is not known", "b is not known"].map((detail) => ({
          code: "UNKNOWN_WORD" as const,
          path: "trip",
          detail,
        })),
      },
      "BAD_TRIP: trip: object; a is not known; b is not known",
    ],
  ],
  "request-not-read": [
    [
      { noun: "bilan" },
      "no bilan for a request that is not read in full; --no-strict gives it all the same",
    ],
  ],
  "lines-refused": [
    [{ answered: 1, refused: 3, noun: "bilan", unit: "lines" }, "3 of 4 lines got no bilan"],
    [{ answered: 0, refused: 2, noun: "quote", unit: "rows" }, "2 of 2 rows got no quote"],
  ],
  "lines-not-read": [
    [
      { answered: 1, warned: 1, noun: "bilan", unread: new Map([["residence", 1]]) },
      "1 of 1 bilan left something of the request unread: residence (1)",
    ],
    [
      {
        answered: 9,
        warned: 7,
        noun: "quote",
        unread: new Map(["a", "b", "c", "d", "e", "f", "g"].map((name, at) => [name, at + 1])),
      },
      "7 of 9 quotes left something of the request unread: g (7), f (6), e (5), d (4), c (3), and 2 more",
    ],
  ],
  "columns-unknown": [[{ reason: 'no column "a" in the answers' }, 'no column "a" in the answers']],
  "header-unusable": [
    [
      { place: "trips.csv:1", problems: ['no column is called "a"', 'no column is called "b"'] },
      'trips.csv:1: no column is called "a"; no column is called "b"',
    ],
  ],
  "worker-stopped": [
    [{ reason: "out of memory", batch: undefined }, "A worker stopped: out of memory"],
    [
      { reason: "out of memory", batch: { firstLine: 7, lines: 1 } },
      "A worker stopped at line 7: out of memory",
    ],
    [
      { reason: "out of memory", batch: { firstLine: 7, lines: 3 } },
      "A worker stopped at lines 7 to 9: out of memory",
    ],
  ],
  "name-unknown": [
    [
      { noun: "sandbox", id: "zzz", known: ["102"] },
      'There is no offer of the sandbox catalogue "zzz"',
    ],
    [
      { noun: "told", id: "friends", known: ["friendss", "trip_length"] },
      'There is no argument or headline "friends"; did you mean friendss?',
    ],
    [
      { noun: "told", id: "freinds", known: ["trip_length", "friends_not_insured", "no_friends"] },
      'There is no argument or headline "freinds"; did you mean friends_not_insured or no_friends?',
    ],
  ],
  "tables-failed": [
    [{ mistakes: 0, errors: 1, warnings: 0, files: 1 }, "1 error in 1 file"],
    [
      { mistakes: 2, errors: 1, warnings: 3, files: 4 },
      "2 mistakes, 1 error, 3 warnings in 4 files",
    ],
  ],
  "tables-differ": [[{ files: ["a.csv", "b.csv"] }, "Not proven equivalent: a.csv, b.csv"]],
  "outcomes-changed": [
    [
      { changes: 478, path: "outcomes.json" },
      "478 changes of outcomes are not in outcomes.json; viatica tables accept records them",
    ],
  ],
  "cases-differ": [
    [{ cases: 1, files: 1 }, "1 case does not hold, in 1 file"],
    [{ cases: 3, files: 2 }, "3 cases do not hold, in 2 files"],
  ],
  "no-table-cases": [
    [
      { table: "sandbox/tariffs.csv", file: "sandbox/tariffs.cases.csv" },
      "sandbox/tariffs.csv has no cases of its own; they would be in sandbox/tariffs.cases.csv",
    ],
  ],
  "document-not-current": [
    [{ path: "data/README.md" }, "data/README.md is not current; viatica tables doc writes it"],
  ],
  "table-not-exercised": [[{ file: "bundle.csv" }, "No answer asks or cites bundle.csv"]],
  "coverage-below": [
    [
      { by: "corpus", minimumPercent: 99, short: ["rows 67.06 %", "cells 75.77 %"] },
      "The corpus exercises less than 99 %: rows 67.06 %, cells 75.77 %",
    ],
    [
      { by: "questions", minimumPercent: 50, short: ["rows 0.00 %"] },
      "The questions exercise less than 50 %: rows 0.00 %",
    ],
    [
      { by: "requests", minimumPercent: 50, short: ["rows 0.00 %"] },
      "The requests exercise less than 50 %: rows 0.00 %",
    ],
  ],
  "slips-unnoticed": [
    [
      { minimumPercent: 100, short: ["fares.csv 19.0 %"] },
      "Fewer than 100 % of the slips are noticed: fares.csv 19.0 %",
    ],
  ],
  "facts-refused": [
    [{ file: "fares.csv", problems }, `fares.csv cannot be asked: ${first}; ${second}`],
  ],
  "facts-missing": [
    [
      { file: "fares.csv", missing: ["age", "zone"] },
      "fares.csv also asks for age, zone; with --partial they stay open",
    ],
  ],
  "no-row-at-line": [
    [
      { file: "fares.csv", line: 99, nearest: 4 },
      "fares.csv has no row at line 99; the nearest row is at line 4",
    ],
    [{ file: "fares.csv", line: 2, nearest: undefined }, "fares.csv has no row at line 2"],
  ],
  "no-row-with-key": [
    [
      { file: "currencies.csv", nearest: [5, 9] },
      "currencies.csv has no row with this key; the nearest: line 5, line 9",
    ],
    [{ file: "currencies.csv", nearest: [] }, "currencies.csv has no row with this key"],
  ],
  "no-row-named": [
    [
      { file: "cards.csv", name: "golf", nearest: "gold" },
      'cards.csv has no row "golf"; did you mean gold?',
    ],
    [{ file: "cards.csv", name: "x", nearest: undefined }, 'cards.csv has no row "x"'],
  ],
  "not-tidied": [
    [{ files: ["a.csv"] }, "1 table cannot be tidied: a.csv"],
    [{ files: ["a.csv", "b.csv"] }, "2 tables cannot be tidied: a.csv, b.csv"],
  ],
  "import-refused": [
    [{ path: "fares.json", faults: 1 }, "fares.json is not imported: 1 fault; nothing is written"],
    [
      { path: "fares.json", faults: 28 },
      "fares.json is not imported: 28 faults; nothing is written",
    ],
  ],
  "no-feel": [
    [
      { asked: "--feel" },
      "--feel needs an interpreter of FEEL, the npm package feelin: npm install feelin",
    ],
  ],
  "tck-failed": [[{ failed: 2 }, "2 tests of the kit failed"]],
  "no-table-named": [[{}, "Name the decision table to export"]],
  "several-tables-named": [
    [
      { named: ["surcharges", "currencies"] },
      "A model is written of one table, not of surcharges and currencies",
    ],
  ],
  "no-decision-table": [
    [
      { file: "currencies.csv" },
      "currencies.csv is no decision table; it has no conditions that a model could show",
    ],
  ],
  "no-decimal-above-0": [
    [{ flag: "by", written: "x" }, '--by takes a decimal above 0, such as 1.05, not "x"'],
  ],
  "no-such-column": [
    [
      { file: "tariffs.csv", column: "x", columns: ["zone", "days"] },
      'tariffs.csv has no column "x"; its columns are zone, days',
    ],
    [
      { file: "tariffs.csv", column: "zones", columns: ["zone", "days"] },
      'tariffs.csv has no column "zones"; did you mean "zone"?',
    ],
  ],
  "no-amounts": [
    [
      { file: "countries.csv" },
      "countries.csv has no amounts of money; name a column with --column",
    ],
  ],
  "table-unreadable": [[{ file: "tariffs.csv" }, "tariffs.csv cannot be read"]],
  "no-place-to-cut": [
    [
      { written: "sixty" },
      '--at takes the number where the upper part begins, such as 60, not "sixty"',
    ],
  ],
  "bands-stay": [
    [
      { problem: { _tag: "NoBands", file: "tariffs.csv", column: "zone" } },
      "zone of tariffs.csv is no condition over numbers",
    ],
    [
      {
        problem: {
          _tag: "NothingToCut",
          file: "tariffs.csv",
          column: "age",
          at: 60,
          bands: ["", "[60..64]"],
        },
      },
      "no row of tariffs.csv is cut by age 60, as each lies on one side of it: they say anything, [60..64]",
    ],
    [
      { problem: { _tag: "NothingToMerge", file: "tariffs.csv", column: "age" } },
      "no rows of tariffs.csv differ in age alone by bands that touch",
    ],
  ],
  "no-condition": [[{ part: "zone" }, '--where takes column=cell, not "zone"']],
  "not-copied": [
    [
      { problem: { _tag: "NameTaken", noun: "offer", name: "1002" } },
      'offer "1002" is there already',
    ],
    [
      { problem: { _tag: "NothingNamed", name: "Visa Premer", nearest: "Visa Premier" } },
      'no offer and no card product is called "Visa Premer"; did you mean "Visa Premier"?',
    ],
    [
      { problem: { _tag: "SeveralNamed", name: "Gold", could: ["FR:Gold", "MA:Gold"] } },
      '"Gold" could be FR:Gold or MA:Gold',
    ],
  ],
  "answer-unasked": [
    [
      { name: "bnk", nearest: "bank", names: ["bank", "source"] },
      '"bnk" is nothing that is asked; did you mean "bank"?',
    ],
    [
      { name: "zzz", nearest: undefined, names: ["bank", "source"] },
      '"zzz" is nothing that is asked; these are: bank, source',
    ],
  ],
  "answers-missing": [[{ missing: 2 }, "Nothing is added: 2 facts missing, as listed"]],
  "rows-not-chosen": [
    [
      {
        problem: {
          _tag: "RowsAstride",
          file: "rates.csv",
          column: "age",
          at: 60,
          rows: 1,
          bands: ["[18..64]"],
        },
      },
      "1 row of rates.csv lies partly in that range of age ([18..64]); --split cuts them at 60 first",
    ],
    [
      {
        problem: {
          _tag: "NoRowWith",
          file: "rates.csv",
          column: "zone",
          cell: "eurpe",
          nearest: "europe",
        },
      },
      'no row of rates.csv has zone=eurpe; did you mean "europe"?',
    ],
    [
      {
        problem: {
          _tag: "ColumnUnknown",
          file: "rates.csv",
          column: "zon",
          nearest: "zone",
          columns: ["zone"],
        },
      },
      'rates.csv has no column "zon", nor has a table that it refers to; did you mean "zone"?',
    ],
    [
      {
        problem: {
          _tag: "ColumnUnknown",
          file: "rates.csv",
          column: "paid",
          nearest: null,
          columns: ["zone", "days"],
        },
      },
      'rates.csv has no column "paid", nor has a table that it refers to; its columns are zone, days',
    ],
    [
      { problem: { _tag: "NoRowWithAll", file: "rates.csv" } },
      "no row of rates.csv has all of that",
    ],
  ],
  "not-scaled": [
    [
      { file: "rates.csv", line: 3, column: "rate", text: "free" },
      'rates.csv, line 3: rate is no decimal but "free"',
    ],
  ],
  "change-unsound": [
    [
      { errors },
      `Nothing is written, the tables would hold mistakes: ${error}, and ${errors.length - 1} more`,
    ],
    [
      { errors: errors.slice(0, 1) },
      `Nothing is written, the tables would hold mistakes: ${error}`,
    ],
  ],
  "no-imported-table": [
    [{ path: "fares.csv" }, "fares.csv is no .table.json; --table names a table of the folder"],
  ],
  "no-table-to-ask": [[{ path: "x.csv" }, "x.csv is no .table.json of an imported table"]],
  "feel-unasked": [
    [
      {
        path: "fee.table.json",
        problem: { _tag: "NoInterpreter", columns: ["fee", "age_above_limit"] },
      },
      "fee.table.json: fee, age_above_limit hold expressions of FEEL, which the npm package feelin evaluates: npm install feelin",
    ],
    [
      { path: "fee.table.json", problem: { _tag: "FactsUnknown" } },
      "fee.table.json: its definition does not say what its expressions of FEEL name: import it again with --feel",
    ],
    [
      { path: "fee.table.json", problem: { _tag: "Calls", functions: ["pmt"] } },
      "fee.table.json: it calls pmt, of its model, which is not imported with it",
    ],
  ],
  "no-definition": [
    [
      { path: "x.csv" },
      "x.csv is no .table.json; the tables of a folder are checked with --tables",
    ],
  ],
  "no-such-form": [
    [{ format: "sarif" }, "Imported tables are checked as text or json, not as sarif"],
  ],
  "flags-of-folder": [
    [
      { flags: ["--table", "--suggest"] },
      "--table, --suggest: only of the tables of a folder, not of an imported one",
    ],
  ],
  "questions-without-table": [
    [{}, "--questions goes with an imported table: name its .table.json"],
  ],
  "question-unreadable": [
    [{ origin: "q.ndjson", line: 3, fault: { _tag: "NoJson" } }, "q.ndjson:3 it is no JSON"],
  ],
  "imported-table-invalid": [[{ errors }, errors.map(describeTableError).join("\n")]],
  "imported-tables-differ": [
    [
      {
        before: { path: "a.table.json", shape: ["first", "age", "fare"] },
        after: { path: "b.table.json", shape: ["first", "years", "fare"] },
      },
      "a.table.json has first, age, fare; b.table.json has first, years, fare",
    ],
  ],
  "body-unreadable": [[file, "Cannot read the body from trips.csv: permission denied"]],
  "call-refused": [
    [{ status: 401, code: "UNAUTHORIZED" }, "The service answered 401 UNAUTHORIZED"],
    [{ status: 502, code: "" }, "The service answered 502"],
  ],
  "question-refused": [
    [{ found: "401 UNAUTHORIZED: no key", todo: "compare" }, "401 UNAUTHORIZED: no key -> compare"],
  ],
  "live-not-listened": [
    [
      {},
      "Only the events of the sandbox can be listened to: take a sandbox key (ak_test_…); those of live sales go to an endpoint.",
    ],
  ],
  "connection-wrong": [
    [{ checks: ["address", "clock"] }, "This does not work yet: address, clock"],
  ],
  "sample-call-refused": [
    [
      { path: "/api/v1/travel/quotes", status: 429, body: "x".repeat(300) },
      `The sample call to /api/v1/travel/quotes was answered 429: ${"x".repeat(200)}`,
    ],
  ],
  "team-without-database": [
    [
      {},
      "A workbench for a team signs people in by the service's database: set DATABASE_URL, and what else the service has, such as MASTER_KEY and BASE_URL.",
    ],
  ],
  "team-has-a-port": [
    [{}, "A workbench for a team listens on HOST and PORT, as the service does: leave out --port."],
  ],
  "demo-of-several": [[{}, "--demo serves from one process: leave out --processes."]],
  "port-in-use": [
    [{ port: 80 }, "Port 80 is already in use; give --port another one, or 0 for any."],
  ],
  "port-unusable": [[{ port: 80, reason: "EACCES" }, "Cannot listen on port 80: EACCES"]],
  "emulator-missing": [
    [
      { address: "http://127.0.0.1:4010", reason: "connection refused" },
      "No emulator answers at http://127.0.0.1:4010 (connection refused); start one with: viatica emulator",
    ],
  ],
  "emulator-refused": [[{ detail: "There is no trigger x." }, "There is no trigger x."]],
  "recording-unusable": [
    [
      { path: "calls.ndjson", reason: "line 3 is no recorded call" },
      "The recording calls.ndjson cannot be used: line 3 is no recorded call",
    ],
  ],
  "seals-unreadable": [
    [
      { path: "seals.txt", reason: { _tag: "NoSeal" } },
      "Cannot read a seal from seals.txt: it has no line with a seal.",
    ],
  ],
  "seal-unusable": [
    [
      { line: null, refusal: { _tag: "NoSeal" } },
      "The seal cannot be used: it is no seal of `viatica ledger seal`, or not the whole of it.",
    ],
    [
      { line: 2, refusal: { _tag: "OtherKey", sealedWith: "aa", holding: "bb" } },
      "The seal in line 2 cannot be used: it was made under another master key (aa) than the one at hand (bb), so that nothing can be said of it.",
    ],
    [
      { line: null, refusal: { _tag: "SealChanged" } },
      "The seal cannot be used: the seal itself has been changed since it was made.",
    ],
  ],
  "ledger-broken": [[{ found: 3 }, "The ledger does not hold: findings: 3."]],
  "ledger-left": [
    [
      { found: 3 },
      "What is left alone needs a person: findings: 3. Compare with a copy of the books.",
    ],
  ],
  "correction-unasked": [
    [{}, "Nothing was corrected: --dry-run shows what would be done, --yes does it."],
  ],
  "no-statement": [
    [{ number: "ACME-2026-11-EUR", partner: "acme" }, "acme has no statement ACME-2026-11-EUR."],
  ],
  "bad-moment": [
    [
      { text: "yesterday" },
      "yesterday is no moment that has passed: write it in UTC, such as 2026-11-30T08:15Z.",
    ],
  ],
  "text-too-long": [[{ flag: "--title", most: 120 }, "--title takes 1 to 120 characters."]],
  "no-line": [
    [
      { number: "ACME-2026-11-EUR", order: "order 1" },
      "ACME-2026-11-EUR is not signed, or has no line of order 1.",
    ],
  ],
  "statements-wrong": [
    [{ found: 2 }, "Statements and payouts do not agree with the ledger: findings: 2."],
  ],
  "payee-refused": [
    [
      { field: "iban", rule: "checkDigits" },
      "iban: this is no IBAN: its country, its length or its check digits are wrong",
    ],
    [{ field: "town", rule: "missing" }, "town: it is missing"],
    [{ field: "holder", rule: "characters", most: 70 }, "holder: at most 70 characters"],
  ],
}

describe("refusals of commands", () => {
  const codes = Object.keys(said) as ReadonlyArray<RefusalCode>
  it.each(codes)("%s says what it says, word for word", (code) => {
    for (const [facts, sentence] of said[code]) {
      assert.strictEqual(sentenceOf(code, facts as RefusalFacts<typeof code>), sentence)
    }
  })

  it.effect("fail a command with their code, their facts and their sentence", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(Effect.fail(refusal("ledger-broken", { found: 3 })))
      assert.deepInclude(failed, { _tag: "CommandRefused", code: "ledger-broken" })
      assert.deepStrictEqual(failed.facts, { found: 3 })
      assert.strictEqual(failed.message, "The ledger does not hold: findings: 3.")
    }),
  )

  it("are made of the facts that their sentence needs", () => {
    // @ts-expect-error: it says how many findings there are
    assert.isDefined(refusal("ledger-broken", {}))
    // @ts-expect-error: it says on which line
    assert.isDefined(refusal("no-row-at-line", { file: "fares.csv", nearest: 2 }))
  })
})

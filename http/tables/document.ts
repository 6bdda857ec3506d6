import { groupBy } from "../../core/group-by.ts"
import { boundsOf, type TableBounds, usualBounds } from "../../core/table/bounds.ts"
import type { Column, Reference } from "../../core/table/column.ts"
import { consequenceText } from "../../core/table/consequence.ts"
import { type Inputs, isComplete } from "../../core/table/decision.ts"
import type { Columns } from "../../core/table/definition.ts"
import { bounds, describeExpectation } from "../../core/table/expectation.ts"
import type { HitPolicy } from "../../core/table/hit-policy.ts"
import type { Input } from "../../core/table/input.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { type Meaning, type SettingCell, sumText } from "../../core/table/meaning.ts"
import type { RequiredValues } from "../../core/table/requirement.ts"
import { type RowRule, wantedBy } from "../../core/table/row-rule.ts"
import { hooks } from "../../rules/tables/own-tables.ts"
import { folderBounds } from "./bounded-files.ts"
import { iconBytesMax } from "./icons/icon-check.ts"

const introduction = `# The tables

<!-- Generated from the schemas in rules/ by \`viatica tables doc\`; the introduction is in http/tables/document.ts. -->

Every figure and word that an analyst may change. What each file holds is declared by
the domain in [\`rules/\`](../rules/) that owns it (\`rules/tables/index.ts\` lists them all), with a type,
a unit and bounds for every column. A mistake anywhere is an error with file, line and character, and a server does not start on it.

## Editing a table

1. Change the CSV in an editor or a spreadsheet: UTF-8 and commas; a byte order mark and Windows line
   ends do no harm. The first line is the header; columns may stand in any order. Lines that begin
   with \`#\` are comments. A cell that holds a comma, a quote or a line break is quoted, quotes
   inside are doubled.
2. \`npm run -s viatica -- tables check\` lists every mistake at once, then analyses the tables: gaps,
   rows that disagree, that never apply, that are missing or that nothing names, and columns that
   decide nothing. An error forbids to use the tables; a warning is likely a mistake; what could not
   be found out is said to be unknown. \`--tables DIR\` checks a copy, \`--strict\` fails on warnings
   too, \`--format github\` and \`--format sarif\` are for CI.
3. \`npm run -s viatica -- bilan …\` reads a card over the tables as they are on disk, and \`npm test\`
   runs the cases that hold answers in place.
4. A running server takes changed tables by itself, all of them at once, some moments after the last
   file was written, or on SIGHUP. Tables with a mistake are not taken: those before stay, and
   \`/readyz\` and the log name the mistakes. To change several files as one, change a copy and move
   it into place, or run the server with \`TABLES_WATCH=false\` and send SIGHUP when all is there.
   They are read and checked in a thread of their own, while calls are answered; what takes it too
   much time or memory ends that thread alone, and is refused.
5. Tables for a day to come get that day as \`effective_from\` in [bundle.csv](#bundlecsv): a running
   server checks them now and takes them at 00:00 UTC of that day, unless the folder holds something
   else by then; a server does not start on them before. After \`effective_until\` they go on being
   served, and \`/readyz\` and the log say that they are past their last day. A change of a few tables
   for a day to come is a release: a folder under \`releases/\` with the changed files and a
   \`release.csv\` (\`effective_from,author,reason,withdrawn_on\`); the guide for analysts tells how.

A new column or table begins in its domain; \`npm run -s viatica -- tables doc\` then writes this
page anew. Where older tables no longer fit, \`schemaVersion\` in \`rules/tables/bundle.ts\` goes up, and
\`schema_version\` in the tables with it. \`TABLES_DIR\` names another folder of tables.

## Cells

- Case matters, and no cell has spaces around it. \`true\` and \`false\` are written out.
- A list joins its values by \`|\`. A cell may be empty only where the column says so.
- Decimals are exact: \`0.1\` is one tenth, and money never passes through binary fractions.
- A column that refers to another table takes only what stands in that column there.

The **conditions** of a decision table hold small tests, the unary tests of DMN:

| cell | the row applies to |
| --- | --- |
| empty | anything, also what is not known |
| \`a\`, \`a\\|b\` | that word; one of these words |
| \`not(a\\|b)\` | any other word, also one that is not known |
| \`7\`, \`1\\|7\` | that number; one of these |
| \`<10\`, \`<=10\`, \`>5\`, \`>=5\` | numbers below, up to, above, from |
| \`[10..20)\` | numbers from 10 to below 20; a square bracket takes its end in, a round one leaves it out |
| \`true\`, \`false\` | that answer |

Its **results** come after them. The hit policy says which of the rows that apply count.

## Texts

Answers of the Coach carry keys and values; the sentences for them stand under \`messages/\`, French
beside English, in ICU MessageFormat. \`viatica bilan --render …\` prints a bilan with them. The
Coach's vocabulary publishes them, so they count in the hash of the tables.

- \`{target}\` shows a value. Amounts, lengths and places arrive printed in the language of the
  sentence, so that no text writes any. Which values a text may show stands in \`vars\` of the row that
  names its key; \`{quote}\` is there for every argument.
- \`{basis, select, card {your card} range {such cards} other {cards}}\` chooses by a word and
  \`{coverCount, plural, one {# cover} other {# covers}}\` by a number, each with \`other\` for the rest.
- A column \`us\` replaces \`en\` where the market is us or ca; an empty cell replaces nothing.
- Apostrophes are \`’\` (U+2019): the straight one would hide braces, and is refused. French texts have
  U+202F before \`; ! ?\`, and U+00A0 before \`: % €\` and inside of \`« »\`; anything else is refused.
- \`{inPlace}\` is a place of [reference/places.csv](#referenceplacescsv) with its preposition. A headline
  that gets longer than 70 characters says “there” for it.
- Texts under \`messages/travellers/\` are shown on pages and in quotes, in 26 languages, a column each. An empty
  one is shown in English; \`tables check\` asks each language for every text, the values of the English one and its
  own plural forms. Those of languages whose \`reading\` is \`machine\` are made by a machine, and nobody has reviewed
  them.
- Texts under \`messages/coach/\` are the Coach's in the 24 other languages, a file each, for pages of travellers;
  answers stay French or English. A key is that of the English text: \`coach.headline.no_card\` as it is,
  \`medical.met\`, \`badge.missing\`, \`word.there\`, \`term.day_limit.short\`, \`guarantee.cancelTrip.list\` and
  \`issuer.gb\` after their tables. Names of places, covers and sources arrive in the nominative and \`{inPlace}\`
  without a preposition: write them in brackets or after a colon. A text that is missing, or lacks a value or a case
  that the English one tells apart, is told in English on the page and marked as English; \`tables check\` names each.
- \`tables check\` refuses a text that cannot be read, a value that its message does not carry and a
  key without a text, and warns where the languages do not show the same values or tell apart the same
  cases. Tests hold headlines to 70 characters, openings to 60, facts to 200 and offers to 140.

## Gaps that are meant

A decision table that must be complete has a row for everything that it can be asked, and some tables
must have certain rows; both stand below, table by table. Where a gap is meant, a comment in the
table says so and why:

\`\`\`
# gap tariff=team zone=not(europe) : teams are insured in Europe only
\`\`\`

Conditions are written as in cells, one for each column that matters; for columns that hold no
conditions, as a word, \`a|b\` or \`not(a|b)\`. Commas that a spreadsheet adds behind a comment, and
quotes that it puts around, do no harm. A declared gap that is none is a warning.

## Values that are meant

What the values of a table mean stands below, table by table: sums that never fall, figures that lie
near their neighbours or move little between two versions, days that should not lie far back.
\`tables check\` holds the tables to it. A promise that is broken is an error. What may be right is a
warning, and a comment in the table says that it is meant and why:

\`\`\`
# meant column=eur_rate code=TRY rate_date=2027-02-01 : devalued by a third overnight
\`\`\`

The first condition names the column, the others the row by its cells, as \`a|b\` or \`not(a|b)\` too. A
declaration that is about nothing any more is a warning. Jumps are looked for against the last commit;
\`--base\` names another revision, as CI needs it, or a folder.

## What the figures are worth

- **The insurer, its products and its prices under \`sandbox/\` are fictional.**
- \`source\` says where a figure was read. \`unsourced\` means general knowledge or inference: no page
  was found. \`derived\` means computed from other rows.
- **Card covers are indicative.** They were read on public pages, mostly press, comparison sites and
  blogs, some of them many years old, and hardly ever in an insurer's notice. Check a ceiling against
  the issuer's current notice before it is promised to anyone. \`as_of\` is empty where a page shows no
  year.
- In card covers, \`included\` without a ceiling means that the ceiling was not read, not that there is
  none. \`unknown\` means that nobody has read whether the card has the cover: it is neither held nor
  absent, and \`not_available\` is never written without a source. Sources \`public-code-file:…\` are
  second-hand. A profile for a network and range takes a cover only where two thirds of the cards that
  were read hold it, and then the lowest ceiling; the profiles for every country (ZZ) follow most of
  the countries whose profiles know it.
- A bank's source shows that it sells or once sold the card.
- **Card numbers** come from lists of communities, those that tell a level from one of 2014: a proposal
  to confirm, never proof. Numbers are given to other banks, and cards of 2015 and later, of young banks,
  are missing. A few thousand American banks with one to three ranges of debit cards are not named.
  Asking for the card is better than asking for its number.
- **Cost tiers** follow national health spending a head, which is not what a hospital bills to a
  visitor: resorts in Thailand, Turkey, Mexico, Indonesia or the Dominican Republic are likely to be
  placed too low. The cuts between the tiers are a judgement, and so are the three tiers that were
  raised by hand (United Arab Emirates, Qatar, Bahamas).
- **Health zones** leave out nationality, which some rights depend on, and most bilateral agreements.
- **Domestic trips**: that one is covered in one's own country is the bare rule for most countries, and
  not checked; \`certainty\` says where it is.
- **Travel warnings** are as last read, in 2026-08 at the latest, and change from week to week: tell
  their date, and link to the issuer. Low certainty is told to nobody, so that no French advice is. Levels
  1 and 2 of the UK are ours.
- **\`coach/other_rates.csv\`** has a rate of no source.
- **Entry formalities** carry their certainty: no traveller is told a row of \`low\`; verify it first.
- **Visa obligations** are those of January 2025, of passports: a traveller is taken to have the
  passport of the residence. Territories without a passport of their own are not known.
- **Rates** are mid-market aggregates of the day in \`rate_date\`, not the European Central Bank's.
- Shares of travellers in \`coach/social.csv\` are illustrative.

## Credits and licences

| from | used in | terms |
| --- | --- | --- |
| [World Bank](https://data.worldbank.org/indicator/SH.XPD.CHEX.PC.CD), World Development Indicators, SH.XPD.CHEX.PC.CD | \`countries.csv\`; rounded, and cut into tiers | [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/) |
| [banks-db](https://github.com/ramoona/banks-db) 0.12.0 | \`coach/bins.csv\`; neighbouring ranges merged, contradictions left out | [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/) |
| [binlist/data](https://github.com/binlist/data), as of 2016-02-12, © 2016 binlist.net | \`coach/bins.csv\`; neighbouring ranges merged, contradictions left out | [Apache-2.0](https://www.apache.org/licenses/LICENSE-2.0) |
| [credit_card_bins](https://github.com/hugolantaume/credit_card_bins) of 2014-08, © 2014 Hugo Lantaume | \`coach/bins.csv\`; levels that a later list contradicts left out | MIT, below |
| [Passport Index Dataset](https://github.com/ilyankou/passport-index-dataset) of 2025-01-12, © 2019 Ilya Ilyankou; from passportindex.org | \`coach/visa_obligations.csv\`; visas applied for alone, the Schengen area as one | MIT |
| i18n-iso-countries 7.14.0 | codes and names of countries, some shortened | MIT |
| country-to-currency 3.0.1 | currencies of countries | MIT |
| currency-codes 2.2.0 | names and decimals of currencies | MIT |
| @fawazahmed0/currency-api 2026.9.29 | rates in \`currencies.csv\` | no licence text found; CC0 according to others, not confirmed |

Advice on travel in \`coach/travel_warnings.csv\`: US Department of State (public domain); Global Affairs Canada
(Open Government Licence - Canada), by [travel-advisories](https://github.com/marcolussetti/travel-advisories);
UK FCDO (Open Government Licence v3.0), by the same; Smartraveller, © Commonwealth of Australia,
[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/), by
[travel-advice-world-map](https://github.com/oliverpthomson/travel-advice-world-map); France Diplomatie (licence not seen).

Single facts about card covers, formalities and health agreements name their page in \`source\`; the
words are our own.

The MIT licence of credit_card_bins: Permission is hereby granted, free of charge, to any person
obtaining a copy of this software and associated documentation files (the "Software"), to deal in the
Software without restriction, including without limitation the rights to use, copy, modify, merge,
publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions: The above copyright notice and this
permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE
IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL
THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE
OR OTHER DEALINGS IN THE SOFTWARE.
`

const areas: ReadonlyArray<readonly [folder: string, title: string]> = [
  ["", "Shared by all"],
  ["reference/", "Vocabulary and ceilings"],
  ["coach/", "The Coach"],
  ["messages/", "Texts of the Coach's messages"],
  ["messages/travellers/", "Texts that travellers read"],
  ["messages/coach/", "The Coach's texts in the other languages of travellers"],
  ["sandbox/", "The sandbox"],
  ["corpus/", "The corpus of situations"],
  ["own/", "The tables of your own"],
]

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf("/") + 1)

/** The anchor that a heading with a file's name gets. */
const anchor = (file: string): string => file.toLowerCase().replaceAll(/[^a-z0-9_-]/g, "")

const fileLink = (file: string): string => `[${file}](#${anchor(file)})`

const cellText = (text: string): string => text.replaceAll("|", "\\|")

const markdownTable = (
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string =>
  [header, header.map(() => "---"), ...rows.map((row) => row.map(cellText))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

const referenceText = ({ column, file }: Reference): string => `\`${column}\` of ${fileLink(file)}`

const wordsText = (words: ReadonlyArray<string>): string =>
  `one of ${words.map((word) => `\`${word}\``).join(", ")}`

/** A column's kind, with a link to the table that it refers to; patterns and words as code. */
const columnType = ({ kind, reference }: Column<unknown>): string =>
  reference === undefined
    ? kind
        .replace(/text (\^.*\$)/, "text `$1`")
        .replace(/one of (.*?)(?=, or empty$|$)/, (_, words: string) =>
          wordsText(words.split(", ")),
        )
    : kind.replace(`${reference.column} of ${reference.file}`, referenceText(reference))

const inputType = (input: Input<unknown>): string => {
  switch (input.kind) {
    case "words":
      if (input.reference !== undefined) return referenceText(input.reference)
      return input.words === undefined ? "word" : wordsText(input.words)
    case "number":
      return `number${bounds(input.minimum, input.maximum)}`
    case "boolean":
      return "boolean"
  }
}

/** Columns that follow each other and say the same of themselves share a row. */
const withoutRepeats = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const shown: Array<ReadonlyArray<string>> = []
  for (const row of rows) {
    const [name = "", ...others] = row
    const [names = "", ...before] = shown.at(-1) ?? []
    const repeats = before.length > 0 && before.every((cell, index) => cell === others[index])
    if (repeats) shown[shown.length - 1] = [`${names}, ${name}`, ...before]
    else shown.push(row)
  }
  return shown
}

/** The columns of one kind, a row each; units have a column where there are any. */
const shapeText = <Some extends { readonly about: string; readonly unit?: string }>(
  title: string,
  shape: Readonly<Record<string, Some>>,
  typeOf: (some: Some) => string,
): string => {
  const united = Object.values(shape).some(({ unit }) => unit !== undefined)
  const rows = Object.entries(shape).map(([name, some]) => [
    `\`${name}\``,
    typeOf(some),
    ...(united ? [some.unit ?? ""] : []),
    some.about,
  ])
  return markdownTable(
    [title, "type", ...(united ? ["unit"] : []), "meaning"],
    withoutRepeats(rows),
  )
}

const columnsText = (title: string, columns: Columns): string =>
  shapeText(title, columns, columnType)

const conditionsText = (inputs: Inputs): string => shapeText("condition", inputs, inputType)

const hitPolicies: Readonly<Record<HitPolicy, string>> = {
  unique: "at most one row may apply to a case",
  any: "rows that apply to the same case must agree",
  priority:
    "of the rows that apply, the one counts whose results come first in their lists of values",
  first: "the first row that applies counts",
  "rule order": "all rows that apply count, in the order of the file",
  "output order": "all rows that apply count, in the order of the lists of values of their results",
  collect: "all rows that apply count, in the order of the file",
  sum: "the results of all rows that apply are added up",
  min: "the least result of all rows that apply counts",
  max: "the greatest result of all rows that apply counts",
  count: "the number of rows that apply counts",
}

/** Longer lists of words are only begun. */
const wordsShownMax = 30

const requiredText = (required: RequiredValues): string => {
  const columns = required.columns.map((column) => `\`${column}\``).join(", ")
  if (required._tag === "Words") {
    const words = required.words.map((word) => (word === "" ? "empty" : `\`${word}\``))
    return words.length <= wordsShownMax
      ? `${columns} (${words.join(", ")})`
      : `${columns} (${words.slice(0, 3).join(", ")} and ${words.length - 3} more)`
  }
  const there = required.of.columns.map((column) => `\`${column}\``).join(", ")
  return `${columns} (each ${there} of ${fileLink(required.of.file)})`
}

const neverText = (word: string): string => (word === "" ? "empty" : `\`${word}\``)

const ruleText = (rule: RowRule): string => {
  const { column, where } = rule
  const opening = `- Beside \`${where.column}\` \`${where.is}\` its \`${column}\` is`
  return "exactly" in rule
    ? `${opening} exactly ${rule.exactly}.`
    : `${opening} never ${rule.never.map(neverText).join(", ")}: write ${describeExpectation(wantedBy(rule))}.`
}

/** The rows that a table must have, what each keeps and who should name them, as a list; nothing where none is declared. */
const rowsText = (definition: AnyDefinition): ReadonlyArray<string> => {
  const rules = definition._tag === "TableDefinition" ? (definition.rules ?? []) : []
  const required = [
    ...(definition.requires ?? []).map(
      ({ every, otherwise }) =>
        `- It must have a row for every ${every.map(requiredText).join(" with every ")}; otherwise ${consequenceText(otherwise, "en")}.`,
    ),
    ...rules.map(ruleText),
    ...meaningsText(definition),
  ]
  const named = definition._tag === "TableDefinition" ? definition.named : undefined
  if (named === undefined) return required.length === 0 ? [] : [required.join("\n")]
  const files = named.by.map(({ file }) => fileLink(file)).join(", ")
  const naming = `- Its rows should be named in ${files}; of one that is not: ${consequenceText(named.otherwise, "en")}.`
  return [[...required, naming].join("\n")]
}

const tableSection = (definition: AnyDefinition): string => {
  const opening = [`### ${definition.file}`, definition.about]
  if (definition._tag === "TableDefinition") {
    const key = definition.key.map((name) => `\`${name}\``).join(", ")
    const columns = columnsText("column", definition.columns)
    return [...opening, `Key: ${key}.`, columns, ...rowsText(definition)].join("\n\n")
  }
  const { declared, hook, hitPolicy, inputs, outputs } = definition
  const asked =
    hook === undefined
      ? declared === undefined
        ? []
        : ["No rule asks it."]
      : [`Asked at the hook ${code(hook)}.`]
  const complete = isComplete(definition)
    ? "Some row must apply to everything that it can be asked."
    : "That no row applies is an answer."
  const policy = `Decision table, hit policy \`${hitPolicy}\`: ${hitPolicies[hitPolicy]}. ${complete}`
  const shape = [conditionsText(inputs), columnsText("result", outputs)]
  return [...opening, ...asked, policy, ...shape, ...rowsText(definition)].join("\n\n")
}

const areaSection = (title: string, definitions: ReadonlyArray<AnyDefinition>): string => {
  const contents = definitions.map(({ file, about }) => [fileLink(file), about])
  const sections = definitions.map(tableSection)
  return [`## ${title}`, markdownTable(["file", "what it says"], contents), ...sections].join(
    "\n\n",
  )
}

const byFile = (left: AnyDefinition, right: AnyDefinition): number =>
  left.file < right.file ? -1 : 1

/**
 * The text of `data/README.md`: how to edit tables, what their figures are worth, whom they come
 * from, and every table with its columns, by area and file name. Rows are not counted, so that it
 * changes with the definitions only.
 */
export const tablesDocument = (definitions: ReadonlyArray<AnyDefinition>): string => {
  const titles = new Map(areas)
  for (const { file } of definitions) {
    const folder = folderOf(file)
    if (!titles.has(folder)) titles.set(folder, folder)
  }
  const sections = [...titles].flatMap(([folder, title]) => {
    const inArea = definitions.filter(({ file }) => folderOf(file) === folder).sort(byFile)
    return inArea.length === 0 ? [] : [areaSection(title, inArea)]
  })
  const parts = [introduction.trimEnd(), ownSection(), boundsSection(definitions), ...sections]
  return `${parts.join("\n\n")}\n`
}

/** The part of `data/README.md` that says where tables of one's own are asked, and with which facts. */
const ownSection = (): string => {
  const all = Object.values(hooks)
  const rows = all.map(({ about, name, needs, outputs }) => {
    const needed = needs.map((columns) => columns.map(code).join(", ")).join(" or ")
    const known = needs.flat()
    const others = Object.keys(outputs).filter((column) => !known.includes(column))
    const free = others.length === 0 ? "" : `; ${others.map(code).join(", ")} as you like`
    return [code(name), about, `${needed}${free}`]
  })
  const places = [...groupBy(all, ({ place }) => place)].flatMap(([place, [first]]) =>
    first === undefined
      ? []
      : [`The facts that it knows about ${place}:`, conditionsText(first.facts)],
  )
  const results = Object.assign({}, ...all.map(({ outputs }) => outputs)) as Columns
  return [
    "## Tables of your own",
    `A table that the rules know nothing of lies in \`own/\`: its definition, \`own/NAME.table.json\`, with its rows
beside it. The guide for analysts tells how to write one. Where it names a \`hook\`, rules ask it:`,
    markdownTable(["hook", "what a row does", "results"], rows),
    ...places,
    "And the results:",
    columnsText("result", results),
  ].join("\n\n")
}

const bytesPerKibibyte = 1_024

const grouped = new Intl.NumberFormat("en")

const kibibytes = (bytes: number): string =>
  `${grouped.format(Math.floor(bytes / bytesPerKibibyte))} KiB`

const row = (what: string, { bytesMax, rowsMax }: TableBounds): string =>
  `| ${what} | ${grouped.format(rowsMax)} | ${kibibytes(bytesMax)} |`

/** The part of `data/README.md` that says how much tables and icons may hold. */
const boundsSection = (definitions: ReadonlyArray<AnyDefinition>): string => {
  const declared = definitions
    .filter(({ bounds }) => bounds !== undefined)
    .toSorted((left, right) => (left.file < right.file ? -1 : 1))
    .map((definition) => row(`\`${definition.file}\``, boundsOf(definition)))
  const { iconBytesMax: iconsBytesMax, iconsMax, tableBytesMax } = folderBounds
  return `## How much a table may hold

| table | rows | size |
| --- | --- | --- |
${[
  row("a table", usualBounds.TableDefinition),
  row("a decision table", usualBounds.DecisionDefinition),
  ...declared,
].join("\n")}

All of them together have at most ${kibibytes(tableBytesMax)}. An icon has at most ${kibibytes(iconBytesMax)}, and ${iconsMax} of
them at most ${kibibytes(iconsBytesMax)}. What is larger is a mistake, told by its size before it is read. A definition
may declare other \`bounds\`; the usual ones are in \`core/table/bounds.ts\`.`
}

const code = (name: string): string => `\`${name}\``

const settingText = ({ where }: SettingCell): string => code(where.is)

/** What a table says of its values, as a sentence. */
const meaningText = (meaning: Meaning): string => {
  switch (meaning._tag) {
    case "Monotone": {
      const { from, never, order, over, sum } = meaning
      const words = order === undefined ? "" : ` (${order.join(", ")})`
      const bound = from === undefined ? "" : ` from ${from} on`
      return `${code(sumText(sum))} never ${never} as ${code(over)} rises${words}${bound} and all else stays.`
    }
    case "Neighbours": {
      const { column, per, times } = meaning
      const group = per.length === 0 ? "all rows" : `rows with the same ${per.map(code).join(", ")}`
      return `${code(column)} is at most ${times} times the median of its neighbours, ${group}, and at least 1/${times} of it.`
    }
    case "Steady": {
      const { column, day, mostBps, mostDays } = meaning
      return `From one version to the next ${code(column)} moves by at most ${settingText(mostBps)} basis points for each day between the two of ${code(day)}, of which ${settingText(mostDays)} count.`
    }
    case "Fresh": {
      const { column, except, mostDays } = meaning
      const others =
        except === undefined
          ? ""
          : `, but where ${code(except.column)} is ${except.words.join(" or ")}`
      return `${code(column)} lies at most ${settingText(mostDays)} days back${others}.`
    }
  }
}

const filesText = (definition: AnyDefinition): ReadonlyArray<string> =>
  Object.entries(columnsOf(definition)).flatMap(([name, column]) =>
    "filesIn" in column && column.filesIn !== undefined
      ? [`${code(name)} names a file that lies in ${code(`${column.filesIn}/`)}.`]
      : [],
  )

/** What the values of a table mean, an item of a list each; nothing where it declares nothing. */
const meaningsText = (definition: AnyDefinition): ReadonlyArray<string> =>
  [...(definition.means ?? []).map(meaningText), ...filesText(definition)].map(
    (sentence) => `- ${sentence}`,
  )

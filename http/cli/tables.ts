import * as Command from "effect/cli/Command"
import { described, namedCommands } from "./lazy-commands.ts"

/** What can be done with the tables, by name, in the order of the help. */
const commands = {
  accept: described(
    "Record the outcomes of the analysts' cases, and print what changed",
    async () => (await import("./tables/accept.ts")).accept,
  ),
  check: described(
    "List every mistake in the tables, and gaps, overlaps, rows that never apply or are missing",
    async () => (await import("./tables/check.ts")).check,
  ),
  coverage: described(
    "Report which rows and cells of the tables the corpus exercises",
    async () => (await import("./tables/coverage.ts")).coverage,
  ),
  diff: described(
    "Show what differs between two versions of the tables, and its impact",
    async () => (await import("./tables/diff.ts")).diff,
  ),
  doc: described(
    "Write data/README.md, the description of the tables",
    async () => (await import("./tables/doc.ts")).doc,
  ),
  evaluate: described(
    "Answer facts by an imported table: one question, or a file of them",
    async () => (await import("./tables/evaluate.ts")).evaluateCommand,
  ),
  explain: described(
    "Show which rows fire for an input, why the others do not, and what would change it",
    async () => (await import("./tables/explain.ts")).explainCommand,
  ),
  mutate: described(
    "Make small slips in the tables and list those that nothing notices",
    async () => (await import("./tables/mutate.ts")).mutate,
  ),
  plausibility: described(
    "Price the trips of published premiums, show our prices beside them, and how both change",
    async () => (await import("./tables/plausibility.ts")).plausibility,
  ),
  sources: described(
    "Report, by market and guarantee, how many card covers have a source, how old it is, and how many are unknown",
    async () => (await import("./tables/sources.ts")).sources,
  ),
  tck: described(
    "Run the Technology Compatibility Kit of DMN, and report its score",
    async () => (await import("./tables/tck.ts")).tckCommand,
  ),
  test: described(
    "Ask tables their cases, and tell which do not hold",
    async () => (await import("./tables/test.ts")).testCommand,
  ),
  tidy: described(
    "Rewrite tables in the house format: commas, UTF-8, LF, quotes where needed, columns in order",
    async () => (await import("./tables/tidy.ts")).tidy,
  ),
  export: described(
    "Write tables as an XLSX workbook, or one as a DMN model",
    async () => (await import("./tables/export.ts")).exportCommand,
  ),
  import: described(
    "Show what an edited workbook or a model changes in the tables, and write it",
    async () => (await import("./tables/import.ts")).importCommand,
  ),
  add: described(
    "Add an argument, a card, an insurer, a destination's rule or a market with all its rows",
    async () => (await import("./tables/add.ts")).add,
  ),
  copy: described(
    "Copy an offer or a card product with all its rows, and show the change",
    async () => (await import("./tables/copy.ts")).copy,
  ),
  release: described(
    "Manage dated changes to the tables: list, check, compare, put in force, withdraw",
    async () => (await import("./tables/release.ts")).release,
  ),
  rollback: described(
    "Go back to the tables before the last release",
    async () => (await import("./tables/release.ts")).rollback,
  ),
  scale: described(
    "Scale amounts in the rows of a table, and show what that changes",
    async () => (await import("./tables/scale.ts")).scale,
  ),
  split: described(
    "Cut rows in two where a number begins a band; no answer changes",
    async () => (await import("./tables/split.ts")).split,
  ),
  merge: described(
    "Merge rows that differ in nothing but bands that touch; no answer changes",
    async () => (await import("./tables/split.ts")).merge,
  ),
}

/** `viatica tables …`, for the words of an invocation: the tables that analysts edit. */
export const tablesCommandFor = async (args: ReadonlyArray<string>) =>
  Command.make("tables").pipe(Command.withSubcommands(await namedCommands(commands, args)))

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { columnsOf } from "../../../../core/table/load.ts"
import { additionKinds } from "../../../../rules/additions/kinds.ts"
import { type DraftImpact, draftedReadings } from "../../../../rules/additions/draft-impact.ts"
import { drafted } from "../../../../rules/additions/drafted.ts"
import type { MissingFact } from "../../../../rules/additions/missing-facts.ts"
import { type AskedFact, type Draft, draftTables } from "../../../../rules/additions/recipe.ts"
import { recipes } from "../../../../rules/additions/recipes.ts"
import { generatedCount } from "../../../../rules/corpus/corpus.ts"
import { columnType, wordsOf } from "../../../../rules/changes/grid/grid-columns.ts"
import type { NamedWord } from "../../../../rules/changes/grid/grid-view.ts"
import { definitionsByFile } from "../../../../rules/tables/table-named.ts"
import { utcDay } from "../../../platform/utc-day.ts"
import { compileText } from "../../../messages/icu.ts"
import { readIcons } from "../../../tables/icons/icon-check.ts"
import type {
  AdditionCalls,
  AdditionDone,
  AdditionView,
  ShownFact,
} from "../../protocol/additions.ts"
import type { Bench } from "../bench.ts"
import { callRefused } from "../call-refused.ts"
import type { EngineFailure } from "../engine/engine-thread.ts"
import type { CallHandlers } from "../handler.ts"
import type { DraftCounted, DraftWeighed } from "./draft-handlers.ts"

const draft: Schema.ConstraintDecoder<Draft> = Schema.Struct({
  kind: Schema.Literals(additionKinds),
  like: Schema.String,
  answers: Schema.Record(Schema.String, Schema.String),
})

/** What answers calls about what is added by a form. */
export const additionHandlers: CallHandlers<keyof AdditionCalls> = {
  draft: { input: draft, answer: (asked, bench) => Effect.sync(() => shownDraft(bench, asked)) },
  draftMissing: { input: draft, answer: (asked, bench) => missingOf(bench, asked) },
  draftImpact: {
    input: draft,
    answer: (asked, { drafts, situations }) => {
      const counted: DraftCounted = {
        draft: asked,
        generated: Math.min(generatedCount, situations),
      }
      return Effect.map(drafts.ask("draft-impact", counted), (found) => found as DraftImpact | null)
    },
  },
  addDraft: { input: draft, answer: (asked, bench) => addDraft(bench, asked) },
}

/** So many rows of a table are shown before they are added. */
const rowsMax = 6

const shownDraft = ({ desk }: Bench, asked: Draft): AdditionView => {
  const { sources } = desk.state()
  const recipe = recipes[asked.kind]
  const tables = draftTables(sources)
  const made = drafted(recipe, asked, sources)
  return {
    model: { label: recipe.model.label, names: recipe.model.names(tables) },
    parts: recipe.parts(made.whole, tables).map(({ facts, oneMore, title }) => ({
      title,
      oneMore: oneMore ?? null,
      facts: facts.map((fact) => shownFact(fact, made.whole.answers[fact.name] ?? "", sources)),
    })),
    tables: made.tables.map(({ added, file, rows }) => ({
      file,
      added,
      rows: rows.slice(0, rowsMax).map(({ cells }) => cells),
    })),
    readings: draftedReadings(made.whole, compileText),
  }
}

const plainWord = (word: string): NamedWord => ({ word, en: null, fr: null })

const shownFact = (
  { help, isLong, label, language, name, takes, words }: AskedFact,
  value: string,
  sources: ReadonlyMap<string, string>,
): ShownFact => {
  const definition = takes === null ? undefined : definitionsByFile(sources).get(takes.file)
  const column =
    definition === undefined || takes === null ? undefined : columnsOf(definition)[takes.column]
  const known = column === undefined ? null : wordsOf(column, sources)
  const isCondition = column !== undefined && !("parse" in column)
  const type = column === undefined ? "text" : columnType(column)
  return {
    name,
    label,
    help: help ?? null,
    language: language ?? null,
    isLong: isLong === true,
    value,
    about: column?.about ?? "",
    unit: column?.unit ?? null,
    type,
    isCondition,
    isList: isCondition || column?.kind.startsWith("list of ") === true,
    words: words?.map(plainWord) ?? (type === "truth" ? ["true", "false"].map(plainWord) : known),
  }
}

/** What checks of all tables say that a draft lacks. */
const missingOf = Effect.fnUntraced(function* (
  { desk, drafts }: Bench,
  asked: Draft,
): Effect.fn.Return<ReadonlyArray<MissingFact>, EngineFailure> {
  const icons = yield* Effect.option(readIcons(desk.folder))
  const question: DraftWeighed = {
    draft: asked,
    errors: desk.state().errors,
    icons: Option.isSome(icons) ? [...icons.value.texts.keys()] : null,
    today: utcDay(yield* Clock.currentTimeMillis),
  }
  return (yield* drafts.ask("weigh-draft", question)) as ReadonlyArray<MissingFact>
})

const addDraft = Effect.fnUntraced(function* (
  bench: Bench,
  asked: Draft,
): Effect.fn.Return<AdditionDone, EngineFailure> {
  let done: Omit<AdditionDone, "revision"> = { rows: 0, tables: 0, file: "", line: 1 }
  const { revision } = yield* bench.desk.edit(({ sources }) =>
    Effect.gen(function* () {
      const missing = yield* missingOf(bench, asked)
      if (missing.length > 0) {
        return yield* callRefused("DraftUnfinished", { missing: missing.length })
      }
      const recipe = recipes[asked.kind]
      const { tables, texts } = drafted(recipe, asked, sources)
      const rows = tables.reduce((sum, { added }) => sum + added, 0)
      const main = tables.find(({ file }) => file === recipe.file)
      const file = main?.file ?? ""
      done = { rows, tables: tables.length, file, line: main?.rows.at(-1)?.line ?? 1 }
      return { label: { action: "addition" as const, file, count: rows }, texts }
    }),
  )
  return { ...done, revision }
})

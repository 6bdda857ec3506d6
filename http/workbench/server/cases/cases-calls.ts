import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isDecision, mutatedFilesIn } from "../../../../rules/impact/mutation-score.ts"
import type { CasesView } from "../../../../rules/changes/cases-view.ts"
import type { StepLabel } from "../../protocol/session.ts"
import type { WorkbenchSituation } from "../../../../rules/changes/traveller/situation.ts"
import { outcomesFile } from "../../../../rules/changes/case-outcomes.ts"
import type { Bench } from "../bench.ts"
import { made } from "../desk/desk.ts"
import { askedSituation } from "../traveller/asked-situation.ts"
import { textOfFile } from "../desk/desk-files.ts"
import { casesFile, type NewTexts } from "../../../../rules/changes/own-cases.ts"
import type { SlipsQuestion } from "./slips-engine.ts"
import type { CasesCalls, CasesViews, SuggestionsSoFar } from "../../protocol/cases.ts"
import type { CaseNamed, CasesToAccept, CaseToKeep, OutcomesKnown } from "./cases-engine.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

const acceptedIn = ({ desk }: Bench): Effect.Effect<OutcomesKnown, CallRefused> =>
  Effect.map(textOfFile(desk.folder, outcomesFile), (text) => ({ accepted: text ?? "" }))

const written = (
  field: "about" | "name" | "reason",
  text: string,
): Effect.Effect<string, CallRefused> => {
  const trimmed = text.trim()
  return trimmed === ""
    ? Effect.fail(callRefused("WordsMissing", { field }))
    : Effect.succeed(trimmed)
}

/** Makes a step of the texts that the engine works out, and gives the revision that it made. */
const step = Effect.fnUntraced(function* (
  bench: Bench,
  name: string,
  asked:
    | Omit<CaseNamed, "accepted">
    | Omit<CasesToAccept, "accepted">
    | Omit<CaseToKeep, "accepted">,
  label: StepLabel,
) {
  const { answers, desk } = bench
  const question = { ...(yield* acceptedIn(bench)), ...asked }
  const texts = (yield* answers.ask(name, question)) as NewTexts
  return made(yield* desk.take({ label, texts }))
})

const cases = (bench: Bench) =>
  Effect.flatMap(acceptedIn(bench), (known) =>
    Effect.map(bench.cases.ask("cases", known), (found) => found as CasesView),
  )

/** The tables to try slips in: the named ones, else those that the change has touched, else decisions. */
const filesToTry = (files: ReadonlyArray<string>, { desk }: Bench): ReadonlyArray<string> => {
  if (files.length > 0) return files
  const { sources } = desk.state()
  const mutatedFiles = mutatedFilesIn(sources)
  const touched = mutatedFiles.filter((file) => sources.get(file) !== desk.before.sources.get(file))
  return touched.length > 0 ? touched : mutatedFiles.filter(isDecision)
}

const named = Schema.Struct({ name: Schema.String })

/** What answers calls about the analysts' own cases. */
export const casesHandlers: CallHandlers<keyof CasesCalls> = {
  caseSituation: {
    input: named,
    answer: ({ name }, bench) =>
      Effect.map(
        bench.answers.ask("cases.situation", { name }),
        (found) => found as WorkbenchSituation,
      ),
  },
  keepCase: {
    input: Schema.Struct({
      situation: askedSituation,
      name: Schema.String,
      about: Schema.String,
    }),
    answer: (asked, bench) =>
      Effect.gen(function* () {
        const name = yield* written("name", asked.name)
        const about = yield* written("about", asked.about)
        const kept = { situation: asked.situation, name, about }
        const label: StepLabel = { action: "case", file: casesFile, count: 1 }
        return yield* step(bench, "cases.keep", { kept }, label)
      }),
  },
  acceptCases: {
    input: Schema.Struct({ names: Schema.Array(Schema.String), reason: Schema.String }),
    answer: ({ names, reason }, bench) =>
      Effect.gen(function* () {
        const why = yield* written("reason", reason)
        const question = { names, reason: why }
        const label: StepLabel = { action: "outcomes", file: casesFile, count: names.length }
        return yield* step(bench, "cases.accept", question, label)
      }),
  },
  deleteCase: {
    input: named,
    answer: ({ name }, bench) =>
      step(bench, "cases.remove", { name }, { action: "delete", file: casesFile, count: 1 }),
  },
  suggestCases: {
    input: Schema.Struct({ files: Schema.Array(Schema.String) }),
    answer: ({ files }, bench) => {
      const question: SlipsQuestion = { files: filesToTry(files, bench) }
      const tell = (part: unknown): void =>
        bench.publish({ type: "suggestions", soFar: part as SuggestionsSoFar })
      return Effect.map(
        bench.slips.ask("suggest", question, tell),
        (found) => found as SuggestionsSoFar,
      )
    },
  },
}

/** How long the tables have to stay as they are before all cases are tried again. */
const calmMs = 1_200

/** What makes views of the own cases, which take seconds. */
export const casesViews: ViewHandlers<keyof CasesViews> = {
  cases: {
    input: Schema.Struct({}),
    follows: ["tables"],
    calmMs,
    answer: (_, bench) => cases(bench),
  },
  casesWaiting: {
    input: Schema.Struct({}),
    follows: ["tables"],
    calmMs,
    answer: (_, bench) =>
      Effect.map(cases(bench), (view) => {
        const failing = view.cases.filter(({ differences }) => differences.length > 0)
        return { failing: failing.length, first: failing[0]?.name ?? null }
      }),
  },
}

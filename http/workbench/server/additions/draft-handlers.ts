import type { TableError } from "../../../../core/table/error.ts"
import { type MissingFact, weighDraft } from "../../../../rules/additions/missing-facts.ts"
import type { Draft } from "../../../../rules/additions/recipe.ts"
import { recipes } from "../../../../rules/additions/recipes.ts"
import type { KeptChecks } from "../../../tables/kept-checks.ts"
import { type CheckDay, makeCheckFor } from "../check/check-for.ts"
import type { EngineHandlers } from "../engine/serve-engine.ts"

/** A draft, with what the desk knows besides the texts of the tables. */
export interface DraftWeighed extends CheckDay {
  readonly draft: Draft
  readonly errors: ReadonlyArray<TableError>
}

/**
 * Weighs drafts against the tables as they are; what they come to without one is found once, in steps, so that
 * a draft that nobody waits for any more is left.
 */
export const makeDraftHandlers =
  (kept?: KeptChecks): EngineHandlers =>
  ({ folder }) => {
    const checkFor = makeCheckFor(folder, { kept })
    return {
      "weigh-draft": function* (
        input,
        { after: sources },
      ): Generator<undefined, ReadonlyArray<MissingFact>> {
        const asked = input as DraftWeighed
        const { draft, errors } = asked
        const check = checkFor(asked)
        const found = yield* check.wholeSteps({ sources, errors })
        return weighDraft(recipes[draft.kind], draft, {
          sources,
          found,
          find: (each) => check.triedWhole({ sources: each, errors }),
        }).missing
      },
    }
  }

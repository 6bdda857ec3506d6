import type { TableError } from "../../../../core/table/error.ts"
import type { LoadMemory } from "../../../../core/table/load.ts"
import { type DraftImpact, draftImpact } from "../../../../rules/additions/draft-impact.ts"
import { drafted } from "../../../../rules/additions/drafted.ts"
import { type MissingFact, weighDraft } from "../../../../rules/additions/missing-facts.ts"
import type { Draft } from "../../../../rules/additions/recipe.ts"
import { recipes } from "../../../../rules/additions/recipes.ts"
import { type AllTables, loadSoundTables } from "../../../../rules/tables/index.ts"
import { compileText } from "../../../messages/icu.ts"
import type { KeptChecks } from "../../../tables/kept-checks.ts"
import { type CheckDay, makeCheckFor } from "../check/check-for.ts"
import type { EngineHandlers } from "../engine/serve-engine.ts"

/** A draft, with what the desk knows besides the texts of the tables. */
export interface DraftWeighed extends CheckDay {
  readonly draft: Draft
  readonly errors: ReadonlyArray<TableError>
}

/** A draft, and on how many generated situations besides the own cases it is tried. */
export interface DraftCounted {
  readonly draft: Draft
  readonly generated: number
}

/**
 * Weighs drafts against the tables as they are; what they come to without one is found once, in steps, so that
 * a draft that nobody waits for any more is left.
 */
export const makeDraftHandlers =
  (kept?: KeptChecks): EngineHandlers =>
  ({ folder }) => {
    const checkFor = makeCheckFor(folder, { kept })
    const loading: LoadMemory = new Map()
    const loaded = (sources: ReadonlyMap<string, string>): AllTables | undefined => {
      const { errors, tables } = loadSoundTables(sources, loading)
      return errors.length === 0 ? (tables as AllTables) : undefined
    }
    return {
      "draft-impact": function* (
        input,
        { after: sources },
      ): Generator<undefined, DraftImpact | null> {
        const { draft, generated } = input as DraftCounted
        const { texts, whole } = drafted(recipes[draft.kind], draft, sources)
        // Those with the draft are forgotten again when those without it are read.
        const after = loaded(new Map([...sources, ...texts]))
        yield
        const before = loaded(sources)
        if (before === undefined || after === undefined) return null
        yield
        const sides = { before, after, files: texts.keys(), format: compileText }
        return yield* draftImpact(whole, sides, generated)
      },
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

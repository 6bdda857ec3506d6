import type { TableError } from "../../../../core/table/error.ts"
import { type MissingFact, weighDraft } from "../../../../rules/additions/missing-facts.ts"
import type { Draft } from "../../../../rules/additions/recipe.ts"
import { recipes } from "../../../../rules/additions/recipes.ts"
import { startStagedCheck } from "../../../tables/check-report.ts"
import type { KeptChecks } from "../../../tables/kept-checks.ts"
import type { EngineHandlers } from "../engine/serve-engine.ts"

/** A draft, with what the desk knows besides the texts of the tables. */
export interface DraftWeighed {
  readonly draft: Draft
  readonly errors: ReadonlyArray<TableError>
  readonly icons: ReadonlyArray<string> | null
  readonly today: string
}

/** Weighs drafts against the tables as they are; what they come to without one is found once. */
export const makeDraftHandlers =
  (kept?: KeptChecks): EngineHandlers =>
  ({ folder }) => {
    let known:
      | { readonly key: string; readonly check: ReturnType<typeof startStagedCheck> }
      | undefined
    const checkFor = ({ icons, today }: DraftWeighed) => {
      const key = JSON.stringify([today, icons])
      if (known?.key !== key) {
        const options = {
          today,
          ...(icons === null ? {} : { icons: new Set(icons) }),
          ...(kept === undefined ? {} : { kept }),
        }
        known = { key, check: startStagedCheck(folder, options) }
      }
      return known.check
    }
    return {
      "weigh-draft": (input, { after: sources }): ReadonlyArray<MissingFact> => {
        const asked = input as DraftWeighed
        const { draft, errors } = asked
        const check = checkFor(asked)
        return weighDraft(recipes[draft.kind], draft, {
          sources,
          found: check.whole({ sources, errors }),
          find: (each) => check.triedWhole({ sources: each, errors }),
        }).missing
      },
    }
  }

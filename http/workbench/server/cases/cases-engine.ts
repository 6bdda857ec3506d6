import { casesFile, prepareOwnCases } from "../../../../rules/changes/own-cases.ts"
import type { CaseKept } from "../../../../rules/changes/cases-view.ts"
import type { LoadedVersions, VersionTexts } from "../../../../rules/changes/loaded-versions.ts"
import { type RowNamed, travellerCase } from "../../../../rules/changes/traveller/traveller-case.ts"
import type { WorkbenchSituation } from "../../../../rules/changes/traveller/situation.ts"
import { corpusOf } from "../../../../rules/corpus/corpus.ts"
import { rowHits } from "../../../../rules/impact/row-hits.ts"
import { caseFileOf } from "../../../../core/table/case-table.ts"
import { testCases } from "../../../../rules/check/table-cases.ts"
import type { TableCasesView, RowHitsView } from "../../protocol/table.ts"
import type { LoadMemory } from "../../../../core/table/load.ts"
import { answered, type EngineHandler } from "../engine/serve-engine.ts"
import { outcomeHash } from "../../../tables/case-outcomes.ts"

/** What every question on cases comes with: the text of the accepted outcomes. */
export interface OutcomesKnown {
  readonly accepted: string
}

/** A question on one case. */
export interface CaseNamed extends OutcomesKnown {
  readonly name: string
}

/** A traveller to be kept as a case. */
export interface CaseToKeep extends OutcomesKnown {
  readonly kept: CaseKept
}

/** Cases whose outcomes are to be accepted. */
export interface CasesToAccept extends OutcomesKnown {
  readonly names: ReadonlyArray<string>
  readonly reason: string
}

/** A case of a table that a traveller makes; the row is the one that the screen names. */
export interface TableCaseMade extends RowNamed {
  readonly situation: WorkbenchSituation
}

/** Which cases of a table hold; rows that are being written, and cannot be read yet, are left out. */
const ownCasesView = (
  { after, revision }: VersionTexts,
  file: string,
  loading: LoadMemory,
): TableCasesView => {
  const tested = testCases(after, file, loading)
  if (tested === undefined) return { revision, cases: null, rows: 0, rowsMet: 0 }
  const { outcomes, rows, rowsMet } = tested
  const cases = outcomes.map(({ differences, line }) => ({
    line,
    holds: differences.length === 0,
  }))
  return { revision, cases, rows, rowsMet }
}

/** What answers questions about cases in the thread of an engine. */
export const casesEngine = (
  load: (versions: VersionTexts) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => {
  const own = prepareOwnCases(outcomeHash)
  const loading: LoadMemory = new Map()
  return {
    cases: (input, versions) => {
      const { accepted } = input as OutcomesKnown
      return answered(own.view(load(versions), accepted))
    },
    hits: (input, versions): RowHitsView => {
      const { file } = input as { readonly file: string }
      const { after, revision } = load(versions)
      const tested = testCases(versions.after, caseFileOf(file), loading)
      const asked = (tested?.outcomes ?? []).map(({ answering }) => answering)
      return { revision, rows: rowHits(after, file, { situations: corpusOf(after), asked }) }
    },
    "table-cases": (input, versions): TableCasesView => {
      const { file } = input as { readonly file: string }
      return ownCasesView(versions, file, loading)
    },
    "table-case": (input, versions): Readonly<Record<string, string>> | null => {
      const { situation, ...row } = input as TableCaseMade
      return travellerCase(load(versions).after, situation, row) ?? null
    },
    "cases.situation": (input, versions) => {
      const { name } = input as Pick<CaseNamed, "name">
      return answered(own.situation(load(versions), name))
    },
    "cases.keep": (input, versions) => {
      const { accepted, kept } = input as CaseToKeep
      const tried = (text: string) => {
        const loaded = load({ ...versions, after: new Map([...versions.after, [casesFile, text]]) })
        // What is only tried is forgotten again.
        load(versions)
        return loaded
      }
      return answered(own.keep(load(versions), accepted, { kept, tried }))
    },
    "cases.accept": (input, versions) => {
      const { accepted, names, reason } = input as CasesToAccept
      return answered(own.accept(load(versions), accepted, { names, reason }))
    },
    "cases.remove": (input, versions) => {
      const { accepted, name } = input as CaseNamed
      return answered(own.remove(load(versions), accepted, name))
    },
  }
}

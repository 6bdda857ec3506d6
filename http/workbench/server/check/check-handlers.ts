import type { FoundInTables } from "../../../../rules/check/check-report.ts"
import type { Finding } from "../../../../core/check/finding.ts"
import type { TableError } from "../../../../core/table/error.ts"
import type {
  FindingRemedy,
  LawsView,
  TriedFinding,
  WorkbenchFinding,
} from "../../protocol/check.ts"
import { cataloguesTouchedBy } from "../../../../rules/price-laws/check-price-laws.ts"
import type { EngineHandler, EngineHandlers } from "../engine/serve-engine.ts"
import { makeCheckedTexts } from "../../../../rules/check/checked-texts.ts"
import { type ToldTexts, findingView, mistakeView } from "../../../../rules/check/finding-view.ts"
import { namedFindings, proves } from "../../../../rules/check/remedies/prove-remedy.ts"
import {
  type RemedyCandidate,
  findingCandidates,
  mistakeCandidates,
} from "../../../../rules/check/remedies/remedy-candidates.ts"
import type { TableFiles } from "../../../../rules/tables/table-named.ts"
import type { VersionTexts } from "../../../../rules/changes/loaded-versions.ts"
import { type CheckDay, makeCheckFor } from "./check-for.ts"
import type { KeptChecks } from "../../../tables/kept-checks.ts"

/** What the desk knows besides the texts of the tables. */
export interface CheckAsked extends CheckDay {
  readonly errors: ReadonlyArray<TableError>
  /** What the version before is called. */
  readonly base: string
}

/** What one step of a check found. */
export interface CheckFound {
  readonly revision: number
  readonly findings: ReadonlyArray<WorkbenchFinding>
}

/** What the proof of the laws of prices found. */
export interface LawsFound extends CheckFound {
  readonly laws: LawsView
}

/** A repair that is to be proven: a finding by its name, and the place of the repair among its own. */
export interface RemedyAsked extends CheckAsked {
  readonly id: string
  readonly place: number
}

/** A text that a table may come to. */
export interface TextAsked extends CheckAsked {
  readonly file: string
  readonly text: string
}

/** Whether a repair holds; it is null where it does not, and `more` whether there are others. */
export interface RemedyProven {
  readonly remedy: FindingRemedy | null
  readonly more: boolean
}

interface Told {
  /** What it is called among others that are alike. */
  readonly name: string
  readonly view: WorkbenchFinding
  readonly candidates: () => ReadonlyArray<RemedyCandidate>
}

/** More of them are not offered: they would take longer to read than to repair. */
const candidatesMax = 8

const withNumbers = (views: ReadonlyArray<Told>): ReadonlyArray<Told> => {
  const seen = new Map<string, number>()
  return views.map((told) => {
    const count = (seen.get(told.view.id) ?? 0) + 1
    seen.set(told.view.id, count)
    return count === 1 ? told : { ...told, view: { ...told.view, id: `${told.view.id} ${count}` } }
  })
}

/**
 * Checks the tables as they are edited: the edited ones first, then what spans several. What checks have
 * found before is taken over; what the tables come to as they are opened is kept for the next start.
 */
export const makeCheckHandlers =
  (kept?: KeptChecks): EngineHandlers =>
  ({ folder, versions }) => {
    let isKept = kept === undefined
    const textsOf = makeCheckedTexts()
    const triedTexts = makeCheckedTexts()
    const { before } = versions
    let last: { readonly told: ReadonlyArray<Told>; readonly found: FoundInTables } | undefined

    const checkOf = makeCheckFor(folder, { kept })
    const checkFor = (asked: CheckAsked) =>
      checkOf(asked, { earlier: { name: asked.base, sources: before } })

    const filesOf = (asked: CheckAsked, { after }: VersionTexts): TableFiles => ({
      sources: after,
      errors: asked.errors,
    })

    const tell = (found: FoundInTables, texts: ToldTexts): ReadonlyArray<Told> =>
      withNumbers([
        ...found.mistakes.map((error) => {
          const view = mistakeView(error, texts)
          return {
            name: view.id,
            view,
            candidates: () => mistakeCandidates(error, view, texts.now),
          }
        }),
        ...found.findings.map((finding: Finding) => {
          const view = findingView(finding, texts)
          return {
            name: view.id,
            view,
            candidates: () => findingCandidates(finding, view, texts.now),
          }
        }),
      ])

    const answer = (found: FoundInTables, { after, revision }: VersionTexts): CheckFound => {
      const told = tell(found, { now: textsOf(after), before })
      last = { told, found }
      return { revision, findings: told.map(({ view }) => view) }
    }

    const checkTables: EngineHandler = (input, now) => {
      const asked = input as CheckAsked
      return answer(checkFor(asked).tables(filesOf(asked, now)), now)
    }

    const checkWhole = function* (input: unknown, now: VersionTexts) {
      const asked = input as CheckAsked
      const found = yield* checkFor(asked).wholeSteps(filesOf(asked, now))
      if (!isKept) void kept?.save()
      isKept = true
      return answer(found, now)
    }

    /**
     * Proves what the change touches: the version before was proven when it was released.
     *
     * @yields Between two parts of the work.
     */
    const checkLaws = function* (
      input: unknown,
      now: VersionTexts,
    ): Generator<undefined, LawsFound> {
      const { after, revision } = now
      const asked = input as CheckAsked
      const touched = new Set(
        [...after].flatMap(([file, text]) =>
          before.get(file) === text ? [] : cataloguesTouchedBy(file),
        ),
      )
      if (touched.size === 0) return { revision, findings: [], laws: { state: "untouched" } }
      const found = yield* checkFor(asked).lawSteps(filesOf(asked, now), [...touched])
      if (found === undefined) return { revision, findings: [], laws: { state: "hidden" } }
      const counts = found.catalogues.flatMap(({ laws }) => Object.values(laws))
      const sum = (name: "proven" | "refuted"): number =>
        counts.reduce((all, count) => all + count[name], 0)
      const told = tell({ findings: found.findings, mistakes: [] }, { now: textsOf(after), before })
      return {
        revision,
        findings: told.map(({ view }) => view),
        laws: { state: "told", proven: sum("proven"), refuted: sum("refuted") },
      }
    }

    const proveRemedy: EngineHandler = (input, now): RemedyProven => {
      const asked = input as RemedyAsked
      const told = last?.told.find(({ view }) => view.id === asked.id)
      const candidates = told?.candidates().slice(0, candidatesMax) ?? []
      const one = candidates[asked.place]
      if (told === undefined || one === undefined) return { remedy: null, more: false }
      const check = checkFor(asked)
      const files = filesOf(asked, now)
      const texts = textsOf(now.after)
      const found = check.tables(files)
      const proof = { check, files, before: namedFindings(found, texts), textsOf: triedTexts }
      const holds = proves(proof, { ...told.view, id: told.name }, one)
      return { remedy: holds ? one.remedy : null, more: asked.place + 1 < candidates.length }
    }

    /** What would be found in a text of a table that is not found in it now, kind by kind. */
    const tryText: EngineHandler = (input, now): ReadonlyArray<TriedFinding> => {
      const { file, text, ...asked } = input as TextAsked
      const check = checkFor(asked)
      const files = filesOf(asked, now)
      const sources = new Map([...files.sources, [file, text]])
      const known = tell(check.tables(files), { now: textsOf(now.after), before })
      const tried = tell(check.tried({ ...files, sources }), { now: triedTexts(sources), before })
      const ids = new Set(known.map(({ view }) => view.id))
      const countIn = (all: ReadonlyArray<Told>, kind: string): number =>
        all.filter(({ view }) => view.file === file && view.kind === kind).length
      // Rows that are cut are called otherwise, so that what was found in them before has another name.
      return tried
        .map(({ view }) => view)
        .filter((view) => view.file === file && !ids.has(view.id))
        .filter(({ kind }) => countIn(tried, kind) > countIn(known, kind))
        .map(({ detail, kind, severity, title }) => ({ kind, severity, title, detail }))
    }

    return {
      "try-text": tryText,
      "check-tables": checkTables,
      "check-whole": checkWhole,
      "check-laws": checkLaws,
      "prove-remedy": proveRemedy,
    }
  }

import { caseSituations } from "../../../../rules/corpus/cases.ts"
import { corpusSeed, generatedCount } from "../../../../rules/corpus/corpus.ts"
import { situations } from "../../../../rules/corpus/generate.ts"
import { prepareMutation } from "../../../../rules/impact/mutation.ts"
import {
  type JudgedMutant,
  mutantsOf,
  mutatedFilesIn,
  noticingSituations,
  sampleOf,
  scoreTable,
  type TableScore,
} from "../../../../rules/impact/mutation-score.ts"
import type { LoadedVersions, VersionTexts } from "../../../../rules/changes/loaded-versions.ts"
import type { EngineHandler } from "../engine/serve-engine.ts"
import type { CaseSuggested, SuggestionsSoFar } from "../../protocol/cases.ts"

/** The tables whose slips are tried. */
export interface SlipsQuestion {
  readonly files: ReadonlyArray<string>
}

/** Slips of each table that are drawn: enough to find what is not watched, few enough to wait for. */
const slipsMax = 120

/** Slips between two words of how far it is. */
const slipsBetweenWords = 10

const suggestedBy = (scores: ReadonlyArray<TableScore>): ReadonlyArray<CaseSuggested> =>
  noticingSituations(scores).flatMap(({ noticed, situation }) => {
    const [first] = noticed
    if (first === undefined) return []
    const { column, file, from, line, to } = first.mutant
    return {
      name: situation.name,
      notices: noticed.length,
      files: [...new Set(noticed.map(({ mutant }) => mutant.file))],
      example: { file, line, column, from, to },
      situation: { bilan: situation.bilan, quote: situation.quote },
    }
  })

/** What looks for cases in slips, in the thread of an engine of its own. */
export const slipsEngine = (
  load: (versions: VersionTexts) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => ({
  suggest: (input, versions, progress): SuggestionsSoFar => {
    const { files } = input as SlipsQuestion
    const { after: tables, sources } = load(versions)
    const wanted = mutatedFilesIn(sources).filter((file) => files.includes(file))
    const chosen = new Map(
      wanted.map((file) => {
        const all = mutantsOf(tables, file, sources.get(file) ?? "")
        return [file, { all: all.length, mutants: sampleOf(all, slipsMax, corpusSeed) }] as const
      }),
    )
    const all = [...chosen.values()].reduce((sum, { mutants }) => sum + mutants.length, 0)
    const scores: Array<TableScore> = []
    let tried = 0
    const soFar = (file: string | null, more: ReadonlyArray<TableScore> = []) => {
      const known = [...scores, ...more]
      const surviving = known.reduce((sum, { survivors }) => sum + survivors.length, 0)
      return { file, tried, all, surviving, suggested: suggestedBy(known) }
    }
    progress(soFar(wanted[0] ?? null))
    const judgeFor = prepareMutation({
      tables,
      sources,
      cases: caseSituations(tables),
      generated: situations(tables, corpusSeed, generatedCount),
    })
    for (const [file, { all: allOf, mutants }] of chosen) {
      const judge = judgeFor(file)
      if (judge === undefined) continue
      const judged: Array<JudgedMutant> = []
      for (const mutant of mutants) {
        judged.push({ mutant, verdict: judge(mutant) })
        tried += 1
        if (tried % slipsBetweenWords === 0)
          progress(soFar(file, [scoreTable(file, judged, allOf)]))
      }
      scores.push(scoreTable(file, judged, allOf))
    }
    return soFar(null)
  },
})

import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { csvText } from "../../core/table/csv.ts"
import { nearest } from "../../core/table/nearest.ts"
import { type ReleaseProblem, releaseProblemText } from "./release-problem.ts"
import { type Release, type ReleaseFacts, releaseFile, releasePath } from "./release.ts"

/** No release has the name, or it does not stand so that this could be done with it. */
export class ReleaseRefused extends Data.TaggedError("ReleaseRefused")<{
  /** The name of the release; empty where there is none. */
  readonly release: string
  readonly problem: ReleaseProblem
}> {
  override get message() {
    return releaseProblemText(this.release, this.problem, "en")
  }
}

/** Makes a refusal of a release. */
export const releaseRefused = (release: string, problem: ReleaseProblem): ReleaseRefused =>
  new ReleaseRefused({ release, problem })

/** The facts of a release that is put in force today; one whose day has come, or that is withdrawn, is refused. */
export const datedToday = Effect.fnUntraced(function* (
  release: Release,
  today: string,
): Effect.fn.Return<ReleaseFacts, ReleaseRefused> {
  const { name } = release
  const facts = yield* factsOf(release)
  if (facts.withdrawnOn !== null) {
    return yield* releaseRefused(name, { _tag: "Withdrawn", withdrawnOn: facts.withdrawnOn })
  }
  if (facts.effectiveFrom <= today) {
    return yield* releaseRefused(name, {
      _tag: "DayPassed",
      effectiveFrom: facts.effectiveFrom,
    })
  }
  return { ...facts, effectiveFrom: today }
})

/** The facts of a release that is withdrawn today. */
export const withdrawnToday = Effect.fnUntraced(function* (
  release: Release,
  today: string,
): Effect.fn.Return<ReleaseFacts, ReleaseRefused> {
  const facts = yield* factsOf(release)
  if (facts.withdrawnOn !== null) {
    return yield* releaseRefused(release.name, {
      _tag: "Withdrawn",
      withdrawnOn: facts.withdrawnOn,
    })
  }
  return { ...facts, withdrawnOn: today }
})

/** The release of a name. */
export const releaseNamed = (
  { releases }: { readonly releases: ReadonlyArray<Release> },
  name: string,
): Effect.Effect<Release, ReleaseRefused> => {
  const found = releases.find((release) => release.name === name)
  if (found !== undefined) return Effect.succeed(found)
  const close = nearest(
    name,
    releases.map((release) => release.name),
  )
  return Effect.fail(releaseRefused(name, { _tag: "Missing", nearest: close ?? null }))
}

/** The facts of a release; one that does not say them cannot be dated. */
export const factsOf = ({ facts, name }: Release): Effect.Effect<ReleaseFacts, ReleaseRefused> =>
  facts === undefined
    ? Effect.fail(
        releaseRefused(name, { _tag: "Unreadable", path: releasePath(name, releaseFile) }),
      )
    : Effect.succeed(facts)

/** What a release says of itself, as its file holds it. */
export const factsText = ({ author, effectiveFrom, reason, withdrawnOn }: ReleaseFacts): string =>
  [
    "effective_from,author,reason,withdrawn_on",
    [effectiveFrom, author, reason, withdrawnOn ?? ""].map(csvText).join(","),
    "",
  ].join("\n")

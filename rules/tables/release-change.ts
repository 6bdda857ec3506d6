import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { csvText } from "../../core/table/csv.ts"
import { nearest } from "../../core/table/nearest.ts"
import { type Release, type ReleaseFacts, releaseFile, releasePath } from "./release.ts"

/** Why a release is refused, apart from its sentence. */
export type ReleaseRefusalWhy =
  | "day-passed"
  | "faulty"
  | "missing"
  | "none-in-force"
  | "unreadable"
  | "unwritable"
  | "withdrawn"

/** No release has the name, or it does not stand so that this could be done with it. */
export class ReleaseRefused extends Data.TaggedError("ReleaseRefused")<{
  readonly reason: string
  readonly why: ReleaseRefusalWhy
  /** The release; empty where there is none. */
  readonly name: string
}> {
  override get message() {
    return this.reason
  }
}

/** The facts of a release that is put in force today; one whose day has come, or that is withdrawn, is refused. */
export const datedToday = Effect.fnUntraced(function* (
  release: Release,
  today: string,
): Effect.fn.Return<ReleaseFacts, ReleaseRefused> {
  const { name } = release
  const facts = yield* factsOf(release)
  if (facts.withdrawnOn !== null) {
    return yield* new ReleaseRefused({
      reason: `${name} was withdrawn on ${facts.withdrawnOn}`,
      why: "withdrawn",
      name,
    })
  }
  if (facts.effectiveFrom <= today) {
    return yield* new ReleaseRefused({
      reason: `${name} has its day already: ${facts.effectiveFrom}`,
      why: "day-passed",
      name,
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
    return yield* new ReleaseRefused({
      reason: `${release.name} was withdrawn on ${facts.withdrawnOn}`,
      why: "withdrawn",
      name: release.name,
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
  const hint = close === undefined ? "" : `; did you mean ${close}?`
  return Effect.fail(
    new ReleaseRefused({
      reason: `There is no release ${JSON.stringify(name)}${hint}`,
      why: "missing",
      name,
    }),
  )
}

/** The facts of a release; one that does not say them cannot be dated. */
export const factsOf = ({ facts, name }: Release): Effect.Effect<ReleaseFacts, ReleaseRefused> =>
  facts === undefined
    ? Effect.fail(
        new ReleaseRefused({
          reason: `${releasePath(name, releaseFile)} cannot be read`,
          why: "unreadable",
          name,
        }),
      )
    : Effect.succeed(facts)

/** What a release says of itself, as its file holds it. */
export const factsText = ({ author, effectiveFrom, reason, withdrawnOn }: ReleaseFacts): string =>
  [
    "effective_from,author,reason,withdrawn_on",
    [effectiveFrom, author, reason, withdrawnOn ?? ""].map(csvText).join(","),
    "",
  ].join("\n")

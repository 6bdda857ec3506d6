import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { describeTableError } from "../../../../core/table/error.ts"
import type { Release, ReleaseFacts } from "../../../../rules/tables/release.ts"
import { releaseMistakes } from "../../../tables/release-mistakes.ts"
import { jsonFlag, print } from "../../../terminal/output.ts"
import { tablesFlag } from "../load-tables.ts"
import {
  factsOf,
  readWithReleases,
  releaseArgument,
  releaseNamed,
  ReleaseRefused,
  writeFacts,
} from "./named-release.ts"

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

/** `viatica tables release now NAME`: puts a waiting release in force today. */
export const now = Command.make(
  "now",
  { name: releaseArgument, tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables release now")(function* ({ json, name, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const release = yield* releaseNamed(held, name)
    const { effectiveFrom: before } = yield* factsOf(release)
    const facts = yield* datedToday(release, today)
    const [mistake] = releaseMistakes(held, release)
    if (mistake !== undefined) {
      return yield* new ReleaseRefused({
        reason: `${name} is faulty: ${describeTableError(mistake)}`,
        why: "faulty",
        name,
      })
    }
    yield* writeFacts(held.folder, name, facts)
    yield* print(
      json,
      { name, effectiveFrom: today, before },
      () => `${name} is in force from today, ${today}, and no longer from ${before}`,
    )
  }),
).pipe(Command.withDescription("Put a release that waits in force today"))

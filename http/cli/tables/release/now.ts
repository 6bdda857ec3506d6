import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { describeTableError } from "../../../../core/table/error.ts"
import { releaseMistakes } from "../../../tables/release-mistakes.ts"
import { jsonFlag, print } from "../../output.ts"
import { tablesFlag } from "../load-tables.ts"
import {
  factsOf,
  readWithReleases,
  releaseArgument,
  releaseNamed,
  ReleaseRefused,
  writeFacts,
} from "./named-release.ts"

/** `viatica tables release now NAME`: puts a waiting release in force today. */
export const now = Command.make(
  "now",
  { name: releaseArgument, tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables release now")(function* ({ json, name, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const release = yield* releaseNamed(held, name)
    const facts = yield* factsOf(release)
    if (facts.withdrawnOn !== null) {
      return yield* new ReleaseRefused({ reason: `${name} was withdrawn on ${facts.withdrawnOn}` })
    }
    if (facts.effectiveFrom <= today) {
      return yield* new ReleaseRefused({
        reason: `${name} has its day already: ${facts.effectiveFrom}`,
      })
    }
    const [mistake] = releaseMistakes(held, release)
    if (mistake !== undefined) {
      return yield* new ReleaseRefused({
        reason: `${name} is faulty: ${describeTableError(mistake)}`,
      })
    }
    yield* writeFacts(held.folder, name, { ...facts, effectiveFrom: today })
    yield* print(
      json,
      { name, effectiveFrom: today, before: facts.effectiveFrom },
      () => `${name} is in force from today, ${today}, and no longer from ${facts.effectiveFrom}`,
    )
  }),
).pipe(Command.withDescription("Put a release that waits in force today"))

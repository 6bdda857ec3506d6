import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { describeTableError } from "../../../../core/table/error.ts"
import { releaseMistakes } from "../../../tables/release-mistakes.ts"
import { jsonFlag, print } from "../../../terminal/output.ts"
import { tablesFlag } from "../load-tables.ts"
import { readWithReleases, releaseArgument, writeFacts } from "./named-release.ts"
import {
  datedToday,
  factsOf,
  releaseNamed,
  ReleaseRefused,
} from "../../../../rules/tables/release-change.ts"

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

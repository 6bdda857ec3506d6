import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import type { Release, ReleaseFacts } from "../../../../rules/tables/release.ts"
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

/** `viatica tables release withdraw NAME`: takes a release out of force, or keeps it from it. */
export const withdraw = Command.make(
  "withdraw",
  { name: releaseArgument, tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables release withdraw")(function* ({ json, name, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const facts = yield* withdrawnToday(yield* releaseNamed(held, name), today)
    yield* writeFacts(held.folder, name, facts)
    yield* print(
      json,
      { name, withdrawnOn: today },
      () => `${name} is withdrawn; its folder stays, for the record`,
    )
  }),
).pipe(Command.withDescription("Take a release out of force, or keep it from coming into force"))

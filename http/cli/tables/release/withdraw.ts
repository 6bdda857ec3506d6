import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { jsonFlag, print } from "../../../terminal/output.ts"
import { tablesFlag } from "../load-tables.ts"
import { readWithReleases, releaseArgument, writeFacts } from "./named-release.ts"
import { releaseNamed, withdrawnToday } from "../../../../rules/tables/release-change.ts"

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

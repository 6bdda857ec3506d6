import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { compareAndTell, diffFlags } from "../diff.ts"
import { tablesFlag } from "../load-tables.ts"
import { aroundRelease } from "./before.ts"
import { readWithReleases, releaseArgument, releaseNamed } from "./named-release.ts"

/** `viatica tables release diff NAME`: what a release changes in what is in force before it. */
export const diff = Command.make(
  "diff",
  { name: releaseArgument, tables: tablesFlag, ...diffFlags },
  Effect.fn("tables release diff")(function* ({ name, tables, ...asked }) {
    const { held } = yield* readWithReleases(tables)
    const release = yield* releaseNamed(held, name)
    yield* compareAndTell(asked, Effect.succeed(aroundRelease(held, release)))
  }),
).pipe(Command.withDescription("Show what a release changes in what is in force before it"))

import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { type InForce, inForceOn } from "../../tables/in-force.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { tablesFlag } from "./load-tables.ts"
import { readWithReleases, writeFacts } from "./release/named-release.ts"
import {
  releaseNamed,
  ReleaseRefused,
  withdrawnToday,
} from "../../../rules/tables/release-change.ts"

/** The release that came into force last, which a rollback takes back. */
export const lastInForce = ({
  bundle,
}: Pick<InForce, "bundle">): Effect.Effect<string, ReleaseRefused> => {
  const last = bundle.releases.findLast(({ state }) => state === "inForce")
  return last === undefined
    ? Effect.fail(
        new ReleaseRefused({
          reason: "No release is in force; what lies in the folder itself is rolled back with git",
          why: "none-in-force",
          name: "",
        }),
      )
    : Effect.succeed(last.name)
}

/** `viatica tables rollback`: withdraws the release that came into force last. */
export const rollback = Command.make(
  "rollback",
  { tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables rollback")(function* ({ json, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const { bundle } = yield* Effect.fromResult(inForceOn(held, today))
    const name = yield* lastInForce({ bundle })
    const facts = yield* withdrawnToday(yield* releaseNamed(held, name), today)
    yield* writeFacts(held.folder, name, facts)
    const { held: left } = yield* readWithReleases(tables)
    const { bundle: after } = yield* Effect.fromResult(inForceOn(left, today))
    const previous = after.releases.findLast(({ state }) => state === "inForce")
    yield* print(
      json,
      { withdrawn: name, before: bundle.hash, after: after.hash, release: previous?.name ?? null },
      () =>
        `${name} is withdrawn: the tables are ${after.hash}, those ${previous === undefined ? "of the folder itself" : `of ${previous.name}`}; they were ${bundle.hash}`,
    )
  }),
).pipe(Command.withDescription("Go back to the tables before the last release"))

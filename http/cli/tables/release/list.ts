import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Command from "effect/cli/Command"
import { describeTableError } from "../../../../core/table/error.ts"
import { type ReleaseState, undoneFiles } from "../../../../rules/tables/release.ts"
import { inForceOn } from "../../../tables/in-force.ts"
import { jsonFlag, print, tableText } from "../../output.ts"
import { tablesFlag } from "../load-tables.ts"
import { readWithReleases } from "./named-release.ts"

const words: Readonly<Record<ReleaseState, string>> = {
  inForce: "in force",
  waiting: "waits",
  refused: "refused",
  withdrawn: "withdrawn",
}

const header = ["release", "from", "state", "author", "reason", "tables"]

/** `viatica tables release list`: the releases beside the tables, and how they stand today. */
export const list = Command.make(
  "list",
  { tables: tablesFlag, json: jsonFlag },
  Effect.fn("tables release list")(function* ({ json, tables }) {
    const { held, today } = yield* readWithReleases(tables)
    const inForce = inForceOn(held, today)
    const standings = Result.isSuccess(inForce) ? inForce.success.bundle.releases : []
    const undone = undoneFiles(held.releases)
    const listed = held.releases.map(({ errors, facts, name, sources }) => {
      const standing = standings.find((each) => each.name === name)
      const mistakes = standing?.mistakes ?? errors
      return {
        name,
        effectiveFrom: facts?.effectiveFrom ?? null,
        state: standing?.state ?? ("refused" as const),
        author: facts?.author ?? null,
        reason: facts?.reason ?? null,
        withdrawnOn: facts?.withdrawnOn ?? null,
        tables: [...sources.keys()],
        mistakes: mistakes.map(describeTableError),
        undoneBy: undone
          .filter((each) => each.undone === name)
          .map(({ by, file }) => ({ by, file })),
      }
    })
    yield* print(json, { today, releases: listed }, () =>
      listed.length === 0
        ? "no releases: the tables are as they lie in the folder"
        : [
            tableText(
              header,
              listed.map(({ author, effectiveFrom, name, reason, state, tables: files }) => [
                name,
                effectiveFrom,
                words[state],
                author,
                reason,
                files,
              ]),
            ),
            ...listed.flatMap(({ mistakes, name, undoneBy }) => [
              ...mistakes.slice(0, 1).map((mistake) => `${name}: ${mistake}`),
              ...undoneBy.map(
                ({ by, file }) => `${name}: ${by} of the same day undoes its ${file}`,
              ),
            ]),
          ].join("\n"),
    )
  }),
).pipe(Command.withDescription("List the releases beside the tables, and how each stands today"))

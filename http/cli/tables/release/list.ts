import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import type { ReleaseState } from "../../../../rules/tables/release.ts"
import { jsonFlag, print } from "../../../terminal/output.ts"
import { tablesFlag } from "../load-tables.ts"
import { listReleases } from "../../../tables/listed-release.ts"
import { readWithReleases } from "./named-release.ts"
import { tableText } from "../../../../core/plain-text.ts"

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
    const listed = listReleases(held, today)
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

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { describeTableError } from "../../../../core/table/error.ts"
import { undoneFiles } from "../../../../rules/tables/release.ts"
import { releaseMistakes } from "../../../tables/release-mistakes.ts"
import { jsonFlag, print } from "../../../terminal/output.ts"
import { tablesFlag } from "../load-tables.ts"
import { readWithReleases } from "./named-release.ts"
import { releaseNamed, ReleaseRefused } from "../../../../rules/tables/release-change.ts"
import { counted } from "../../../../core/plain-text.ts"

/** `viatica tables release check [NAME]`: what forbids releases, each over those before it. */
export const check = Command.make(
  "check",
  {
    name: Argument.String("NAME").pipe(
      Argument.withDescription("The release; all that stand when left out"),
      Argument.optional,
    ),
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables release check")(function* ({ json, name, tables }) {
    const { held } = yield* readWithReleases(tables)
    const chosen = Option.isSome(name)
      ? [yield* releaseNamed(held, name.value)]
      : held.releases.filter(({ facts }) => facts?.withdrawnOn !== undefined || facts === undefined)
    const found = chosen.map((release) => ({
      name: release.name,
      mistakes: releaseMistakes(held, release),
      undone: undoneFiles(held.releases).filter(({ undone }) => undone === release.name),
    }))
    yield* print(json, { releases: found }, () =>
      found.length === 0
        ? "no releases"
        : found
            .flatMap(({ mistakes, name: named, undone }) => [
              `${named}: ${mistakes.length === 0 ? "nothing forbids it" : counted(mistakes.length, "mistake")}`,
              ...mistakes.map((mistake) => `  ${describeTableError(mistake)}`),
              ...undone.map(({ by, file }) => `  warning ${by} of the same day undoes its ${file}`),
            ])
            .join("\n"),
    )
    const faulty = found.filter(({ mistakes }) => mistakes.length > 0)
    if (faulty.length === 0) return
    if (json) yield* Console.error(`viatica: ${counted(faulty.length, "faulty release")}`)
    return yield* new ReleaseRefused({
      reason: counted(faulty.length, "faulty release"),
      why: "faulty",
      name: faulty[0]?.name ?? "",
    })
  }),
).pipe(Command.withDescription("List what forbids releases, each over those before it"))

import * as Command from "effect/cli/Command"
import { accept } from "./tables/accept.ts"
import { check } from "./tables/check.ts"
import { coverage } from "./tables/coverage.ts"
import { diff } from "./tables/diff.ts"
import { doc } from "./tables/doc.ts"
import { explain } from "./tables/explain.ts"
import { exportCommand } from "./tables/export.ts"
import { importCommand } from "./tables/import.ts"
import { mutate } from "./tables/mutate.ts"
import { sources } from "./tables/sources.ts"
import { tidy } from "./tables/tidy.ts"

/** `viatica tables …`: the tables that analysts edit. */
export const tablesCommand = Command.make("tables").pipe(
  Command.withSubcommands([
    accept,
    check,
    coverage,
    diff,
    doc,
    explain,
    exportCommand,
    importCommand,
    mutate,
    sources,
    tidy,
  ]),
)

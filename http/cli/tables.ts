import * as Command from "effect/cli/Command"
import { accept } from "./tables/accept.ts"
import { check } from "./tables/check.ts"
import { copy } from "./tables/copy.ts"
import { coverage } from "./tables/coverage.ts"
import { diff } from "./tables/diff.ts"
import { doc } from "./tables/doc.ts"
import { explain } from "./tables/explain.ts"
import { mutate } from "./tables/mutate.ts"
import { plausibility } from "./tables/plausibility.ts"
import { scale } from "./tables/scale.ts"
import { sources } from "./tables/sources.ts"
import { tidy } from "./tables/tidy.ts"

/** `viatica tables …`: the tables that analysts edit. */
export const tablesCommand = Command.make("tables").pipe(
  Command.withSubcommands([
    accept,
    check,
    copy,
    coverage,
    diff,
    doc,
    explain,
    mutate,
    plausibility,
    scale,
    sources,
    tidy,
  ]),
)

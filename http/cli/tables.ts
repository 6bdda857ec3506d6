import * as Command from "effect/cli/Command"
import { check } from "./tables/check.ts"
import { coverage } from "./tables/coverage.ts"
import { doc } from "./tables/doc.ts"
import { explain } from "./tables/explain.ts"

/** `viatica tables …`: the tables that analysts edit. */
export const tablesCommand = Command.make("tables").pipe(
  Command.withDescription("Check, describe and explain the tables"),
  Command.withSubcommands([check, coverage, doc, explain]),
)

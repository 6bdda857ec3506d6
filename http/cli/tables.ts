import * as Command from "effect/cli/Command"
import { check } from "./tables/check.ts"
import { doc } from "./tables/doc.ts"

/** `viatica tables …`: the tables that analysts edit. */
export const tablesCommand = Command.make("tables").pipe(
  Command.withDescription("Check and describe the tables"),
  Command.withSubcommands([check, doc]),
)

import * as Command from "effect/cli/Command"
import { check } from "./release/check.ts"
import { diff } from "./release/diff.ts"
import { list } from "./release/list.ts"
import { now } from "./release/now.ts"
import { withdraw } from "./release/withdraw.ts"

/** `viatica tables release …`: dated changes that lie beside the tables. */
export const release = Command.make("release").pipe(
  Command.withSubcommands([list, check, diff, now, withdraw]),
)

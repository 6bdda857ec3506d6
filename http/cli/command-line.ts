import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { apiVersion } from "../config/version.ts"
import { type CommandEnded, runCommandLine } from "../processes/exit-status.ts"
import { commandsFor } from "./commands.ts"

/** Runs `viatica` with the words behind its name. */
export const viatica = (
  args: ReadonlyArray<string>,
): Effect.Effect<void, CommandEnded, Command.Environment> =>
  Effect.flatMap(
    Effect.promise(() => commandsFor(args)),
    (commands) =>
      runCommandLine(
        Command.make("viatica").pipe(
          Command.withDescription(
            "Travel-insurance pricing, attributed links, conversions and the Coach",
          ),
          Command.withSubcommands(commands),
        ),
        { version: apiVersion, args },
      ),
  )

import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"

/** `--json`: print JSON and nothing else on standard output. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print only JSON on standard output"),
  Flag.withDefault(false),
)

/** Prints a value as JSON where `--json` was given, else the text. */
export const print = (json: boolean, value: unknown, text: () => string): Effect.Effect<void> =>
  Console.log(json ? JSON.stringify(value, null, 2) : text())

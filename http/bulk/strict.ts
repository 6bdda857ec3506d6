import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import type { RequestWarning } from "../../core/fields/request-warning.ts"

/** `--strict`: nothing of a request may be left unread. */
export const strictFlag = Flag.Boolean("strict").pipe(
  Flag.withDescription(
    "Refuse a request with fields or words that are not known: the default for one that is written on a terminal; --no-strict answers it and warns",
  ),
  Flag.optional,
)

/**
 * Whether nothing may be left unread: as asked for, else where somebody has written the request as an
 * argument and looks at a terminal.
 */
export const isStrict = (
  asked: Option.Option<boolean>,
  request: Option.Option<string>,
  onTerminal = process.stderr.isTTY === true,
): boolean =>
  Option.getOrElse(asked, () => onTerminal && Option.exists(request, (text) => text !== "-"))

/** Warns of what of a request was not read. */
export const warnOf = (warnings: ReadonlyArray<RequestWarning>): Effect.Effect<void> =>
  Effect.forEach(warnings, ({ detail }) => Console.error(`viatica: ${detail}`), { discard: true })

import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import type { RequestWarning } from "../../core/fields/request-warning.ts"
import type { LineCounts } from "./batch/run-lines.ts"
import { unreadText } from "./batch/unread-counts.ts"

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

/** What of a request was not read, in one sentence. */
export const warningsText = (warnings: ReadonlyArray<RequestWarning>): string =>
  warnings.map(({ detail }) => detail).join("; ")

/** Something of a request is not known, and nothing may be; each of it has been told. */
export class RequestNotRead extends Data.TaggedError("RequestNotRead")<{
  readonly noun: string
}> {
  override get message() {
    return `no ${this.noun} for a request that is not read in full; --no-strict gives it all the same`
  }
}

/** Warns of what of a request was not read. */
export const warnOf = (warnings: ReadonlyArray<RequestWarning>): Effect.Effect<void> =>
  Effect.forEach(warnings, ({ detail }) => Console.error(`viatica: ${detail}`), { discard: true })

const countsText = ({ answered, unread, warned }: LineCounts, noun: string): string => {
  const answers = answered === 1 ? noun : `${noun}s`
  return `${warned} of ${answered} ${answers} left something of the request unread: ${unreadText(unread)}`
}

/** Something of many requests is not known, and nothing may be; the answers were given, with warnings. */
export class LinesNotRead extends Data.TaggedError("LinesNotRead")<{
  readonly counts: LineCounts
  readonly noun: string
}> {
  override get message() {
    return countsText(this.counts, this.noun)
  }
}

/** Warns of what of many requests was not read. */
export const warnOfLines = (counts: LineCounts, noun: string): Effect.Effect<void> =>
  Console.error(`viatica: ${countsText(counts, noun)}`)

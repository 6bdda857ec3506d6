import { readFile } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { layerOperations } from "../runtime/foundations.ts"
import { takeSeal } from "../store/sales/kept-seal.ts"
import {
  type KeptSeal,
  readSealLine,
  sealKeyOf,
  type SealKey,
  sealLine,
} from "../store/sales/ledger-seal.ts"
import type { HeldToSeal, SealFault, SealFindings } from "../store/sales/seal-check.ts"
import { MasterKey } from "../store/secrets/envelope.ts"
import { partnerFlag } from "../terminal/flags.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { readingReason } from "../bulk/request-origin.ts"
import { refusal } from "../terminal/command-refused.ts"

/** `--against`: a seal that was kept, or a file of such. */
export const againstFlag = Flag.String("against").pipe(
  Flag.withDescription(
    "A seal of `ledger seal`, or a file with one a line: the books must contain it",
  ),
  Flag.optional,
)

/** `--without-seals`: leave the seals alone, for want of the master key. */
export const withoutSealsFlag = Flag.Boolean("without-seals").pipe(
  Flag.withDescription("Leave out the seals, which need the master key"),
  Flag.withDefault(false),
)

const sealForm = /^\s*viatica-seal\b/

/** The lines of a text that seals may stand in; of JSON the line that `--json` gave. */
const linesOf = (text: string): ReadonlyArray<{ readonly line: number; readonly text: string }> => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === "object" && parsed !== null && "seal" in parsed) {
      return [{ line: 1, text: String(parsed.seal) }]
    }
  } catch {
    // It is no JSON, but a text of lines.
  }
  return text
    .split("\n")
    .map((one, place) => ({ line: place + 1, text: one }))
    .filter((one) => one.text.trim() !== "" && !one.text.startsWith("#"))
}

/** The seals that `--against` names, in the order in which they stand. */
export const readAgainst = Effect.fnUntraced(function* (key: SealKey, given: string) {
  const isSeal = sealForm.test(given)
  const text = isSeal
    ? given
    : yield* Effect.tryPromise({
        try: () => readFile(given, "utf8"),
        catch: (cause) =>
          refusal("seals-unreadable", { path: given, reason: readingReason(cause) }),
      })
  const lines = isSeal ? [{ line: 1, text }] : linesOf(text)
  if (lines.length === 0) {
    return yield* refusal("seals-unreadable", { path: given, reason: { _tag: "NoSeal" } })
  }
  const kept: Array<KeptSeal> = []
  for (const one of lines) {
    const seal = readSealLine(key, one.text)
    if (Result.isFailure(seal)) {
      const line = lines.length === 1 ? null : one.line
      return yield* refusal("seal-unusable", { line, refusal: seal.failure })
    }
    kept.push(seal.success)
  }
  return kept
})

const faultText = (fault: SealFault): string => {
  switch (fault._tag) {
    case "StrandShort":
      return `records of ${fault.account}, strand ${fault.strand}: ${fault.sealed} were sealed, and ${fault.held} are there`
    case "StrandAltered":
      return `records of ${fault.account}, strand ${fault.strand}: record ${fault.number} is not the one that was sealed`
    case "SealForged":
      return `the seal of ${fault.account} was not made under this master key, or has been changed`
    case "GeneralForged":
      return "the general seal was not made under this master key, or has been changed"
    case "GeneralMissing":
      return "the general seal is gone, and accounts have seals"
    case "GeneralDiffers":
      return `the general seal is not of the seals that there are (accounts then: ${fault.sealed}, now: ${fault.held}): some were taken away or put back`
    case "SalesFewer":
      return `there were ${fault.sealed} sales, and of these ${fault.held} are there`
    case "AccountBehind":
      return `${fault.account} had ${fault.sealed} records, and of these ${fault.held} are there`
    case "AccountAltered":
      return `the records of ${fault.account} are not those that were sealed`
  }
}

const heldLines = ({ at, counter, faults, isNewer }: HeldToSeal): ReadonlyArray<string> => {
  const seal = `seal ${counter} of ${at}`
  return [
    ...(isNewer && faults.length > 0
      ? [`${seal}: the books are older: restored from a backup, or put back to what they were`]
      : []),
    ...faults.map((fault) => `${seal}: ${faultText(fault)}`),
  ]
}

/** What seals find to be wrong, a line for each. */
export const sealFaultLines = (seals: SealFindings | null): ReadonlyArray<string> =>
  seals === null ? [] : [...seals.faults.map(faultText), ...seals.against.flatMap(heldLines)]

/** What seals say of books that hold, as sentences. */
export const sealNotes = (seals: SealFindings | null): ReadonlyArray<string> => {
  if (seals === null) return ["Seals were not checked."]
  const { accounts, against, counter, sealedAt, unsealed } = seals
  return [
    counter === null
      ? "Nothing is sealed yet."
      : `Sealed accounts: ${accounts}, last at ${sealedAt} (seal ${counter}).`,
    ...(unsealed === "0" ? [] : [`Records not yet sealed: ${unsealed}.`]),
    ...against.map(
      (held) =>
        `Since seal ${held.counter} of ${held.at} the books only grew (accounts: ${held.accounts}).`,
    ),
  ]
}

/** `viatica ledger seal`: what to keep elsewhere. */
export const sealCommand = Command.make(
  "seal",
  { partner: Flag.optional(partnerFlag), json: jsonFlag },
  Effect.fn("ledger seal")(function* ({ json, partner }) {
    const key = sealKeyOf(yield* MasterKey)
    const seal = yield* takeSeal(key, Option.getOrNull(partner))
    const line = sealLine(key, seal)
    const { accounts, at, counter, lastSale, partnerCode, sales } = seal
    const shown = {
      at,
      counter: String(counter),
      partnerCode,
      accounts: accounts.length,
      sales: String(sales),
      lastSale: String(lastSale),
      seal: line,
    }
    yield* print(json, shown, () => line)
  }),
).pipe(
  Command.withDescription(
    "Print a seal of the books to keep elsewhere; `ledger check --against` then proves that nothing has been taken out",
  ),
  Command.provide(layerOperations),
)

import * as Result from "effect/Result"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import { type AnswerEntry, isFields, readEntry, type WrongEntry } from "./answer-entry.ts"

/** An offer that was asked for, with what its insurer answers. */
export interface AnsweredOffer {
  readonly offer: CatalogueOffer
  readonly entry: AnswerEntry
}

/** An answer as read: the usable entries in the order asked for, and why others are not. */
export interface ReadAnswer {
  readonly answered: ReadonlyArray<AnsweredOffer>
  readonly wrong: ReadonlyArray<WrongEntry>
}

/** The entries of an answer, or why it is none. */
export const readDocument = (text: string): Result.Result<ReadonlyArray<unknown>, string> => {
  const parsed = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(parsed)) return Result.fail("it is no JSON")
  const document = parsed.success
  const entries = isFields(document) ? document["offers"] : undefined
  return Array.isArray(entries) ? Result.succeed(entries) : Result.fail("it has no list of offers")
}

/**
 * Reads the entries of an answer against the offers asked for. An entry that is wrong leaves its
 * offer out, and so do two entries for one offer.
 */
export const readEntries = (
  entries: ReadonlyArray<unknown>,
  offers: ReadonlyArray<CatalogueOffer>,
): ReadAnswer => {
  const asked = new Map(offers.map((offer) => [offer.code, offer]))
  const found = new Map<string, AnswerEntry | undefined>()
  const wrong: Array<WrongEntry> = []
  const reject = (entry: WrongEntry): void => {
    wrong.push(entry)
    const { code } = entry
    if (code !== null && asked.has(code)) found.set(code, undefined)
  }
  for (const given of entries) {
    const read = readEntry(given)
    if (Result.isFailure(read)) {
      reject(read.failure)
      continue
    }
    const entry = read.success
    const { code } = entry
    const offer = asked.get(code)
    if (offer === undefined) reject({ code, problem: "it was not asked for" })
    else if (found.has(code)) reject({ code, problem: "it has several entries" })
    else if (entry.currency !== offer.row.currency) {
      reject({ code, problem: `its currency is not ${offer.row.currency}` })
    } else found.set(code, entry)
  }
  const answered = offers.flatMap((offer) => {
    const entry = found.get(offer.code)
    return entry === undefined ? [] : { offer, entry }
  })
  return { answered, wrong }
}

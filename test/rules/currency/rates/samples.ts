import * as Result from "effect/Result"
import { type AcceptedRates, readRate } from "../../../../rules/currency/rates/accepted.ts"
import { type RatesDocument, readRatesDocument } from "../../../../rules/currency/rates/document.ts"
import {
  describeRatesRefusal,
  type RatesRefusal,
} from "../../../../rules/currency/rates/rates-refusal.ts"
import type { CurrencyRow } from "../../../../rules/currency/currency-tables.ts"

/** Units for one euro by code, as they are written. */
export type Texts = Readonly<Record<string, string>>

/** Rates that a source could publish. */
export const sampleTexts: Texts = { USD: "1.0850", JPY: "168.23", GBP: "0.83150" }

/** Cubes of one day. */
export const dayCube = (texts: Texts = sampleTexts, day = "2026-11-20"): string => {
  const cubes = Object.entries(texts).map(
    ([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>\n`,
  )
  return `<Cube time='${day}'>\n${cubes.join("")}\t\t</Cube>`
}

/** An envelope as the European Central Bank sends it, around what its list of rates holds. */
export const envelope = (list: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t${list}
\t</Cube>
</gesmes:Envelope>
`

/** A document in XML. */
export const xmlOf = (texts?: Texts, day?: string): string => envelope(dayCube(texts, day))

/** A document in JSON, its rates as numbers with the digits that are given. */
export const jsonOf = (texts: Texts = sampleTexts, day = "2026-11-20"): string => {
  const rates = Object.entries(texts).map(([code, rate]) => `"${code}":${rate}`)
  return `{"base":"EUR","date":"${day}","rates":{${rates.join(",")}}}`
}

/** What was read: the day and the rates, or the refusal. */
export const outcome = (read: Result.Result<RatesDocument, RatesRefusal>) =>
  Result.isSuccess(read)
    ? { day: read.success.day, ...Object.fromEntries(read.success.rateTexts) }
    : read.failure

/** Why a text is refused, in a sentence; null where it is read. */
export const whyRefused = (text: string): string | null =>
  Result.getOrNull(Result.map(Result.flip(readRatesDocument(text)), describeRatesRefusal))

/** A document that was read. */
export const documentOf = (texts: Texts, day: string): RatesDocument => ({
  day,
  rateTexts: new Map(Object.entries(texts)),
})

/** Rates that were taken. */
export const acceptedOf = (texts: Texts, day: string, source = "a source"): AcceptedRates => ({
  day,
  source,
  rates: new Map(
    Object.entries(texts).map(([code, text]) => [code, Result.getOrThrow(readRate(code, text))]),
  ),
})

/** A row of the table of currencies. */
export const rowOf = (code: string, rate: string, rateDate: string): CurrencyRow => ({
  code,
  name: code,
  minorUnits: 2,
  eurRate: Result.getOrThrow(readRate(code, rate)).eurRate,
  marginBps: 100,
  rateDate,
  source: "the table",
})

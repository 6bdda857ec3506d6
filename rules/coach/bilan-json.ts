import {
  asciiText,
  byteSlice,
  type ByteText,
  byteText,
  joined,
  jsonBytes,
} from "../../core/json/byte-text.ts"
import { listed } from "../../core/json/listed.ts"
import {
  fillJson,
  type Opening,
  type OpenJson,
  openJson,
  quotedText,
} from "../../core/json/open-json.ts"
import { makeQuotedTexts } from "../../core/json/quoted-texts.ts"
import { makeMemory } from "../../core/memory.ts"
import { placeOpenings, type PlaceVar, type ArgumentTemplate } from "./arguments/arguments.ts"
import type { BilanResponse, DetectedCard, Headline } from "./response.ts"

/** The parts of an answer that depend on the request, not on the card alone. */
export interface BilanFrame extends Pick<BilanResponse, "destinations" | "offer" | "meta"> {
  readonly detected: DetectedCard | undefined
}

/** What is said of a card, wherever the traveller goes. */
export interface SaidOfCard {
  readonly card: Pick<BilanResponse["card"], "origin" | "currency">
  /** The guarantees as JSON. */
  readonly guaranteesJson: () => ByteText
  /** The summary for a destination without a name. */
  readonly summary: Omit<BilanResponse["bilan"], "arguments">
  readonly templates: ReadonlyArray<ArgumentTemplate>
}

/** The JSON of answers up to what their frame ends with, open at what differs among them. */
export type OpenBilan = OpenJson<PlaceVar | "detected">

/** The destination that sets the target: its code and its name. */
export type TargetPlace = Readonly<Record<PlaceVar, string>>

const detectedOpening: Opening<"detected"> = { key: "detected" }

/** So many texts of summaries are kept as JSON: keys of messages, and amounts as they are printed. */
const summaryTextsMax = 4_096

type Quoted = (text: string) => ByteText

const headlineJson = ({ key, vars }: Headline, quoted: Quoted): string => {
  const fields: Array<ByteText> = []
  for (const [name, value] of Object.entries(vars)) {
    const json = typeof value === "string" ? quoted(value) : String(value)
    fields.push(asciiText(`${quoted(name)}:${json}`))
  }
  return `{"key":${quoted(key)},"vars":{${listed(fields)}}}`
}

/** A summary as JSON up to its last brace. */
const openSummary = (summary: SaidOfCard["summary"], quoted: Quoted): string => {
  const { argumentCount, focusCategories, headline, medical, shouldSell, social } = summary
  const { ceilingOk, target, targetValue } = medical
  return (
    `{"shouldSell":${shouldSell},"headline":${headlineJson(headline, quoted)},` +
    `"medical":{"target":${quoted(target)},"targetValue":${targetValue},"ceilingOk":${ceilingOk}},` +
    `"argumentCount":${argumentCount},` +
    `"social":{"pct":${social.pct},"subjectKey":${quoted(social.subjectKey)}},` +
    `"focusCategories":[${listed(focusCategories.map(quoted))}]`
  )
}

/** Opens what is said of a card. */
export type OpenSaid = (said: SaidOfCard) => OpenBilan

/**
 * Prepares to open what is said of cards, to be kept for all who ask the same of one. The arguments'
 * own parts stay those that other cards share: each has its comma before it, which the first loses.
 */
export const prepareOpenBilan = (): OpenSaid => {
  const quoted = makeQuotedTexts(summaryTextsMax)
  return ({ card, guaranteesJson, summary, templates }) => {
    const { currency, origin } = card
    const open: Array<OpenBilan[number]> = [
      asciiText(`{"ok":true,"card":{"origin":${quoted(origin)},"currency":${quoted(currency)}`),
      detectedOpening,
      asciiText(',"guarantees":'),
      guaranteesJson(),
      ...openJson(
        asciiText(`},"bilan":${openSummary(summary, quoted)},"arguments":[`),
        placeOpenings,
      ),
    ]
    const from = open.length
    for (const { json } of templates) open.push(...json())
    const first = open[from]
    if (typeof first === "string") open[from] = byteSlice(first, 1)
    open.push(asciiText("]},"))
    return open
  }
}

/** So many codes and names of places are kept as JSON: all countries, and their names in each language. */
const placesMax = 2_048

const nothing = byteText("")

const detectedText = (detected: BilanFrame["detected"]): ByteText =>
  detected === undefined ? nothing : byteText(`,"detected":${JSON.stringify(detected)}`)

/**
 * Prepares what writes answers as JSON in UTF-8, byte for byte as `JSON.stringify` does. What many
 * answers have in common, which is most of them, was written before.
 */
export const prepareWriteBilan = (): ((
  open: OpenBilan,
  place: TargetPlace,
  frame: BilanFrame,
) => ByteText) => {
  const places = makeMemory<string, ByteText>(placesMax)
  const written = (text: string): ByteText => places.get(text, () => quotedText(text))
  return (open, { destination, destinationName }, { detected, ...frame }) => {
    const filled = fillJson(open, {
      detected: detectedText(detected),
      destination: written(destination),
      destinationName: written(destinationName),
    })
    return joined(filled, byteSlice(jsonBytes(frame), 1))
  }
}

import {
  asciiText,
  byteSlice,
  type ByteText,
  byteText,
  fillJson,
  joined,
  jsonBytes,
  type Opening,
  type OpenJson,
  quotedText,
} from "../../core/json/byte-text.ts"
import { makeMemory } from "../../core/memory.ts"
import {
  type ArgumentTemplate,
  openPlaces,
  type PlaceVar,
  type TargetPlace,
} from "./arguments/open-texts.ts"
import type { BilanResponse, DetectedCard } from "./response.ts"

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

const withoutLastByte = (json: ByteText): ByteText => byteSlice(json, 0, json.length - 1)

const detectedOpening: Opening<"detected"> = { key: "detected" }

/** Opens what is said of a card. */
export type OpenSaid = (said: SaidOfCard) => OpenBilan

/**
 * Prepares what an answer says of a card, for all requests that ask the same of it. Cards share the
 * parts of arguments: each part has its comma before it, which the first loses.
 */
export const openSaid: OpenSaid = ({ card, guaranteesJson, summary, templates }) => {
  const { currency, origin } = card
  const open: Array<OpenBilan[number]> = [
    asciiText(`{"ok":true,"card":{"origin":"${origin}","currency":"${currency}"`),
    detectedOpening,
    asciiText(',"guarantees":'),
    guaranteesJson(),
    asciiText('},"bilan":'),
  ]
  open.push(...openPlaces(withoutLastByte(jsonBytes(summary))), asciiText(',"arguments":['))
  const from = open.length
  for (const { json } of templates) open.push(...json())
  const first = open[from]
  if (typeof first === "string") open[from] = byteSlice(first, 1)
  open.push(asciiText("]},"))
  return open
}

/** So many words of places are kept as JSON: all codes, and their names in each language. */
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
  return (open, { destination, destinationName, inPlace, inPlaces }, { detected, ...frame }) => {
    const filled = fillJson(open, {
      detected: detectedText(detected),
      destination: written(destination),
      destinationName: written(destinationName),
      inPlace: written(inPlace),
      inPlaces: written(inPlaces),
    })
    return joined(filled, byteSlice(jsonBytes(frame), 1))
  }
}

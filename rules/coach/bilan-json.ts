import { type ByteText, byteText, joined } from "../../core/json/byte-text.ts"
import {
  fillJson,
  type Opening,
  type OpenJson,
  openJson,
  quotedText,
} from "../../core/json/open-json.ts"
import { makeMemory } from "../../core/memory.ts"
import { placeOpenings, type PlaceVar, type ToldArgument } from "./arguments/arguments.ts"
import type { BilanResponse } from "./response.ts"

type CardResponse = BilanResponse["card"]

/** What an answer has of the request's own, beside what is said of the card. */
export interface BilanFrame extends Pick<BilanResponse, "destinations" | "offer" | "meta"> {
  readonly detected: CardResponse["detected"] | undefined
}

/** What is said of a card, wherever the traveller goes. */
export interface SaidOfCard {
  readonly card: Pick<CardResponse, "origin" | "currency">
  /** The guarantees as JSON. */
  readonly guaranteesJson: () => ByteText
  /** The summary for a destination without a name. */
  readonly summary: Omit<BilanResponse["bilan"], "arguments">
  readonly told: ReadonlyArray<ToldArgument>
}

/** The JSON of answers up to what their frame ends with, open at what differs among them. */
export type OpenBilan = OpenJson<PlaceVar | "detected">

/** The destination that sets the target: its code and its name. */
export type Place = Readonly<Record<PlaceVar, string>>

const detectedOpening: Opening<"detected"> = { key: "detected" }

const comma = byteText(",")

/** An object as JSON up to its last brace. */
const openObject = (object: object): string => JSON.stringify(object).slice(0, -1)

/**
 * Opens what is said of a card, to be kept for all who ask the same of it. The arguments' own parts
 * stay those that other cards share.
 */
export const openBilan = ({ card, guaranteesJson, summary, told }: SaidOfCard): OpenBilan => [
  byteText(openObject({ ok: true, card }).slice(0, -1)),
  detectedOpening,
  byteText(',"guarantees":'),
  guaranteesJson(),
  ...openJson(byteText(`},"bilan":${openObject(summary)},"arguments":[`), placeOpenings),
  ...told.flatMap(({ json }, index) => (index === 0 ? json() : [comma, ...json()])),
  byteText("]},"),
]

/** What is said of a place, in UTF-8 as it stands between quotes. */
type PlaceTexts = Readonly<Record<PlaceVar, ByteText>>

/** The texts of this many places are kept: all countries by their names in each language. */
const placesMax = 1_024

const detectedText = (detected: BilanFrame["detected"]): ByteText =>
  byteText(detected === undefined ? "" : `,"detected":${JSON.stringify(detected)}`)

/**
 * Prepares what writes answers as JSON in UTF-8, byte for byte as `JSON.stringify` does. What many
 * answers have in common, which is most of them, was written before.
 */
export const prepareWriteBilan = (): ((
  open: OpenBilan,
  place: Place,
  frame: BilanFrame,
) => ByteText) => {
  const places = makeMemory<string, PlaceTexts>(placesMax)
  return (open, place, frame) => {
    const { destination, destinationName } = place
    const { destinations, detected, meta, offer } = frame
    const texts = places.get(`${destination} ${destinationName}`, () => ({
      destination: quotedText(destination),
      destinationName: quotedText(destinationName),
    }))
    const filled = fillJson(open, {
      detected: detectedText(detected),
      destination: texts.destination,
      destinationName: texts.destinationName,
    })
    const end = JSON.stringify({ destinations, offer, meta }).slice(1)
    return joined(filled, byteText(end))
  }
}

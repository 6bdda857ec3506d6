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
import { type BilanFrame, prepareWriteFrame } from "./frame-json.ts"
import type { BilanResponse } from "./response.ts"

/** What is said of a card, wherever the traveller goes. */
export interface SaidOfCard {
  readonly card: Pick<BilanResponse["card"], "origin" | "currency">
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
  place: Place,
  frame: BilanFrame,
) => ByteText) => {
  const places = makeMemory<string, ByteText>(placesMax)
  const written = (text: string): ByteText => places.get(text, () => quotedText(text))
  const writeFrame = prepareWriteFrame()
  return (open, { destination, destinationName }, frame) => {
    const filled = fillJson(open, {
      detected: detectedText(frame.detected),
      destination: written(destination),
      destinationName: written(destinationName),
    })
    return joined(filled, writeFrame(frame))
  }
}

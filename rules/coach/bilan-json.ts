import { fillJson, quotedText } from "../../core/json/open-json.ts"
import type { TextBytes, WriteJson } from "../../core/json/text-bytes.ts"
import { makeMemory } from "../../core/memory.ts"
import { type PlaceVar, tell, type ToldArgument } from "./arguments/arguments.ts"
import type { BilanResponse } from "./response.ts"

/** A bilan in the parts that its answer is made of. */
export interface MadeBilan {
  /** What an answer begins and ends with, which is the request's own. */
  readonly frame: Pick<BilanResponse, "ok" | "destinations" | "offer" | "meta"> & {
    readonly card: Omit<BilanResponse["card"], "guarantees">
  }
  readonly guarantees: BilanResponse["card"]["guarantees"]
  /** The guarantees as JSON in UTF-8. */
  readonly guaranteesJson: () => Uint8Array
  readonly summary: Omit<BilanResponse["bilan"], "arguments">
  readonly told: ReadonlyArray<ToldArgument>
  /** The destination that sets the target: its code and its name. */
  readonly place: Readonly<Record<PlaceVar, string>>
}

/** What is said of a place, in UTF-8 as it stands between quotes. */
type PlaceTexts = Readonly<Record<PlaceVar, Uint8Array>>

/** The texts of this many places are kept: all countries by their names in each language. */
const placesMax = 1_024

/** An object as JSON up to its last brace. */
const openObject = (object: object): string => JSON.stringify(object).slice(0, -1)

const writeArguments = (bytes: TextBytes, { place, told }: MadeBilan, texts: PlaceTexts): void => {
  for (const [index, each] of told.entries()) {
    if (index > 0) bytes.write(",")
    if (each.kept === undefined) bytes.write(JSON.stringify(tell(each, place)))
    else fillJson(bytes, each.kept(), texts)
  }
}

/**
 * Prepares what writes answers as JSON in UTF-8, byte for byte as `JSON.stringify` does. What many
 * answers have in common, which is most of them, was written before and is copied.
 */
export const prepareWriteBilan = (): ((made: MadeBilan) => WriteJson) => {
  const places = makeMemory<string, PlaceTexts>(placesMax)
  return (made) => (bytes) => {
    const { frame, guaranteesJson, place, summary } = made
    const { card, destinations, meta, offer, ok } = frame
    const { destination, destinationName } = place
    const texts = places.get(`${destination} ${destinationName}`, () => ({
      destination: quotedText(destination),
      destinationName: quotedText(destinationName),
    }))
    bytes.write(`${openObject({ ok, card }).slice(0, -1)},"guarantees":`)
    bytes.copy(guaranteesJson())
    bytes.write(`},"bilan":${openObject(summary)},"arguments":[`)
    writeArguments(bytes, made, texts)
    bytes.write(`]},${JSON.stringify({ destinations, offer, meta }).slice(1)}`)
  }
}

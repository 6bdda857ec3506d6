import { fillJson, type OpenJson, openJson, quotedText } from "../../core/json/open-json.ts"
import { makeTextBytes } from "../../core/json/text-bytes.ts"
import type { CardBilan } from "./card-bilan.ts"
import { makeMemory } from "./memory.ts"
import type { BilanResponse } from "./response.ts"

/** What a bilan says of the destination that sets its target: its code and its name. */
export interface Place {
  readonly destination: string
  readonly destinationName: string
}

/** Stands for every place. */
const nowhere: Place = { destination: "", destinationName: "" }

/** What an answer begins and ends with, which is the request's own. */
export interface BilanFrame extends Pick<BilanResponse, "ok" | "destinations" | "offer" | "meta"> {
  readonly card: Omit<BilanResponse["card"], "guarantees">
}

const placeKeys = ["destination", "destinationName"] as const

/** The middles of so many answers are kept, 5 to 8 kB each; they are those of the most usual cards. */
const middlesMax = 2_048

/** The texts of this many places are kept: all countries by their names in each language. */
const placesMax = 1_024

const headOf = ({ card, ok }: BilanFrame): string => `${JSON.stringify({ ok, card }).slice(0, -2)},`

const tailOf = ({ destinations, meta, offer }: BilanFrame): string =>
  `,${JSON.stringify({ destinations, offer, meta }).slice(1)}`

/** An answer in what writing it takes. */
export interface MadeBilan {
  readonly frame: BilanFrame
  readonly known: CardBilan
  readonly place: Place
  /** Whether no destination asks for anything: all that is said is said of the card. */
  readonly isOfCardAlone: boolean
  /** The whole answer, for this place or for another one. */
  readonly answerAt: (place: Place) => BilanResponse
}

/**
 * Prepares what writes answers as JSON in UTF-8, byte for byte as `JSON.stringify` does. The middle of
 * an answer, which is most of it, changes with the card, the trip and the names of the place alone.
 */
export const prepareWriteBilan = (): ((made: MadeBilan) => Uint8Array<ArrayBuffer>) => {
  const bytes = makeTextBytes()
  const middles = makeMemory<number, OpenJson<keyof Place>>(middlesMax)
  const places = makeMemory<string, Readonly<Record<keyof Place, Uint8Array>>>(placesMax)
  return ({ answerAt, frame, isOfCardAlone, known, place }) => {
    if (!isOfCardAlone) {
      bytes.write(JSON.stringify(answerAt(place)))
      return bytes.take()
    }
    const { destination, destinationName } = place
    const head = headOf(frame)
    const tail = tailOf(frame)
    const middle = middles.get(known.number, () =>
      openJson(JSON.stringify(answerAt(nowhere)).slice(head.length, -tail.length), placeKeys),
    )
    const texts = places.get(`${destination} ${destinationName}`, () => ({
      destination: quotedText(destination),
      destinationName: quotedText(destinationName),
    }))
    bytes.write(head)
    fillJson(bytes, middle, texts)
    bytes.write(tail)
    return bytes.take()
  }
}

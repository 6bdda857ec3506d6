import { prepareArgumentGuards } from "./arguments/argument-guards.ts"
import { once } from "../../core/memory.ts"
import type { Vocabularies } from "../../core/fields/request-warning.ts"
import {
  type AnswerBilan,
  type Bilans,
  type MakeBilan,
  prepareBilan,
  type WriteBilan,
} from "./bilan.ts"
import { type ExplainBilan, prepareBilanExplanation } from "./explanation/bilan.ts"
import type { DestinationRules } from "./formalities.ts"
import { type KeepBilan, prepareKeepBilan } from "./kept-bilan.ts"
import { type CoachPieces, prepareCoachPieces } from "./coach-pieces.ts"
import { type BilanRequest, type ReadBilan } from "./request.ts"
import type { CoachTables } from "./coach-tables.ts"
import type { CardMode } from "./coach-vocabulary.ts"
import type { CardProduct } from "./card/products.ts"
import { prepareRequestWords } from "./request-words.ts"
import { cardModesFor, type ListCards, prepareCatalogue } from "./card/list-cards.ts"

/** The Coach over one set of tables: plain functions that read nothing else. */
export interface Coach {
  /** What it is made of, for who takes single steps. */
  readonly pieces: CoachPieces
  readonly bilans: Bilans
  /** Reads a request and answers it. */
  readonly bilan: MakeBilan
  /** The first half of a bilan: a request made normal, or its refusal. */
  readonly read: ReadBilan
  /** The second half: the bilan of a request once read. */
  readonly answer: AnswerBilan
  /** The second half as what writes the JSON of the answer: most of it is written once for many. */
  readonly write: WriteBilan
  /** The product that a request's card is read as, with all of its covers. */
  readonly productOf: (request: BilanRequest) => CardProduct
  /** What the tables say that destinations ask of visitors. */
  readonly tableRules: DestinationRules
  /** The same bilan with the rows that decided it; slower, and never part of making a bilan. */
  readonly explainBilan: ExplainBilan
  /** What may be kept of a request for analysts, who need no persons. */
  readonly kept: KeepBilan
  /** The words that requests may use. */
  readonly words: Vocabularies
  readonly cards: ListCards
  readonly cardModes: (mode: "sandbox" | "live") => ReadonlyArray<CardMode>
}

/** Prepares the Coach: every index is built once, when it is first asked; its methods are plain total functions. */
export const prepareCoach = (tables: CoachTables): Coach => {
  const pieces = prepareCoachPieces(tables, prepareArgumentGuards)
  const { catalogue, profiles, resolver } = pieces
  const bilans = prepareBilan(pieces)
  const cards = once(() => prepareCatalogue(tables, catalogue, profiles, resolver))
  return {
    pieces,
    bilans,
    bilan: bilans.make,
    read: pieces.readRequest,
    answer: bilans.answerOf,
    write: bilans.writeOf,
    productOf: (request) => resolver.resolve(request.card, bilans.placeOf(request)).product,
    tableRules: pieces.tableRules,
    explainBilan: prepareBilanExplanation(pieces, bilans),
    kept: prepareKeepBilan(pieces, bilans),
    words: prepareRequestWords(pieces),
    cards: (query, caller) => cards()(query, caller),
    cardModes: cardModesFor,
  }
}

import type { Badge, Category, Strength } from "../coach/coach-vocabulary.ts"
import type { MessageLanguage } from "./languages.ts"

/** An argument in finished sentences: its opening, its fact and what insurance brings. */
export interface RenderedArgument {
  readonly id: string
  readonly category: Category
  readonly strength: Strength
  /** A printed amount or measure, or a dash. */
  readonly figure: string
  readonly hook: string
  readonly fact: string
  readonly pitch: string
  /** Where its figures come from; left out without an explanation. */
  readonly sources?: ReadonlyArray<string>
}

/** A gap of the card in a finished sentence, under the name of the guarantee. */
export interface RenderedGap {
  readonly slug: string
  readonly label: string
  readonly badge: Badge
  /** What the badge is called. */
  readonly badgeLabel: string
  readonly sentence: string
}

/** A bilan in finished sentences, in one language. */
export interface RenderedBilan {
  readonly lang: MessageLanguage
  /** Null where its key is not known. */
  readonly headline: string | null
  /** The medical benchmark, and how the card stands to it; null where its values are not known. */
  readonly medical: string | null
  readonly gaps: ReadonlyArray<RenderedGap>
  readonly arguments: ReadonlyArray<RenderedArgument>
  /** Null where its key is not known, and beside a warning against the trip. */
  readonly social: string | null
  /** Where the headline's figures come from; left out without an explanation. */
  readonly sources?: ReadonlyArray<string>
  /** That the reading is indicative, and of which day; left out without that day. */
  readonly reading?: string
  /**
   * What was left out because no text is known for it, or a value for its text is missing, as in
   * answers of a newer server: ids of arguments, slugs of gaps, keys of other messages.
   */
  readonly unknown: ReadonlyArray<string>
}

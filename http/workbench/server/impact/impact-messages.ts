import type { ImpactView } from "../../protocol/impact.ts"
import type { Situation } from "../../../../rules/corpus/situation.ts"
import type { ArgumentMoves } from "../../../../rules/impact/argument-tally.ts"
import type { ImpactTally } from "../../../../rules/impact/impact-tally.ts"
import type { PricedQuote } from "../../../../rules/pricing/offer.ts"
import type { EngineVersions, VersionNews } from "../engine/versions.ts"

/** What a thread that counts an impact is started with. */
export interface ImpactStart {
  readonly versions: EngineVersions
  /** Which share of the corpus is its own: each so manieth situation, from this one on. */
  readonly share: number
  readonly shares: number
  /** How many situations there are in all. */
  readonly situations: number
}

/** An offer with its price, as a quote shows it. */
export type PricedAt = Pick<PricedQuote["offers"][number], "id" | "position" | "price">

/** A situation that changes, with what of that is shown. */
export interface ChangedTraveller {
  readonly situation: Situation
  readonly place: number
  /** How much it changes, to choose those that change most. */
  readonly weight: number
  readonly price: {
    readonly catalogue: "live" | "quote"
    readonly before: PricedAt | null
    readonly after: PricedAt | null
  } | null
  /** Ids of arguments. */
  readonly gained: ReadonlyArray<string>
  readonly lost: ReadonlyArray<string>
  readonly moved: number
  readonly otherFields: number
}

/** What the share of one thread comes to. */
export interface SharePart {
  readonly tally: ImpactTally
  readonly moves: ArgumentMoves
  readonly travellers: ReadonlyArray<ChangedTraveller>
  readonly situations: number
  readonly cases: number
  readonly changedCases: number
}

/** What a thread is told. */
export type ImpactOrder =
  /** Count what changes, and whatever was under way no longer. */
  | { readonly _tag: "Run"; readonly run: number; readonly news: VersionNews | undefined }
  | { readonly _tag: "Stop" }
  /** Tell what all shares come to; one of the threads is asked. */
  | {
      readonly _tag: "Tell"
      readonly run: number
      readonly isWhole: boolean
      readonly parts: ReadonlyArray<SharePart>
    }

/** A result as a thread tells it, which knows nothing of when. */
export type ToldImpact = Omit<ImpactView, "finishedAtMs" | "tookMs">

/** What a thread says. */
export type ImpactWord =
  | {
      readonly _tag: "Counting"
      readonly run: number
      readonly done: number
      readonly of: number
    }
  | {
      readonly _tag: "Counted"
      readonly run: number
      readonly isWhole: boolean
      readonly part: SharePart
    }
  | { readonly _tag: "Told"; readonly run: number; readonly view: ToldImpact }
  | {
      readonly _tag: "Refused"
      readonly run: number
      readonly code: string
      readonly message: string
    }

import type { Bps } from "../money/minor.ts"
import type { Consequence } from "../table/consequence.ts"
import type { HitPolicy } from "../table/hit-policy.ts"
import type { TableError } from "../table/error.ts"
import type { Expectation } from "../table/expectation.ts"
import type { CurrencyCode } from "../vocabulary/codes.ts"
import type { PriceRow } from "./price-rows.ts"
import type { NamedFacts } from "../analysis/region.ts"

/** Where a finding shows: file under data/, line and character from 1. */
export interface TablePlace {
  readonly file: string
  readonly line: number
  readonly character: number
}

/** Cells by column; columns that take anything are left out. */
export type NamedCells = Readonly<Record<string, string>>

/** What can be asked of tables; each can be cut short on its own. */
export const questions = [
  "gaps",
  "overlaps",
  "unreachable rows",
  "redundant columns",
  "redundant rows",
  "required rows",
  "named rows",
  "broken promises",
  "outliers",
  "jumps",
  "old days",
  "named files",
  "cases",
] as const

/** One of {@link questions}. */
export type CheckQuestion = (typeof questions)[number]

/** A result in which two rows disagree: the cell of the row, and that of the row above it. */
export interface Difference {
  readonly column: string
  readonly here: string
  readonly there: string
}

/** A result that is not what a case expects: both as cells, where nothing is `(none)`. */
export interface CaseDifference {
  readonly column: string
  readonly expected: string
  readonly found: string
}

/** What a row shares with one above it. */
interface SharedFacts {
  /** The line of the row above. */
  readonly otherLine: number
  readonly region: NamedCells
  readonly witness: NamedFacts
}

/** A value of a sum that a table promises to keep in order, and where on the way it is that. */
export interface SumAt {
  readonly value: string
  readonly at: string
  readonly line: number
}

/** A cell that may be right, and what declares it as meant. */
interface DoubtfulCell {
  readonly column: string
  readonly cell: string
  /** The comment that declares it as meant, up to the reason. */
  readonly directive: string
}

/** What facts of a condition may be. */
export type AllowedFacts = { readonly mayBeUnknown: boolean } & (
  | { readonly kind: "words"; readonly words: ReadonlyArray<string> | null }
  | {
      readonly kind: "number"
      readonly isWhole: boolean
      readonly minimum?: number
      readonly maximum?: number
    }
  | { readonly kind: "boolean" }
)

/** What a printed line reads as: its state with its figure, and whether a phrase is known for it. */
export interface ShownReading {
  readonly state: string
  readonly value: string | null
  readonly isMapped: boolean
}

/** How a cover is written that plans are compared by. */
export type ShownCover =
  | { readonly _tag: "Written"; readonly text: string }
  | { readonly _tag: "OnlyWith"; readonly option: string }
  | { readonly _tag: "NotListed" }

/** A trip that shows what is wrong with a price. */
export interface ShownTrip {
  readonly intent: string
  readonly days: number
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly zone: string
  readonly ages: ReadonlyArray<number>
  /** What the trip costs, with its currency. */
  readonly price: string | null
  readonly asked: ReadonlyArray<"cancellation" | "extremeSports" | "annual">
}

/** An offer and what it costs, both as people read them: `Leisure Premium (103)`, `103.58 EUR`. */
export interface ShownPrice {
  readonly offer: string
  readonly price: string
}

/** A price for a trip, with what of it laws of prices look at. */
export interface TripPrice extends ShownPrice {
  readonly travellers: number
  readonly oldestAge: number
  readonly days: number
  readonly zone: string
}

/** What is wrong with a price beside another one, or at all. */
export type PriceBreach =
  | {
      readonly law: "plan" | "party" | "group" | "age" | "length" | "zone"
      readonly low: TripPrice
      readonly high: TripPrice
      /** The higher price in the currency of the lower one, where that is another. */
      readonly highBeside: string | null
      /** The share of the higher price that the lower one must reach. */
      readonly shareBps: Bps
    }
  | {
      readonly law: "head"
      readonly low: ShownPrice
      /** Euros for each traveller, and the most that they may be. */
      readonly head: string
      readonly headMax: string
    }

/** A part of a price. */
export type PricePart = "tariff" | "surcharge" | "cancellation" | "minimum"

/** A law that neighbouring prices are proven to keep. */
export type ProvenLaw =
  | "traveller"
  | "day"
  | "cancellation"
  | "extreme_sports"
  | "age"
  | "trip_price"
  | "cover"

/** What a search was at when it was cut short. */
export type CutAt =
  | { readonly _tag: "DeclaredGap"; readonly line: number }
  | { readonly _tag: "RowsFrom"; readonly line: number }
  | { readonly _tag: "Row"; readonly line: number; readonly others: number }
  | { readonly _tag: "Column"; readonly column: string }
  | { readonly _tag: "Sum"; readonly sum: string }
  | {
      readonly _tag: "PriceLaw"
      readonly catalogue: string
      readonly law: ProvenLaw
      readonly offer: number
      readonly intent: string
      readonly days: readonly [number, number]
      readonly others: readonly [number, number]
    }

/** What was found, without its place. */
export type FindingFacts =
  /** A directive that cannot be read. */
  | { readonly _tag: "BadDirective"; readonly error: TableError }
  /** Facts that no row applies to. */
  | {
      readonly _tag: "Gap"
      /** What the facts have in common, for people. */
      readonly region: NamedCells
      readonly witness: NamedFacts
      /** The row that would close it, as CSV in the file's order of columns; null where no row does exactly. */
      readonly row: string | null
      /** The comment that would declare it as intended, up to the reason. */
      readonly directive: string | null
    }
  /** A declared gap that is none. */
  | { readonly _tag: "StaleGap"; readonly why: string }
  /** Rows of a unique table that apply to the same facts and say different things. */
  | ({
      readonly _tag: "Conflict"
      /** The results in which they disagree. */
      readonly differences: ReadonlyArray<Difference>
    } & SharedFacts)
  /** Rows of a unique table that apply to the same facts and say the same. */
  | ({ readonly _tag: "Overlap" } & SharedFacts)
  /** A row with a condition that nothing meets. */
  | {
      readonly _tag: "ImpossibleRow"
      readonly conditions: ReadonlyArray<{
        readonly column: string
        readonly cell: string
        readonly allowed: AllowedFacts
      }>
    }
  /** A row whose cases earlier rows have taken, all of them. */
  | { readonly _tag: "ShadowedRow"; readonly lines: ReadonlyArray<number> }
  /** A row of a collecting table that is there already. */
  | { readonly _tag: "RepeatedRow"; readonly otherLine: number }
  /** A condition column whose fact never changes what the table says. */
  | { readonly _tag: "RedundantColumn"; readonly column: string; readonly empty: boolean }
  /** A row without which the table would say the same. */
  | { readonly _tag: "RedundantRow" }
  /** A row that the rules need and that is not there. */
  | {
      readonly _tag: "MissingRow"
      readonly values: NamedCells
      readonly otherwise: Consequence
      readonly row: string
      readonly directive: string
    }
  /** A row that no other table names. */
  | {
      readonly _tag: "UnnamedRow"
      readonly values: NamedCells
      readonly by: ReadonlyArray<string>
      readonly otherwise: Consequence
    }
  /** A text of one row that shows a value in one language and not in another. */
  | {
      readonly _tag: "UnevenTexts"
      /** The columns of texts that leave out values which others of the row show. */
      readonly lacking: ReadonlyArray<{
        readonly column: string
        readonly values: ReadonlyArray<string>
      }>
    }
  /** A text that is told in English: its language lacks it, or it fails its check. */
  | { readonly _tag: "ToldInEnglish"; readonly key: string; readonly expected: Expectation }
  /** A text in another language that stands for no English one. */
  | { readonly _tag: "StrayText"; readonly key: string }
  /** A row by which a sum falls, or rises, where the table promises that it never does. */
  | {
      readonly _tag: "BrokenPromise"
      readonly sum: string
      readonly never: "falls" | "rises"
      readonly over: string
      /** The values in the order of the way; one of them is the row's own. */
      readonly from: SumAt
      readonly to: SumAt
      /** What both hold beside. */
      readonly witness: NamedFacts
      readonly otherLine: number
      /** The lines of all rows that contradict it. */
      readonly lines: ReadonlyArray<number>
    }
  /** A figure that lies far from those of its group. */
  | ({
      readonly _tag: "Outlier"
      readonly is: "above" | "below"
      readonly times: number
      readonly median: string
      readonly others: number
      readonly group: NamedCells
    } & DoubtfulCell)
  /** A figure that moved further than it may since an earlier version of the table. */
  | ({
      readonly _tag: "Jump"
      readonly row: NamedCells
      readonly before: string
      /** The name of the earlier version. */
      readonly base: string
      readonly movedBps: Bps
      readonly boundBps: Bps
      readonly days: number
      readonly limit: string
    } & DoubtfulCell)
  /** A day that lies further back than it should; other rows may be of the same day. */
  | ({
      readonly _tag: "OldDay"
      readonly row: NamedCells
      readonly ageDays: number
      readonly daysMax: number
      readonly limit: string
      readonly others: number
    } & DoubtfulCell)
  /** A case of a table to which the table answers something else. */
  | {
      readonly _tag: "CaseDiffers"
      readonly name: string
      /** The file of the table that was asked, and the lines of the rows that answer. */
      readonly table: string
      readonly answering: ReadonlyArray<number>
      readonly differences: ReadonlyArray<CaseDifference>
    }
  /** Something is declared as meant that nothing would be reported about. */
  | { readonly _tag: "StaleMeant"; readonly why: string }
  /** A file that a cell names and that is not there. */
  | {
      readonly _tag: "MissingFile"
      readonly column: string
      readonly cell: string
      readonly folder: string
      readonly nearest: string | null
    }
  /** A condition in words that states terms which no row of another table tells. */
  | ({
      readonly _tag: "UntoldTerms"
      readonly terms: ReadonlyArray<string>
      /** The table that lacks them, and the rows that would tell them. */
      readonly table: string
      readonly rows: ReadonlyArray<string>
    } & DoubtfulCell)
  /** A condition in words of which a part is not understood, so that nobody is shown it. */
  | {
      readonly _tag: "UnreadCondition"
      readonly column: string
      readonly cell: string
      readonly clauses: ReadonlyArray<string>
    }
  /** A line whose reading is not the one that the tables say it has. */
  | {
      readonly _tag: "MisreadLine"
      readonly printed: string
      readonly expected: ShownReading
      readonly read: ShownReading
    }
  /** A printed line that is not read. */
  | {
      readonly _tag: "UnmappedLine"
      readonly printed: string
      readonly language: string
      readonly currency: CurrencyCode
    }
  /** A card that stands for others of its kind and is known to hold more covers than one of them. */
  | {
      readonly _tag: "RicherChoice"
      readonly chosen: string
      readonly held: number
      readonly other: string
      readonly otherHeld: number
    }
  /** A page without a date, and how many covers rest on it. */
  | { readonly _tag: "UndatedPage"; readonly page: string; readonly covers: number }
  /** A plan that covers less than one below it. */
  | {
      readonly _tag: "LowerCover"
      readonly guarantee: string
      readonly insurer: string
      readonly offer: string
      readonly covers: ShownCover
      readonly lower: string
      readonly lowerCovers: ShownCover
      /** The options under which it does; null where they change nothing. */
      readonly when: ReadonlyArray<string> | null
      readonly otherLine: number
    }
  /** A price that cannot be right beside another one, or at all. */
  | {
      readonly _tag: "ImplausiblePrice"
      readonly law: PriceBreach["law"]
      readonly insurer: string
      readonly offers: ReadonlyArray<string>
      readonly breach: PriceBreach
      /** Which part of the price does it. */
      readonly part: PricePart
      readonly trip: ShownTrip
      /** The rows that the prices are made of. */
      readonly because: ReadonlyArray<PriceRow>
      /** Other trips that were tried and break the same law for the same cause. */
      readonly others: number
    }
  /** A law that prices of neighbouring trips, or of two offers for one trip, are proven to break. */
  | {
      readonly _tag: "BrokenPriceLaw"
      readonly law: ProvenLaw
      readonly catalogue: string
      readonly offers: ReadonlyArray<string>
      /** What costs less, and what it must not undercut. */
      readonly low: ShownPrice
      readonly high: ShownPrice
      /** Which part of the lower price does it. */
      readonly part: PricePart
      /** The smallest trip that shows it, and the one that costs less; the same for two offers of one trip. */
      readonly trip: ShownTrip
      readonly after: ShownTrip
      /** Both as a request carries them. */
      readonly requests: ReadonlyArray<object>
      /** The rows that the prices are made of. */
      readonly because: ReadonlyArray<PriceRow>
      /** Kinds of trips with the same breach, which no table tells apart each. */
      readonly kinds: number
      readonly intents: ReadonlyArray<string>
    }
  /** An exception without which no law of prices would be broken. */
  | { readonly _tag: "NeedlessException"; readonly law: string; readonly reason: string }
  /** Findings of one kind that are not listed; their number where it is known. */
  | { readonly _tag: "More"; readonly of: FindingKind; readonly others: number | null }
  /** A question that was not answered in full. */
  | {
      readonly _tag: "Unknown"
      readonly question: CheckQuestion | "price laws"
      readonly reason:
        | { readonly _tag: "CutShort"; readonly at: CutAt | null }
        | { readonly _tag: "Mistakes"; readonly files: ReadonlyArray<string> }
        /** It hangs on columns that an interpreter of FEEL answers. */
        | { readonly _tag: "Asked"; readonly columns: ReadonlyArray<string> }
    }

/** The kinds of findings that are about the tables themselves. */
export type FindingKind = Exclude<FindingFacts["_tag"], "More" | "Unknown">

/** Something that the analysis of a table found, with its place and what the table is. */
export type Finding = FindingFacts & TablePlace & { readonly hitPolicy: HitPolicy | null }

/** Something found in a table, with its line and character there. */
export type LocatedFinding = FindingFacts & { readonly line: number; readonly character: number }

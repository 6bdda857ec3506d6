import type { Breach } from "../covers/conditions.ts"
import type { NamedGap } from "../covers/gaps.ts"
import type { CoverTerm } from "../covers/terms.ts"
import type { Demand } from "../formalities/demand.ts"
import type {
  ArgumentScope,
  ArgumentVar,
  Badge,
  Basis,
  Ceiling,
  CoverTermWord,
  DemandKind,
  TripFlag,
} from "../coach-vocabulary.ts"

/** What the argument table reads of a subject, beside the facts of the trip. */
export interface SubjectFacts {
  readonly scope: ArgumentScope
  readonly slug: string | null
  readonly badge: Badge | null
  readonly broken: TripFlag | null
  readonly ceiling: Ceiling | null
  readonly shortfallPercent: number | null
  readonly term: CoverTermWord | null
  readonly demand: DemandKind | null
  readonly amountKnown: boolean | null
  readonly basis: Basis
}

/** The values that texts may show, as printed; what is not known is undefined. */
export type ArgumentValues = Readonly<Record<ArgumentVar, string | undefined>>

/** Something that arguments may be about: its facts for the table, and the values for texts. */
export interface Subject {
  readonly facts: SubjectFacts
  readonly values: () => ArgumentValues
  /** The gap, term, breach or demand that it is; none for the trip. */
  readonly of:
    | { readonly _tag: "Gap"; readonly gap: NamedGap }
    | { readonly _tag: "Term"; readonly term: CoverTerm }
    | { readonly _tag: "Breach"; readonly breach: Breach }
    | { readonly _tag: "Demand"; readonly demand: Demand }
    | { readonly _tag: "Trip" }
}

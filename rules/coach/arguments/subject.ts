import type { Breach } from "../covers/conditions.ts"
import type { NamedGap } from "../covers/gaps.ts"
import type { CoverTerm } from "../covers/terms.ts"
import type { Demand } from "../formalities/demand.ts"
import type { TravelWarning } from "../warnings/travel-warning.ts"
import type {
  ArgumentScope,
  ArgumentVar,
  Badge,
  Basis,
  Ceiling,
  CoverTermWord,
  DemandKind,
  Foundation,
  TripFlag,
} from "../coach-vocabulary.ts"
import type { PrintedValue } from "./printed-value.ts"

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
  readonly basis: Basis
  readonly found: Foundation | null
  readonly warning: number | null
}

/** The values that texts may show; what is not known, or depends on the destination, is not there. */
export type ArgumentValues = Readonly<Partial<Record<ArgumentVar, PrintedValue | undefined>>>

/** Something that arguments may be about: its facts for the table, and the values for texts. */
export interface Subject {
  readonly facts: SubjectFacts
  readonly values: () => ArgumentValues
  /** The covers that it concerns. */
  readonly covers: ReadonlyArray<string>
  /** The gap, term, breach, demand or warning that it is; none for the trip. */
  readonly of:
    | { readonly _tag: "Gap"; readonly gap: NamedGap }
    | { readonly _tag: "Term"; readonly term: CoverTerm }
    | { readonly _tag: "Breach"; readonly breach: Breach }
    | { readonly _tag: "Demand"; readonly demand: Demand }
    | { readonly _tag: "Warning"; readonly warning: TravelWarning }
    | { readonly _tag: "Trip" }
}

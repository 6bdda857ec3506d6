/** What both endpoints are asked about one trip of one party, as people have filled it in so far. */
export interface WorkbenchSituation {
  /** The body of a request for a bilan. */
  readonly bilan: {
    readonly residence: string
    readonly destinations: ReadonlyArray<string>
    readonly card?: Readonly<Record<string, string | number | boolean>>
    readonly trip: {
      readonly friends: boolean
      readonly longTrip: boolean
      readonly riskyActivity: boolean
    }
    readonly market?: string
  }
  /** The body of a request for prices. */
  readonly quote: {
    readonly trip: {
      readonly intent: string
      readonly startDate: string
      readonly endDate: string
      readonly countryResidence: string
      readonly stateResidence?: string
      readonly arrivalCountries: ReadonlyArray<string>
      /** What was typed as an age and is no number stays as it is, to be refused. */
      readonly travellers: ReadonlyArray<{ readonly age: number | string }>
      readonly tripPrice?: number | string
      readonly currency?: string
      readonly shouldCoverCancellation: boolean
      readonly shouldCoverExtremeSports: boolean
      readonly isAnnual: boolean
    }
  }
}

/** Whose offers are shown: the sandbox's, or those of the live catalogue. */
export type CatalogueShown = "sandbox" | "live"

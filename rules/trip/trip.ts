/** One traveller: age in whole years, 0 to 120. */
export interface Traveller {
  readonly age: number
}

/**
 * A normal trip, exactly as answers echo it: aliases mapped, defaults filled, destinations without
 * duplicates, isAnnual forced where the intent says so, stateResidence only for US residents.
 * Dates are calendar days `YYYY-MM-DD`; tripPrice and studiesAmount are amounts in `currency`.
 */
export interface Trip {
  readonly intent: string
  readonly startDate: string
  readonly endDate: string
  readonly countryResidence: string
  readonly stateResidence?: string
  readonly arrivalCountries: ReadonlyArray<string>
  readonly travellers: ReadonlyArray<Traveller>
  readonly tripPrice?: number
  readonly studiesAmount?: number
  readonly currency: string
  readonly shouldCoverCancellation: boolean
  readonly shouldCoverExtremeSports: boolean
  readonly isAnnual: boolean
}

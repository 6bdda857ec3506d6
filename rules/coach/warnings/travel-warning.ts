/** A government's formal advice against travel to one of the destinations: the gravest that holds. */
export interface TravelWarning {
  /** 4 advises against all travel, 3 against what is not essential; lower levels are conditions. */
  readonly level: 3 | 4
  /** The destination that it is about. */
  readonly country: string
  readonly issuer: string
  /** The date of the advice, `YYYY-MM-DD`. */
  readonly asOf: string
  /** Whether the advice is so old that it may have changed. */
  readonly stale: boolean
}

/** All that an answer may say of a warning, as one text. */
export const travelWarningKey = (warning: TravelWarning | null): string => {
  if (warning === null) return ""
  const { asOf, country, issuer, level, stale } = warning
  return `${level} ${country} ${asOf} ${stale} ${issuer}`
}

import type { BilanBody, QuoteBody } from "../../corpus/situation.ts"

/** What both endpoints are asked about one trip of one party, as people have filled it in so far. */
export interface WorkbenchSituation {
  /** The body of a request for a bilan. */
  readonly bilan: Omit<BilanBody, "market"> & { readonly market?: string }
  /** The body of a request for prices. */
  readonly quote: {
    readonly trip: Omit<QuoteBody["trip"], "travellers" | "tripPrice"> & {
      /** What was typed as an age and is no number stays as it is, to be refused. */
      readonly travellers: ReadonlyArray<{ readonly age: number | string }>
      readonly tripPrice?: number | string
    }
  }
}

/** Whose offers are shown: the sandbox's, or those of the live catalogue. */
export type CatalogueShown = "sandbox" | "live"

import type { CallCost } from "../endpoint-cost.ts"

/** Figures that sentences of the front door carry, all from tables or settings. */
export interface FrontFigures {
  readonly readsADay: number
  readonly linksADay: number
  readonly currencies: number
  readonly argumentsMax: number
  readonly pricesToGoLive: number
  readonly linksToGoLive: number
  readonly insurers: number
  readonly offers: number
}

/** A part of the service, as the table of all says it. */
export interface PartWords {
  readonly name: string
  readonly what: string
}

/** The words of the front door. */
export interface FrontWords {
  readonly title: string
  readonly description: string
  readonly headline: string
  readonly lede: string
  readonly quickstart: string
  readonly compare: string
  readonly atOnce: (figures: FrontFigures) => string
  readonly demo: string
  readonly sample: string
  readonly sampleDates: string
  readonly callLabel: string
  readonly offersCaption: (shown: number, all: number) => string
  readonly medical: string
  readonly shown: (shown: number, all: number, unpriced: number) => string
  readonly seeAll: (all: number) => string
  readonly noOffers: string
  readonly whatItDoes: string
  readonly whatItDoesLede: string
  readonly heads: {
    readonly part: string
    readonly what: string
    readonly call: string
    readonly costs: string
  }
  readonly parts: Readonly<
    Record<"quotes" | "bilan" | "links" | "conversion", (figures: FrontFigures) => PartWords>
  >
  readonly costs: Readonly<Record<CallCost, string>>
  readonly road: string
  readonly roadLede: string
  readonly steps: (
    figures: FrontFigures,
  ) => ReadonlyArray<{ readonly name: string; readonly what: string }>
  readonly widget: string
  readonly widgetLede: string
  readonly widgetMore: string
  readonly now: string
  readonly nowMore: string
  readonly data: (figures: FrontFigures) => string
}

import type { PageContent } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import type { DocsFacts } from "./docs-facts.ts"

/** A step of the quickstart. */
export interface StepWords {
  readonly id: "key" | "client" | "price" | "read" | "link" | "sale"
  /** What the list of steps calls it. */
  readonly short: string
  readonly title: string
  readonly text: PageContent
}

/** The words of the quickstart. */
export interface QuickstartWords {
  readonly title: string
  readonly lede: (facts: DocsFacts) => string
  readonly stepsLabel: string
  readonly steps: (facts: DocsFacts, reading: PageReading) => ReadonlyArray<StepWords>
  readonly receive: string
  /** Under an option of a client: what it is for, where headers have another prefix. */
  readonly otherPrefix: (prefix: string) => string
  readonly trip: string
  readonly offersCaption: (shown: number, all: number) => string
  readonly medical: string
  readonly arguments: (count: number) => string
}

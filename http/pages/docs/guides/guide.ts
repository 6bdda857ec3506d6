import type { DocumentLanguage } from "../../../../rules/documents/covers.ts"
import type { PageNode } from "../../kit/html.ts"
import type { PageReading } from "../../kit/reading.ts"
import type { DocsFacts } from "../docs-facts.ts"

/** What the text of a guide is told: facts, and how links keep the reader's language. */
export interface GuideParts {
  readonly facts: DocsFacts
  readonly href: (path: string) => string
  readonly reading: PageReading
}

/** A guide in one language. */
export interface Guide {
  /** One sentence that carries the answer. */
  readonly lede: (parts: GuideParts) => string
  /** What follows, in sections with an `h2` each. */
  readonly text: (parts: GuideParts) => PageNode
}

/** A guide in the languages of the documentation. */
export type GuideInBoth = Readonly<Record<DocumentLanguage, Guide>>

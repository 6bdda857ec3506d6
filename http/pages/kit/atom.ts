import { escapeXml } from "../../../core/escape-html.ts"
import { type Answer, sharedAnswer, textAnswer } from "../../api/answer.ts"

/** An entry of a feed. */
export interface FeedEntry {
  /** An address that stays the entry's own, whatever its text becomes. */
  readonly id: string
  readonly title: string
  /** Where it is read. */
  readonly href: string
  /** An instant of RFC 3339, such as `2026-11-30T00:00:00Z`. */
  readonly updated: string
  readonly published?: string
  /** What it says, as HTML. */
  readonly html: string
}

/** A feed; its addresses are whole. */
export interface Feed {
  /** The address of the feed itself, which is its id, too. */
  readonly self: string
  /** The page that says the same. */
  readonly page: string
  readonly title: string
  readonly language: string
  readonly entries: ReadonlyArray<FeedEntry>
}

/** What a feed without entries says of its last change: that there was none. */
const never = "1970-01-01T00:00:00Z"

/**
 * A feed as Atom (RFC 4287). It is as old as its newest entry.
 *
 * ```ts
 * import { writeAtom } from "../http/pages/kit/atom.ts"
 *
 * const feed = { self: "https://a.example/f.atom", page: "https://a.example/f", title: "A & B", language: "en", entries: [] }
 * writeAtom(feed).includes("<title>A &amp; B</title>") // => true
 * ```
 */
export const writeAtom = ({ entries, language, page, self, title }: Feed): string => {
  const updated =
    entries
      .map((entry) => entry.updated)
      .toSorted()
      .at(-1) ?? never
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(language)}">`,
    `<id>${xmlText(self)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<updated>${updated}</updated>`,
    "<author><name>Viatica</name></author>",
    `<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
    ...entries.map(writeEntry),
    "</feed>",
    "",
  ].join("\n")
}

/** A feed as it is answered. */
export const atomAnswer = (feed: Feed, headers: Readonly<Record<string, string>>): Answer =>
  sharedAnswer(textAnswer(200, "application/atom+xml", writeAtom(feed), headers))

const writeEntry = ({ href, html, id, published, title, updated }: FeedEntry): string =>
  [
    "<entry>",
    `<id>${xmlText(id)}</id>`,
    `<title>${xmlText(title)}</title>`,
    `<updated>${updated}</updated>`,
    ...(published === undefined ? [] : [`<published>${published}</published>`]),
    `<link rel="alternate" type="text/html" href="${xmlText(href)}"/>`,
    `<content type="html">${xmlText(html)}</content>`,
    "</entry>",
  ].join("\n")

/** A text in XML: what XML 1.0 has no sign for is left out, and what it reads as markup is escaped. */
const xmlText = (text: string): string =>
  escapeXml(
    text
      .toWellFormed()
      .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ""),
  )

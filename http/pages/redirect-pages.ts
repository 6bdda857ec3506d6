import { type Answer, textAnswer } from "../api/answer.ts"
import { pageHeaders } from "./page-headers.ts"

/** Headers of links and of where they lead: nobody keeps, lists, or passes them on as a referrer. */
export const linkHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
}

const linkPageHeaders = { ...pageHeaders(), ...linkHeaders }

const page = (
  status: number,
  text: { readonly title: string; readonly sentence: string },
  more: Readonly<Record<string, string>> = {},
): Answer => {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${text.title}</title></head>
<body><h1>${text.title}</h1><p>${text.sentence}</p></body></html>
`
  return textAnswer(status, "text/html", html, { ...linkPageHeaders, ...more })
}

/** A link that does not exist; every such page is the same. */
export const unknownLinkPage = page(404, {
  title: "Link not found",
  sentence: "There is no such link. Please check the address.",
})

/** A link that cannot be looked up now. */
export const unavailableLinkPage = page(
  503,
  {
    title: "Link unavailable",
    sentence: "The link cannot be opened right now. Please try again in a few seconds.",
  },
  { "retry-after": "5" },
)

/** Sends a browser on to an address of the funnel. */
export const redirectTo = (location: string): Answer =>
  textAnswer(302, "text/plain", "The quote has its own page.\n", { ...linkHeaders, location })

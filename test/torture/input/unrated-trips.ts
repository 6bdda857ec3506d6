import { makeOfflineQuotes } from "../../../http/cli/offline-quotes.ts"
import { makeIcons } from "../../../http/pages/icons.ts"
import { offerLinks } from "../../../http/pages/offer-links.ts"
import { shippedTables } from "../../support/tables.ts"

const { quote } = makeOfflineQuotes(shippedTables, {
  engineVersion: "test",
  links: offerLinks("http://127.0.0.1", makeIcons(new Map())),
  mode: "live",
  today: "2026-11-25",
})

/**
 * Whether a body asks the live catalogue for a trip that only insurers sell who rate it themselves.
 * No test server has an address of theirs, so that such a trip is refused, as documented.
 */
export const isUnratedTrip = (body: Buffer | undefined): boolean => {
  try {
    const priced = quote(JSON.parse(body?.toString("utf8") ?? ""))
    return priced._tag === "Failure" && priced.failure.error === "PRICING_UNAVAILABLE"
  } catch {
    return false
  }
}

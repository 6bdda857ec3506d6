import type { PageNode } from "../../kit/html.ts"
import { sampleTrip } from "../../samples/sample-trip.ts"
import { languageTabs, savedAs } from "../code-box.ts"
import { operationEndpoint } from "../docs-menu.ts"
import { byHandLanguages } from "../snippets/by-hand.ts"
import type { GuideParts } from "./guide.ts"

/** A signed call that can be checked by hand; it is one of the signing vectors. */
export const signedExample = {
  secret: "vsk_test_example-current-secret-0001",
  text: "1767225600.GET./api/v1/travel/meta.",
  signature: "v2=7c505e5d6c772f485681d768f8c90068f4fcadcbc06a9131723bd81504e92b16",
} as const

/** Programs that ask for a price without a client, in every language. */
export const byHandTabs = ({ facts, reading }: GuideParts): PageNode => {
  const { path } = operationEndpoint("quotes")
  const request = { method: "POST", target: path, body: { trip: sampleTrip } } as const
  return languageTabs(reading, {
    id: "by-hand",
    panels: byHandLanguages.map((language) => ({
      id: language.id,
      label: language.label,
      code: language.program(request, facts.headers),
      foot: savedAs(reading, language),
    })),
  })
}

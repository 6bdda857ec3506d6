import { picturePolicy } from "../platform/content-policy.ts"
import * as Effect from "effect/Effect"
import { makeMemory } from "../../core/memory.ts"
import type { Pictures } from "../../rules/coach/pictures/pictures.ts"
import type { CardsResponse, ListedBank } from "../../rules/coach/response.ts"
import { textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { answerOf, tagged, type Tagged } from "./validated.ts"

/** Under an address that stays, a picture may change; after a day, a client that kept it asks again. */
const headers = {
  "cache-control": "public, max-age=86400",
  "content-security-policy": picturePolicy,
  "cross-origin-resource-policy": "cross-origin",
}

const suffix = ".svg"

/** So many answers are kept of each kind. */
const answersMax = 4_096

/** Serves the pictures of a kind under their names. */
const pictureRoute = (
  pattern: string,
  drawnFor: (name: string) => string | undefined,
): OpenRoute => {
  const answers = makeMemory<string, Tagged>(answersMax)
  return {
    pattern,
    answer: (call, rest) =>
      Effect.sync(() => {
        if (!rest.endsWith(suffix)) return undefined
        const name = rest.slice(0, -suffix.length)
        const drawn = drawnFor(name)
        if (drawn === undefined) return undefined
        const answer = () => tagged(textAnswer(200, "image/svg+xml", drawn, headers))
        return answerOf(answers.get(name, answer), call)
      }),
  }
}

/** `/cards/<catalogueId>.svg` and `/banks/<slug>.svg`: what a card picker shows. */
export const makePictureRoutes = (pictures: () => Pictures): ReadonlyArray<OpenRoute> => [
  pictureRoute("/cards/*", (name) => pictures().cardPicture(name)),
  pictureRoute("/banks/*", (name) => pictures().bankPicture(name)),
]

/**
 * Gives the banks and cards of a catalogue the addresses of their pictures under a base address;
 * null where there is nothing to draw.
 */
export const withPictures = (pictures: Pictures, baseUrl: string) => {
  const shown = (bank: ListedBank): ListedBank => {
    const slug = pictures.slugOf(bank.name)
    return {
      ...bank,
      logoUrl: slug === undefined ? null : `${baseUrl}/banks/${slug}${suffix}`,
      cards: bank.cards.map((card) => {
        const { catalogueId } = card
        const address = `${baseUrl}/cards/${catalogueId}${suffix}`
        return { ...card, imageUrl: pictures.hasCard(catalogueId) ? address : null }
      }),
    }
  }
  // The same banks are listed again and again.
  const known = new WeakMap<ListedBank, ListedBank>()
  return (response: CardsResponse): CardsResponse => ({
    ...response,
    banks: response.banks.map((bank) => {
      const addressed = known.get(bank) ?? shown(bank)
      known.set(bank, addressed)
      return addressed
    }),
  })
}

import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Partners } from "../../../../http/ports/partners.ts"
import { type LinksPage, TrackedLinks } from "../../../../http/ports/tracked-links.ts"
import { layerLinks } from "../../../../http/store/links/layer.ts"
import { layerTestAccounts } from "../accounts/layer.ts"

const layerTestLinks = Layer.provideMerge(layerLinks, layerTestAccounts)

/** In the order in which they are made; some are alike but for their case. */
const codes = ["spring2", "SUMMER", "Spring10", "spring1", "SPRING1", "Spri", "springs", "autumn"]
const archived = ["Spring10", "autumn"]

/** Their order where they are searched: by their letters in any case, then as they were made. */
const byCode = ["Spri", "spring1", "SPRING1", "Spring10", "spring2", "springs"]

const account = Effect.gen(function* () {
  const partners = yield* Partners
  const links = yield* TrackedLinks
  // Another account's links are on no page.
  for (const code of ["other", "paged"]) yield* partners.create({ code, name: code })
  yield* links.create({ partnerCode: "other", code: "spring15" })
  const [first] = yield* links.list("paged")
  for (const code of codes) yield* links.create({ partnerCode: "paged", code })
  for (const code of archived) yield* links.archive({ partnerCode: "paged", code })
  return { links, first: first?.code ?? "" }
})

describe("pages of links", () => {
  it.layer(layerTestLinks)((it) => {
    it.effect("have every link once and in order, however long they are", () =>
      Effect.gen(function* () {
        const { first, links } = yield* account
        const all = [first, ...codes].toReversed()
        for (const [search, due] of [
          ["", all],
          ["spri", byCode],
          ["spring1", byCode.slice(1, 4)],
          ["winter", []],
        ] as const) {
          for (const isUsedOnly of [false, true]) {
            const used = due.filter((code) => !isUsedOnly || !archived.includes(code))
            for (let limit = 1; limit <= used.length + 1; limit += 1) {
              const found: Array<string> = []
              let after: string | null = null
              for (let page = 0; page <= due.length; page += 1) {
                const told = { search, isUsedOnly, limit }
                const shown: LinksPage = yield* links.page("paged", { ...told, after })
                expect(shown.isLater, JSON.stringify({ ...told, after })).toBe(after !== null)
                found.push(...shown.links.map(({ code }) => code))
                after = shown.next
                if (after === null) break
              }
              expect(after).toBeNull()
              expect(found, JSON.stringify({ search, isUsedOnly, limit })).toEqual(used)
            }
          }
        }
      }),
    )
  })
})

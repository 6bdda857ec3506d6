import { describe, expect, it } from "@effect/vitest"
import { useService } from "../../../support/service.ts"
import { headingOf, makeTraveller, names } from "./traveller.ts"

const service = useService()
const traveller = makeTraveller(service)

/** Two tabs of one quote, each at an offer of its own. */
const twoTabs = async () => {
  const quote = await traveller.linked({ offerId: 1001 })
  const other = quote.form.replace("offer=1001", "offer=1041")
  expect(other).not.toBe(quote.form)
  const review = await traveller.sendForm(other, "review", await traveller.get(other))
  expect(review.status).toBe(200)
  await traveller.presubscribed(quote)
  return { quote, other, review }
}

const named = names.map((name) => ["name", name] as const)

const offerOf = async ({ subscriptionId }: { readonly subscriptionId: string }) => {
  const rows = await traveller.rows(
    `select offer_id as "offerId", stage from subscription where id = '${subscriptionId}'`,
  )
  return rows[0]
}

describe("a second tab with another offer", () => {
  it("says what was chosen in the first, by GET and by its own form, and changes nothing", async () => {
    const { other, quote, review } = await twoTabs()
    const answers = [
      await traveller.get(other),
      await traveller.sendForm(other, "presubscribe", review, [...named, ["read", "yes"]]),
      await traveller.sendForm(other, "finish", review),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(409)
      expect(headingOf(answer)).toMatch(/^You have already pre-subscribed /)
      expect(answer.text).toContain("Keep ")
      expect(answer.text).not.toContain('value="finish"')
    }
    expect(await offerOf(quote)).toEqual({ offerId: 1001, stage: "presubscribed" })
  })

  it("takes its offer instead, once it has been read like any other", async () => {
    const { other, quote } = await twoTabs()
    const instead = ["instead_of", "1001"] as const
    const begun = await traveller.sendForm(other, "begin", { told: "" }, [instead])
    expect(begun.status).toBe(200)
    expect(begun.text).toContain('name="instead_of" value="1001"')
    expect(begun.text).not.toContain("aria-invalid")
    const review = await traveller.sendForm(other, "review", begun, [...named, instead])
    expect(review.text).toContain('name="instead_of" value="1001"')
    const unread = await traveller.sendForm(other, "presubscribe", review, [...named, instead])
    expect(unread.status).toBe(422)
    expect(await offerOf(quote)).toEqual({ offerId: 1001, stage: "presubscribed" })
    const taken = await traveller.sendForm(other, "presubscribe", review, [
      ...named,
      instead,
      ["read", "yes"],
    ])
    expect(taken.status).toBe(303)
    expect(taken.headers["location"]).toContain("offer=1041")
    expect(await offerOf(quote)).toEqual({ offerId: 1041, stage: "presubscribed" })
    expect((await traveller.get(quote.form)).status).toBe(409)
  })

  it("takes the place of no offer but the one that it names, and of none that is paid", async () => {
    const { other, quote, review } = await twoTabs()
    const stale = await traveller.sendForm(other, "presubscribe", review, [
      ...named,
      ["read", "yes"],
      ["instead_of", "1061"],
    ])
    expect(stale.status).toBe(409)
    await traveller.rows(
      `update subscription set stage = 'paid' where id = '${quote.subscriptionId}'`,
    )
    const paid = await traveller.sendForm(other, "begin", { told: "" }, [["instead_of", "1001"]])
    expect(paid.status).toBe(409)
    expect(paid.text).toContain("It has been paid and stays as it is.")
    expect(paid.text).not.toContain("instead_of")
    expect(await offerOf(quote)).toEqual({ offerId: 1001, stage: "paid" })
  })

  it("keeps its way back to the comparison of its trip, which holds the trip and no session", async () => {
    const quote = await traveller.linked({ offerId: 1001 })
    const { text } = await traveller.get(quote.form)
    const [, path = ""] = /href="\.\.(\/compare\/[\w-]+\?lang=en)"/.exec(text) ?? []
    const opened = await traveller.get(path)
    expect(opened.status).toBe(303)
    const page = await traveller.get(opened.headers["location"] ?? "")
    expect(page.status).toBe(200)
    expect(page.text).toContain(`name="ref" value="${quote.ref}"`)
  })
})

import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Demo, housePartnerCode } from "../../../../http/ports/house.ts"
import { Events } from "../../../../http/ports/events.ts"
import { travellerLanguages } from "../../../../rules/messages/travellers/languages.ts"
import { keepLetters } from "../../../support/kept-letters.ts"
import { useOwnService } from "../../../support/service.ts"
import { shippedTables as tables } from "../../../support/tables.ts"
import { headingOf, makeTraveller, type TravellersQuote } from "./traveller.ts"

const { layer, newest } = keepLetters()
const demo = Layer.succeed(Demo, { partnerCode: "demo" })
const service = useOwnService({}, Layer.merge(layer, demo))
const mailless = useOwnService({}, demo)
const traveller = makeTraveller(service)

/** A quote whose contract is concluded. */
const concluded = async (
  wish: NonNullable<Parameters<typeof traveller.linked>[0]> = {},
  by = traveller,
): Promise<TravellersQuote> => {
  const quote = await by.linked({ offerId: 1021, ...wish })
  await by.advance(quote.subscriptionId, "subscribed")
  return quote
}

const pageOf = ({ quoteRef }: TravellersQuote, lang = "en"): string =>
  `/funnel/withdraw?quote=${quoteRef}&lang=${lang}`

const declare = (
  quote: TravellersQuote,
  fields: Readonly<Record<string, string>> = { name: "Camille Roux" },
  lang = "en",
) => traveller.post(pageOf(quote, lang), Object.entries(fields))

const keptOf = ({ subscriptionId }: TravellersQuote) =>
  traveller.rows(`select declared_at from withdrawal where subscription_id = '${subscriptionId}'`)

/** What the receipt has: the button, the declaration, or neither; it speaks of no button that it has not. */
const standing = async (quote: TravellersQuote): Promise<string | undefined> => {
  const { text } = await traveller.get(quote.form)
  const found = /data-withdrawal="(\w+)"/.exec(text)?.[1]
  if (found === undefined) expect(text).not.toMatch(/The receipt has a button|Le reçu a un bouton/)
  return found
}

/** Dates the contract of a quote back. */
const daysAgo = ({ subscriptionId }: TravellersQuote, days: number) =>
  traveller.rows(
    `update subscription set changed_at = now() - interval '${days} days' where id = '${subscriptionId}'`,
  )

const days = (from: string, until: string) => ({ startDate: from, endDate: until })
const short = days("2027-07-01", "2027-07-14")
const long = days("2027-07-01", "2027-08-14")

describe("the button to withdraw", () => {
  it("stands on receipts exactly where and as long as the table says", async () => {
    const marketsOf = (residence: string): ReadonlyArray<string> => [
      ...(tables.countries.get(residence)?.eu === true ? ["eu"] : []),
      ...tables.disclosureMarkets.rows.flatMap(({ market, residences }) =>
        residences.includes(residence) ? market : [],
      ),
    ]
    const found: Array<unknown> = []
    const wanted: Array<unknown> = []
    for (const residence of ["FR", "DE", "GR", "GB", "US", "CH", "NO", "SG"]) {
      for (const [trip, covered] of [
        [short, 14],
        [long, 45],
      ] as const) {
        const quote = await concluded({
          trip: { countryResidence: residence, arrivalCountries: ["JP"], ...trip },
        })
        const most = Math.max(
          0,
          ...tables.withdrawalPeriods.rows.flatMap((row) =>
            marketsOf(residence).includes(row.market) && covered >= (row.coverDaysMin ?? 0)
              ? row.days
              : [],
          ),
        )
        // Nobody is short of a day, wherever on Earth the contract was made and the page is read: from ten to
        // twelve o'clock of UTC three days are going on, so that 14 days may last into the 17th.
        for (const ago of [0, 13, 17, 29, 33]) {
          await daysAgo(quote, ago)
          found.push([residence, covered, ago, await standing(quote)])
          wanted.push([residence, covered, ago, most > 0 && ago <= most ? "open" : undefined])
        }
      }
    }
    expect(found).toEqual(wanted)
  })

  it("stands on no quote, no presubscription, and nothing can be declared there", async () => {
    const quote = await traveller.linked({ offerId: 1021 })
    for (const stage of ["quoting", "presubscribed"] as const) {
      if (stage !== "quoting") await traveller.advance(quote.subscriptionId, stage)
      expect(await standing(quote)).toBeUndefined()
      expect((await traveller.get(pageOf(quote))).status).toBe(303)
      expect((await declare(quote)).status).toBe(303)
    }
    expect(await keptOf(quote)).toEqual([])
  })

  it("leads to a page that names the contract and asks who withdraws; opening it declares nothing", async () => {
    const quote = await concluded()
    const receipt = await traveller.get(quote.form)
    const [, href = ""] = /href="\.(\/withdraw[^"]*)"/.exec(receipt.text) ?? []
    const page = await traveller.get(`/funnel${href.replaceAll("&amp;", "&")}`)
    expect(headingOf(page)).toBe("Withdraw from the contract")
    expect(page.text).toContain(quote.subscriptionId)
    expect(page.text).toContain("Confirm withdrawal")
    expect(page.text).toMatch(/id="name"[^]*required/)
    expect(await keptOf(quote)).toEqual([])
    expect(await standing(quote)).toBe("open")
  })

  it("declares once, however often it is sent, and acknowledges with day, hour and whom it is passed on to", async () => {
    const quote = await concluded()
    const owner = { partnerCode: quote.key.partnerCode, mode: "live" } as const
    await service().run(
      Effect.flatMap(Events, ({ create }) =>
        create({ ...owner, url: "https://nowhere.invalid/hooks", types: [] }),
      ),
    )
    const to = "camille@withdraws.example"
    const answers = await Promise.all(
      [0, 1, 2].map(() => declare(quote, { name: "Camille Roux", email: to })),
    )
    const kept = await keptOf(quote)
    expect(kept).toHaveLength(1)
    const at = new Date(kept[0]?.["declared_at"] as Date).toISOString()
    for (const answer of [...answers, await declare(quote, { name: "Camille Roux" })]) {
      expect([answer.status, headingOf(answer)]).toEqual([200, "We have received your withdrawal"])
      expect(answer.text).toContain(`${at.slice(11, 16)} UTC`)
      expect(answer.text).toContain("Declared by: Camille Roux")
      expect(answer.text).toMatch(/passes the declaration on, under its reference, to: .+ and .+\./)
    }
    expect(await keptOf(quote)).toEqual(kept)
    const letter = await newest(to)
    expect(letter.subject).toBe("We have received your withdrawal")
    for (const told of [quote.subscriptionId, "Camille Roux", `${at.slice(11, 16)} UTC`]) {
      expect(letter.text).toContain(told)
      expect(letter.html).toContain(told)
    }
    const { events } = await service().run(
      Effect.flatMap(Events, ({ list }) => list({ ...owner, limit: 100 })),
    )
    const told = events.filter(({ type }) => type === "subscription.withdrawal_declared")
    expect(told.map(({ body }) => (JSON.parse(body) as { readonly data: unknown }).data)).toEqual([
      { subscriptionId: quote.subscriptionId, ref: quote.ref, offerId: 1021, declaredAt: at },
    ])
    const audit = await traveller.rows(
      `select details from audit where action = 'subscription.withdraw' and subject = '${quote.subscriptionId}'`,
    )
    expect(audit).toEqual([{ details: { ref: quote.ref, stage: "subscribed" } }])
    expect(await standing(quote)).toBe("declared")
    const { stage, withdrawalDeclaredAt } = await traveller.subscription(quote.subscriptionId)
    expect([stage, withdrawalDeclaredAt]).toEqual(["subscribed", at])
  })

  it("keeps neither name nor address, and stays acknowledged when the period is over", async () => {
    const quote = await concluded()
    await declare(quote, { name: "Nomen Nescio", email: "nescio@withdraws.example" })
    for (const { name } of await traveller.rows(
      "select table_name as name from information_schema.tables where table_schema = current_schema()",
    )) {
      const rows = await traveller.rows(`select each::text as told from "${String(name)}" as each`)
      expect(JSON.stringify(rows), String(name)).not.toMatch(/Nescio/i)
    }
    await daysAgo(quote, 400)
    expect(await standing(quote)).toBe("declared")
    const page = await traveller.get(pageOf(quote))
    expect([page.status, headingOf(page)]).toEqual([200, "We have received your withdrawal"])
    expect(page.text).not.toContain("Nescio")
  })

  it("is refused in words where no name or no address stands, and declares nothing", async () => {
    const quote = await concluded()
    const refused = await declare(quote, { name: " ", email: "nobody" })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain("Enter your name.")
    expect(refused.text).toContain("Enter an email address")
    expect(refused.text).toContain("<title>Error:")
    expect((await declare(quote, { name: "x".repeat(5_000) })).status).toBe(422)
    expect(await keptOf(quote)).toEqual([])
  })

  it("takes no forged link", async () => {
    const quote = await concluded()
    const other = await concluded()
    const forged = [
      quote.subscriptionId,
      `${quote.quoteRef}x`,
      quote.quoteRef.slice(0, -1),
      quote.quoteRef.toUpperCase() === quote.quoteRef
        ? quote.quoteRef.toLowerCase()
        : quote.quoteRef.toUpperCase(),
      `${quote.quoteRef}.${"0".repeat(22)}`,
      "",
    ]
    for (const each of forged) {
      const path = `/funnel/withdraw?quote=${encodeURIComponent(each)}&lang=en`
      const shown = await traveller.get(path)
      const sent = await traveller.post(path, [["name", "Camille Roux"]])
      expect([shown.status, sent.status], each).toEqual([404, 404])
    }
    // Fields of the form name no other contract.
    await declare(quote, { name: "Camille Roux", quote: other.quoteRef })
    expect(await keptOf(quote)).toHaveLength(1)
    expect(await keptOf(other)).toEqual([])
  })

  it("works without mail, and for the house, which credits nobody", async () => {
    const visitor = makeTraveller(mailless)
    const key = await mailless().createKey({ mode: "live", partnerCode: housePartnerCode })
    const quote = await concluded({ key }, visitor)
    const page = await visitor.get(pageOf(quote))
    expect(page.text).not.toContain('id="email"')
    const done = await visitor.post(pageOf(quote), [["name", "Camille Roux"]])
    expect(headingOf(done)).toBe("We have received your withdrawal")
    expect(done.text).toMatch(/passes the declaration on, under its reference, to: Viatica\./)
    expect(done.text).toMatch(/To be safe, write to the insurer as well: [^.]+\./)
  })

  it("is whole in every language", async () => {
    for (const language of travellerLanguages) {
      const quote = await concluded({ language })
      const to = `to@${language}.example`
      const pages = [
        await traveller.get(`${quote.form.replace(/lang=\w+/, `lang=${language}`)}`),
        await traveller.get(pageOf(quote, language)),
        await declare(quote, { name: "" }, language),
        await declare(quote, { name: "Camille Roux", email: to }, language),
      ]
      for (const { text } of pages) {
        const told = text.replaceAll(/<[^>]*>/g, " ")
        expect([language, /[{}]|undefined|NaN|\[object/.exec(told)?.[0]]).toEqual([
          language,
          undefined,
        ])
        expect(text).toContain(`lang="${language}"`)
      }
      expect((await newest(to)).html).toContain(`<html lang="${language}">`)
    }
  })
})

import { describe, expect, it } from "@effect/vitest"
import { useOwnService } from "../../../support/service.ts"
import { headingOf, hidden, makeTraveller, names, type TravellersQuote } from "./traveller.ts"

const service = useOwnService()
const traveller = makeTraveller(service)

const named = (...given: ReadonlyArray<string>) => given.map((name) => ["name", name] as const)

const stageOf = async ({ subscriptionId }: TravellersQuote): Promise<string> =>
  (await traveller.subscription(subscriptionId)).stage

describe("travellers' names", () => {
  it.each([
    ["missing", ["", " "], "Enter the name as on the passport."],
    ["without a letter", ["1234", "Sacha"], "Write the name in letters"],
    ["too long", ["x".repeat(81), "Sacha"], "at most 80 characters"],
    [
      "with a line break that is no space",
      ["Camille\u0000Roux", "Sacha"],
      "Write the name in letters",
    ],
  ])("are asked for again: %s", async (_, given, told) => {
    const quote = await traveller.linked()
    const form = await traveller.get(quote.form)
    const page = await traveller.sendForm(quote.form, "review", form, named(...given))
    expect(page.status).toBe(422)
    expect(page.text).toContain(told)
    expect(page.text).toContain('aria-invalid="true"')
  })

  it("of eighty characters pass, in any letters", async () => {
    const quote = await traveller.linked()
    const form = await traveller.get(quote.form)
    const given = named("x".repeat(80), "Ζωή Παπαδοπούλου-王")
    const page = await traveller.sendForm(quote.form, "review", form, given)
    expect(page.status).toBe(200)
    expect(headingOf(page)).toContain("Review, then pre-subscribe")
  })

  it("are text, whatever they hold", async () => {
    const quote = await traveller.linked()
    const form = await traveller.get(quote.form)
    const given = named(`"><script>alert(1)</script>`, "Sacha' onfocus='alert(1)")
    for (const step of ["review", "names"]) {
      const page = await traveller.sendForm(quote.form, step, form, given)
      expect(page.text).not.toContain("<script>alert")
      expect(page.text).toContain(`name="name" value="Sacha' onfocus='alert(1)"`)
      expect(page.text).toContain("&lt;script>")
    }
  })

  it("are kept nowhere: not in the database, not in an address", async () => {
    const quote = await traveller.linked()
    const review = await traveller.sendForm(
      quote.form,
      "review",
      await traveller.get(quote.form),
      named("Quirinius Unheard", "Zenobia Unheard"),
    )
    const sent = await traveller.sendForm(quote.form, "presubscribe", review, [
      ...named("Quirinius Unheard", "Zenobia Unheard"),
      ["read", "yes"],
    ])
    expect(sent.status).toBe(303)
    expect(sent.headers["location"]).not.toMatch(/Unheard|Quirinius/)
    const page = await traveller.get(quote.form)
    expect(page.text).toContain("The names that you wrote were not kept.")
    expect(page.text).not.toContain("Unheard")
    const tables = await traveller.rows(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    expect(tables.length).toBeGreaterThan(5)
    for (const { name } of tables) {
      const found = await traveller.rows(
        `select 1 from "${String(name)}" t where t::text ~ 'Unheard|${Buffer.from("Unheard").toString("hex")}'`,
      )
      expect([name, found.length]).toEqual([name, 0])
    }
  })

  it("that are too much for a form are told so", async () => {
    const quote = await traveller.linked()
    const page = await traveller.post(quote.form, named("x".repeat(17_000)))
    expect(page.status).toBe(413)
    expect(headingOf(page)).toBe("The form did not arrive whole")
  })
})

describe("a presubscription", () => {
  it("moves the quote on once its documents are read, with the offer that was chosen", async () => {
    const quote = await traveller.linked()
    const form = quote.form.replace("offer=1001", "offer=1002")
    const review = await traveller.sendForm(form, "review", await traveller.get(form))
    expect(review.text).toContain("Escapade Confort")
    expect(review.text).toContain("/documents/1002/ipid?lang=en")
    const unread = await traveller.sendForm(form, "presubscribe", review)
    expect(unread.status).toBe(422)
    expect(await stageOf(quote)).toBe("quoting")
    const sent = await traveller.sendForm(form, "presubscribe", unread, [
      ...named(...names),
      ["read", "yes"],
    ])
    expect(sent.status).toBe(303)
    expect(await traveller.subscription(quote.quoteRef)).toMatchObject({
      stage: "presubscribed",
      offerId: 1002,
    })
  })

  it("says where it ends in earnest, and takes no sale", async () => {
    const quote = await traveller.linked()
    await traveller.presubscribed(quote)
    const page = await traveller.get(quote.form)
    expect(page.text).toContain("This funnel ends here")
    expect(page.text).not.toContain("Finish without paying")
    const finished = await traveller.sendForm(quote.form, "finish", { told: "" })
    expect(finished.status).toBe(303)
    expect(await stageOf(quote)).toBe("presubscribed")
    expect(await traveller.rows("select * from sale")).toEqual([])
  })

  it("told twice, at once or later, is one; another offer comes too late", async () => {
    const quote = await traveller.linked()
    const review = await traveller.sendForm(quote.form, "review", await traveller.get(quote.form))
    const again = () =>
      traveller.sendForm(quote.form, "presubscribe", review, [...named(...names), ["read", "yes"]])
    const answers = await Promise.all([again(), again(), again()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const other = quote.form.replace("offer=1001", "offer=1002")
    const late = await traveller.sendForm(other, "presubscribe", review, [
      ...named(...names),
      ["read", "yes"],
    ])
    expect(late.status).toBe(409)
    expect(late.text).toMatch(/href="[^"]*offer=1001/)
    expect(await traveller.subscription(quote.quoteRef)).toMatchObject({
      stage: "presubscribed",
      offerId: 1001,
    })
    const audited = await traveller.rows(
      `select * from audit where subject = '${quote.subscriptionId}' and action = 'subscription.advance'`,
    )
    expect(audited.length).toBe(1)
    const list = await traveller.get(`/funnel/offers?quote=${quote.quoteRef}`)
    expect([list.status, list.headers["location"]]).toEqual([
      303,
      `./presubscribe?quote=${quote.quoteRef}&offer=1001&lang=en`,
    ])
  })

  it("waits for the traveller where the price is another one: old, new, why, same cover", async () => {
    const quote = await traveller.linked({ offerId: 1021 })
    const form = await traveller.get(quote.form)
    const now = hidden(form, "told")
    const [amount = "", currency, ...insurer] = now.split(" ")
    const before = (Number(amount) - 1).toFixed(2)
    const told = [before, currency, ...insurer].join(" ")
    const page = await traveller.sendForm(quote.form, "presubscribe", { told }, [
      ...named(...names),
      ["read", "yes"],
    ])
    expect(page.status).toBe(200)
    expect(page.text).toContain(`The price went from <s>€${before}</s> to €${amount}`)
    expect(page.text).toContain("Exchange rates have changed since")
    expect(page.text).toContain("The cover is the same.")
    expect(await stageOf(quote)).toBe("quoting")
    const sent = await traveller.sendForm(quote.form, "presubscribe", page, [
      ...named(...names),
      ["read", "yes"],
    ])
    expect(sent.status).toBe(303)
    expect(await stageOf(quote)).toBe("presubscribed")
  })

  it("tells of another cover, and of an insurer's other price", async () => {
    const quote = await traveller.linked()
    const told = "1 EUR 1 EUR 0123456789abcdef"
    const page = await traveller.sendForm(quote.form, "review", { told })
    expect(page.text).toContain("The insurer’s price or the handling fee has changed since.")
    expect(page.text).toContain("The cover has changed, too: read it again.")
  })

  it.each(["", "1e9 EUR", "<b>1</b> EUR 1 EUR 0123456789abcdef", "NaN EUR 1 EUR 0123456789abcdef"])(
    "takes no price that no page has told: %s",
    async (told) => {
      const quote = await traveller.linked()
      const page = await traveller.sendForm(quote.form, "presubscribe", { told }, [
        ...named(...names),
        ["read", "yes"],
      ])
      expect(page.status).toBe(200)
      expect(headingOf(page)).toContain("Review, then pre-subscribe")
      expect(page.text).not.toContain("<b>1</b>")
      expect(await stageOf(quote)).toBe("quoting")
    },
  )
})

import { assert, beforeAll, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { BrowserContext } from "playwright-core"
import { PayoutDesk, Payouts } from "../../http/ports/payouts.ts"
import { soldMonthsAgo } from "../http/store/payouts/old-months.ts"
import { asAdministrator } from "../http/store/sales/changed-books.ts"
import { as, debtor, samplePayee } from "../http/store/payouts/layer.ts"
import { makeSeller, report, type Seller } from "../http/store/sales/sellers.ts"
import { type ConsoleSession, signIn } from "../support/console-session.ts"
import { useOwnService } from "../support/service.ts"
import { faultsOf, openPage } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

/** Currencies, with what travellers pay for the smallest sale: a tenth of its premium is earned. */
const currencies = [
  { currency: "EUR", amount: 660.55 },
  { currency: "USD", amount: 99 },
  { currency: "JPY", amount: 55_000 },
] as const

/** What the account at a place is owed in each currency: its last sale is the larger, the later it stands. */
const owed = [
  ["€60.05", "$9.00", "¥5,000"],
  ["€120.10", "$18.00", "¥10,000"],
  ["€180.15", "$27.00", "¥15,000"],
] as const

describeInBrowser(
  "statements in the console",
  ({ browser, service, url }) => {
    const sellers: Array<Seller> = []
    const sessions: Array<ConsoleSession> = []
    let month = ""
    let batch = ""

    const sessionOf = (place: number) => (context: BrowserContext) => {
      const session = sessions[place]
      return session === undefined
        ? Promise.resolve()
        : context.addCookies([{ ...session.cookie, url: url("/") }])
    }

    const opened = async (place: number, path: string) => {
      const context = await browser().newContext()
      await sessionOf(place)(context)
      return { context, ...(await openPage(context, url(path))) }
    }

    beforeAll(async () => {
      for (const [place] of owed.entries()) {
        const seller = await makeSeller(service())
        sellers.push(seller)
        for (const { amount, currency } of currencies) {
          const sold = { amount: amount * (place + 1), currency, externalOrderId: currency }
          const exact = { ...sold, amount: Math.round(sold.amount * 100) / 100 }
          await report(service(), seller, { ...exact, status: "validated" })
        }
        await report(service(), seller, { externalOrderId: "waits", amount: 22 })
        sessions.push(
          await signIn(service(), {
            email: `owner${place}@stated.example`,
            partnerCode: seller.partnerCode,
          }),
        )
      }
      await service().run(
        Effect.gen(function* () {
          yield* asAdministrator(soldMonthsAgo(1))
          const payouts = yield* Payouts
          const desk = yield* PayoutDesk
          yield* payouts.closeMonths
          for (const { partnerCode } of sellers) yield* desk.setPayee(partnerCode, samplePayee)
          const drawn = yield* as("nadia")(desk.draw({ currency: "EUR", payOn: "2099-01-01" }))
          batch = drawn.batch.number
          yield* as("omar")(desk.approve(batch))
          const file = yield* desk.transferFile(batch, debtor)
          assert.include(file, "<CtrlSum>360.30</CtrlSum>")
          const owner = { partnerId: "", partnerCode: "", mode: "live" } as const
          assert.deepStrictEqual(yield* payouts.owed(owner), [])
          const { payouts: paid } = yield* desk.batch(batch)
          month = /\d{4}-\d{2}/.exec(paid[0]?.statement ?? "")?.[0] ?? ""
        }),
      )
    })

    it("show a month of three partners in three currencies, paid to the cent", async () => {
      for (const [place, figures] of owed.entries()) {
        const { complaints, context, page } = await opened(
          place,
          "/console/statements?mode=live&lang=en",
        )
        const text = await page.innerText("main")
        for (const figure of figures) assert.include(text, figure)
        const number = `${sellers[place]?.partnerCode}-${month}-EUR`.toUpperCase()
        await page.click(`a[href*="${number}?"]`)
        const sheet = await page.innerText("article")
        assert.include(sheet, number)
        assert.match(sheet, new RegExp(`Payout PO-\\d+ of .* to FR76 •••• 0189`))
        assert.include(sheet, figures[0])
        assert.include(sheet, "Nothing is carried over.")
        assert.deepStrictEqual(complaints, [])
        await context.close()
      }
    })

    it("tell when the bank has sent it, and when it came back", async () => {
      const list = `/console/statements?mode=live&lang=fr`
      await service().run(
        Effect.flatMap(PayoutDesk, (desk) => desk.send(batch, "2027-01-05", "BK-7")),
      )
      const sent = await opened(0, list)
      const headline = await sent.page.innerText("h1")
      assert.match(headline, /^60,05\s€ sont partis vers votre banque le 5 janvier 2027$/)
      await sent.context.close()
      await service().run(
        Effect.gen(function* () {
          const desk = yield* PayoutDesk
          const { payouts } = yield* desk.batch(batch)
          const own = payouts.find(({ partnerCode }) => partnerCode === sellers[0]?.partnerCode)
          yield* desk.markReturned(own?.number ?? "", "2027-01-07", "AC04")
        }),
      )
      const returned = await opened(0, list)
      const told = await returned.page.innerText("main")
      assert.match(told, /^60,05\s€ vous sont dus/)
      assert.match(told, /le 7 janvier 2027\s: de nouveau dû/)
      await returned.context.close()
    })

    it("are exported line by line, and the lines come to the figure", async () => {
      const number = `${sellers[1]?.partnerCode}-${month}-EUR`.toUpperCase()
      const answer = await sessions[1]?.get(`/console/statements/${number}.csv?mode=live&lang=en`)
      const lines = (answer?.text ?? "").trim().split("\r\n")
      assert.include(answer?.headers["content-disposition"] ?? "", `${number}.csv`)
      const validated = lines.filter((line) => line.includes(",owed validation,"))
      assert.deepStrictEqual(
        validated.map((line) => line.split(",").at(-2)),
        ["120.10"],
      )
      assert.strictEqual(
        (await sessions[0]?.get(`/console/statements/${number}?mode=live`))?.status,
        404,
      )
    })

    it("say of the sandbox that it is play money, and never ask anybody to pay", async () => {
      for (const [path, told] of [
        ["/console/statements?mode=sandbox&lang=en", /Play money/],
        ["/console/statements?mode=sandbox&lang=fr", /Argent fictif/],
        ["/console/sales?mode=live&lang=en", /owed to you/],
        ["/console/sales?mode=live&lang=fr", /vous sont dus/],
        ["/console?mode=live&lang=en", /due in 14 days/],
        ["/console?mode=live&lang=fr", /dus dans 14 jours/],
      ] as const) {
        const { text = "" } = (await sessions[0]?.get(path)) ?? {}
        assert.match(text, told, path)
        assert.notMatch(text, /payable now|à payer/i, path)
      }
    })

    it.each(["/console/statements?mode=live&lang=en", "sheet"])(
      "bar nobody in any size or scheme: %s",
      { timeout: 180_000 },
      async (path) => {
        const number = `${sellers[2]?.partnerCode}-${month}-EUR`.toUpperCase()
        const address = path === "sheet" ? `/console/statements/${number}?mode=live&lang=fr` : path
        assert.deepStrictEqual(await faultsOf(browser(), url(address), sessionOf(2)), [])
      },
    )
  },
  useOwnService,
)

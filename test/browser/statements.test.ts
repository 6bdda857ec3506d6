import { readFile } from "node:fs/promises"
import { assert, beforeAll, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { BrowserContext, Page } from "playwright-core"
import { verifyStatement } from "../../http/clients/typescript/index.ts"
import { PayoutDesk, Payouts } from "../../http/ports/payouts.ts"
import { soldMonthsAgo } from "../http/store/payouts/old-months.ts"
import { asAdministrator } from "../http/store/sales/changed-books.ts"
import { debtor } from "../http/store/payouts/layer.ts"
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
    const operators: Array<ConsoleSession> = []
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

    /** Follows a page as somebody who is signed in, and says what its headline is in the end. */
    const acting = async (
      session: ConsoleSession | undefined,
      path: string,
      act: (page: Page) => Promise<unknown>,
    ): Promise<string> => {
      const context = await browser().newContext()
      if (session !== undefined) await context.addCookies([{ ...session.cookie, url: url("/") }])
      try {
        const { complaints, page } = await openPage(context, url(path))
        await act(page)
        // What a form was wrong in comes with a status that the browser tells.
        const others = complaints.filter((told) => !told.includes("status of 422"))
        assert.deepStrictEqual(others, [])
        return await page.innerText("h1")
      } finally {
        await context.close()
      }
    }

    const submit = async (page: Page, label: RegExp): Promise<void> => {
      await page.getByRole("button", { name: label }).click()
      await page.waitForLoadState()
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
      for (const name of ["nadia", "omar"]) {
        operators.push(
          await signIn(service(), { email: `${name}@viatica.example`, isOperator: true }),
        )
      }
      await service().run(
        Effect.gen(function* () {
          yield* asAdministrator(soldMonthsAgo(1))
          yield* (yield* Payouts).closeMonths
          const due = yield* (yield* PayoutDesk).payouts({
            partnerCode: null,
            state: null,
            limit: 1,
          })
          month = /\d{4}-\d{2}/.exec(due[0]?.statement ?? "")?.[0] ?? ""
        }),
      )
    })

    it(
      "let each owner say where its payouts go, and check the account",
      { timeout: 120_000 },
      async () => {
        for (const [place, session] of sessions.entries()) {
          const list = "/console/statements?mode=live&lang=en"
          const headline = await acting(session, list, async (page) => {
            await page.click("text=Set the bank account")
            await page.fill("#holder", `Partner ${place} SARL`)
            await page.fill("#iban", "FR76 3000 6000 0112 3456 7890 188")
            await page.fill("#town", "Lyon")
            await page.selectOption("#country", "FR")
            await submit(page, /Save/)
            assert.include(await page.innerText("main"), "This IBAN does not check.")
            assert.strictEqual(await page.inputValue("#holder"), `Partner ${place} SARL`)
            await page.fill("#iban", "fr7630006000011234567890189")
            await submit(page, /Save/)
            const told = await page.innerText("main")
            assert.include(told, "The bank account is saved.")
            assert.include(told, `Partner ${place} SARL, FR76 •••• 0189`)
          })
          assert.match(headline, /leaves for your bank|has been due since/)
        }
      },
    )

    it(
      "are paid by two operators on pages of their own, to the cent",
      { timeout: 120_000 },
      async () => {
        const [nadia, omar] = operators
        const all = "/console/operator/payouts?lang=en"
        await acting(nadia, all, async (page) => {
          const text = await page.innerText("main")
          assert.include(text, "€360.30")
          const card = page.locator("section", { hasText: "Due in EUR" }).first()
          await card.locator("input[type=date]").fill("2099-01-01")
          await card.getByRole("button", { name: /Draw up/ }).click()
          await page.waitForLoadState()
          batch = /PB-\d+/.exec(await page.innerText("main"))?.[0] ?? ""
          assert.include(await page.innerText("main"), "somebody else has to approve it")
          assert.strictEqual(await page.getByRole("button", { name: /^Approve/ }).count(), 0)
        })
        // Nor by a form that the page does not show.
        const own = await nadia?.post(`/console/operator/payouts/approve?lang=en`, { batch })
        assert.strictEqual(own?.status, 422)
        const one = `/console/operator/payouts/${batch}?lang=en`
        assert.strictEqual(
          await acting(omar, one, async (page) => {
            assert.include(await page.innerText("main"), "nadia@viatica.example")
            await submit(page, /^Approve €360\.30/)
          }),
          "€360.30 is approved, and not sent yet",
        )
        await acting(omar, one, async (page) => {
          await page.fill("#holder", debtor.holder)
          await page.fill("#iban", debtor.iban)
          const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("button", { name: /Download/ }).click(),
          ])
          const file = await readFile(await download.path(), "utf8")
          assert.include(file, "<CtrlSum>360.30</CtrlSum>")
          assert.include(file, '<InstdAmt Ccy="EUR">60.05</InstdAmt>')
        })
        const readerOfIt = await sessions[0]?.get(one)
        assert.strictEqual(readerOfIt?.status, 404)
      },
    )

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
        assert.match(sheet, /Signed: \d+ lines/)
        assert.match(sheet, new RegExp(`Payout PO-\\d+ of .* to FR76 •••• 0189`))
        assert.include(sheet, figures[0])
        assert.include(sheet, "Nothing is carried over.")
        assert.deepStrictEqual(complaints, [])
        await context.close()
      }
    })

    it("tell when the bank has sent it, and when it came back", async () => {
      const list = `/console/statements?mode=live&lang=fr`
      const one = `/console/operator/payouts/${batch}?lang=en`
      await acting(operators[0], one, async (page) => {
        await page.fill("#sent-on", "2027-01-05")
        await page.fill("#reference", "BK-7")
        await submit(page, /Book it as sent/)
      })
      const sent = await opened(0, list)
      const headline = await sent.page.innerText("h1")
      assert.match(headline, /^60,05\s€ sont partis vers votre banque le 5 janvier 2027$/)
      await sent.context.close()
      await acting(operators[1], one, async (page) => {
        const own = page.locator("#payout option", { hasText: sellers[0]?.partnerCode ?? "" })
        await page.selectOption("#payout", (await own.getAttribute("value")) ?? "")
        await page.fill("#returned-on", "2027-01-07")
        await page.fill("#returned-reason", "AC04")
        await submit(page, /Book it as returned/)
      })
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

    it("have books that the partner verifies by what the service serves", async () => {
      const number = `${sellers[1]?.partnerCode}-${month}-EUR`.toUpperCase()
      const books = await sessions[1]?.get(`/console/statements/${number}.books?mode=live`)
      const key = (await sessions[1]?.get("/docs/files/statement-key.txt"))?.text ?? ""
      const sales = { EUR: 12_010, waits: 200 }
      const verified = await verifyStatement(books?.text ?? "", { key, sales })
      assert.deepStrictEqual([verified.faults, verified.dueMinor], [[], 12_010])
    })

    it.each(["/console/statements/account?mode=live&lang=fr", "payouts", "batch"])(
      "bar nobody from paying and being paid: %s",
      { timeout: 180_000 },
      async (path) => {
        const addresses: Readonly<Record<string, string>> = {
          payouts: "/console/operator/payouts?lang=en",
          batch: `/console/operator/payouts/${batch}?lang=fr`,
        }
        const session = path in addresses ? operators[0] : sessions[0]
        const enter = (context: BrowserContext) =>
          context.addCookies([{ name: "", value: "", ...session?.cookie, url: url("/") }])
        assert.deepStrictEqual(await faultsOf(browser(), url(addresses[path] ?? path), enter), [])
      },
    )

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

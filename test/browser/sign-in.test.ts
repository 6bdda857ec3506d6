import { expect, it } from "@effect/vitest"
import type { BrowserContext } from "playwright-core"
import { useOwnService } from "../support/service.ts"
import { layerTestMail, linksSent } from "../support/console-browser.ts"
import { faultsOf, openPage } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

describeInBrowser(
  "signing in in a browser",
  ({ browser, service, url }) => {
    /** Asks for a link as people do: by typing and pressing Enter. */
    const askIn = async (context: BrowserContext, email: string) => {
      const { page, complaints } = await openPage(context, url("/console/sign-in?lang=en"))
      await page.getByLabel("E-mail address").fill(email)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Look in your inbox" }).waitFor()
      return { page, complaints }
    }

    const signInTo = async (context: BrowserContext, email: string) => {
      const asked = await askIn(context, email)
      const [link = ""] = await linksSent(service().port)
      await asked.page.goto(url(`${link}?lang=en`))
      return asked
    }

    it("leads over a letter to the form that opens an account, without script too", async () => {
      for (const javaScriptEnabled of [true, false]) {
        const context = await browser().newContext({ javaScriptEnabled })
        const email = `script-${javaScriptEnabled}@acme.example`
        const { page, complaints } = await signInTo(context, email)
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.waitForURL(/\/console\/welcome/)
        await page.goto(url("/console/welcome?lang=en"))
        await page.getByLabel("Name of your company").fill(`Acme ${javaScriptEnabled}`)
        await page.getByRole("button", { name: "Open the account" }).click()
        await page.waitForURL(/\/console(\/welcome)?(\?|$)/)
        const cookies = await context.cookies()
        const session = cookies.find(({ name }) => name === "viatica-session")
        expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" })
        expect(complaints.filter((complaint) => !complaint.includes("404"))).toEqual([])
        await context.close()
      }
    })

    it("takes no form of another origin, whatever cookies go with it", async () => {
      const context = await browser().newContext()
      await askIn(context, "victim@acme.example")
      const [link = ""] = await linksSent(service().port)
      const page = await context.newPage()
      await page.goto("data:text/html,<title>elsewhere</title>")
      await page.setContent(
        `<form method="post" action="${url(link)}"><button>Win a prize</button></form>`,
      )
      const answered = page.waitForResponse((response) => response.url().includes(link))
      await page.getByRole("button").click()
      expect((await answered).status()).toBe(403)
      const cookies = await context.cookies()
      expect(cookies.some(({ name }) => name === "viatica-session")).toBe(false)
      await context.close()
    })

    it("shows pages without a fault in every size and scheme", async () => {
      expect(await faultsOf(browser(), url("/console/sign-in?lang=fr"))).toEqual([])
      expect(await faultsOf(browser(), url("/console/sign-in/out?lang=en"))).toEqual([])
      expect(await faultsOf(browser(), url("/outbox?lang=en"))).toEqual([])
      const context = await browser().newContext()
      const { page } = await signInTo(context, "faultless@acme.example")
      const link = page.url()
      expect(await faultsOf(browser(), link)).toEqual([])
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.waitForURL(/\/console(\/welcome)?(\?|$)/)
      const cookies = await context.cookies()
      await context.close()
      const signedIn = (other: BrowserContext) => other.addCookies(cookies)
      expect(await faultsOf(browser(), url("/console/welcome?lang=fr"), signedIn)).toEqual([])
    })
  },
  () => useOwnService({}, layerTestMail),
)

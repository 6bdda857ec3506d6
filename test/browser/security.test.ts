import { expect, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { layerTestMail, linksSent } from "../support/console-browser.ts"
import { signIn } from "../support/console-session.ts"
import { freePort } from "../support/http-call.ts"
import { useOwnService } from "../support/service.ts"
import { faultsOf, openPage } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

/** Passkeys are made for names alone, so that the service has one here. */
const port = await freePort()
const baseUrl = `http://localhost:${port}`

describeInBrowser(
  "passkeys in a browser",
  ({ browser, service }) => {
    const at = (path: string) => `${baseUrl}${path}`

    /** Gives a page a device with a passkey of its own, whose person proves to it who it is. */
    const withAuthenticator = async (page: Page) => {
      const device = await page.context().newCDPSession(page)
      await device.send("WebAuthn.enable")
      await device.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
    }

    const signInTo = async (page: Page, email: string) => {
      await page.goto(at("/console/sign-in?lang=en"))
      await page.getByLabel("E-mail address").fill(email)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Look in your inbox" }).waitFor()
      const [link = ""] = await linksSent(service().port)
      await page.goto(at(`${link}?lang=en`))
      await page.getByRole("button", { name: "Sign in" }).click()
    }

    it("are made on the page of security, asked after the link, and sign in without one", async () => {
      const email = "owner@keyed.example"
      await signIn(service(), { email, partnerCode: "keyed" })
      const context = await browser().newContext()
      const { complaints, page } = await openPage(context, at("/console/sign-in?lang=en"))
      await withAuthenticator(page)
      await signInTo(page, email)
      await page.waitForURL(/\/console\?/u)
      await page.goto(at("/console/security?lang=en"))
      await page.getByLabel("Name of the device").fill("Office computer")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Keep these recovery codes" }).waitFor()
      expect(await page.locator(".recovery-codes li").count()).toBe(10)
      await page.getByRole("link", { name: "I have kept them" }).click()
      await page.getByText("Office computer", { exact: true }).waitFor()

      await page.getByRole("button", { name: "Sign out" }).click()
      await page.waitForURL(/sign-in\/out/u)
      await signInTo(page, email)
      await page.getByRole("heading", { name: "One more step" }).waitFor()
      await page.getByRole("button", { name: "Use a passkey" }).click()
      await page.waitForURL(/\/console(?:\?|$)/u)
      await page.goto(at("/console/security?lang=en"))
      await page.getByText("second factor passed").first().waitFor()

      await page.getByRole("button", { name: "Sign out" }).click()
      await page.waitForURL(/sign-in\/out/u)
      await page.goto(at("/console/sign-in?lang=en"))
      await page.getByRole("link", { name: "Sign in by a passkey" }).click()
      await page.getByRole("button", { name: "Use a passkey" }).click()
      await page.waitForURL(/\/console(?:\?|$)/u)
      await page.goto(at("/console/security?lang=en"))
      await page.getByText("by passkey").waitFor()
      expect(complaints).toEqual([])
      await context.close()
    })

    it("say so where the device has none, and bar nobody in any size or scheme", async () => {
      const email = "seen@keyed.example"
      const session = await signIn(service(), { email, partnerCode: "keyedtoo" })
      const as = (context: BrowserContext) =>
        context.addCookies([{ ...session.cookie, url: at("/") }])
      await session.post("/console/security/code", {}, { origin: baseUrl })
      for (const path of [
        "/console/security?lang=fr&mode=sandbox",
        "/console/people?lang=fr&mode=sandbox",
        "/console/second-factor?lang=en",
        "/console/sign-in/passkey?lang=fr",
      ]) {
        expect(await faultsOf(browser(), at(path), as)).toEqual([])
      }
    })
  },
  () => useOwnService({ PORT: String(port), BASE_URL: baseUrl }, layerTestMail),
)

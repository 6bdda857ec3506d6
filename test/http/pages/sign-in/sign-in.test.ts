import { describe, expect, it } from "@effect/vitest"
import type { Answer } from "../../../support/http-call.ts"
import { layerTestMail, linksSent, openBrowser } from "../../../support/console-browser.ts"
import { useOwnService, useService } from "../../../support/service.ts"

const service = useOwnService({}, layerTestMail)
const secure = useOwnService({ BASE_URL: "https://viatica.example" }, layerTestMail)
const mailless = useService()

const browser = () => openBrowser(service().port)

const newestLink = async () => (await linksSent(service().port))[0] ?? ""

const heading = ({ text }: Answer): string =>
  /<h1[^>]*>.*?<span>(.*?)<\/span>/s.exec(text)?.[1] ?? ""

let people = 0

/** An address that nothing has been sent to. */
const freshAddress = (): string => `person${(people += 1)}@acme.example`

describe("signing in", () => {
  it("goes from an address over a letter and a button to the console", async () => {
    const claire = browser()
    const asked = await claire.post("/console/sign-in", { email: "Claire@Acme.example" })
    expect([asked.status, asked.headers["location"]]).toEqual([303, "/console/sign-in/sent"])
    expect((await claire.get("/console/sign-in/sent")).text).toContain("<b>claire@acme.example</b>")
    const link = await newestLink()
    const opened = await claire.get(link)
    expect([opened.status, heading(opened)]).toEqual([200, "Sign in to the console"])
    await claire.get(link)
    const begun = await claire.post(link)
    expect([begun.status, begun.headers["location"]]).toEqual([303, "/console"])
    expect(begun.headers["set-cookie"]).toMatch(
      /^viatica-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
    )
    expect((await claire.get("/console/welcome")).text).toContain("claire@acme.example")
  })

  it("opens an account, under a code of its name where none is chosen", async () => {
    const owner = browser()
    await owner.signIn(freshAddress())
    const csrf = await owner.csrf()
    const bad = await owner.post("/console/welcome", { csrf, name: "東京" })
    expect([bad.status, bad.text.includes("A code has 1 to 32")]).toEqual([400, true])
    const opened = await owner.post("/console/welcome", { csrf, name: "Été Voyages", code: "" })
    expect([opened.status, opened.headers["location"]]).toEqual([303, "/console"])
    const again = browser()
    await again.signIn(freshAddress())
    const taken = await again.post("/console/welcome", {
      csrf: await again.csrf(),
      name: "Other",
      code: "ete-voyages",
    })
    expect([taken.status, taken.text.includes("Another partner has this code")]).toEqual([
      400,
      true,
    ])
    const second = await again.post("/console/welcome", {
      csrf: await again.csrf(),
      name: "Été Voyages",
    })
    expect(second.status).toBe(303)
    expect((await again.get("/console/welcome")).headers["location"]).toBe("/console")
  })

  it("ends by signing out", async () => {
    const claire = browser()
    await claire.signIn(freshAddress())
    const before = claire.cookies.get("viatica-session") ?? ""
    const out = await claire.post("/console/sign-out", { csrf: await claire.csrf() })
    expect([out.status, out.headers["location"]]).toEqual([303, "/console/sign-in/out"])
    expect(claire.cookies.has("viatica-session")).toBe(false)
    claire.cookies.set("viatica-session", before)
    expect((await claire.get("/console/welcome")).headers["location"]).toBe(
      "/console/sign-in?next=%2Fconsole%2Fwelcome",
    )
  })

  it("speaks French to whoever asks in French, letter included", async () => {
    const claire = browser()
    const headers = { "accept-language": "fr-FR" }
    await claire.post("/console/sign-in", { email: freshAddress() }, headers)
    expect(heading(await claire.get("/console/sign-in", headers))).toBe("Connexion par e-mail")
    const { text } = await claire.get("/outbox")
    expect(text).toContain("Votre lien vers la console Viatica")
  })

  it("uses cookies of the host alone, over https alone, where it is reached so", async () => {
    const { port } = secure()
    const claire = openBrowser(port)
    const headers = { origin: "https://viatica.example" }
    const asked = await claire.post("/console/sign-in", { email: "a@acme.example" }, headers)
    expect(asked.headers["set-cookie"]).toMatch(
      /^__Host-viatica-browser=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=3600$/,
    )
    const [link = ""] = await linksSent(port)
    const begun = await claire.post(link, {}, headers)
    expect(begun.headers["set-cookie"]).toMatch(
      /^__Host-viatica-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=604800$/,
    )
    claire.cookies.set("viatica-session", claire.cookies.get("__Host-viatica-session") ?? "")
    claire.cookies.delete("__Host-viatica-session")
    expect((await claire.get("/console/welcome")).status).toBe(303)
  })

  it("says so where no mail is set up, and has no outbox there", async () => {
    const claire = openBrowser(mailless().port)
    expect(heading(await claire.get("/console/sign-in"))).toBe("No email is set up here")
    expect((await claire.post("/console/sign-in", { email: "a@acme.example" })).status).toBe(503)
    expect((await claire.get("/outbox")).status).toBe(404)
  })

  it("leads by an address of ours, whatever host a call names", async () => {
    const claire = browser()
    await claire.post("/console/sign-in", { email: freshAddress() }, { host: "evil.example" })
    const { text } = await claire.get("/outbox")
    expect(text).not.toContain("evil.example")
    expect(text).toContain(`http://127.0.0.1:${service().port}/console/sign-in/`)
  })
})

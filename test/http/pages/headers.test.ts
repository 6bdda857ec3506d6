import { createHash } from "node:crypto"
import { deflateRawSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { SealedAddresses } from "../../../http/ports/sealed-addresses.ts"
import { afterAll, beforeAll, expect, it } from "@effect/vitest"
import { vi } from "vitest"
import type { openRoutes } from "../../../http/gateway/routes.ts"
import { makeAssets } from "../../../http/pages/kit/assets.ts"
import { repeatedIds } from "../../support/repeated-ids.ts"
import { type Answer, send, sendRaw } from "../../support/http-call.ts"
import { skippedHeadings } from "../../support/page-check.ts"
import { bilanBody, openPaths, paths, quoteBody } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"
import { makeTraveller } from "./funnel/traveller.ts"
import { linkRows } from "../store/clicks/link-rows.ts"

/** The open routes that the service's router knows, and those that it has led calls to. */
const routing = vi.hoisted(() => {
  // The files before this one have loaded the router that is not watched.
  vi.resetModules()
  return { known: new Set<string>(), taken: new Set<string>() }
})

vi.mock("../../../http/gateway/routes.ts", async (original) => {
  const routes = await original<{ readonly openRoutes: typeof openRoutes }>()
  const watched: typeof openRoutes = (open, endpoints, answers) => {
    for (const { pattern } of open) routing.known.add(pattern)
    return routes.openRoutes(open, endpoints, {
      ...answers,
      answered: (route, answer) => {
        routing.taken.add(route.pattern)
        return answers.answered(route, answer)
      },
    })
  }
  return { ...routes, openRoutes: watched }
})

afterAll(() => {
  vi.doUnmock("../../../http/gateway/routes.ts")
  vi.resetModules()
})

const service = useService()

beforeAll(() => linkRows(service()).addLink({ code: "SPRING27" }))

const get = (path: string, headers = {}, method = "GET"): Promise<Answer> =>
  send({ port: service().port, method, path, headers })

const post = (path: string, body: string): Promise<Answer> =>
  send({
    port: service().port,
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  })

const comparedTrip =
  "residence=FR&destinations=US&start=2097-07-01&end=2097-07-14&ages=34&network=visa&tier=mid"

const comparisonPath = async (trip = comparedTrip): Promise<string> =>
  (await post("/compare", trip)).headers["location"] ?? ""

/** A link as an email brings it, which no mail server has to take here. */
const confirmationPath = async (): Promise<string> => {
  const [, part = ""] = /^\/compare\/([\w-]+)/.exec(await comparisonPath()) ?? []
  const held = deflateRawSync(JSON.stringify({ email: "camille@example.com", part }))
  const sealed = await service().run(
    Effect.map(SealedAddresses, ({ seal }) => seal("comparison email", held, Date.now())),
  )
  return `/compare/send/${sealed}`
}

const raw = async (text: string): Promise<Answer> => {
  const { answer } = await sendRaw(service().port, [text])
  if (answer === undefined) throw new Error("no answer")
  return answer
}

const iconPath = async (): Promise<string> => {
  const { body } = await service().call("POST", paths.quotes, quoteBody())
  const { offers } = body as { readonly offers: ReadonlyArray<{ readonly iconUrl?: string }> }
  const url = offers.find(({ iconUrl }) => iconUrl !== undefined)?.iconUrl ?? ""
  return new URL(url).pathname
}

const call = (method: string, path: string, body?: unknown) => service().call(method, path, body)

/** Pages of the console, and what forms of it are sent to. */
const consolePages = [
  "",
  "/nothing",
  "/calls",
  "/commission",
  "/events",
  "/keys",
  "/ledger.csv",
  "/links",
  "/operator",
  "/operator/audit",
  "/operator/partners/acme",
  "/operator/payouts",
  "/operator/payouts/PB-1",
  "/people",
  "/security",
  "/second-factor",
  "/sales",
  "/sales.csv",
  "/statements",
  "/statements/ST-2027-05-EUR",
  "/statements/account",
  "/usage",
  "/widget",
]
const consoleForms = [
  "/security/end",
  "/security/code",
  "/security/confirm",
  "/security/passkey",
  "/security/remove",
  "/security/recovery",
  "/security/rule",
  "/events/create",
  "/events/pause",
  "/events/example",
  "/events/ping",
  "/events/remove",
  "/events/resend",
  "/events/resume",
  "/events/rotate",
  "/keys/change",
  "/keys/copy",
  "/keys/create",
  "/keys/review",
  "/keys/revoke",
  "/keys/rotate",
  "/links/archive",
  "/links/create",
  "/operator/approve",
  "/operator/decline",
  "/operator/payouts/approve",
  "/operator/payouts/dissolve",
  "/operator/payouts/draw",
  "/operator/payouts/export",
  "/operator/payouts/returned",
  "/operator/payouts/sent",
  "/operator/suspend",
  "/people/invite",
  "/people/notices",
  "/people/remove",
  "/people/role",
  "/people/withdraw",
  "/widget/coach",
]

/** What the console answers a stranger. */
const toStrangers = Object.fromEntries([
  ...consolePages.map((path) => [`/console${path} to a stranger`, () => get(`/console${path}`)]),
  ...consoleForms.map((path) => [
    `/console${path} sent by a stranger`,
    () => post(`/console${path}`, ""),
  ]),
]) as Readonly<Record<string, () => Promise<Answer>>>

/** One answer of every kind that the service gives, by what asks for it. */
const answers: Readonly<Record<string, () => Promise<Answer>>> = {
  meta: () => call("GET", paths.meta),
  cards: () => call("GET", paths.cards),
  quotes: () => call("POST", paths.quotes, quoteBody()),
  "a refused quote": () => call("POST", paths.quotes, "{"),
  bilan: () => call("POST", paths.bilan, bilanBody()),
  links: () => call("POST", paths.links, {}),
  conversion: () => call("POST", paths.conversion, {}),
  "no signature": () => get(paths.meta),
  "no such path": () => get("/nowhere"),
  "another method": () => get("/healthz", {}, "DELETE"),
  "a browser's preflight": () =>
    get(
      paths.quotes,
      { origin: "https://a.example", "access-control-request-method": "POST" },
      "OPTIONS",
    ),
  "a call from a browser": () => get("/openapi.json", { origin: "https://a.example" }),
  "a body too large": () => call("POST", paths.quotes, "x".repeat(70_000)),
  "what is no HTTP": () => raw("nonsense\r\n\r\n"),
  "too long a head": () => raw(`GET / HTTP/1.1\r\nhost: a\r\na: ${"x".repeat(20_000)}\r\n\r\n`),
  "the front door": () => get("/"),
  "the front door for machines": () => get("/", { accept: "application/json" }),
  "/status": () => get("/status"),
  "/status.atom": () => get("/status.atom"),
  "/robots.txt": () => get("/robots.txt"),
  "/healthz": () => get("/healthz"),
  "/readyz": () => get("/readyz"),
  "/openapi.json": () => get("/openapi.json"),
  "/arazzo.json": () => get("/arazzo.json"),
  "/llms.txt": () => get("/llms.txt"),
  "/docs": () => get("/docs"),
  "a guide": () => get("/docs/guides/errors"),
  "a trial of a stranger": () => get("/docs/try/quotes"),
  "no page of the documentation": () => get("/docs/nothing"),
  "a document": () => get("/documents/101/terms"),
  "a document of one page": () => get("/documents/101/ipid"),
  "no document": () => get("/documents/101/nothing"),
  "an icon": async () => get(await iconPath()),
  "an asset": () => get(makeAssets().path("kit.css")),
  "no asset": () => get("/assets/nothing.css"),
  "no icon": () => get("/icons/nothing.svg"),
  "the picture of a card": () => get("/cards/1.svg"),
  "a picture that its caller has": () => get("/cards/1.svg", { "if-none-match": "*" }),
  "the monogram of a bank": () => get("/banks/bnp-paribas.svg"),
  "the vocabulary": () => get(openPaths.vocabulary),
  "no monogram": () => get("/banks/nobody.svg"),
  "the comparator": () => get("/compare?residence=FR&lang=fr"),
  "who compares": () => get("/compare/about?residence=FR&lang=fr"),
  "a comparison": () => post("/compare", comparedTrip),
  "a comparison that is refused": () => post("/compare", "residence=FR"),
  "a choice": () => post("/compare/choose", `${comparedTrip}&offer=1001`),
  "no choice": () => get("/compare/choose"),
  "a comparison by its address": async () => get(await comparisonPath()),
  "a comparison without a card": async () =>
    get(await comparisonPath(comparedTrip.replace("&network=visa&tier=mid", ""))),
  "the address of no comparison": () => get("/compare/nothing"),
  "an email with a comparison": () => post("/compare/send", "comparison=nothing&email=a@b.example"),
  "no email": () => get("/compare/send"),
  "a link that confirms an email": async () => get(await confirmationPath()),
  "a link that confirms no email": () => get("/compare/send/nothing"),
  "the sign-in page": () => get("/console/sign-in"),
  "a link that is none": () => get(`/console/sign-in/${"x".repeat(43)}`),
  "signing in by a passkey": () => get("/console/sign-in/passkey"),
  "after signing out": () => get("/console/sign-in/out"),
  "signing out without a session": () => get("/console/sign-out", {}, "POST"),
  "the console without a session": () => get("/console/welcome"),
  "a redirect": () => get("/r/SPRING27"),
  "an unknown link": () => get("/r/nothing77"),
  "a page of the funnel": () => get("/funnel/quote?ref=a"),
  "the funnel's offers": async () => {
    const { quoteRef } = await makeTraveller(service).linked()
    return get(`/funnel/offers?quote=${quoteRef}`)
  },
  "the funnel's page to withdraw": async () => {
    const traveller = makeTraveller(service)
    const { quoteRef, subscriptionId } = await traveller.linked()
    await traveller.advance(subscriptionId, "subscribed")
    return get(`/funnel/withdraw?quote=${quoteRef}`)
  },
  "the funnel's form": async () => get((await makeTraveller(service).linked()).form),
  "the widget": () => get("/widget.js"),
  ...toStrangers,
}

const isPage = ({ headers }: Answer): boolean =>
  headers["content-type"]?.startsWith("text/html") === true

const directives = ({ headers }: Answer): ReadonlyMap<string, string> =>
  new Map(
    (headers["content-security-policy"] ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ")
      return [name, sources.join(" ")]
    }),
  )

/** Pages that stand in frames of partners; they know nobody and act for nobody. */
const framed: ReadonlySet<string> = new Set([
  "the comparator",
  "who compares",
  "a comparison",
  "a comparison that is refused",
  "a comparison by its address",
  "a comparison without a card",
  "the address of no comparison",
  "an email with a comparison",
  "a link that confirms an email",
  "a link that confirms no email",
])

/** What is wrong with the headers of an answer. */
const flawsOf = (answer: Answer, name = ""): ReadonlyArray<string> => {
  const { headers } = answer
  const policy = directives(answer)
  const demands: ReadonlyArray<readonly [boolean, string]> = [
    [headers["x-content-type-options"] === "nosniff", "its type may be guessed"],
    [/^[0-9a-f-]{36}$/.test(headers["x-request-id"] ?? ""), "no request id"],
    [headers["cache-control"] !== undefined, "it does not say who may keep it"],
    [Object.keys(headers).every((name) => !name.startsWith("access-control-")), "open to browsers"],
    [
      headers["server"] === undefined && headers["x-powered-by"] === undefined,
      "tells its software",
    ],
    [headers["set-cookie"] === undefined, "sets a cookie"],
    [answer.status < 400 || headers["cache-control"] === "no-store", "a refusal that may be kept"],
    [!isPage(answer) || policy.get("default-src") === "'none'", "a page may load anything"],
    [
      !isPage(answer) || policy.get("frame-ancestors") === (framed.has(name) ? "*" : "'none'"),
      "a page may be framed, or not where it should",
    ],
    [!isPage(answer) || policy.get("base-uri") === "'none'", "a page may be moved"],
    [
      !isPage(answer) || ["'none'", "'self'"].includes(policy.get("form-action") ?? ""),
      "a page may send forms elsewhere",
    ],
    [
      !isPage(answer) || !/unsafe|https?:|\*/.test(policy.get("script-src") ?? ""),
      "a page may run scripts from elsewhere",
    ],
    [
      !isPage(answer) || ["no-referrer", "same-origin"].includes(headers["referrer-policy"] ?? ""),
      "a page passes its address on",
    ],
  ]
  return demands.filter(([holds]) => !holds).map(([, flaw]) => flaw)
}

it.each(Object.keys(answers))(
  "%s: safe headers, and none that opens it to browsers",
  async (name) => {
    const answer = await answers[name]?.()
    expect(answer).toBeDefined()
    if (answer !== undefined) expect(flawsOf(answer, name)).toEqual([])
  },
)

it("every page has headings of which none skips a level", async () => {
  expect(skippedHeadings("<h1>a</h1><h3>b</h3><h2>c</h2><h3><b>d</b></h3>")).toEqual(["h3 b"])
  const skipped: Array<string> = []
  for (const [name, ask] of Object.entries(answers)) {
    const answer = await ask()
    if (!isPage(answer)) continue
    skipped.push(...skippedHeadings(answer.text).map((heading) => `${name}: ${heading}`))
  }
  expect(skipped).toEqual([])
})

it("every page has each of its ids once", async () => {
  expect(repeatedIds('<p id="a"></p><p id="b"></p><i id="a"></i>')).toEqual(["a"])
  const repeated: Array<string> = []
  for (const [name, ask] of Object.entries(answers)) {
    const answer = await ask()
    if (!isPage(answer)) continue
    repeated.push(...repeatedIds(answer.text).map((id) => `${name}: ${id}`))
  }
  expect(repeated).toEqual([])
})

it("every open route that the router knows is among them, answered as it is meant to be", async () => {
  const answered = new Set<string>()
  for (const ask of Object.values(answers)) {
    routing.taken.clear()
    const { status } = await ask()
    if (status < 400) for (const pattern of routing.taken) answered.add(pattern)
  }
  expect(routing.known.size).toBeGreaterThan(5)
  expect([...answered].sort()).toEqual([...routing.known].sort())
})

it("every documented route of the service is among them", async () => {
  const { body } = await get("/openapi.json")
  const documented = Object.keys((body as { readonly paths: object }).paths)
  expect(documented.sort()).toEqual([...Object.values(paths), ...Object.values(openPaths)].sort())
})

const servedPolicy = (forms: string, frames: string): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  `form-action ${forms}; base-uri 'none'; frame-ancestors ${frames}`

/** Every policy that the service sends, to the letter but for the digest of a style. */
const policies: ReadonlyArray<string> = [
  servedPolicy("'self'", "'none'"),
  servedPolicy("'self'", "*"),
  "default-src 'none'; style-src 'sha256-'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "default-src 'none'; style-src 'unsafe-inline'; sandbox",
]

it("every policy is one of four, to the letter, and each of them is sent", async () => {
  const sent = new Set<string>()
  for (const ask of Object.values(answers)) {
    const policy = (await ask()).headers["content-security-policy"]
    if (policy !== undefined) sent.add(policy.replaceAll(/sha256-[\w+/=]+/g, "sha256-"))
  }
  expect([...sent].sort()).toEqual([...policies].sort())
})

it("signed answers, health and redirects are kept by nobody", async () => {
  for (const name of ["meta", "cards", "quotes", "bilan", "/healthz", "/readyz", "a redirect"]) {
    expect([name, (await answers[name]?.())?.headers["cache-control"]]).toEqual([name, "no-store"])
  }
})

it("icons are a picture and nothing else, wherever they are opened", async () => {
  const { headers } = await get(await iconPath())
  expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8")
  expect(headers["content-security-policy"]).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
})

const sourceOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`

it.each(["/documents/101/ipid"])(
  "%s runs and styles by the contents that its policy names",
  async (path) => {
    const answer = await get(path)
    const policy = directives(answer)
    const scripts = [...answer.text.matchAll(/<script[^>]*>([^]*?)<\/script/g)]
    for (const [, script = ""] of scripts) {
      expect(policy.get("script-src")).toContain(sourceOf(script))
    }
    expect(policy.get("script-src")?.split(" ").length ?? 0).toBe(scripts.length)
    for (const [, style = ""] of answer.text.matchAll(/<style>([^]*?)<\/style>/g)) {
      expect(policy.get("style-src")).toBe(sourceOf(style))
    }
  },
)

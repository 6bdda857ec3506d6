import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import { Demo } from "../../../http/ports/house.ts"
import { exampleNames } from "../../../http/pages/docs/operation-examples.ts"
import type { CodedLanguageId, LanguageId } from "../../../http/pages/docs/snippets/languages.ts"
import { makeOutbox } from "../../../http/outside/mail/post-office.ts"
import { Mail } from "../../../http/ports/mail.ts"
import { useOwnService } from "../../support/service.ts"
import { idleSentence } from "../../support/tool-tests.ts"
import { launch } from "../cli/run.ts"
import { heldAs, type KnownHere } from "./held.ts"
import {
  canFollow,
  compileTimeMs,
  type Desk,
  goesOn,
  openDesk,
  receiveBy,
  sellBy,
  tellsOf,
} from "./languages.ts"
import { readConsole, type RobotPartner, signUp } from "./partner.ts"
import {
  blockOf,
  blocksOf,
  type CodeBlock,
  linksOf,
  openReader,
  readAll,
  type ReadPage,
} from "./reader.ts"

/*
 * A robot that can only read: it knows the address of a running service, signs up by the forms of its pages,
 * takes the link from the outbox, and runs what the pages print, as they print it.
 */

/** As the demo runs, with event endpoints on this machine. */
const service = useOwnService(
  { EVENTS_ALLOW_PRIVATE: "true" },
  Layer.merge(
    Layer.succeed(Demo, { partnerCode: "demo" }),
    Layer.succeed(Mail, { isSet: true, from: "console@viatica.example", ...makeOutbox() }),
  ),
)

const idle = idleSentence("clients in Go, Java, PHP and Python")

/** Two languages are always tried; the others where something that they rest on has changed, and at night. */
const isTried = (language: LanguageId): boolean =>
  canFollow(language) && (idle === undefined || language === "curl" || language === "python")

const languages = (["curl", "python", "typescript", "go", "php", "java"] as const).filter(isTried)

const ran = new Set<string>()
const answers = new Map<string, unknown>()
const seconds = new Map<string, number>()
const desks: Array<Desk> = []
const partners: Array<RobotPartner> = []

/** As many accounts may be opened from one network in a day: one more robot goes on with the first. */
const accountsMax = 5

let [quickstart, webhooks]: ReadonlyArray<ReadPage> = []
let reference: ReadonlyArray<ReadPage> = []

const page = (read: ReadPage | undefined): ReadPage => {
  if (read === undefined) throw new Error("no page has been read")
  return read
}

/** `viatica`, as whoever operates a service hands it out: on the path. */
const commandFolder = (desk: Desk): string => {
  const bin = join(desk.folder, "bin")
  mkdirSync(bin, { recursive: true })
  const command = join(bin, "viatica")
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${launch}" "$@"\n`)
  chmodSync(command, 0o755)
  return bin
}

const openDeskFor = (partner: RobotPartner): Desk => {
  const desk = openDesk(partner.environment)
  desks.push(desk)
  return desk
}

beforeAll(async () => {
  const reader = openReader(service().baseUrl)
  quickstart = await reader.get("/docs?lang=en")
  webhooks = await reader.get("/docs/guides/events?lang=en")
  const list = await reader.get("/docs/reference?lang=en")
  const links = linksOf(list).filter((link) => link.startsWith("/docs/reference/"))
  reference = await Promise.all([...new Set(links.map((link) => link.split("?")[0] ?? ""))].map((link) => reader.get(link)))
})

afterAll(() => {
  for (const desk of desks) desk.clear()
})

const nameOf = ({ path }: ReadPage): string => path.split("/").at(-1) ?? ""

/** Puts what is one's own in place of what pages say is an example's. */
const ownNames = (own: Readonly<Record<string, string>>) => (block: CodeBlock): CodeBlock => {
  const code = Object.entries(own).reduce(
    (text, [example, mine]) => text.replaceAll(example, mine),
    block.code,
  )
  ran.add(block.code)
  return { ...block, code }
}

for (const language of languages) {
  describe(`in ${language}, a robot that can only read`, () => {
    let partner: RobotPartner | undefined
    let desk: Desk | undefined
    let own: Readonly<Record<string, string>> = {}

    it("goes from a sign-up to a sale that the console shows", async () => {
      const startedAt = performance.now()
      partner = partners.length < accountsMax ? await signUp(service().baseUrl, language) : partners[0]
      if (partner === undefined) throw new Error("nobody has signed up")
      partners.push(partner)
      desk = openDeskFor(partner)
      const printed = await sellBy(language, desk, page(quickstart))
      const [price = "", ...more] = printed
      if (language === "curl") {
        const [read, link, sale] = more
        for (const [name, text] of Object.entries({ quotes: price, bilan: read, links: link, conversion: sale })) {
          const answer = JSON.parse(text ?? "") as object
          assert.propertyVal(answer, "ok", true, name)
          answers.set(name, answer)
        }
      } else {
        assert.match(price, /^\d+\.\d+ EUR .+$/)
        assert.match(printed.join("\n"), /^pending \d+\.\d+ EUR$/m)
      }
      const [link = ""] = /https?:\/\/[^\s"]+\/funnel\/[^\s"]+/.exec(printed.join("\n")) ?? []
      const clicked = await openReader(partner.reader.baseUrl).get(link)
      assert.deepStrictEqual([link, clicked.status], [link, 200])
      const sales = await readConsole(partner, "sales")
      assert.include(sales.text, exampleNames.order)
      assert.include(sales.text, partner.environment["VIATICA_REF"])
      seconds.set(language, (performance.now() - startedAt) / 1000)
    }, compileTimeMs)

    it("counts the click on its tracked link", async () => {
      if (partner === undefined) throw new Error("nobody has signed up")
      const { text } = await readConsole(partner, "links")
      const code = partner.environment["VIATICA_REF"]?.split("-").at(-1) ?? ""
      const address = new RegExp(`https?://[^\\s"<]+/r/${code}`).exec(text)?.[0] ?? ""
      const clicked = await fetch(address, { redirect: "manual" })
      assert.include([302, 303, 307], clicked.status, address)
    })

    it("takes an event by the receiver of the guide", async () => {
      if (partner === undefined || desk === undefined) throw new Error("nobody has signed up")
      const { endpoint, eventId, said } = await receiveBy(language, desk, partner, page(webhooks))
      assert.match(said, language === "curl" ? /^verified: evt_\w+\nverified: evt_\w+$/m : /\bping evt_\w+/)
      assert.notInclude(said, "refused")
      const priced = await fetchSession(desk)
      own = {
        [exampleNames.ref]: partner.environment["VIATICA_REF"] ?? "",
        [exampleNames.sessionId]: priced,
        [exampleNames.endpointId]: endpoint.endpointId,
        [exampleNames.eventId]: eventId,
      }
    }, compileTimeMs)

    it("makes every call of the reference", async () => {
      if (desk === undefined) throw new Error("nobody has signed up")
      const mine = ownNames(own)
      const calls = reference.map((read) => ({ name: nameOf(read), read }))
      if (language === "curl") {
        for (const { name, read } of calls) {
          const { code } = mine(blockOf(read, "call-curl-code"))
          const answer = JSON.parse(await desk.type([], code)) as object
          assert.propertyVal(answer, "ok", true, name)
          if (!answers.has(name)) answers.set(name, answer)
        }
        return
      }
      const coded = calls.filter(({ read }) => read.text.includes(`id="call-${language}-code"`))
      const begin = blockOf(page(quickstart), `price-${language}-code`)
      const lines = coded.map(({ name, read }) =>
        tellsOf(language, name, mine(blockOf(read, `call-${language}-code`)).code),
      )
      // Queries are values of another package of Go's library.
      const program = goesOn(language, begin, lines).replace('\t"os"\n', '\t"net/url"\n\t"os"\n')
      desk.save(begin.file, [], program)
      const printed = await desk.type([], begin.run)
      const answered = [...printed.matchAll(/^ok (\w+)$/gm)].map(([, name]) => name)
      assert.deepStrictEqual(answered, coded.map(({ name }) => name))
    }, compileTimeMs)

    it("signs by hand as the guide shows", async () => {
      if (desk === undefined || partner === undefined) throw new Error("nobody has signed up")
      const guide = await partner.reader.get("/docs/guides/signing?lang=en")
      const block = blockOf(guide, `by-hand-${language}-code`)
      const apart = openDeskFor(partner)
      apart.save(block.file, [block])
      for (const code of apart.ran) ran.add(code)
      const { offers } = JSON.parse(await apart.type([], block.run)) as { readonly offers: ReadonlyArray<unknown> }
      assert.isAbove(offers.length, 2)
      for (const code of desk.ran) ran.add(code)
    }, compileTimeMs)
  })
}

/** The session of a quote of one's own, by the call that the shell of the quickstart makes. */
const fetchSession = async (desk: Desk): Promise<string> => {
  const [sign, price] = ["client-of", "price"].map((step) => blockOf(page(quickstart), `${step}-curl-code`))
  if (sign === undefined || price === undefined) return ""
  const priced = await desk.type([], `${sign.code}\n${price.code}`)
  return (JSON.parse(priced) as { readonly sessionId: string }).sessionId
}

type Call = Readonly<Record<string, unknown>>

describe("a robot that can only read", () => {
  it("prices a trip and reads a card as an agent, by the list of servers of the guide", async () => {
    const [first] = partners
    if (first === undefined) throw new Error("nobody has signed up")
    const guide = await first.reader.get("/docs/guides/testing?lang=en")
    const block = blocksOf(guide).find(({ code }) => code.includes("mcpServers"))
    const desk = openDeskFor(first)
    const { mcpServers } = JSON.parse(block?.code ?? "") as {
      readonly mcpServers: Readonly<Record<string, { readonly command: string; readonly args: ReadonlyArray<string> }>>
    }
    const [server] = Object.values(mcpServers)
    const call = (id: number, name: string, input: object) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: input },
    })
    const quotes = answers.get("quotes") as { readonly trip: Call; readonly offers: ReadonlyArray<{ readonly price: unknown }> }
    const { arrivalCountries, countryResidence, endDate, intent, startDate, travellers } = quotes.trip
    const card = { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } }
    const messages = [
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "robot", version: "1" } },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      call(2, "price_trip", { arrivalCountries, countryResidence, endDate, intent, startDate, travellers }),
      call(3, "read_card", card),
    ]
    desk.save("messages", [], messages.map((each) => `${JSON.stringify(each)}\n`).join(""))
    const bin = commandFolder(desk)
    const said = await desk.type([], `PATH="${bin}:$PATH" ${[server?.command, ...(server?.args ?? [])].join(" ")} < messages`)
    if (block !== undefined) ran.add(block.code)
    const results = said
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly id: number; readonly result: { readonly structuredContent?: Call } })
    console.log(said.slice(0,600))
    const contentOf = (id: number): Call | undefined => results.find((each) => each.id === id)?.result.structuredContent
    const { offers } = contentOf(2) as { readonly offers: ReadonlyArray<{ readonly price: unknown }> }
    assert.deepStrictEqual(offers[0]?.price, quotes.offers[0]?.price)
    assert.isDefined(contentOf(3))
  }, compileTimeMs)

  it("runs or holds every block of every page", async () => {
    const [first] = partners
    if (first === undefined) throw new Error("nobody has signed up")
    const { lines, reader } = first
    const from = ["en", "fr"].flatMap((language) => [`/docs?lang=${language}`, `/?lang=${language}`, `/console?lang=${language}`])
    const pages = await readAll(reader, from, (path) => /^\/(docs|console)(?![/\w-]*(?:files|sign-out|csv))/.test(path))
    console.log(pages.length)
    const known: KnownHere = {
      baseUrl: reader.baseUrl,
      lines,
      answers,
      refusal: await refusalOf(),
      statusOf: async (address) => (await fetch(new URL(address, reader.baseUrl))).status,
    }
    for (const { path, status } of pages) if (status!==200) console.log(path, status)
    const blocks = pages.flatMap(blocksOf)
    const undone: Array<string> = []
    for (const block of blocks) {
      if (ran.has(block.code)) continue
      const held = heldAs(block)
      if (held === undefined) { undone.push(`${block.page} ${block.id} ${block.label}`); continue }
      const problems = await held.problems(block, known)
      if (problems.length) undone.push(`${held.name}: ${block.page} ${problems.join()}`)
    }
    console.log(blocks.length, undone.length, [...seconds])
    assert.deepStrictEqual(undone, [])
  }, compileTimeMs)
})

const refusalOf = async (): Promise<unknown> =>
  (await fetch(new URL("/api/v1/travel/meta", service().baseUrl))).json()

export type { CodedLanguageId }

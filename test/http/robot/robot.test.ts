import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import { makeOutbox } from "../../../http/outside/mail/post-office.ts"
import { exampleNames } from "../../../http/pages/docs/operation-examples.ts"
import type { LanguageId } from "../../../http/pages/docs/snippets/languages.ts"
import { Demo } from "../../../http/ports/house.ts"
import { Mail } from "../../../http/ports/mail.ts"
import { eventually } from "../../support/eventually.ts"
import { useOwnService } from "../../support/service.ts"
import { idleSentence } from "../../support/tool-tests.ts"
import { askAgent, lookByCommands, renderByScript, steerEmulator } from "./commands.ts"
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

/** As the demo runs, but with event endpoints on this machine. */
const service = useOwnService(
  { EVENTS_ALLOW_PRIVATE: "true" },
  Layer.merge(
    Layer.succeed(Demo, { partnerCode: "demo" }),
    Layer.succeed(Mail, { isSet: true, from: "console@viatica.example", ...makeOutbox() }),
  ),
)

const idle = idleSentence("clients in Go, Java, PHP and Python")

const all = ["curl", "python", "typescript", "go", "php", "java"] as const

/** Two languages are always tried; the others where something that they rest on has changed, and at night. */
const languages = all.filter(
  (language) =>
    canFollow(language) && (idle === undefined || language === "curl" || language === "python"),
)

/** As many accounts may be opened from one network in a day: one more robot goes on with the first. */
const accountsMax = 5

const partners: Array<RobotPartner> = []
const desks: Array<Desk> = []
const ran = new Set<string>()
const answers = new Map<string, unknown>()
const seconds = new Map<string, number>()
let quickstart: ReadPage = { path: "", status: 0, text: "" }
let reference: ReadonlyArray<ReadPage> = []

/** The first partner, who has sold by curl. */
const firstPartner = (): RobotPartner => {
  const [first] = partners
  if (first === undefined) throw new Error("nobody has signed up")
  return first
}

const deskOf = (partner: RobotPartner): Desk => {
  const desk = openDesk(partner.environment, (block) => ran.add(block.code))
  desks.push(desk)
  return desk
}

const nameOf = ({ path }: ReadPage): string => path.split("/").at(-1) ?? ""

beforeAll(async () => {
  const reader = openReader(service().baseUrl)
  quickstart = await reader.get("/docs?lang=en")
  const links = linksOf(await reader.get("/docs/reference?lang=en"))
    .filter((link) => link.startsWith("/docs/reference/"))
    .map((link) => link.split("?")[0] ?? "")
  reference = await Promise.all([...new Set(links)].map((link) => reader.get(link)))
  // From the sources, the service makes this archive when it is first asked for it, which takes a while here.
  if (languages.includes("typescript")) {
    const isMade = async () => (await reader.get("/docs/files/viatica.tgz")).status === 200
    assert.isTrue(await eventually(isMade, compileTimeMs, 500))
  }
}, compileTimeMs)

afterAll(() => {
  for (const desk of desks) desk.clear()
})

for (const language of languages) {
  describe(`in ${language}, a robot that can only read`, () => {
    let partner: RobotPartner | undefined
    let own: Readonly<Record<string, string>> = {}

    const signedUp = (): RobotPartner => {
      if (partner === undefined) throw new Error("nobody has signed up")
      return partner
    }

    /** A block with one's own names in place of those that pages say are an example's. */
    const withOwn = (block: CodeBlock): string => {
      ran.add(block.code)
      return Object.entries(own).reduce(
        (text, [example, mine]) => text.replaceAll(example, mine),
        block.code,
      )
    }

    it(
      "goes from a sign-up to a sale that the console shows",
      async () => {
        const startedAt = performance.now()
        const isNew = partners.length < accountsMax
        partner = isNew ? await signUp(service().baseUrl, language) : firstPartner()
        partners.push(partner)
        const printed = await sellBy(language, deskOf(partner), quickstart)
        const said = printed.join("\n")
        if (language === "curl") keepAnswers(printed)
        else assert.match(said, /^\d+\.\d+ EUR .+[^]*^pending \d+\.\d+ EUR$/m)
        const [link = ""] = /https?:\/\/[^\s"]+\/funnel\/[^\s"]+/.exec(said) ?? []
        assert.strictEqual((await openReader(service().baseUrl).get(link)).status, 200, link)
        const sales = await readConsole(partner, "sales")
        assert.include(sales.text, exampleNames.order)
        assert.include(sales.text, partner.environment["VIATICA_REF"] ?? "no ref")
        seconds.set(language, (performance.now() - startedAt) / 1000)
      },
      compileTimeMs,
    )

    it("finds the address of its tracked link in the console, and follows it", async () => {
      const code = signedUp().environment["VIATICA_REF"]?.split("-").at(-1) ?? ""
      const { text } = await readConsole(signedUp(), "links")
      const address = new RegExp(`https?://[^\\s"<]+/r/${code}`).exec(text)?.[0] ?? ""
      const { headers, status } = await fetch(address, { redirect: "manual" })
      assert.strictEqual(status, 302, address)
      assert.isNotNull(headers.get("location"))
    })

    it(
      "takes events by the receiver of the guide",
      async () => {
        const guide = await signedUp().reader.get("/docs/guides/events?lang=en")
        const desk = deskOf(signedUp())
        if (language !== "curl") {
          await desk.type([blockOf(quickstart, `client-of-${language}-code`)])
        }
        const { endpoint, eventId, said } = await receiveBy(language, desk, signedUp(), guide)
        assert.match(said, language === "curl" ? /^(verified: evt_\w+\n){2}$/ : /\bping evt_\w+/)
        assert.notInclude(said, "refused")
        own = {
          [exampleNames.ref]: signedUp().environment["VIATICA_REF"] ?? "",
          [exampleNames.sessionId]: await pricedSession(desk),
          [exampleNames.endpointId]: endpoint.endpointId,
          [exampleNames.eventId]: eventId,
        }
      },
      compileTimeMs,
    )

    it(
      "makes every call of the reference",
      async () => {
        const desk = deskOf(signedUp())
        if (language === "curl") {
          for (const page of reference) {
            const answer = await desk.type([], withOwn(blockOf(page, "call-curl-code")))
            keepAnswer(nameOf(page), answer)
          }
          return
        }
        const coded = reference.filter(({ text }) => text.includes(`id="call-${language}-code"`))
        const lines = coded.map((page) =>
          tellsOf(language, nameOf(page), withOwn(blockOf(page, `call-${language}-code`))),
        )
        const begin = blockOf(quickstart, `price-${language}-code`)
        // Queries are values of another package of Go's library.
        const program = goesOn(language, begin, lines).replace('\t"os"\n', '\t"net/url"\n\t"os"\n')
        await desk.type([blockOf(quickstart, `client-of-${language}-code`)])
        desk.save(begin.file, [], program)
        const printed = await desk.type([], begin.run)
        const answered = [...printed.matchAll(/^ok (\w+)$/gm)].map(([, name]) => name)
        assert.deepStrictEqual(answered, coded.map(nameOf))
      },
      compileTimeMs,
    )

    it(
      "signs by hand as the guide shows",
      async () => {
        const guide = await signedUp().reader.get("/docs/guides/signing?lang=en")
        const block = blockOf(guide, `by-hand-${language}-code`)
        const desk = deskOf(signedUp())
        desk.save(block.file, [block])
        const { offers } = JSON.parse(await desk.type([], block.run)) as {
          readonly offers: ReadonlyArray<unknown>
        }
        assert.isAbove(offers.length, 2)
      },
      compileTimeMs,
    )
  })
}

const keepAnswer = (name: string, text: string): void => {
  const answer = JSON.parse(text) as object
  assert.propertyVal(answer, "ok", true, name)
  if (!answers.has(name)) answers.set(name, answer)
}

/** Keeps what the calls of the quickstart were answered, to hold the samples of pages against it. */
const keepAnswers = (printed: ReadonlyArray<string>): void => {
  const names = ["quotes", "bilan", "links", "conversion"]
  for (const [index, name] of names.entries()) keepAnswer(name, printed[index] ?? "")
}

/** The session of a quote of one's own, by the call that the shell of the quickstart makes. */
const pricedSession = async (desk: Desk): Promise<string> => {
  const [sign, price] = ["client-of", "price"].map(
    (step) => blockOf(quickstart, `${step}-curl-code`).code,
  )
  const priced = await desk.type([], `${sign}\n${price}`)
  return (JSON.parse(priced) as { readonly sessionId: string }).sessionId
}

describe("a robot that can only read", () => {
  it("renders a bilan by the script of the guide", async () => {
    const { reader } = firstPartner()
    const guide = await reader.get("/docs/guides/coach-words?lang=en")
    await renderByScript(deskOf(firstPartner()), blocksOf(guide)[0], {
      url: reader.baseUrl,
      answer: answers.get("bilan"),
    })
  })

  it.skipIf(idle !== undefined)(
    "prices a trip and reads a card as an agent, by the list of servers of the guide",
    async () => {
      const guide = await firstPartner().reader.get("/docs/guides/testing?lang=en")
      const block = blocksOf(guide).find(({ code }) => code.includes("mcpServers"))
      const startedAt = performance.now()
      await askAgent(deskOf(firstPartner()), block, answers.get("quotes"))
      seconds.set("mcp", (performance.now() - startedAt) / 1000)
    },
    compileTimeMs,
  )

  it.skipIf(idle !== undefined)(
    "runs doctor and tail, and steers an emulator, by the commands of the guides",
    async () => {
      const { reader } = firstPartner()
      const [doctor, steering] = await Promise.all(
        ["doctor", "emulator"].map((name) => reader.get(`/docs/guides/${name}?lang=en`)),
      )
      if (doctor === undefined || steering === undefined) throw new Error("no such guides")
      const desk = deskOf(firstPartner())
      const sign = blockOf(quickstart, "client-of-curl-code").code
      await lookByCommands(desk, blocksOf(doctor)[0], () =>
        desk.type([], `${sign}\nviatica POST /api/v1/travel/quotes '{}'`),
      )
      await steerEmulator(deskOf(firstPartner()), blocksOf(steering)[0])
    },
    compileTimeMs,
  )

  it(
    "runs or holds every block of every page, in both languages",
    async () => {
      const { lines, reader } = firstPartner()
      const starts = ["/", "/docs", "/console", "/compare"]
      const from = ["en", "fr"].flatMap((lang) => starts.map((path) => `${path}?lang=${lang}`))
      const pages = await readAll(reader, from, isOfPages)
      assert.deepStrictEqual(
        pages.filter(({ status }) => status !== 200).map(({ path }) => path),
        [],
      )
      const known: KnownHere = {
        baseUrl: reader.baseUrl,
        lines,
        answers,
        refusal: await (await fetch(new URL("/api/v1/travel/meta", reader.baseUrl))).json(),
        statusOf: async (address) => (await fetch(new URL(address, reader.baseUrl))).status,
      }
      const counts = { run: 0, held: 0, left: 0 }
      const undone: Array<string> = []
      for (const block of [lines, ...pages.flatMap(blocksOf)]) {
        const at = `${block.page} ${block.id} ${block.label}`
        const held = heldAs(block)
        if (ran.has(block.code)) counts.run += 1
        else if (isLeft(block)) counts.left += 1
        else if (held === undefined) undone.push(`${at}: neither run nor held`)
        else {
          counts.held += 1
          const problems = await held.problems(block, known)
          undone.push(...problems.map((problem) => `${at}: not so that ${held.name}: ${problem}`))
        }
      }
      assert.deepStrictEqual(undone, [])
      assert.isAbove(counts.run, counts.held)
      say(counts, pages.length)
    },
    compileTimeMs,
  )
})

/** Pages with something to copy: files and the ends of sessions are none. */
const isOfPages = (path: string): boolean =>
  /^\/(?:docs|console)\b/.test(path) && !/\/(?:files|sign-out|export)\b|\.(?:atom|csv)/.test(path)

/** Whether a block waits for the night: its language is not tried here, or is not on this machine. */
const isLeft = ({ code, id, label }: CodeBlock): boolean => {
  const [, language] = /-(\w+)-code$/.exec(id) ?? []
  if (language !== undefined) return !languages.some((tried) => tried === language)
  return idle !== undefined && (/^viatica |_emulator|mcpServers/m.test(code) || label === "")
}

const say = (counts: Readonly<Record<string, number>>, pages: number): void => {
  const times = [...seconds].map(([language, taken]) => `${language} ${taken.toFixed(1)} s`)
  const missing = all.filter((language: LanguageId) => !languages.some((one) => one === language))
  const left =
    missing.length === 0
      ? ""
      : ` Left: ${counts["left"]}, of ${missing.join(", ")} and commands; ${idle ?? "not on this machine"}`
  process.stdout.write(
    `\nBlocks of ${pages} pages: ${counts["run"]} run, ${counts["held"]} held.${left}\nZero to a sale: ${times.join(", ")}.\n`,
  )
}

import { connect, type Socket } from "node:net"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ConsoleSession, signIn } from "../../../support/console-session.ts"
import { useService } from "../../../support/service.ts"

const service = useService()

const path = "/console/links/create"

/** How many forms are under way at once: far more than there are places for pages. */
const forms = 24

/** Begins a form of a session, and sends so much of it. */
const begin = async (session: ConsoleSession, body: string, lengthBytes = 200): Promise<Socket> => {
  const socket = connect({ port: service().port, host: "127.0.0.1" }).on("error", () => {})
  await once(socket, "connect")
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    `cookie: ${session.cookie.name}=${session.cookie.value}`,
    "content-type: application/x-www-form-urlencoded",
    `content-length: ${lengthBytes}`,
  ]
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`)
  return socket
}

describe("forms that do not come whole", () => {
  let sender: ConsoleSession
  let other: ConsoleSession
  let operator: ConsoleSession
  const open: Array<Socket> = []
  let codes = 0
  beforeAll(async () => {
    sender = await signIn(service(), { email: "half@sent.example", partnerCode: "half" })
    other = await signIn(service(), { email: "o@beside.example", partnerCode: "beside" })
    operator = await signIn(service(), { email: "op@beside.example", isOperator: true })
  })
  afterAll(() => open.forEach((socket) => socket.destroy()))

  const beginAll = async (body: string, lengthBytes?: number): Promise<void> => {
    const begun = Array.from({ length: forms }, () => begin(sender, body, lengthBytes))
    open.push(...(await Promise.all(begun)))
  }

  const pagesAnswer = async (): Promise<void> => {
    const pages = [
      other.get("/console"),
      other.get("/console/keys"),
      operator.get("/console/operator"),
      sender.get("/console/usage"),
    ]
    assert.deepStrictEqual(
      (await Promise.all(pages)).map(({ status }) => status),
      [200, 200, 200, 200],
    )
    codes += 1
    const made = await other.post(path, { code: `beside${codes}` })
    assert.strictEqual(made.status, 303)
  }

  it("keep nobody from their pages while they wait for the rest", async () => {
    await beginAll("csrf=")
    await delay(50)
    await pagesAnswer()
  })

  it("keep nobody from their pages once their connections have ended", async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await delay(50)
    await pagesAnswer()
  })

  it.each(["with the head", "with the first bytes", "reset"] as const)(
    "keep nobody from their pages where the connection ends %s",
    async (how) => {
      await beginAll(how === "with the head" ? "" : "csrf=")
      for (const socket of open.splice(0)) {
        if (how === "reset") socket.resetAndDestroy()
        else socket.end()
      }
      await pagesAnswer()
    },
  )

  it("are refused by a page where they are longer than a form may be", async () => {
    const before = open.length
    await beginAll("csrf=", 20_000)
    const answers = await Promise.all(
      open.slice(before).map(async (socket) => String((await once(socket, "data"))[0])),
    )
    for (const answer of answers) assert.match(answer, /^HTTP\/1.1 413 /)
    await pagesAnswer()
  })
})

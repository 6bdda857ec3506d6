import { createServer } from "node:http"
import type { SimulationGround } from "./cluster.ts"
import type { End, Network } from "./network.ts"
import type { Choices } from "../support/random.ts"
import type { VirtualTime } from "./virtual-time.ts"

/** What an insurer does with a request for premiums. */
export type InsurerMood = "answers" | "fails" | "is late" | "is silent" | "cuts off" | "babbles"

/** What the mail server does with an email. */
export type MailMood =
  | "takes"
  | "delays"
  | "defers the sender"
  | "refuses the recipient"
  | "drops what it took"
  | "drops the text"
  | "is silent"

/** A premium that an insurer told in whole, for a code of its own. */
export interface ToldPremium {
  readonly insurer: string
  readonly code: string
  readonly atMs: number
}

/** An email that reached the mail server in whole. */
export interface ArrivedEmail {
  readonly to: string
  readonly id: string
  /** Whether its sender has said that it knows of it: else it may come again. */
  isKnownTaken: boolean
}

/** Insurers and a mail server, outside of the service. */
export interface Outside {
  /** Settings that give processes their addresses. */
  readonly settings: Readonly<Record<string, string>>
  insurer: InsurerMood
  mail: MailMood
  readonly premiums: ReadonlyArray<ToldPremium>
  readonly emails: ReadonlyArray<ArrivedEmail>
}

/** Insurers of the catalogue that are asked over HTTP. */
export const insurersOutside = ["kestrelgate", "feuillacier", "tannhorst"] as const

const mailPort = 2_525

const firstInsurerPort = 9_101

/** Has insurers and a mail server listen on a network. */
export const makeOutside = ({
  choices,
  ground,
  network,
  time,
  trace,
}: {
  readonly choices: Choices
  readonly ground: SimulationGround
  readonly network: Network
  readonly time: VirtualTime
  readonly trace: (line: string) => void
}): Outside => {
  const premiums: Array<ToldPremium> = []
  const emails: Array<ArrivedEmail> = []
  const currencies = new Map(
    ground.bundle.tables.catalogueOffers.rows.map(({ code, currency }) => [code, currency]),
  )
  const later = (ms: number, run: () => void): void => void time.after(ms, run)

  const outside: Outside = {
    settings: {
      INSURER_URLS: insurersOutside
        .map((name, place) => `${name}=http://127.0.0.1:${firstInsurerPort + place}/rates`)
        .join(","),
      INSURER_ALLOW_PRIVATE: "true",
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: "console@viatica.example",
    },
    insurer: "answers",
    mail: "takes",
    premiums,
    emails,
  }

  for (const [place, insurer] of insurersOutside.entries()) {
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => void chunks.push(chunk))
      request.on("end", () => {
        const mood = outside.insurer
        const { offers } = JSON.parse(Buffer.concat(chunks).toString()) as {
          readonly offers: ReadonlyArray<string>
        }
        trace(`${insurer} is asked for ${offers.length} premiums: it ${mood}`)
        const answer = JSON.stringify({
          offers: offers.map((code) => ({
            code,
            premium: choices.pick(["84.20", "112", "61.5"]),
            currency: currencies.get(code) ?? "EUR",
          })),
        })
        const tell = (): void => {
          response.writeHead(200, { "content-type": "application/json" })
          response.end(answer)
          for (const code of offers) premiums.push({ insurer, code, atMs: time.nowMs() })
        }
        switch (mood) {
          case "answers": {
            later(choices.pick([0, 20, 400]), tell)
            break
          }
          case "is late": {
            later(choices.pick([3_500, 6_000]), tell)
            break
          }
          case "fails": {
            response.writeHead(503)
            response.end("no")
            break
          }
          case "cuts off": {
            response.writeHead(200, { "content-length": String(answer.length) })
            response.write(answer.slice(0, Math.floor(answer.length / 2)))
            later(choices.pick([0, 200]), () => response.socket?.destroy())
            break
          }
          case "babbles": {
            response.writeHead(200, { "content-type": "application/json" })
            response.end('{"offers":[{"code":"XX","premium":"-3"}')
            break
          }
          case "is silent":
        }
      })
    })
    network.listen(firstInsurerPort + place, (end) => void server.emit("connection", end))
  }

  network.listen(mailPort, (end) => {
    takeMail(end, {
      mood: outside.mail,
      later,
      trace,
      arrived: (email) => void emails.push(email),
    })
  })
  return outside
}

interface MailParts {
  readonly mood: MailMood
  readonly later: (ms: number, run: () => void) => void
  readonly trace: (line: string) => void
  readonly arrived: (email: ArrivedEmail) => void
}

/** Speaks SMTP on a connection, as a mail server in some mood. */
const takeMail = (end: End, { arrived, later, mood, trace }: MailParts): void => {
  let unread = ""
  let isText = false
  let to = ""
  let text = ""
  let last: ArrivedEmail | undefined
  const say = (line: string): void => void (end.destroyed ? undefined : end.write(`${line}\r\n`))
  const hear = (line: string): void => {
    if (isText) {
      if (line !== ".") {
        text += `${line}\n`
        return
      }
      isText = false
      const [, id = ""] = /sign-in\/([\w-]{8})/.exec(text.replaceAll("=\n", "")) ?? []
      trace(`the mail server has an email to ${to}: it ${mood}`)
      last = { to, id, isKnownTaken: false }
      arrived(last)
      if (mood === "drops what it took") {
        end.destroy()
        return
      }
      later(mood === "delays" ? 9_000 : 5, () => say("250 taken"))
      return
    }
    const verb = line.slice(0, 4).toUpperCase()
    switch (verb) {
      case "EHLO":
      case "HELO": {
        say("250 mail.example")
        break
      }
      case "MAIL": {
        say(mood === "defers the sender" ? "451 later, please" : "250 go on")
        break
      }
      case "RCPT": {
        to = /<([^>]*)>/.exec(line)?.[1] ?? ""
        say(mood === "refuses the recipient" ? "550 nobody of that name" : "250 go on")
        break
      }
      case "DATA": {
        if (mood === "drops the text") end.reset()
        else {
          isText = true
          text = ""
          say("354 go on")
        }
        break
      }
      case "QUIT": {
        if (last !== undefined) last.isKnownTaken = true
        say("221 bye")
        end.end()
        break
      }
      default: {
        say("250 well")
      }
    }
  }
  end.on("error", () => {})
  end.on("end", () => void end.end())
  end.on("data", (chunk: Buffer) => {
    unread += chunk.toString("latin1")
    for (;;) {
      const at = unread.indexOf("\r\n")
      if (at < 0) return
      const line = unread.slice(0, at)
      unread = unread.slice(at + 2)
      hear(line)
    }
  })
  if (mood !== "is silent") later(mood === "delays" ? 4_000 : 0, () => say("220 mail.example"))
}

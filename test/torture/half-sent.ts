import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { type ConsoleSession, signIn } from "../support/console-session.ts"
import { type Answer, outcomeOf } from "../support/http-call.ts"
import type { Outcome } from "./part.ts"
import type { Stage } from "./stage.ts"

/** How many forms a signed-in attacker has under way, one siege after the other. */
export const formCounts = [9, 90] as const

/** What attackers do with the forms that they have begun: wait to be cut off, or leave. */
export type Manner = "stay" | "leave"

/** What was seen of one siege by forms that never came whole. */
export interface FormsRecord {
  readonly manner: Manner
  readonly begun: number
  /** What others were answered while forms were under way, and once all of them had ended. */
  readonly meanwhile: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
  /** The first line of what attackers were told who stayed. */
  readonly told: ReadonlyArray<string>
}

/** How long others wait for a page before it counts as not answered. */
const patienceMs = 15_000

/** How long attackers wait who leave, and others from one look to the next. */
const pauseMs = 100

const formPath = "/console/links/create"

/** Begins a form of a session that is never sent to its end. */
const begin = async (port: number, { cookie }: ConsoleSession): Promise<Socket> => {
  const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {})
  await once(socket, "connect")
  const lines = [
    `POST ${formPath} HTTP/1.1`,
    "host: 127.0.0.1",
    `cookie: ${cookie.name}=${cookie.value}`,
    `origin: http://127.0.0.1:${port}`,
    "content-type: application/x-www-form-urlencoded",
    "content-length: 200",
  ]
  socket.write(`${lines.join("\r\n")}\r\n\r\ncsrf=`)
  return socket
}

/** Waits until a form is cut off; gives the first line of what its sender was told. */
const cutOff = async (socket: Socket): Promise<string> => {
  let told = ""
  socket.on("data", (chunk: Buffer) => (told += chunk.toString("latin1")))
  if (!socket.destroyed) await Promise.race([once(socket, "close"), delay(patienceMs)])
  socket.destroy()
  return told.split("\r\n", 1)[0] ?? ""
}

/** Keeps so many forms of a session under way until it is told to stop. */
const layOn = (port: number, session: ConsoleSession, forms: number, manner: Manner) => {
  const over = new AbortController()
  const told: Array<string> = []
  let begun = 0
  const keepUp = async (index: number): Promise<void> => {
    do {
      const socket = await begin(port, session)
      begun += 1
      if (manner === "stay") told.push(await cutOff(socket))
      else {
        await delay(pauseMs)
        if (index % 2 === 0) socket.resetAndDestroy()
        else socket.destroy()
      }
    } while (!over.signal.aborted)
  }
  const kept = Array.from({ length: forms }, (_, index) => keepUp(index))
  return {
    stop: async () => {
      over.abort()
      await Promise.all(kept)
      return { begun, told }
    },
  }
}

const inPatience = (answer: Promise<Answer>): Promise<string> =>
  Promise.race([answer.then(outcomeOf), delay(patienceMs, "not at all")])

/** People of the console: who attacks, and others who do not. */
export interface ConsolePeople {
  readonly attacker: ConsoleSession
  readonly partner: ConsoleSession
  readonly operator: ConsoleSession
}

/** Signs an attacker in, who has opened an account like anybody, and others. */
export const signInPeople = async (stage: Stage, port: number): Promise<ConsolePeople> => {
  const service = { port, run: stage.run }
  return {
    attacker: await signIn(service, { email: "a@attacker.example", partnerCode: "attacker" }),
    partner: await signIn(service, { email: "o@beside.example", partnerCode: "beside" }),
    operator: await signIn(service, { email: "op@house.example", isOperator: true }),
  }
}

/** What people get who look at pages and send a form, whose code tells it apart. */
const look = async ({ attacker, operator, partner }: ConsolePeople, code: string) => {
  const pages = [
    partner.get("/console"),
    partner.get("/console/keys"),
    operator.get("/console/operator"),
    attacker.get("/console/usage"),
  ]
  const seen = await Promise.all(pages.map(inPatience))
  return [...seen, await inPatience(partner.post(formPath, { code }))]
}

/** Lets forms that never come whole be under way for a while, and looks at the console beside and after. */
export const besiege = async (
  port: number,
  people: ConsolePeople,
  siege: { readonly forms: number; readonly manner: Manner; readonly lastsMs: number },
): Promise<FormsRecord> => {
  const { forms, lastsMs, manner } = siege
  const code = (name: string | number) => `${manner}${forms}${name}`
  const attack = layOn(port, people.attacker, forms, manner)
  const meanwhile: Array<string> = []
  const until = performance.now() + lastsMs
  do {
    await delay(pauseMs)
    meanwhile.push(...(await look(people, code(meanwhile.length))))
  } while (performance.now() < until)
  const { begun, told } = await attack.stop()
  return { manner, begun, told, meanwhile, after: await look(people, code("after")) }
}

/** What is answered where all is well: a page, and a form. */
const wellAnswered: ReadonlySet<string> = new Set(["200", "303"])

/** Everything that broke the promise, by what was seen. */
export const formsProblems = ({ after, begun, meanwhile, told }: FormsRecord) => [
  ...(begun > 0 && meanwhile.length > 0 && after.length > 0 ? [] : ["no form was begun"]),
  ...meanwhile.flatMap((outcome) =>
    wellAnswered.has(outcome) ? [] : [`the console answered ${outcome} beside half-sent forms`],
  ),
  ...after.flatMap((outcome) =>
    wellAnswered.has(outcome) ? [] : [`the console answered ${outcome} after half-sent forms`],
  ),
  ...told.flatMap((line) =>
    line.startsWith("HTTP/1.1 408 ") ? [] : [`a form that stayed was told ${JSON.stringify(line)}`],
  ),
]

/** What became of the promise about the console beside forms that never come whole. */
export const formsOutcome = (seen: ReadonlyArray<FormsRecord>): Outcome => {
  const sum = (count: (record: FormsRecord) => number): number =>
    seen.reduce((total, record) => total + count(record), 0)
  const looks = sum(({ after, meanwhile }) => meanwhile.length + after.length)
  return {
    promise: "half-sent forms of people who are signed in keep nobody from the console",
    figure: `${looks} pages and forms of others answered beside and after`,
    cases: sum(({ begun }) => begun),
    violations: seen.flatMap(formsProblems),
    notes: [`${formCounts.join(" and then ")} forms at any moment`],
  }
}

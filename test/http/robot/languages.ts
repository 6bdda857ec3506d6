import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import type { CodedLanguageId, LanguageId } from "../../../http/pages/docs/snippets/languages.ts"
import { eventually } from "../../support/eventually.ts"
import { freePort } from "../../support/http-call.ts"
import { isInstalled } from "../../support/programs.ts"
import { plainEnvironment, runProcess } from "../../support/run-process.ts"
import { makeEndpoint, type RobotEndpoint, type RobotPartner, sendPing } from "./partner.ts"
import { blockOf, type CodeBlock, type ReadPage } from "./reader.ts"

const hasShell = isInstalled("curl", "--version") && isInstalled("openssl", "version")

const areHere: Readonly<Record<CodedLanguageId, () => boolean>> = {
  typescript: () => isInstalled("npm", "--version"),
  python: () => isInstalled("python3", "--version"),
  go: () => isInstalled("go", "version"),
  php: () => isInstalled("php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"),
  java: () => isInstalled("javac", "--version"),
}

/** Whether what pages say of a language can be followed on this machine. */
export const canFollow = (language: LanguageId): boolean =>
  hasShell && (language === "curl" || areHere[language]())

/** The first program of a language may have to compile its whole library. */
export const compileTimeMs = 300_000

/** Nothing is fetched but from the service. */
const quiet = {
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
  GOWORK: "off",
  PYTHONDONTWRITEBYTECODE: "1",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  ...npmsOwn(),
}

/** How npm reaches its registry on this machine, which it asks even where nothing comes from there. */
function npmsOwn(): Readonly<Record<string, string>> {
  const isOne = (name: string): boolean =>
    /^(?:npm_config_(?:registry|cafile|cache|userconfig|globalconfig)|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(
      name,
    )
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && isOne(name) ? [[name, value]] : [],
    ),
  )
}

/** A folder of one's own in which the blocks of pages are run. */
export interface Desk {
  readonly folder: string
  /** Types blocks into a shell, one after the other, and gives what they print. */
  readonly type: (blocks: ReadonlyArray<CodeBlock>, then?: string) => Promise<string>
  /** Saves blocks as one file; `program` is what that file holds where they are not simply in line. */
  readonly save: (file: string, blocks: ReadonlyArray<CodeBlock>, program?: string) => void
  /** Starts a command that does not end by itself; gives what it prints, and ends it. */
  readonly start: (command: string, environment: Environment) => Started
  readonly clear: () => void
}

type Environment = Readonly<Record<string, string>>

/** A command that runs on. */
export interface Started {
  readonly said: () => string
  readonly hasEnded: () => boolean
  readonly end: () => Promise<void>
}

/** Sets a desk up, whose shell has some environment; `note` gets each block that runs as it is printed. */
export const openDesk = (environment: Environment, note: (block: CodeBlock) => void): Desk => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-robot-"))
  const around = { ...quiet, ...environment }
  return {
    folder,
    type: async (blocks, then = "") => {
      blocks.forEach(note)
      const commands = `${blocks.map(({ code }) => `${code}\n`).join("")}${then}`
      const { status, stderr, stdout } = await runProcess("sh", ["-ec", commands], {
        cwd: folder,
        environment: around,
        timeoutMs: compileTimeMs,
      })
      if (status !== 0) throw new Error(`${commands}\n${stdout}\n${stderr}`)
      return stdout
    },
    save: (file, blocks, program = blocks.map(({ code }) => code).join("\n")) => {
      blocks.forEach(note)
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), program)
    },
    start: (command, more) => {
      const child = spawn("sh", ["-c", command], {
        cwd: folder,
        env: { ...plainEnvironment(), ...around, ...more },
        // A group of its own, so that what the shell starts ends with it.
        detached: true,
      })
      let said = ""
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          said += chunk.toString()
        })
      }
      const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
      const kill = (): void => {
        if (child.pid === undefined || hasEnded()) return
        process.kill(-child.pid, "SIGKILL")
      }
      process.once("exit", kill)
      return {
        said: () => said,
        hasEnded,
        end: async () => {
          process.off("exit", kill)
          if (hasEnded()) return
          const ended = once(child, "exit")
          kill()
          await ended
        },
      }
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const ends: Readonly<Record<CodedLanguageId, RegExp>> = {
  typescript: /$/,
  python: /$/,
  php: /$/,
  go: /\}\n$/,
  java: / {4}\}\n\}\n$/,
}

/** A program that begins with the block of the first price and goes on with others, inside of its main function. */
export const goesOn = (
  language: CodedLanguageId,
  begin: CodeBlock,
  then: ReadonlyArray<string>,
): string => {
  const [end = ""] = ends[language].exec(begin.code) ?? []
  const begun = begin.code.slice(0, begin.code.length - end.length)
  return [begun, ...then].join("\n") + end
}

const told: Readonly<Record<CodedLanguageId, (name: string, line: string) => string>> = {
  typescript: (name, line) =>
    `{\n${line}\nif (answer._tag === "Failure") throw new Error(describeFailure(answer.failure))\nconsole.log("ok ${name}")\n}\n`,
  python: (name, line) => `${line}\nprint("ok" if answer.about else "", "${name}")\n`,
  php: (name, line) => `${line}\necho $answer->about->status < 300 ? "ok" : "", " ${name}\\n";\n`,
  go: (name, line) =>
    `{\n${line}\ncheck(err)\nif answer.About.Status < 300 {\nfmt.Println("ok ${name}")\n}\n}\n`,
  java: (name, line) =>
    `{\n${line}\nif (answer.about().status() < 300) System.out.println("ok ${name}");\n}\n`,
}

/** A call of the reference with what tells that it was answered. */
export const tellsOf = (language: CodedLanguageId, name: string, line: string): string =>
  told[language](name, line)

/** Goes from an empty folder to a sale by the blocks of the quickstart, as printed; gives the lines that it prints. */
export const sellBy = async (
  language: LanguageId,
  desk: Desk,
  quickstart: ReadPage,
): Promise<ReadonlyArray<string>> => {
  const block = (step: string): CodeBlock => blockOf(quickstart, `${step}-${language}-code`)
  const steps = (["price", "read", "link", "sale"] as const).map(block)
  const [price] = steps
  if (price === undefined) throw new Error("no step")
  if (language === "curl") {
    const sign = block("client-of")
    desk.save(sign.file, [sign])
    const lines: Array<string> = []
    for (const step of steps) lines.push(await desk.type([{ ...sign, code: sign.run }, step]))
    return lines
  }
  await desk.type([block("client-of")])
  const rest = steps.slice(1).map(({ code }) => code)
  desk.save(price.file, steps, goesOn(language, price, rest))
  return (await desk.type([], price.run)).split("\n")
}

/** What came of events. */
export interface Received {
  readonly endpoint: RobotEndpoint
  /** An event that was told of something that has happened, and can be sent again. */
  readonly eventId: string
  /** What the receiver of the page has printed. */
  readonly said: string
}

/**
 * Has the receiver of the guide take a ping that the console sends, and the event that a second endpoint was
 * made: the whole of it as printed.
 */
export const receiveBy = async (
  language: LanguageId,
  desk: Desk,
  partner: RobotPartner,
  guide: ReadPage,
): Promise<Received> => {
  const block = blockOf(guide, `verify-${language}-code`)
  desk.save(block.file, [block])
  if (language === "curl") return receiveByShell(desk, partner, block)
  const port = await freePort()
  const endpoint = await makeEndpoint(partner, `http://127.0.0.1:${port}/hooks`)
  const receiver = desk.start(block.run, {
    VIATICA_EVENTS_SECRET: endpoint.secret,
    PORT: String(port),
  })
  try {
    await eventually(async () => receiver.hasEnded() || (await listens(port)), compileTimeMs, 100)
    if (receiver.hasEnded()) throw new Error(`${block.run}\n${receiver.said()}`)
    await sendPing(partner, endpoint)
    await eventually(() => /evt_|refused/.test(receiver.said()), 30_000, 50)
    await makeEndpoint(partner, `http://127.0.0.1:${port}/second`)
    const made = /endpoint\.created (evt_\w+)/
    await eventually(() => made.test(receiver.said()), 30_000, 50)
    const said = receiver.said()
    return { endpoint, said, eventId: made.exec(said)?.[1] ?? "" }
  } finally {
    await receiver.end()
  }
}

/** Whether a port of this machine takes connections, without any being a request. */
const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1")
  try {
    await once(socket, "connect")
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** A shell has no server: one of ours keeps the raw body and the headers for it. */
const receiveByShell = async (
  desk: Desk,
  partner: RobotPartner,
  block: CodeBlock,
): Promise<Received> => {
  const taken: Array<Environment> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers } = request
      const id = String(headers["webhook-id"])
      writeFileSync(join(desk.folder, id), Buffer.concat(chunks))
      taken.push({
        id,
        timestamp: String(headers["webhook-timestamp"]),
        signature: String(headers["webhook-signature"]),
      })
      response.writeHead(204).end()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  try {
    const endpoint = await makeEndpoint(partner, `http://127.0.0.1:${port}/hooks`)
    await sendPing(partner, endpoint)
    await eventually(() => taken.length === 1, 30_000, 50)
    await makeEndpoint(partner, `http://127.0.0.1:${port}/second`)
    await eventually(() => taken.length === 2, 30_000, 50)
    const lines = taken.map((headers) => {
      const exported = Object.entries({ ...headers, VIATICA_EVENTS_SECRET: endpoint.secret })
      const set = exported.map(([name, value]) => `${name}='${value}'\n`).join("")
      return `${set}cp "$id" body\n${block.run}\n`
    })
    return { endpoint, said: await desk.type([], lines.join("")), eventId: taken[1]?.["id"] ?? "" }
  } finally {
    server.close()
  }
}

import { type CodeBlock, blockOf, openReader, type Reader } from "./reader.ts"

/** A partner who knows what pages have told them. */
export interface RobotPartner {
  readonly reader: Reader
  /** The lines to export that the console has shown with the key. */
  readonly lines: CodeBlock
  /** What these lines put into the environment. */
  readonly environment: Readonly<Record<string, string>>
}

/** An endpoint that the console has made. */
export interface RobotEndpoint {
  readonly endpointId: string
  readonly secret: string
}

const consolePath = (page: string): string => `/console/${page}?mode=sandbox&lang=en`

/** Opens an account by email as pages say, and makes a sandbox key that may do everything. */
export const signUp = async (baseUrl: string, name: string): Promise<RobotPartner> => {
  const reader = openReader(baseUrl)
  const email = `${name}@robot.example`
  await reader.press(await reader.get("/console/sign-in?lang=en"), "Send me the link", { email })
  const link = await letterLink(reader, email)
  const opened = await reader.press(await reader.get(link), "Sign in")
  const overview = await reader.press(opened, "Open the account", { name })
  const scope = ["quotes", "quotes.link", "coach", "events"]
  const keys = await reader.press(overview, "Create a sandbox key", { scope, name: "robot" })
  const lines = blockOf(keys, "new-lines")
  return { reader, lines, environment: exportedBy(lines.code) }
}

/** The link of the newest letter to an address. */
const letterLink = async (reader: Reader, email: string): Promise<string> => {
  const { text } = await reader.get("/outbox?lang=en")
  const letter = text.split("<article").find((each) => each.includes(`<b>${email}</b>`)) ?? ""
  const [, link] = /href="([^"]*\/console\/sign-in\/[^"]+)"/.exec(letter) ?? []
  if (link === undefined) throw new Error(`no letter went to ${email}`)
  return link
}

/** What lines of a shell put into the environment. */
export const exportedBy = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...lines.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value.replaceAll(/^'|'$/g, ""),
    ]),
  )

/** Makes an endpoint on the page of events. */
export const makeEndpoint = async (
  { reader }: RobotPartner,
  url: string,
): Promise<RobotEndpoint> => {
  const page = await reader.press(await reader.get(consolePath("events")), "Make an endpoint", {
    url,
  })
  const [secret = ""] = /whsec_[\w+/=]+/.exec(page.text) ?? []
  const [endpointId = ""] = /we_[0-9a-z]+/.exec(page.text) ?? []
  return { secret, endpointId }
}

/** Sends the endpoint a ping. */
export const sendPing = async (
  { reader }: RobotPartner,
  { endpointId }: RobotEndpoint,
): Promise<void> => {
  const page = await reader.press(await reader.get(consolePath("events")), "Send a ping", {
    endpoint: endpointId,
  })
  if (page.status !== 200) throw new Error(`the ping was answered ${page.status}`)
}

/** A page of the sandbox's console. */
export const readConsole = ({ reader }: RobotPartner, page: string) => reader.get(consolePath(page))

import * as Layer from "effect/Layer"
import { Mail } from "../../http/ports/mail.ts"
import { makeOutbox } from "../../http/outside/mail/post-office.ts"
import { type Answer, send } from "./http-call.ts"

/** Keeps the letters of a test's service, as the demo does. */
export const layerTestMail = Layer.sync(Mail, () => ({
  isSet: true,
  from: "console@viatica.example",
  ...makeOutbox(),
}))

/** The part of a browser that signs in: it keeps cookies, and says where its forms come from. */
export interface ConsoleBrowser {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  /** Sends a form, from a page of the service unless headers say otherwise. */
  readonly post: (
    path: string,
    fields?: Readonly<Record<string, string>> | string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  readonly cookies: Map<string, string>
  /** Asks for a link, opens it, and follows it; gives the answer that begins the session. */
  readonly signIn: (email: string) => Promise<Answer>
  /** The token that forms of a page carry. */
  readonly csrf: (path?: string) => Promise<string>
}

/** The addresses of links in the outbox, the newest first. */
export const linksSent = async (port: number): Promise<ReadonlyArray<string>> => {
  const { text } = await send({ port, method: "GET", path: "/outbox" })
  return [...text.matchAll(/href="[^"]*(\/console\/sign-in\/[\w-]{43})"/g)].map(
    ([, path = ""]) => path,
  )
}

/** Opens a browser of its own on a test's service. */
export const openBrowser = (port: number): ConsoleBrowser => {
  const cookies = new Map<string, string>()

  const exchange = async (
    method: "GET" | "POST",
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await send({
      port,
      method,
      path,
      headers: { ...(cookie === "" ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const set = answer.headers["set-cookie"]
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set ?? "") ?? []
    if (set?.includes("Max-Age=0") === true) cookies.delete(name)
    else if (set !== undefined) cookies.set(name, value)
    return answer
  }

  const get: ConsoleBrowser["get"] = (path, headers = {}) => exchange("GET", path, headers)

  const post: ConsoleBrowser["post"] = (path, fields = {}, headers = {}) =>
    exchange(
      "POST",
      path,
      {
        origin: `http://127.0.0.1:${port}`,
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
      typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
    )

  return {
    get,
    post,
    cookies,
    signIn: async (email) => {
      await post("/console/sign-in", { email })
      const [link = ""] = await linksSent(port)
      return post(link)
    },
    csrf: async (path = "/console/welcome") =>
      /name="csrf" value="([^"]+)"/.exec((await get(path)).text)?.[1] ?? "",
  }
}

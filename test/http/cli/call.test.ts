import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { prepareAuthenticate } from "../../../http/gateway/authenticate.ts"
import { sourceOf } from "../gateway/signing/vector-call.ts"
import { expectLine, runCommand, runHere } from "./run.ts"

const keys = sourceOf([{ keyId: "ak_test_a", mode: "sandbox", secret: "hush" }])
const viatica = runCommand({ HEADER_PREFIX: "acme" })
const settings = { prefix: "acme", windowSeconds: 300 }

/** Answers what it received, and 401 where the signature does not verify. */
const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method = "", url = "" } = request
  const body = await buffer(request)
  const headerValues = (name: string) => request.headersDistinct[name] ?? []
  const call = { method, path: url, body, headerValues }
  const now = Math.floor(Date.now() / 1000)
  const result = await Effect.runPromise(
    Effect.result(prepareAuthenticate(keys, settings)(call, now)),
  )
  const refused = Result.isFailure(result)
  response.writeHead(refused ? 401 : 200, {
    "content-type": "application/json",
    "x-request-id": "req_1",
    "x-ratelimit-remaining": "199",
    "x-other": "hidden",
  })
  response.end(
    refused
      ? JSON.stringify({ error: "code" in result.failure ? result.failure.code : "DOWN" })
      : JSON.stringify({ method, url, body: body.toString("utf8") }),
  )
}

let server: Server | undefined
let address = ""
let folder = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "viatica-call-"))
  const listening = createServer((request, response) => void answer(request, response))
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
  const bound = listening.address()
  address = `http://127.0.0.1:${typeof bound === "object" && bound !== null ? bound.port : 0}`
})
afterAll(async () => {
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

const call = (args: ReadonlyArray<string>, input?: string, secret = "hush") =>
  viatica(["call", ...args, "--key", "ak_test_a", "--secret", secret, "--base-url", address], input)

const bodySent = async (args: ReadonlyArray<string>, input?: string): Promise<unknown> => {
  const finished = await call([...args, "--json"], input)
  expect(finished).toMatchObject({ status: 0, stderr: "" })
  return JSON.parse(finished.stdout).body
}

describe("viatica call", () => {
  it("prints status, request id, rate headers and the body", async () => {
    const finished = await call(["get", "/api/v1/travel/meta?x=1"])
    expect(finished.status).toBe(0)
    expect(finished.stdout).toMatch(/^200 OK\nx-request-id: req_1\nx-ratelimit-remaining: 199\n\n{/)
    expect(finished.stdout).toContain('"url": "/api/v1/travel/meta?x=1"')
    expect(finished.stdout).not.toContain("hidden")
  })

  it("signs and sends a path byte for byte, resolving nothing", async () => {
    const path = "/api//v1/../%6Feta/?a=/../b"
    expect(await bodySent(["GET", path])).toEqual({ method: "GET", url: path, body: "" })
  })

  it("takes the body from the command line, a file or standard input, as it is", async () => {
    const text = '{"a" : 1,\n "é": "🧳"}\n'
    const file = join(folder, "body.json")
    await writeFile(file, text)
    const path = "/api/v1/travel/quotes"
    const expected = { method: "POST", url: path, body: text }
    expect(await bodySent(["POST", path, text])).toEqual(expected)
    expect(await bodySent(["POST", path, `@${file}`])).toEqual(expected)
    expect(await bodySent(["POST", path, "-"], text)).toEqual(expected)
  })

  it("prints a refusal and ends with status 1", async () => {
    const finished = await call(["GET", "/x"], "", "wrong")
    expect(finished.stdout).toContain('"error": "INVALID_SIGNATURE"')
    expect(finished.stderr).toBe("viatica: The service answered 401 INVALID_SIGNATURE\n")
    expect(finished.status).toBe(1)
  })

  it("ends with one line when nothing answers or the body cannot be read", async () => {
    const signed = ["--key", "a", "--secret", "b"]
    const silent = ["call", "GET", "/x", ...signed, "--base-url", "http://127.0.0.1:1"]
    expect(await viatica(silent)).toEqual({
      status: 1,
      stdout: "",
      stderr: "viatica: Cannot call http://127.0.0.1:1: connection refused\n",
    })
    const missing = await viatica(["call", "POST", "/x", "@/nonexistent", ...signed])
    expectLine(missing, 1, /^viatica: Cannot read the body from \/nonexistent: .+\n$/)
  })

  it("takes address, key and secret from the lines that /docs exports, and flags before them", async () => {
    const exported = { VIATICA_URL: address, VIATICA_KEY: "ak_test_a", VIATICA_SECRET: "hush" }
    const asked = ["call", "GET", "/x", "--json"]
    const runWith = (environment: Readonly<Record<string, string>>, ...flags: Array<string>) =>
      runHere({ HEADER_PREFIX: "acme", ...environment })([...asked, ...flags])
    expect(await runWith(exported)).toMatchObject({ status: 0, stderr: "" })
    const other = { ...exported, VIATICA_SECRET: "other" }
    expect(await runWith(other)).toMatchObject({ status: 1 })
    expect(await runWith(other, "--secret", "hush")).toMatchObject({ status: 0 })
    expectLine(
      await runWith({ ...exported, VIATICA_SECRET: "" }),
      2,
      /^viatica: calls are signed: give --secret or VIATICA_SECRET\n$/,
    )
    expectLine(
      await runWith({}),
      2,
      /: give --key or VIATICA_KEY, and --secret or VIATICA_SECRET\n$/,
    )
    expectLine(
      await runWith({ ...exported, VIATICA_URL: "api.example" }),
      2,
      /^viatica: VIATICA_URL: Expected an http or https address, got "api.example"\n$/,
    )
  })

  it("ends with status 2 for what is no path, no method or no address", async () => {
    const signed = ["--key", "a", "--secret", "b"]
    for (const args of [
      ["GET", "api/v1"],
      ["G E T", "/x"],
      ["GET", "/x", "--base-url", "ftp://example.com"],
      ["GET"],
    ]) {
      expectLine(await viatica(["call", ...args, ...signed]), 2, /^viatica: \S/)
    }
  })
})

import { spawn } from "node:child_process"
import { afterAll, assert, describe, expect, it } from "@effect/vitest"
import { builtEnvironment, builtProgram } from "../../support/built-package.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { testMasterKey, useService } from "../../support/service.ts"
import { seenUsage } from "../store/usage/seen-usage.ts"

const service = useService()
const children: Array<ReturnType<typeof spawn>> = []
afterAll(() => children.forEach((child) => child.kill("SIGKILL")))

const follow = async (...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [await builtProgram(), "tail", ...args], {
    env: {
      ...process.env,
      ...builtEnvironment(),
      DATABASE_URL: service().databaseUrl,
      MASTER_KEY: testMasterKey,
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  children.push(child)
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve))
  return { child, ended, output: () => output }
}

const until = async (condition: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 300 && !condition(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe("viatica tail", () => {
  it("shows the last calls, then each that comes, until it is told to stop", async () => {
    const { call, createKey } = service()
    const key = await createKey()
    await call("GET", paths.meta, undefined, { key })
    await seenUsage(service(), key.partnerCode, "sandbox").countedOnce(1)
    const tail = await follow(key.partnerCode, "--mode", "test", "--json")
    await until(() => tail.output().includes("\n"))
    const refused = await call("POST", paths.quotes, quoteBody({ intent: "leisure" }), { key })
    await until(() => tail.output().split("\n").length > 2)
    const told = tail
      .output()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    expect(told).toMatchObject([
      { endpoint: "meta", status: 200, errorCode: null },
      { status: 400, errorCode: "BAD_INTENT", requestId: refused.headers["x-request-id"] },
    ])
    tail.child.kill("SIGINT")
    assert.strictEqual(await tail.ended, 0)
  })
})

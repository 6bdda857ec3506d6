import { expect, it, vi } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerLogging } from "../../../http/observability/logging.ts"

/** What is written to standard error when an error is logged beside a message. */
const written = async (format: string, error: unknown): Promise<string> => {
  const lines: Array<string> = []
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  try {
    const settings = ConfigProvider.layer(ConfigProvider.fromEnvRecord({ LOG_FORMAT: format }))
    const logged = Effect.logError("it failed", error)
    await Effect.runPromise(
      Effect.provide(logged, layerLogging.pipe(Layer.provide(settings), Layer.orDie)),
    )
  } finally {
    spy.mockRestore()
  }
  return lines.join("")
}

/** An error as the driver of Postgres throws it: it holds the row that was refused. */
const refused = new Error("the store refused", {
  cause: Object.assign(new Error("new row violates check constraint"), {
    detail: "Failing row contains (order 7, 2027-07-01)",
  }),
})

it.each(["text", "json"])(
  "tells why something failed, never the row in it, as %s",
  async (format) => {
    const line = await written(format, refused)
    expect(line).toContain("it failed")
    expect(line).toContain("the store refused")
    expect(line).not.toContain("order 7")
  },
)

it("tells what stands behind an error as well in JSON", async () => {
  expect(JSON.parse(await written("json", refused))).toMatchObject({
    message: ["it failed", "Error: the store refused; Error: new row violates check constraint"],
  })
})

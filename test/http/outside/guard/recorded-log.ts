import * as Logger from "effect/Logger"
import * as References from "effect/References"

/** Lines of a log, and the layer that writes them. */
export const makeRecordedLog = () => {
  const lines: Array<{
    readonly message: string
    readonly facts: Readonly<Record<string, unknown>>
  }> = []
  const logger = Logger.make<unknown, void>(({ fiber, message }) => {
    const facts = fiber.getRef(References.CurrentLogAnnotations)
    lines.push({ message: String([message].flat()[0]), facts: { ...facts } })
  })
  return { lines, layer: Logger.layer([logger]) }
}

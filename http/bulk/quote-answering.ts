import * as Effect from "effect/Effect"
import { serverSettings } from "../config/server.ts"
import { readSoundIcons } from "../tables/icons/read-icons.ts"
import type { AnsweringQuotes } from "./batch/answering.ts"

/** What quotes are answered with: what a command says of them, the icons of a folder, and the settings. */
export const quoteAnswering = Effect.fnUntraced(function* (
  folder: string,
  asked: Pick<AnsweringQuotes, "engineVersion" | "explain" | "mode" | "today">,
) {
  const { baseUrl } = yield* serverSettings
  const icons = yield* readSoundIcons(folder)
  const answering: AnsweringQuotes = { _tag: "Quote", ...asked, baseUrl, icons }
  return answering
})

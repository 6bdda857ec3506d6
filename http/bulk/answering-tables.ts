import * as Effect from "effect/Effect"
import { serverSettings } from "../config/server.ts"
import { tablesFolder } from "../config/table-settings.ts"
import { readSoundIcons } from "../tables/icons/icon-check.ts"
import { loadInForce } from "../tables/load-bundle.ts"
import type { AnsweringQuotes } from "./batch/prepared-answers.ts"

/** The tables of `TABLES_DIR` that are in force today, and the texts by file that they were loaded from. */
export const answeringTables = Effect.gen(function* () {
  const { bundle, sources } = yield* loadInForce(yield* tablesFolder)
  return { ...bundle, sources }
})

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

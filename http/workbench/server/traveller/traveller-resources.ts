import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { Bench } from "../bench.ts"

/** A picture as the server gives it out. */
export interface ServedPicture {
  readonly contentType: string
  readonly body: string
}

const svg = (body: string): ServedPicture => ({ contentType: "image/svg+xml", body })

const drawn = /^(cards|banks)\/([a-z0-9-]+)\.svg$/

const icon = /^icons\/([a-z0-9_-]+\.svg)$/

/** The pictures of cards, banks and offers: `cards/4.svg`, `banks/<slug>.svg`, `icons/<file>`. */
export const findTravellerPicture = (
  path: string,
  _query: URLSearchParams,
  { answers, desk }: Bench,
): Effect.Effect<ServedPicture | undefined> => {
  const [, kind, name] = drawn.exec(path) ?? []
  if (kind !== undefined) {
    return answers.ask("traveller.picture", { kind, name }).pipe(
      Effect.map((picture) => (typeof picture === "string" ? svg(picture) : undefined)),
      // A picture is passed over where tables hold mistakes; what is wrong is told elsewhere.
      Effect.orElseSucceed(() => undefined),
    )
  }
  const [, file] = icon.exec(path) ?? []
  if (file === undefined) return Effect.succeed(undefined)
  return Effect.tryPromise(() => readFile(join(desk.folder, "icons", file), "utf8")).pipe(
    Effect.map(svg),
    Effect.orElseSucceed(() => undefined),
  )
}

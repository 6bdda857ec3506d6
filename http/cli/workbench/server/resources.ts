import * as Effect from "effect/Effect"
import { findReviewPage } from "../review/review-pages.ts"
import type { Bench } from "../bench.ts"
import { findTravellerPicture } from "../traveller/traveller-resources.ts"

/** What lies at an address beside the page: a picture, or a file to keep. */
export interface Resource {
  readonly contentType: string
  readonly body: string | Uint8Array
  /** The name under which a browser keeps it; left out of what it shows. */
  readonly fileName?: string
}

/** What finds a resource by its path below the token; undefined where there is none. */
export type FindResource = (
  path: string,
  query: URLSearchParams,
  bench: Bench,
) => Effect.Effect<Resource | undefined>

const finders: ReadonlyArray<FindResource> = [findTravellerPicture, findReviewPage]

/** The resource at a path. */
export const findResource: FindResource = (path, query, bench) =>
  Effect.gen(function* () {
    for (const find of finders) {
      const found = yield* find(path, query, bench)
      if (found !== undefined) return found
    }
    return undefined
  })

import { loadSound } from "../../../../core/table/load.ts"
import type { VersionPair } from "../../../../rules/tables/difference.ts"
import { definitions } from "../../../../rules/tables/index.ts"

const { catalogueInsurers, catalogueOffers, sandboxInsurers, sandboxOffers } = definitions

const shown = { catalogueInsurers, catalogueOffers, sandboxInsurers, sandboxOffers }

/** What offers and insurers say of their pictures. */
interface Pictured {
  readonly insurers: ReadonlyArray<{ readonly insurer: string; readonly logoFile: string }>
  readonly offers: ReadonlyArray<{
    readonly offerId: number
    readonly insurer: string
    readonly iconFile: string | null
  }>
}

/**
 * The files of pictograms by offer, as the comparator shows them: the offer's own, else the mark of its insurer.
 *
 * ```ts
 * import { iconsOf } from "../http/cli/workbench/review/offer-icons.ts"
 *
 * const insurers = [{ insurer: "harborwick", logoFile: "harborwick.svg" }]
 * const offers = [{ offerId: 1, insurer: "harborwick", iconFile: null }]
 * [...iconsOf({ insurers, offers })] // => [[1, "harborwick.svg"]]
 * ```
 */
export const iconsOf = ({ insurers, offers }: Pictured): ReadonlyMap<number, string> => {
  const marks = new Map(insurers.map(({ insurer, logoFile }) => [insurer, logoFile]))
  return new Map(
    offers.flatMap(({ iconFile, insurer, offerId }): ReadonlyArray<[number, string]> => {
      const file = iconFile ?? marks.get(insurer)
      return file === undefined ? [] : [[offerId, file]]
    }),
  )
}

const iconsIn = (
  sources: ReadonlyMap<string, string>,
): ReadonlyArray<readonly [number, string]> => {
  const { tables } = loadSound(shown, sources)
  return [
    iconsOf({
      insurers: tables.sandboxInsurers?.rows ?? [],
      offers: tables.sandboxOffers?.rows ?? [],
    }),
    iconsOf({
      insurers: tables.catalogueInsurers?.rows ?? [],
      offers: tables.catalogueOffers?.rows ?? [],
    }),
  ].flatMap((icons) => [...icons])
}

/** The files of pictograms by offer, those of the version after where both have one. */
export const offerIcons = ({ after, before }: VersionPair): ReadonlyMap<number, string> =>
  new Map([...iconsIn(before.sources), ...iconsIn(after.sources)])

import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { prepareArgumentGuards } from "../../coach/arguments/argument-guards.ts"
import { once } from "../../../core/memory.ts"
import type { Decision } from "../../../core/table/decision.ts"
import type { LoadedVersions } from "../loaded-versions.ts"
import {
  type MedicalMapView,
  type NamedChoice,
  type OfferOption,
  type ShapeChoices,
  type ShapedCatalogue,
  shapedCatalogues,
} from "./shape-view.ts"
import { type Bilans, prepareBilan } from "../../coach/bilan.ts"
import { type CoachPieces, prepareCoachPieces } from "../../coach/coach-pieces.ts"
import { medicalSteps } from "../../coach/coach-vocabulary.ts"
import { offlineContext } from "../../coach/offline.ts"
import { prepareReadPrinted } from "../../guarantees/printed/prepare.ts"
import { type CatalogueOffer, prepareOffers } from "../../pricing/catalogue.ts"
import { livePricingTables } from "../../pricing/live.ts"
import type { PricingTables } from "../../pricing/pricing-tables.ts"
import { sandboxPricingTables } from "../../pricing/sandbox.ts"
import type { AllTables } from "../../tables/index.ts"
import { medicalMap } from "../../coach/medical-target.ts"

/** One version of the tables, prepared as far as a picture has asked for it. */
export interface ShapedVersion {
  readonly tables: AllTables
  readonly offersOf: (catalogue: ShapedCatalogue) => ShapedOffers
  readonly coach: () => { readonly pieces: CoachPieces; readonly bilans: Bilans }
}

/** Both versions, prepared as far as a picture has asked for them. */
export interface ShapedVersions {
  readonly before: ShapedVersion
  readonly after: ShapedVersion
  readonly revision: number
  readonly isOlder: boolean
}

/** Prepares versions as they are asked for; the last of each is kept. */
export const makeShapedVersions = (): ((
  loaded: LoadedVersions,
  revision: number,
) => ShapedVersions) => {
  let before: ShapedVersion | undefined
  let after: { readonly revision: number; readonly version: ShapedVersion } | undefined
  return (loaded, revision) => {
    before = before?.tables === loaded.before ? before : prepareVersion(loaded.before)
    after =
      after?.revision === loaded.revision
        ? after
        : { revision: loaded.revision, version: prepareVersion(loaded.after) }
    const isOlder = loaded.mistakes.length > 0
    return { before, after: after.version, revision, isOlder }
  }
}

/** An offer as the page chooses it; undefined for one that its insurer rates itself. */
export const offerChoice = (
  { after, before }: ShapedVersions,
  catalogue: ShapedCatalogue,
  key: string,
): OfferOption | undefined => {
  const offer = after.offersOf(catalogue).offers.get(key)
  if (offer === undefined || offer.row.tariff === null) return undefined
  const { currency, name, offerId, plan, tariff } = offer.row
  return {
    catalogue,
    offerId,
    name: name === plan ? name : `${name} ${plan}`,
    insurer: offer.insurer.name,
    tariff,
    currency,
    isChanged: textOf(before, catalogue, key) !== textOf(after, catalogue, key),
  }
}

/** A country with its names. */
export const placeChoice = ({ tables }: ShapedVersion, code: string): NamedChoice => {
  const row = tables.countries.get(code)
  return { code, name: { en: row?.nameEn ?? code, fr: row?.nameFr ?? code } }
}

/** What pictures can be drawn of. */
export const shapeChoices = (versions: ShapedVersions): ShapeChoices => {
  const { after } = versions
  const { coachCards, coachMarkets, countries } = after.tables
  const banks = new Map(
    coachCards.rows.map(({ bank, country }) => [`${country} ${bank}`, { country, bank }]),
  )
  return {
    offers: shapedCatalogues.flatMap((catalogue) =>
      [...after.offersOf(catalogue).offers.keys()].flatMap((key) => {
        const choice = offerChoice(versions, catalogue, key)
        return choice === undefined ? [] : [choice]
      }),
    ),
    places: countries.rows.map(({ code }) => placeChoice(after, code)),
    banks: [...banks.values()],
    residence:
      coachMarkets.rows.flatMap(({ residences }) => residences)[0] ?? countries.rows[0]?.code ?? "",
  }
}

/** The medical targets of a resident, country by country, before and after the change. */
export const shapeMedical = (
  { after, before, isOlder, revision }: ShapedVersions,
  residence: CountryCode,
): MedicalMapView => {
  const [old, now] = [medicalMap(before.tables, residence), medicalMap(after.tables, residence)]
  const oldSteps = new Map(old.targets.map(({ code, step }) => [code, step]))
  const { countries, medicalSteps: steps } = after.tables
  return {
    revision,
    isOlder,
    residence: placeChoice(after, residence),
    currency: now.currency,
    steps: medicalSteps.map((step) => ({
      ...now.amountOf(step),
      amountBefore: old.amountOf(step).amount,
      places: now.targets.filter((target) => target.step === step).length,
    })),
    places: now.targets.map(({ code, costTier, file, line, step }) => ({
      ...placeChoice(after, code),
      before: oldSteps.get(code) ?? null,
      after: step,
      costTier,
      file,
      line,
    })),
    countriesFile: countries.file,
    stepsFile: steps.file,
  }
}

/** Offers of a catalogue, and the tables that they are priced from. */
interface ShapedOffers {
  readonly tables: PricingTables
  readonly offers: ReadonlyMap<string, CatalogueOffer>
}

/** Pictures ask bilans for nobody in particular: no partner, and no day. */
export const shapeContext = offlineContext("workbench")

const prepareVersion = (tables: AllTables): ShapedVersion => {
  const withOffers = (priced: PricingTables): ShapedOffers => ({
    tables: priced,
    offers: prepareOffers(priced),
  })
  const live = once(() => withOffers(livePricingTables(tables, prepareReadPrinted(tables))))
  const sandbox = once(() => withOffers(sandboxPricingTables(tables)))
  return {
    tables,
    offersOf: (catalogue) => (catalogue === "live" ? live() : sandbox()),
    coach: once(() => {
      const pieces = prepareCoachPieces(tables, prepareArgumentGuards)
      return { pieces, bilans: prepareBilan(pieces) }
    }),
  }
}

type RowTexts = Pick<Decision, "definition" | "fields">

/** The rows of a table that a word of a column picks, as texts. */
const rowsOf = (table: RowTexts | undefined, column: string, word: string | null): string => {
  if (table === undefined || word === null) return ""
  const place = Object.keys(table.definition.inputs).indexOf(column)
  return JSON.stringify(
    table.fields.flatMap((fields) =>
      fields[place]?.text.split("|").includes(word) === true
        ? [fields.map(({ text }) => text)]
        : [],
    ),
  )
}

/** What the premiums of an offer are read from, as one text. */
const textOf = (version: ShapedVersion, catalogue: ShapedCatalogue, offerId: string): string => {
  const { offers, tables } = version.offersOf(catalogue)
  const row = offers.get(offerId)?.row
  if (row === undefined) return ""
  const { denominator, numerator } = row.minimumPremium
  return [
    rowsOf(tables.tariffs, "tariff", row.tariff),
    rowsOf(tables.ageFactors, "age_scale", row.ageScale ?? null),
    rowsOf(tables.surcharges, "offer_id", offerId),
    `${row.tariff} ${row.ageScale} ${row.currency} ${numerator}/${denominator}`,
  ].join("\n")
}

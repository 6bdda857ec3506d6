import type { PrintedLanguage } from "../../../rules/guarantees/printed/languages.ts"

/** A printed guarantee of an answer. */
export interface SimulatedLine {
  readonly slug: string
  readonly printed: string
}

const actualCosts: Readonly<Record<PrintedLanguage, string>> = {
  fr: "Frais réels",
  en: "Actual costs",
  de: "Tatsächliche Kosten",
  es: "Gastos reales",
  it: "Spese effettive",
}

const included: Readonly<Record<PrintedLanguage, string>> = {
  fr: "Inclus",
  en: "Included",
  de: "Inbegriffen",
  es: "Incluido",
  it: "Incluso",
}

const notAvailable: Readonly<Record<PrintedLanguage, string>> = {
  fr: "Non couvert",
  en: "Not covered",
  de: "Nicht versichert",
  es: "No cubierto",
  it: "Non coperto",
}

const grouping: Readonly<Record<PrintedLanguage, string>> = {
  fr: " ",
  en: ",",
  de: ".",
  es: ".",
  it: ".",
}

/** An amount without a sign is one in the guarantee currency, whichever that is. */
const amount = (value: number, language: PrintedLanguage): string =>
  String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, grouping[language])

/** Words that no insurer prints and nobody can map. */
const meaningless = "see leaflet K-7"

/** The guarantees that the simulator prints for every code, in the way of a language. */
export const simulatedLines = (
  language: PrintedLanguage,
  isUnmapped: boolean,
): ReadonlyArray<SimulatedLine> =>
  Object.entries({
    hospitalFeesAbroad: amount(150_000, language),
    rapatriationAssistance: actualCosts[language],
    directBilling: included[language],
    suitcaseInsurance: amount(1_500, language),
    skiInsurance: notAvailable[language],
  }).map(([slug, printed]) => ({ slug, printed: isUnmapped ? meaningless : printed }))

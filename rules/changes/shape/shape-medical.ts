import { medicalSteps } from "../../coach/coach-vocabulary.ts"
import { medicalMap } from "../../coach/medical-map.ts"
import { placeChoice } from "./shape-choices.ts"
import type { ShapedVersions } from "./shape-versions.ts"
import type { MedicalMapView } from "./shape-view.ts"

/** The medical targets of a resident, country by country, before and after the change. */
export const shapeMedical = (
  { after, before, isOlder, revision }: ShapedVersions,
  residence: string,
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

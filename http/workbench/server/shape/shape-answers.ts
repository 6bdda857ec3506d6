import type { LoadedVersions } from "../engine/loaded-versions.ts"
import type { EngineHandler } from "../engine/serve-engine.ts"
import type { EngineVersions } from "../engine/versions.ts"
import { placeChoice, shapeChoices } from "./shape-choices.ts"
import { shapeCovers } from "./shape-covers.ts"
import { shapePremium } from "./shape-premium.ts"
import { makeShapedVersions, type ShapedVersions } from "./shape-versions.ts"
import type { MedicalMapView, ShapeCalls } from "../../protocol/shape.ts"
import { medicalSteps } from "../../../../rules/coach/coach-vocabulary.ts"
import { medicalMap } from "../../../../rules/coach/medical-target.ts"

type Answers = {
  readonly [Name in keyof ShapeCalls]: (
    versions: ShapedVersions,
    input: ShapeCalls[Name]["input"],
  ) => ShapeCalls[Name]["output"]
}

const answers: Answers = {
  shapeChoices,
  shapePremium,
  shapeMedical: (versions, { residence }) => shapeMedical(versions, residence),
  shapeCovers,
}

/** What answers questions about the shape of tables; the calls of the page have been read before. */
export const shapeAnswers = (
  load: (versions: EngineVersions) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => {
  const versionsOf = makeShapedVersions(load)
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]): readonly [string, EngineHandler] => [
      name,
      (input, versions) =>
        (answer as (versions: ShapedVersions, input: unknown) => unknown)(
          versionsOf(versions),
          input,
        ),
    ]),
  )
}

/** The medical targets of a resident, country by country, before and after the change. */
const shapeMedical = (
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

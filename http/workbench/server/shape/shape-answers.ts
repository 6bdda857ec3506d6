import type { LoadedVersions } from "../../../../rules/changes/loaded-versions.ts"
import { answered, type EngineHandler } from "../engine/serve-engine.ts"
import { shapeChoices } from "../../../../rules/changes/shape/shape-choices.ts"
import { shapeCovers } from "../../../../rules/changes/shape/shape-covers.ts"
import { shapeMedical } from "../../../../rules/changes/shape/shape-medical.ts"
import { shapePremium } from "../../../../rules/changes/shape/shape-premium.ts"
import {
  makeShapedVersions,
  type ShapedVersions,
} from "../../../../rules/changes/shape/shape-versions.ts"
import type { ShapeViews } from "../../protocol/shape.ts"
import type { VersionTexts } from "../../../../rules/changes/loaded-versions.ts"

type Answers = {
  readonly [Name in keyof ShapeViews]: (
    versions: ShapedVersions,
    input: ShapeViews[Name]["input"],
  ) => ShapeViews[Name]["output"]
}

const answers: Answers = {
  shapeChoices,
  shapePremium: (versions, asked) => answered(shapePremium(versions, asked)),
  shapeMedical: (versions, { residence }) => shapeMedical(versions, residence),
  shapeCovers: (versions, asked) => answered(shapeCovers(versions, asked)),
}

/** What answers questions about the shape of tables; the calls of the page have been read before. */
export const shapeAnswers = (
  load: (versions: VersionTexts) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => {
  const versionsOf = makeShapedVersions()
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]): readonly [string, EngineHandler] => [
      name,
      (input, versions) =>
        (answer as (versions: ShapedVersions, input: unknown) => unknown)(
          versionsOf(load(versions), versions.revision),
          input,
        ),
    ]),
  )
}

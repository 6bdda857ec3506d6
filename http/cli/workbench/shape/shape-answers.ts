import type { ShapeCalls } from "../../../pages/workbench/protocol/shape.ts"
import type { LoadedVersions } from "../engine/loaded-versions.ts"
import type { EngineHandler } from "../engine/serve-engine.ts"
import type { EngineVersions } from "../engine/versions.ts"
import { shapeChoices } from "./shape-choices.ts"
import { shapeCovers } from "./shape-covers.ts"
import { shapeMedical } from "./shape-medical.ts"
import { shapePremium } from "./shape-premium.ts"
import { makeShapedVersions, type ShapedVersions } from "./shape-versions.ts"

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

/** The engine that answers what screens ask: travellers, shapes, cases, sources, releases. */
import {
  answered,
  type EngineHandler,
  makeEngineLoading,
  serveEngine,
} from "./engine/serve-engine.ts"
import { makeReleaseAnswers } from "./releases/release-answers.ts"
import { travellerEngine } from "./traveller/traveller-engine.ts"
import { casesEngine } from "./cases/cases-engine.ts"
import { type SourcesQuestion, sourcesView } from "../../../rules/sources/sources-to-look-at.ts"
import type { LoadedVersions, VersionTexts } from "../../../rules/changes/loaded-versions.ts"
import {
  makeShapedVersions,
  shapeChoices,
  type ShapedVersions,
  shapeMedical,
} from "../../../rules/changes/shape/shape-versions.ts"
import { shapeCovers } from "../../../rules/changes/shape/shape-covers.ts"
import { shapePremium } from "../../../rules/changes/shape/shape-premium.ts"
import type { ShapeViews } from "../protocol/views.ts"

type ShapeAnswers = {
  readonly [Name in keyof ShapeViews]: (
    versions: ShapedVersions,
    input: ShapeViews[Name]["input"],
  ) => ShapeViews[Name]["output"]
}

const shapes: ShapeAnswers = {
  shapeChoices,
  shapePremium: (versions, asked) => answered(shapePremium(versions, asked)),
  shapeMedical: (versions, { residence }) => shapeMedical(versions, residence),
  shapeCovers: (versions, asked) => answered(shapeCovers(versions, asked)),
}

/** What answers questions about the shape of tables; the views of the page have been read before. */
const shapeAnswers = (
  load: (versions: VersionTexts) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => {
  const versionsOf = makeShapedVersions()
  return Object.fromEntries(
    Object.entries(shapes).map(([name, answer]): readonly [string, EngineHandler] => [
      name,
      (input, versions) =>
        (answer as (versions: ShapedVersions, input: unknown) => unknown)(
          versionsOf(load(versions), versions.revision),
          input,
        ),
    ]),
  )
}

serveEngine(() => {
  const load = makeEngineLoading()
  return {
    ...shapeAnswers(load),
    sources: (input, versions) => ({
      ...sourcesView(load(versions), input as SourcesQuestion),
      revision: versions.revision,
    }),
    ...travellerEngine(load),
    ...casesEngine(load),
    ...makeReleaseAnswers(),
  }
})

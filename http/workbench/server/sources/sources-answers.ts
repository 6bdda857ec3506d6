import type { LoadedVersions } from "../engine/loaded-versions.ts"
import type { EngineHandler } from "../engine/serve-engine.ts"
import type { EngineVersions } from "../engine/versions.ts"
import { sourcesView, type SourcesQuestion } from "./sources-view.ts"

/** What answers questions about sources; the calls of the page have been read before. */
export const sourcesAnswers = (
  load: (versions: EngineVersions) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => ({
  sources: (input, versions) => ({
    ...sourcesView(load(versions), input as SourcesQuestion),
    revision: versions.revision,
  }),
})

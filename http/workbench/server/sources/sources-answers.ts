import type { LoadedVersions } from "../../../../rules/changes/loaded-versions.ts"
import type { EngineHandler } from "../engine/serve-engine.ts"
import { sourcesView, type SourcesQuestion } from "../../../../rules/sources/sources-to-look-at.ts"
import type { VersionTexts } from "../../../../rules/changes/loaded-versions.ts"

/** What answers questions about sources; the calls of the page have been read before. */
export const sourcesAnswers = (
  load: (versions: VersionTexts) => LoadedVersions,
): Readonly<Record<string, EngineHandler>> => ({
  sources: (input, versions) => ({
    ...sourcesView(load(versions), input as SourcesQuestion),
    revision: versions.revision,
  }),
})

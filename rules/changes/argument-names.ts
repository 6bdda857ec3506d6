import type { ArgumentImpact } from "../impact/argument-tally.ts"
import type { BilanResponse } from "../coach/response.ts"
import { makeBilanRenderer, type RenderBilan, type RendererParts } from "../messages/render.ts"
import type { Tables } from "../tables/index.ts"
import type { Sentence } from "../../core/sentence.ts"

/** Renders bilans by one version's texts. */
export const rendererOf = (tables: Tables, format: RendererParts["format"]): RenderBilan =>
  makeBilanRenderer({ texts: tables, format })

/** What an argument is called: its opening as a bilan tells it, in both languages. */
const nameIn = (render: RenderBilan, example: BilanResponse, id: string): Sentence => {
  const told = (lang: "en" | "fr"): string =>
    render(example, { lang }).arguments.find((argument) => argument.id === id)?.hook ?? id
  return { en: told("en"), fr: told("fr") }
}

/** The names of arguments that come or go, by their ids; what goes is named as the version before tells it. */
export const argumentNames = (
  renderers: { readonly gained: RenderBilan; readonly lost: RenderBilan },
  some: ReadonlyArray<ArgumentImpact>,
): ReadonlyMap<string, Sentence> =>
  new Map(some.map(({ change, example, id }) => [id, nameIn(renderers[change], example, id)]))

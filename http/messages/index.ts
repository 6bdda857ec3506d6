import { tables } from "#library/messages"
import type { BilanResponse } from "../../rules/coach/response.ts"
import type { RenderedBilan, RenderOptions } from "../../rules/messages/render.ts"
import { rendererOver } from "./renderer.ts"

export type { MessageLanguage } from "../../rules/messages/languages.ts"
export type { RenderOptions } from "../../rules/messages/render.ts"
export type { RenderedArgument, RenderedBilan, RenderedGap } from "../../rules/messages/render.ts"

const render = rendererOver(tables)

/**
 * A bilan in finished sentences, as plain text to be escaped where it is shown: the headline, the
 * medical benchmark, the gaps, the arguments and the social proof. In the bilan's own language unless
 * `lang` asks for another, and wholly in it: amounts, measures, dates and places are printed anew from
 * the raw values of the bilan. What an older server only prints stands as it does.
 *
 * What it has no text for, as in answers of a newer server, is left out and listed in `unknown`. It
 * never fails on the answer of a server or of this package.
 *
 * ```js
 * import { bilan } from "viatica"
 * import { renderBilan } from "viatica/messages"
 *
 * const answer = bilan({ residence: "FR", destinations: ["US"], card: { none: true } })
 * if (answer._tag === "Success") console.log(renderBilan(answer.success).headline)
 * ```
 */
export const renderBilan = (response: BilanResponse, options: RenderOptions = {}): RenderedBilan =>
  render(response, options)

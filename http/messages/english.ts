import { tables } from "#library/messages_en"
import type { BilanResponse } from "../../rules/coach/response.ts"
import type { RenderedBilan, RenderOptions } from "../../rules/messages/render.ts"
import { rendererOver } from "./renderer.ts"

export type { RenderedArgument, RenderedBilan, RenderedGap } from "../../rules/messages/render.ts"

const render = rendererOver(tables)

/**
 * A bilan in finished English sentences, as `renderBilan` of `viatica/messages` renders them; texts of
 * other languages are not loaded.
 *
 * ```js
 * import { renderBilan } from "viatica/messages/en"
 *
 * console.log(renderBilan(answer.success).headline)
 * ```
 */
export const renderBilan = (
  response: BilanResponse,
  options: Omit<RenderOptions, "lang"> = {},
): RenderedBilan => render(response, { ...options, lang: "en" })

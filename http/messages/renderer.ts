import { outlines } from "#library/message_outlines"
import { once } from "../../core/memory.ts"
import { loadPacked } from "../../core/table/load.ts"
import { definitionsIn } from "../../core/table/outline.ts"
import { makeBilanRenderer, type RenderBilan } from "../../rules/messages/render.ts"
import type { RenderingOutlines } from "../../rules/messages/rendering-tables.ts"
import type { PackedTables } from "../../rules/offline/packed-tables.ts"
import { packedTexts } from "../../rules/offline/table-texts.ts"
import { readPackedText } from "./packed-text.ts"

/** A renderer over texts of the package, which the build has checked and packed; they are read on the first call. */
export const rendererOver = (tables: Pick<PackedTables, "texts">): RenderBilan => {
  const renderer = once(() =>
    makeBilanRenderer({
      texts: loadPacked(definitionsIn(outlines as RenderingOutlines), packedTexts([tables])),
      format: readPackedText,
    }),
  )
  return (response, options) => renderer()(response, options)
}

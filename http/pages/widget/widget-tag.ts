/** Heights of the widget in pixels, each from a width of its place on; the widest first. */
export type KeptHeights = ReadonlyArray<readonly [widthMin: number, height: number]>

/**
 * The space that the widget's form takes, in any language: while it asks for the country that the
 * traveller lives in, and where its tag tells that.
 */
export const keptHeights = {
  asked: [
    [560, 380],
    [0, 560],
  ],
  told: [
    [560, 340],
    [0, 515],
  ],
} as const satisfies Readonly<Record<"asked" | "told", KeptHeights>>

/**
 * What partners paste into their pages: the widget's tag, in a place that has its height from the first
 * moment, so that nothing moves however late the script comes.
 *
 * ```ts
 * import { widgetTag } from "../http/pages/widget/widget-tag.ts"
 *
 * widgetTag("https://v.example", { ref: "acme-SUMMER27" }).split("\n")[6] // => '<script async src="https://v.example/widget.js" data-ref="acme-SUMMER27"></script>'
 * ```
 */
export const widgetTag = (
  baseUrl: string,
  attributes: Readonly<Record<string, string>>,
): string => {
  const [[widthMin, low], [, high]] = keptHeights["residence" in attributes ? "told" : "asked"]
  const told = Object.entries(attributes).map(([name, value]) => ` data-${name}="${value}"`)
  return [
    "<style>",
    ".viatica { container-type: inline-size }",
    `.viatica > div { min-height: ${high}px }`,
    `@container (min-width: ${widthMin}px) { .viatica > div { min-height: ${low}px } }`,
    "</style>",
    '<div class="viatica"><div>',
    `<script async src="${baseUrl}/widget.js"${told.join("")}></script>`,
    "</div></div>",
  ].join("\n")
}

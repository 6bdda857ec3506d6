const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * The elements that an icon may be made of: shapes, text and paint. Nothing among them runs, moves,
 * embeds or fetches anything, and nothing repeats another element, which could do so without end.
 */
export const iconElements = words(`
  svg g defs title desc path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask`)

/** The attributes that those may carry. */
export const iconAttributes = words(`
  xmlns xmlns:xlink xml:lang xml:space version id class lang role focusable
  aria-hidden aria-label aria-labelledby style
  viewBox preserveAspectRatio width height x y dx dy rx ry cx cy r fx fy fr d points x1 y1 x2 y2
  pathLength transform transform-origin rotate textLength lengthAdjust
  href xlink:href offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod
  clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits mask-type
  color opacity display visibility overflow paint-order vector-effect mix-blend-mode isolation
  fill fill-opacity fill-rule
  stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
  stroke-dasharray stroke-dashoffset
  shape-rendering text-rendering color-interpolation color-rendering
  font-family font-size font-style font-variant font-weight text-anchor text-decoration
  dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing`)

/** The attributes whose values are words for people. */
export const iconTexts = words("aria-label")

/** The functions that a value may call; `url` may name a part of the icon itself. */
export const iconFunctions = words(`
  rgb rgba hsl hsla matrix translate scale rotate skewX skewY calc url`)

/** The name of the space that all elements of an icon are in. */
export const svgNamespace = "http://www.w3.org/2000/svg"

/** The addresses that name spaces of names, by the attribute that they are the value of. */
export const iconNamespaces: ReadonlyMap<string, string> = new Map([
  ["xmlns", svgNamespace],
  ["xmlns:xlink", "http://www.w3.org/1999/xlink"],
])

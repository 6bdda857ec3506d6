import { type CardTier, profileTiers } from "../coach-vocabulary.ts"
import type { NetworkColours } from "./picture-tables.ts"
import { fontFamily, linesOf, textWidth, xmlText } from "./svg-text.ts"

/** What the picture of a card shows. */
export interface PicturedCard {
  readonly bank: string
  readonly name: string
  readonly tier: CardTier | null
}

/** The size of a card's picture, in the proportions of a payment card (ISO/IEC 7810 ID-1). */
const cardSize = { width: 400, height: 252 } as const

/** Where a block of lines stands: its left edge, the baseline of its first line, and its type. */
interface TextBlock {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight: number
}

const textLines = (lines: ReadonlyArray<string>, { size, weight, x, y }: TextBlock): string =>
  lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${y + index * Math.round(size * 1.25)}" font-size="${size}" font-weight="${weight}">${xmlText(line)}</text>`,
    )
    .join("")

/** How many marks a range has: none where it is not known, or is no range for travellers. */
const marksOf = (tier: CardTier | null): number =>
  profileTiers.findIndex((each) => each === tier) + 1

/** A mark for each range, filled up to the card's own; one long mark for business cards. */
const rangeMarks = (tier: CardTier | null, accent: string): string => {
  if (tier === null) return ""
  if (tier === "business") {
    return `<rect x="288" y="124" width="84" height="8" rx="4" fill="${accent}"/>`
  }
  const filled = marksOf(tier)
  return profileTiers
    .map((_, index) => {
      const fill = index < filled ? accent : "#ffffff"
      const opacity = index < filled ? 1 : 0.28
      return `<rect x="${288 + index * 22}" y="124" width="18" height="8" rx="4" fill="${fill}" fill-opacity="${opacity}"/>`
    })
    .join("")
}

/** As many rings in a corner as the range has marks. */
const rings = (tier: CardTier | null): string =>
  Array.from(
    { length: marksOf(tier) },
    (_, index) =>
      `<circle cx="400" cy="252" r="${64 + index * 34}" fill="none" stroke="#ffffff" stroke-opacity="0.1" stroke-width="14"/>`,
  ).join("")

const chip = (accent: string): string =>
  `<rect x="28" y="106" width="46" height="36" rx="7" fill="${accent}"/><path d="M28 118h14v12H28M74 118H60v12h14M42 106v36M60 106v36" fill="none" stroke="#000000" stroke-opacity="0.35" stroke-width="1.5"/>`

/** What the picture is called: the card, its bank, and its network and range as far as it has them. */
const titleOf = ({ bank, name, tier }: PicturedCard, network: string | null): string => {
  const kind = [network, tier].filter((part) => part !== null).join(", ")
  return kind === "" ? `${bank}: ${name}` : `${bank}: ${name} (${kind})`
}

/**
 * The picture of a card as SVG: the bank's name, the card's and its network's in plain type on the
 * network's colours, and marks for its range. It shows no mark of a bank or network, brings its own
 * ground, so that it reads the same on light pages and dark ones, and names itself.
 */
export const cardPicture = (card: PicturedCard, colours: NetworkColours): string => {
  const { accent, ground, label, shade } = colours
  const { height, width } = cardSize
  const title = xmlText(titleOf(card, label))
  const bank = linesOf(card.bank, { width: 13.5, linesMax: 2 })
  const labelWidth = label === null ? 0 : textWidth(label) * 1.1 + 1
  const name = linesOf(card.name, { width: 20 - labelWidth, linesMax: 3 })
  const nameTop = 224 - (name.length - 1) * 20
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${ground}"/><stop offset="1" stop-color="${shade}"/></linearGradient>`,
    `<clipPath id="c"><rect width="${width}" height="${height}" rx="18"/></clipPath></defs>`,
    `<g clip-path="url(#c)"><rect width="${width}" height="${height}" fill="url(#g)"/>${rings(card.tier)}</g>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="17.5" fill="none" stroke="#8a94a6" stroke-opacity="0.8"/>`,
    chip(accent),
    rangeMarks(card.tier, accent),
    `<g fill="#ffffff" font-family="${fontFamily}">`,
    textLines(bank, { x: 28, y: 50, size: 22, weight: 700 }),
    textLines(name, { x: 28, y: nameTop, size: 16, weight: 400 }),
    label === null
      ? ""
      : `<text x="372" y="224" font-size="16" font-weight="600" text-anchor="end">${xmlText(label)}</text>`,
    "</g></svg>",
  ].join("")
}

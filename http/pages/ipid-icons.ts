import type { IpidIcon, IpidMark } from "../../rules/documents/document-tables.ts"

const svg = (colour: string, paths: string): string =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12" fill="${colour}"/>` +
  `<g fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${paths}</g></svg>`

const green = "#1b6844"
const red = "#a2281f"
const orange = "#a35a00"
const blue = "#0b5a8b"
const yellow = "#8a6d00"
const black = "#15242a"

const triangle = "M12 5.5 19 17.5H5z"

/** The pictograms of sections: white on the colour that the regulation names, of our own drawing. */
export const ipidIconSvg: Readonly<Record<IpidIcon, string>> = {
  none: "",
  umbrella: svg(green, `<path d="M5 12a7 7 0 0 1 14 0z"/><path d="M12 12v5a1.8 1.8 0 0 0 3.6 0"/>`),
  triangle: svg(red, `<path d="${triangle}"/><path d="m10.3 12.2 3.4 3.4m0-3.4-3.4 3.4"/>`),
  warning: svg(orange, `<path d="${triangle}"/><path d="M12 10v3.4m0 2v.1"/>`),
  globe: svg(
    blue,
    `<circle cx="12" cy="12" r="6.5"/><path d="M5.5 12h13M12 5.5c4 4 4 9 0 13c-4-4-4-9 0-13"/>`,
  ),
  handshake: svg(
    green,
    `<path d="m4.5 9 3-2 4.5 1.5L16.5 7l3 2M4.5 14l3-.5 4.5 4 4.5-4 3 .5"/><path d="m12 8.5-2.5 3 2 1.5 3-2 3 2.5"/>`,
  ),
  coins: svg(
    yellow,
    `<ellipse cx="12" cy="8" rx="5.5" ry="2.2"/><path d="M6.5 8v4c0 1.2 2.5 2.2 5.5 2.2s5.5-1 5.5-2.2V8M6.5 12v4c0 1.2 2.5 2.2 5.5 2.2s5.5-1 5.5-2.2v-4"/>`,
  ),
  hourglass: svg(
    blue,
    `<path d="M7.5 5.5h9M7.5 18.5h9M8.5 5.5c0 4 7 9 7 13M15.5 5.5c0 4-7 9-7 13"/>`,
  ),
  hand: svg(
    black,
    `<path d="M12 4.5 18 6.5v5c0 4-2.5 6.5-6 8c-3.5-1.5-6-4-6-8v-5z"/><path d="M9.5 14v-3.5m1.7 3V9m1.7 4.5V9.5m1.7 4V11"/>`,
  ),
}

/** The signs before lines, and how a reader who does not see them is told. */
export const ipidMarkSigns: Readonly<
  Record<IpidMark, { readonly sign: string; readonly en: string; readonly fr: string } | undefined>
> = {
  none: undefined,
  tick: { sign: "✓", en: "Yes:", fr: "Oui\u00A0:" },
  cross: { sign: "✗", en: "No:", fr: "Non\u00A0:" },
  warning: { sign: "!", en: "Note:", fr: "Attention\u00A0:" },
  bullet: { sign: "•", en: "", fr: "" },
}

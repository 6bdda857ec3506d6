import type { RefusedCell } from "../../../../../rules/changes/grid/grid-view.ts"
import { language } from "../../kit/language.ts"

/** How the engine says what a cell should be, and the same in French. */
const inFrench: ReadonlyArray<readonly [RegExp, (...parts: ReadonlyArray<string>) => string]> = [
  [/^an integer(.*)$/, (bounds = "") => `un nombre entier${boundsInFrench(bounds)}`],
  [/^a decimal(.*)$/, (bounds = "") => `un nombre décimal${boundsInFrench(bounds)}`],
  [/^one of (.*)$/, (words = "") => `l’un de ${words}`],
  [
    /^an existing (.*) of (.*)$/,
    (column = "", file = "") => `un ${column} qui existe dans ${file}`,
  ],
  [/^true or false$/, () => "true ou false"],
  [/^true, false or nothing$/, () => "true, false ou rien"],
  [/^a calendar day YYYY-MM-DD$/, () => "un jour du calendrier, AAAA-MM-JJ"],
  [/^some text$/, () => "un texte"],
  [/^text without spaces around it$/, () => "un texte sans espaces autour"],
  [/^text of the form (.*)$/, (form = "") => `un texte de la forme ${form}`],
  [
    /^words joined by \|, or not\(a\|b\), without spaces$/,
    () => "des mots joints par |, ou not(a|b), sans espaces",
  ],
  [
    /^a number, <n, <=n, >n, >=n or a range such as \[10\.\.20\)$/,
    () => "un nombre, <n, <=n, >n, >=n ou un intervalle comme [10..20)",
  ],
]

const boundsInFrench = (bounds: string): string =>
  bounds
    .replace(/ from (\S+)/, " à partir de $1")
    .replace(/ up to (\S+)/, " jusqu’à $1")
    .replace(/ (\S+)\.\.(\S+)/, " de $1 à $2")

const frenchFor = (expected: string): string | undefined => {
  for (const [pattern, words] of inFrench) {
    const found = pattern.exec(expected)
    if (found !== null) return words(...found.slice(1))
  }
  return undefined
}

/** What should stand in a cell, in the language of the page where it has words, and in which it is. */
export const faultText = (
  text: string,
  { expected, part }: RefusedCell,
): { readonly sentence: string; readonly lang: "en" | "fr" } => {
  const wrong = part ?? text
  const french = language.value === "fr" ? frenchFor(expected) : undefined
  return french === undefined
    ? { sentence: `“${wrong}” should be ${expected}.`, lang: "en" }
    : { sentence: `«\u00a0${wrong}\u00a0» devrait être ${french}.`, lang: "fr" }
}

import { inGuillemets, narrow } from "../../core/vocabulary/french-signs.ts"
import { type TellingInBoth, toldIn } from "../../core/told-by.ts"
import type { WrittenLanguage } from "../../core/vocabulary/written-language.ts"

/** What can be copied with all its rows. */
export type CopyNoun = "offer" | "card product"

/** Why nothing can be copied. */
export type CopyProblem =
  | { readonly _tag: "NothingNamed"; readonly name: string; readonly nearest: string | null }
  /** Several things have the name; each as it is told from the others. */
  | { readonly _tag: "SeveralNamed"; readonly name: string; readonly could: ReadonlyArray<string> }
  | { readonly _tag: "NameTaken"; readonly noun: CopyNoun; readonly name: string }
  /** The copy is given no name. */
  | { readonly _tag: "NoName" }

/**
 * Why nothing can be copied, as the end of a sentence.
 *
 * ```ts
 * import { copyProblemText } from "../rules/tables/copy-problem.ts"
 *
 * copyProblemText({ _tag: "NameTaken", noun: "offer", name: "1002" }, "en") // => 'offer "1002" is there already'
 * copyProblemText({ _tag: "NoName" }, "fr") // => "il faut à la copie un nom à elle"
 * ```
 */
export const copyProblemText = (problem: CopyProblem, language: WrittenLanguage): string =>
  toldIn(language, problems, problem)

const frenchNouns: Readonly<Record<CopyNoun, string>> = {
  offer: "l’offre",
  "card product": "la carte",
}

const problems: TellingInBoth<CopyProblem> = {
  NothingNamed: {
    en: ({ name, nearest }) =>
      `no offer and no card product is called "${name}"${nearest === null ? "" : `; did you mean "${nearest}"?`}`,
    fr: ({ name, nearest }) =>
      `aucune offre et aucune carte ne s’appelle ${inGuillemets(name)}${nearest === null ? "" : `${narrow}; vouliez-vous dire ${inGuillemets(nearest)}${narrow}?`}`,
  },
  SeveralNamed: {
    en: ({ could, name }) => `"${name}" could be ${could.join(" or ")}`,
    fr: ({ could, name }) => `${inGuillemets(name)} peut être ${could.join(" ou ")}`,
  },
  NameTaken: {
    en: ({ name, noun }) => `${noun} "${name}" is there already`,
    fr: ({ name, noun }) => `${frenchNouns[noun]} ${inGuillemets(name)} existe déjà`,
  },
  NoName: {
    en: () => "it needs a name of its own",
    fr: () => "il faut à la copie un nom à elle",
  },
}

import { printedLocales } from "../../../../core/vocabulary/written-language.ts"
import { computed, effect, signal } from "@preact/signals"

/** The languages of the workbench. */
export const languages = ["en", "fr"] as const

/** A language of the workbench. */
export type Language = (typeof languages)[number]

/** The same words in each language. */
export type InLanguages<Words> = Readonly<Record<Language, Words>>

const storedName = "viatica-workbench-language"

const preferred = (): Language => {
  const chosen = localStorage.getItem(storedName) ?? navigator.language.slice(0, 2)
  return languages.find((each) => each === chosen) ?? "en"
}

/** The language that the page is read in. */
export const language = signal<Language>(preferred())

/** How the language prints numbers and days. */
export const locale = computed(() => printedLocales[language.value])

effect(() => {
  document.documentElement.lang = language.value
  localStorage.setItem(storedName, language.value)
})

/** The words of the language that the page is read in. */
export const inWords = <Words>(words: InLanguages<Words>): Words => words[language.value]

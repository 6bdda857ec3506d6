import type { JSX } from "preact"
import { inWords } from "../kit/language.ts"
import { hrefOf, route } from "../kit/route.ts"
import { shellWords } from "./shell-words.ts"

const screens = [
  "home",
  "tables",
  "shape",
  "impact",
  "traveller",
  "cases",
  "sources",
  "review",
] as const

/** Leads from screen to screen. */
export const Tabs = (): JSX.Element => {
  const words = inWords(shellWords)
  return (
    <nav class="tabs" aria-label={words.screens}>
      {screens.map((screen) => (
        <a href={hrefOf(screen)} aria-current={route.value.screen === screen ? "page" : undefined}>
          {words.tabs[screen]}
        </a>
      ))}
    </nav>
  )
}

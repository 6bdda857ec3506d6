import type { JSX } from "preact"
import { inWords, language, languages } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { redo, session, undo } from "../kit/session.ts"
import { Symbol } from "../kit/symbols.tsx"
import { openSearch } from "./shell-dialogs.ts"
import { shellWords } from "./shell-words.ts"

const Mark = (): JSX.Element => (
  <svg width="24" height="24" viewBox="0 0 26 26" aria-hidden="true">
    <rect class="ground" width="26" height="26" rx="7" />
    <path d="M7 19c0-5 3-5.500 6-6.500s6-2.500 6-5.500" />
    <circle class="start" cx="7" cy="19" r="2" />
    <circle class="end" cx="19" cy="7" r="2.600" />
  </svg>
)

/** What the work is on: the branch, and what it is compared with. */
const Ground = (): JSX.Element | null => {
  const view = session.value
  const words = inWords(shellWords)
  if (view === null) return null
  const { branch, before } = view
  return (
    <p class="ground-facts">
      {branch === null ? null : (
        <span class="together">
          <Symbol name="branch" size={14} /> {branch}
        </span>
      )}
      <span class="together">
        {words.before} <span class="code">{before.commit?.slice(0, 12) ?? before.name}</span>
      </span>
    </p>
  )
}

/** Opens the search; it looks like the box that it becomes. */
const Find = (): JSX.Element => (
  <button type="button" class="find" onClick={() => openSearch()}>
    <Symbol name="search" size={14} />
    <span>{inWords(shellWords).search}</span>
    <kbd>Ctrl K</kbd>
  </button>
)

const Steps = (): JSX.Element => {
  const words = inWords(shellWords)
  const view = session.value
  return (
    <div class="steps">
      <button
        type="button"
        class="square"
        aria-label={words.undo}
        title={`${words.undo} (Ctrl Z)`}
        disabled={(view?.undo ?? null) === null}
        onClick={() => void undo()}
      >
        <Symbol name="undo" />
      </button>
      <button
        type="button"
        class="square"
        aria-label={words.redo}
        title={`${words.redo} (Ctrl Y)`}
        disabled={(view?.redo ?? null) === null}
        onClick={() => void redo()}
      >
        <Symbol name="redo" />
      </button>
    </div>
  )
}

const LanguageSwitch = (): JSX.Element => (
  <div class="segments" role="group" aria-label={inWords(shellWords).language}>
    {languages.map((each) => (
      <button
        type="button"
        lang={each}
        aria-pressed={each === language.value}
        onClick={() => (language.value = each)}
      >
        {each.toUpperCase()}
      </button>
    ))}
  </div>
)

/** The bar over every screen. */
export const Bar = (): JSX.Element => {
  const words = inWords(shellWords)
  return (
    <header class="bar">
      <a class="brand" href={hrefOf("home")}>
        <Mark />
        <span>{words.name}</span>
      </a>
      <Ground />
      <Find />
      <div class="end">
        <Steps />
        <LanguageSwitch />
        <a class="button main small" href={hrefOf("review")}>
          {words.review}
        </a>
      </div>
    </header>
  )
}

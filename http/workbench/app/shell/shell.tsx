import type { ComponentType, JSX } from "preact"
import { useEffect } from "preact/hooks"
import { Dialog } from "../kit/dialog.tsx"
import { keyGroups } from "../kit/keys.ts"
import { inWords, language, languages } from "../kit/language.ts"
import { notice } from "../kit/notices.ts"
import { hueOf, initialsOf, isTeam, others, presenceWords } from "../kit/presence.ts"
import { hrefOf, route, rowHref } from "../kit/route.ts"
import { redo, session, undo } from "../kit/session.ts"
import { tableTitle } from "../kit/table-names.ts"
import { Symbol } from "../kit/symbols.tsx"
import { isConnected } from "../kit/views.ts"
import { BaseDialog, ComparedWith } from "./base-dialog.tsx"
import { SearchDialog } from "./search-dialog.tsx"
import { addShellKeys, closeDialog, openDialog, openSearch } from "./shell-keys.ts"
import { columnTitle } from "../screens/tables/column-title.ts"
import { shellWords } from "./shell-words.ts"

/** What is told once, at the foot of the page. */
const Notices = (): JSX.Element => {
  const words = inWords(shellWords)
  const gone = isTeam.value ? words.goneTeam : words.gone
  const told = isConnected.value ? notice.value : { text: gone, isError: true }
  return (
    <div class="notices" role="status">
      {told === null ? null : (
        <p class={told.isError ? "notice wrong" : "notice"}>
          {told.isError ? <Symbol name="error" /> : null}
          <span>{told.text}</span>
        </p>
      )}
    </div>
  )
}

/** The frame of all screens, with the one that the address names. */
export const Shell = ({
  screens,
}: {
  readonly screens: Readonly<Record<string, ComponentType>>
}): JSX.Element => {
  const words = inWords(shellWords)
  const Screen = screens[route.value.screen]
  useEffect(addShellKeys, [])
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          // The hash is the page's address, so that the jump is made by hand.
          event.preventDefault()
          document.querySelector<HTMLElement>("#main")?.focus()
        }}
      >
        {words.skip}
      </a>
      <Bar />
      <Tabs />
      <main id="main" tabIndex={-1}>
        {session.value === null ? (
          <h1 class="waiting">{words.loading}</h1>
        ) : Screen === undefined ? (
          <h1 class="waiting">{words.nowhere}</h1>
        ) : (
          <Screen />
        )}
      </main>
      <Notices />
      {openDialog.value === "keys" ? <KeysDialog /> : null}
      {openDialog.value === "base" ? <BaseDialog /> : null}
      {openDialog.value === "search" ? <SearchDialog /> : null}
    </>
  )
}

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
const Tabs = (): JSX.Element => {
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

/** Keys as they are pressed: together, or `g` and then another. */
const Keys = ({ keys }: { readonly keys: string }): JSX.Element => {
  const parts = keys.split(" ")
  const isSequence = parts[0] === "g" && parts.length > 1
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index === 0 ? null : isSequence ? ` ${inWords(shellWords).andThen} ` : " "}
          <kbd>{part}</kbd>
        </>
      ))}
    </>
  )
}

/** Lists every key that does something on the page as it is now. */
const KeysDialog = (): JSX.Element => {
  const words = inWords(shellWords)
  return (
    <Dialog name={words.keysTitle} class="keys-dialog" close={closeDialog}>
      <div class="dialog-body">
        <div class="dialog-head">
          <h2>{words.keysTitle}</h2>
          <button type="button" class="square" aria-label={words.keysClose} onClick={closeDialog}>
            <Symbol name="cross" />
          </button>
        </div>
        <div class="key-groups">
          {keyGroups.value.map(({ bindings, title }) => (
            <section>
              <h3>{inWords(title)}</h3>
              <dl>
                {bindings.map((binding) => (
                  <div>
                    <dt>
                      <Keys keys={binding.keys} />
                    </dt>
                    <dd>{inWords(binding.words)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

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
  if (view === null) return null
  const { branch, before } = view
  return (
    <p class="ground-facts">
      {branch === null ? null : (
        <span class="together">
          <Symbol name="branch" size={14} /> {branch}
        </span>
      )}
      <ComparedWith before={before} />
    </p>
  )
}

/** Who is here, and the way to the other desks, at a workbench for a team. */
const Member = (): JSX.Element | null => {
  const words = inWords(shellWords)
  const member = session.value?.member ?? null
  if (member === null) return null
  const roles = member.roles.map((role) => words.roles[role]).join(", ")
  return (
    <p class="member">
      <a href={new URL("../", document.baseURI).href}>{words.desks}</a>{" "}
      <span class="third" title={`${member.mail}, ${roles === "" ? words.reads : roles}`}>
        {member.mail}
      </span>
      <Others />
    </p>
  )
}

/** The others at this desk: each leads to the cell that they are in. */
const Others = (): JSX.Element | null => {
  const words = inWords(presenceWords)
  if (others.value.length === 0) return null
  return (
    <span class="others" role="group" aria-label={words.here}>
      {others.value.map((each) => {
        const { mail, page, place } = each
        if (place === null) {
          return (
            <span
              key={page}
              class={`person ${hueOf(each)}`}
              role="img"
              aria-label={mail}
              title={mail}
            >
              {initialsOf(mail)}
            </span>
          )
        }
        const where = words.at(mail, tableTitle(place.file), place.line, columnTitle(place.column))
        return (
          <a
            key={page}
            class={`person ${hueOf(each)}`}
            href={rowHref(place.file, place.line, place.column)}
            // What is read aloud begins with what is seen.
            aria-label={`${initialsOf(mail)}, ${where}`}
            title={where}
          >
            {initialsOf(mail)}
          </a>
        )
      })}
    </span>
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
const Bar = (): JSX.Element => {
  const words = inWords(shellWords)
  return (
    <header class="bar">
      <a class="brand" href={hrefOf("home")}>
        <Mark />
        <span>{words.name}</span>
      </a>
      <Ground />
      <Member />
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

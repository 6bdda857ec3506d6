import type { ComponentType, JSX } from "preact"
import { useEffect } from "preact/hooks"
import { Dialog } from "../kit/dialog.tsx"
import { isConnected } from "../kit/events.ts"
import { keyGroups } from "../kit/keys.ts"
import { inWords } from "../kit/language.ts"
import { notice } from "../kit/notices.ts"
import { hrefOf, route } from "../kit/route.ts"
import { session } from "../kit/session.ts"
import { Symbol } from "../kit/symbols.tsx"
import { Bar } from "./bar.tsx"
import { SearchDialog } from "./search-dialog.tsx"
import { closeDialog, openDialog } from "./shell-dialogs.ts"
import { addShellKeys } from "./shell-keys.ts"
import { shellWords } from "./shell-words.ts"

/** What is told once, at the foot of the page. */
const Notices = (): JSX.Element => {
  const words = inWords(shellWords)
  const told = isConnected.value ? notice.value : { text: words.gone, isError: true }
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

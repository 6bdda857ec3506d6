import type { ComponentType, JSX } from "preact"
import { useEffect } from "preact/hooks"
import { isConnected } from "../kit/events.ts"
import { inWords } from "../kit/language.ts"
import { notice } from "../kit/notices.ts"
import { route } from "../kit/route.ts"
import { session } from "../kit/session.ts"
import { Symbol } from "../kit/symbols.tsx"
import { Bar } from "./bar.tsx"
import { KeysDialog } from "./keys-dialog.tsx"
import { SearchDialog } from "./search-dialog.tsx"
import { openDialog } from "./shell-dialogs.ts"
import { addShellKeys } from "./shell-keys.ts"
import { shellWords } from "./shell-words.ts"
import { Tabs } from "./tabs.tsx"

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

import type { JSX } from "preact"
import { Dialog } from "../kit/dialog.tsx"
import { keyGroups } from "../kit/keys.ts"
import { inWords } from "../kit/language.ts"
import { Symbol } from "../kit/symbols.tsx"
import { closeDialog } from "./shell-dialogs.ts"
import { shellWords } from "./shell-words.ts"

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
export const KeysDialog = (): JSX.Element => {
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

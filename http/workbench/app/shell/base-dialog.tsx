import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { call } from "../kit/call.ts"
import { Dialog } from "../kit/dialog.tsx"
import { inWords, type InLanguages } from "../kit/language.ts"
import { tellRefusal } from "../kit/notices.ts"
import { inTurn, shownStep } from "../kit/session.ts"
import { Symbol } from "../kit/symbols.tsx"
import type { SessionView } from "../../protocol/session.ts"
import { submitting, useAsking } from "../panels/asking.ts"
import { closeDialog, openDialog } from "./shell-keys.ts"

/** What the tables are compared with, in words, and a button that compares with something else. */
export const ComparedWith = ({ before }: Pick<SessionView, "before">): JSX.Element => {
  const words = inWords(baseWords)
  const { commit, left, name } = before
  const isNamed = commit === null || !commit.startsWith(name)
  return (
    <span class="together">
      {words.compared}{" "}
      {typeof left === "string"
        ? words.leftAt(left)
        : isNamed && commit !== null
          ? `${name}, `
          : null}
      <span class="code">{commit?.slice(0, 12) ?? name}</span>{" "}
      {commit === null ? null : (
        <button type="button" class="link" onClick={() => (openDialog.value = "base")}>
          {words.open}
        </button>
      )}
      {left === null ? <span class="third"> {words.noTrunk}</span> : null}
    </span>
  )
}

/** Asks which version the tables are compared with. */
export const BaseDialog = (): JSX.Element => {
  const words = inWords(baseWords)
  const [base, setBase] = useState("")
  const [names, setNames] = useState<ReadonlyArray<string>>([])
  useEffect(() => void call("bases", {}).then(setNames, tellRefusal), [])
  const { ask, fault, isBusy } = useAsking()
  const compare = (named: string | null): void =>
    ask(async () => {
      await shownStep(inTurn(() => call("compareWith", { base: named })))
      closeDialog()
    })
  return (
    <Dialog name={words.title} close={closeDialog}>
      <form class="dialog-body" onSubmit={submitting(() => compare(base))}>
        <h2>{words.title}</h2>
        <p class="second">{words.about}</p>
        <div class={fault === null ? "field" : "field wrong"}>
          <label for="base-name">{words.name}</label>
          <input
            id="base-name"
            type="text"
            list="base-names"
            autoFocus
            autocomplete="off"
            spellcheck={false}
            aria-describedby="base-fault"
            value={base}
            onInput={({ currentTarget }) => setBase(currentTarget.value)}
          />
          <datalist id="base-names">
            {["HEAD", ...names].map((each) => (
              <option value={each} />
            ))}
          </datalist>
          <p id="base-fault" class="fault" role="status">
            {fault === null ? null : (
              <>
                <Symbol name="error" size={14} /> {fault}
              </>
            )}
          </p>
        </div>
        <div class="actions">
          <button type="submit" class="button main small" disabled={isBusy || base.trim() === ""}>
            {words.compare}
          </button>
          <button
            type="button"
            class="button small"
            disabled={isBusy}
            onClick={() => compare(null)}
          >
            {words.usual}
          </button>
          <button type="button" class="button small" onClick={closeDialog}>
            {words.leave}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const en = {
  compared: "compared with",
  leftAt: (branch: string) => `${branch} as this branch left it, `,
  noTrunk: "No branch was found that this one left.",
  open: "Change",
  title: "Compare with another version",
  about:
    "Changed cells, impact and review are then told against that version, on all pages, until the workbench is closed. No table changes.",
  name: "A branch, a tag or a commit",
  compare: "Compare with it",
  usual: "Where this branch began",
  leave: "Leave it",
}

/** The words of what the tables are compared with. */
export const baseWords: InLanguages<typeof en> = {
  en,
  fr: {
    compared: "comparé à",
    leftAt: (branch) => `${branch}, d’où cette branche est partie, `,
    noTrunk: "Aucune branche d’origine n’a été trouvée.",
    open: "Changer",
    title: "Comparer à une autre version",
    about:
      "Cellules changées, effets et relecture sont alors rapportés à cette version, sur toutes les pages, jusqu’à la fermeture de l’atelier. Aucune table ne change.",
    name: "Une branche, une étiquette ou un commit",
    compare: "Comparer à cette version",
    usual: "Là où la branche a commencé",
    leave: "Laisser",
  },
}

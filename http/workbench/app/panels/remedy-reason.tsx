import type { JSX } from "preact"
import { inWords } from "../kit/language.ts"
import { giveReason, reasonAsked } from "../kit/remedies.ts"
import { ReasonDialog } from "./reason-dialog.tsx"

/** Asks for the reason of a remedy that needs one; each screen with remedies shows it once. */
export const RemedyReason = (): JSX.Element | null => {
  const asked = reasonAsked.value
  return asked === null ? null : (
    <ReasonDialog
      subject={inWords(asked.finding.title)}
      close={() => (reasonAsked.value = null)}
      give={giveReason}
    />
  )
}

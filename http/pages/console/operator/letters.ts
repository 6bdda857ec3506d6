import type { Letter } from "../../../ports/mail.ts"

/** What became of a partner's request, to be told by mail. */
export interface Verdict {
  /** As `plainName` gives it. */
  readonly partnerName: string
  readonly outcome: "approved" | "declined"
  /** Why it was declined. */
  readonly reason: string
  readonly baseUrl: string
}

/** A reason is a text of an operator: it stays on its line, whatever it holds. */
const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim()

const english = ({ baseUrl, outcome, partnerName, reason }: Verdict): string =>
  outcome === "approved"
    ? `${partnerName} is approved. Create the live key in the console; its secret is shown once:\n${baseUrl}/console/keys?lang=en`
    : `The request of ${partnerName} was declined:\n${oneLine(reason)}\nThe sandbox goes on, and you can ask again:\n${baseUrl}/console/keys?lang=en`

const french = ({ baseUrl, outcome, partnerName, reason }: Verdict): string =>
  outcome === "approved"
    ? `${partnerName} est validé. Créez la clé de production dans la console ; son secret est montré une fois :\n${baseUrl}/console/keys?lang=fr`
    : `La demande de ${partnerName} a été refusée :\n${oneLine(reason)}\nLes tests continuent, et vous pouvez demander de nouveau :\n${baseUrl}/console/keys?lang=fr`

/** A letter, in both languages, that tells an owner what became of the request for review. */
export const verdictLetter = (to: string, verdict: Verdict): Letter => ({
  to,
  subject:
    verdict.outcome === "approved"
      ? "Viatica: approved / validé"
      : "Viatica: your request / votre demande",
  text: `${english(verdict)}\n\n--\n\n${french(verdict)}\n`,
})

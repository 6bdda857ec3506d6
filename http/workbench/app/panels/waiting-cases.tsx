import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { call } from "../kit/call.ts"
import { inWords, type InLanguages } from "../kit/language.ts"
import { tellRefusal } from "../kit/notices.ts"
import { hrefOf } from "../kit/route.ts"
import { session } from "../kit/session.ts"
import { WaitingLine } from "./waiting-line.tsx"
import type { CasesWaiting } from "../../protocol/cases.ts"

const en = {
  wait: (count: number) => (count === 1 ? "1 own case changes" : `${count} own cases change`),
  about: (name: string | null) =>
    `${name === null ? "" : `${name} first. `}Accept each with a reason, or repair`,
  decide: "Decide",
}

const words: InLanguages<typeof en> = {
  en,
  fr: {
    wait: (count) => (count < 2 ? `${count} de vos cas change` : `${count} de vos cas changent`),
    about: (name) =>
      `${name === null ? "" : `${name} d’abord. `}Acceptez chacun avec une raison, ou réparez`,
    decide: "Décider",
  },
}

/** How long the tables have to stay as they are before all cases are tried again. */
const calmMs = 1_500

/** Own cases that come to something else than was accepted, and the way to decide. */
export const WaitingCases = (): JSX.Element | null => {
  const waiting = useSignal<CasesWaiting | null>(null)
  const revision = session.value?.revision
  useEffect(() => {
    const timer = setTimeout(() => {
      call("casesWaiting", {}).then((found) => void (waiting.value = found), tellRefusal)
    }, calmMs)
    return () => clearTimeout(timer)
  }, [revision])
  const found = waiting.value
  if (found === null || found.failing === 0) return null
  const { about, decide, wait } = inWords(words)
  return (
    <WaitingLine
      title={wait(found.failing)}
      about={about(found.first)}
      href={hrefOf("cases", "", { show: "failing" })}
      verb={decide}
    />
  )
}

import type { JSX } from "preact"
import { follow, useFollowing } from "../kit/follow.ts"
import { inWords, type InLanguages } from "../kit/language.ts"
import { hrefOf } from "../kit/route.ts"
import { WaitingLine } from "./waiting-line.tsx"

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

const waiting = follow("casesWaiting")

/** Own cases that come to something else than was accepted, and the way to decide. */
export const WaitingCases = (): JSX.Element | null => {
  useFollowing(waiting, {})
  const found = waiting.state.value.output
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

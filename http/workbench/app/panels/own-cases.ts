import { effect, signal } from "@preact/signals"
import type { CasesView } from "../../../../rules/changes/cases-view.ts"
import { call } from "../kit/call.ts"
import { runLatest } from "../kit/latest.ts"
import { tellRefusal } from "../kit/notices.ts"
import { session } from "../kit/session.ts"

/** The analysts' own cases, as they stood when they were last asked for; null before. */
export const ownCases = signal<CasesView | null>(null)

/** Whether the cases are being tried. */
export const areCasesTried = signal(false)

/** How long the tables have to stay as they are before all cases are tried again. */
const calmMs = 1_200

const load = runLatest<number>(async () => {
  areCasesTried.value = true
  await call("cases", {}).then((view) => void (ownCases.value = view), tellRefusal)
  areCasesTried.value = false
})

/** Follows how the cases stand for as long as somebody looks; gives what ends that. */
export const followOwnCases = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = effect(() => {
    const revision = session.value?.revision ?? 0
    clearTimeout(timer)
    timer = setTimeout(() => load(revision), ownCases.peek() === null ? 0 : calmMs)
  })
  return () => {
    clearTimeout(timer)
    end()
  }
}

import { computed, signal } from "@preact/signals"
import type { ImpactView } from "../../../../rules/changes/impact-view.ts"
import { call } from "./call.ts"
import { tellRefusal } from "./notices.ts"
import { showView } from "./views.ts"
import type { ImpactProgress, ImpactState } from "../../protocol/impact.ts"

/** What the change does, as it was last told; null before the first result. */
export const impactView = signal<ImpactView | null>(null)

/** How far the re-run is. */
export const impactProgress = signal<ImpactProgress>({
  state: "waiting",
  revision: 0,
  done: 0,
  of: 0,
  failure: null,
})

/** How many of the analysts' own cases change; null while that is not known. */
export const ownCasesChanged = computed(() => impactView.value?.changedCases ?? null)

const take = ({ progress, view }: ImpactState): void => {
  if (view !== null) impactView.value = view
  impactProgress.value = progress
}

let isFollowed = false

/** The first screen is shown before threads start. */
const afterFirstScreenMs = 600

/** Has the corpus re-run from now on, and follows what comes of it; once for the page. */
export const followImpact = (): void => {
  if (isFollowed) return
  isFollowed = true
  showView(
    "impact",
    {},
    {
      told: (view) => {
        if (view !== null) impactView.value = view
      },
    },
  )
  showView("impactProgress", {}, { told: (progress) => void (impactProgress.value = progress) })
  setTimeout(() => void call("impactBegin", {}).then(take, tellRefusal), afterFirstScreenMs)
}

/** Stops the re-run until the next change. */
export const stopImpact = (): Promise<void> => call("impactStop", {}).then(take, tellRefusal)

/** Goes on after a stop. */
export const resumeImpact = (): Promise<void> => call("impactBegin", {}).then(take, tellRefusal)

import { computed, signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { follow } from "../kit/follow.ts"
import { showView } from "../kit/views.ts"
import type { ReleasesView } from "../../protocol/releases.ts"
import type { Person, ReviewView } from "../../../../rules/changes/reviewed-change.ts"

/** How the change stands; null until the server has told. */
export const review = signal<ReviewView | null>(null)

/** The releases, and what is in force; null until the server has told. */
export const releases = signal<ReleasesView | null>(null)

const storedName = "viatica-workbench-you"

const storedPerson = (): Person | null => {
  try {
    return JSON.parse(localStorage.getItem(storedName) ?? "null") as Person | null
  } catch {
    return null
  }
}

/** Who works here, where git does not know. */
export const namedYou = signal<Person | null>(storedPerson())

/** Remembers who works here. */
export const nameYou = (person: Person): void => {
  namedYou.value = person
  localStorage.setItem(storedName, JSON.stringify(person))
}

/** Who shows how the change stands; both views are open for as long as anybody does. */
let followers = 0
let open: { readonly again: () => void; readonly end: () => void } | undefined

const openViews = () => {
  const views = [
    showView("review", {}, { told: (view) => void (review.value = view) }),
    showView("releases", {}, { told: (all) => void (releases.value = all) }),
  ]
  return {
    again: () => views.forEach((view) => view.again()),
    end: () => views.forEach((view) => view.end()),
  }
}

// A colleague's work may have been fetched in a terminal meanwhile.
addEventListener("focus", () => open?.again())

/** Keeps the change and the releases up to date for as long as somebody looks; gives what ends that. */
export const followReview = (): (() => void) => {
  followers += 1
  open ??= openViews()
  return () => {
    followers -= 1
    if (followers > 0) return
    open?.end()
    open = undefined
  }
}

/** Keeps the change and the releases up to date for as long as a part of the page is shown. */
export const useReview = (): void => useEffect(followReview, [])

const cases = follow("cases")

/** The analysts' own cases, as they stood when they were last tried; null before. */
export const ownCases = computed(() => cases.state.value.output)

/** Whether the cases are being tried. */
export const areCasesTried = computed(() => cases.state.value.isBusy)

/** Follows how the cases stand for as long as somebody looks; gives what ends that. */
export const followOwnCases = (): (() => void) => {
  cases.ask({})
  return cases.end
}

import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { ReleasesView } from "../../protocol/releases.ts"
import type { Person, ReviewView } from "../../../../rules/changes/reviewed-change.ts"
import { call } from "../kit/call.ts"
import { onEvent } from "../kit/events.ts"
import { sayRefusals, tellRefusal } from "../kit/notices.ts"
import { reviewRefusals } from "./review-refusals.ts"

sayRefusals(reviewRefusals)

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

/** Asks again how the change and the releases stand. */
export const refreshReview = async (): Promise<void> => {
  const asked = [
    call("review", {}).then((view) => void (review.value = view)),
    call("releases", {}).then((all) => void (releases.value = all)),
  ]
  await Promise.all(asked)
}

/** Edits come in bursts; what git says of them is asked for once they pause. */
const pauseMs = 400

let followers = 0
let timer: ReturnType<typeof setTimeout> | undefined

const refreshSoon = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (followers > 0) void refreshReview().catch(tellRefusal)
  }, pauseMs)
}

onEvent("session", refreshSoon)

// A colleague's work may have been fetched in a terminal meanwhile.
addEventListener("focus", refreshSoon)

/** Keeps the change and the releases up to date for as long as a part of the page is shown. */
export const useReview = (): void => {
  useEffect(() => {
    followers += 1
    if (followers === 1) void refreshReview().catch(tellRefusal)
    return () => {
      followers -= 1
    }
  }, [])
}

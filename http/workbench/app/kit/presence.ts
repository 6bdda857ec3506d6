import { computed, effect, signal } from "@preact/signals"
import { call } from "./call.ts"
import type { InLanguages } from "./language.ts"
import { route } from "./route.ts"
import { session } from "./session.ts"
import { pageName, showView } from "./views.ts"
import type { PersonPlace, PresentPage } from "../../protocol/presence.ts"

const present = signal<ReadonlyArray<PresentPage>>([])

/** The other pages at this desk; none at a workbench of one's own. */
export const others = computed(() => present.value.filter(({ page }) => page !== pageName.value))

/** Those of them who are in the table that the address names. */
export const peopleHere = computed(() =>
  others.value.filter(({ place }) => place !== null && place.file === route.value.subject),
)

/** Whether this is a desk for a team. */
export const isTeam = computed(() => (session.value?.member ?? null) !== null)

/** Keys that are held down move faster than anybody follows. */
const toldAfterMs = 200

/** Says where this page is, as it moves: what it is, once it rests. */
export const tellPlace = (place: PersonPlace | null): (() => void) => {
  const page = pageName.value
  if (!isTeam.value || page === undefined) return () => undefined
  const timer = setTimeout(() => {
    // Where it cannot be said, nobody sees it, and the next move says it again.
    void call("here", { page, place }).catch(() => undefined)
  }, toldAfterMs)
  return () => clearTimeout(timer)
}

/** Begins to follow who is here, at a workbench for a team. */
export const followPresence = (): void => {
  effect(() => {
    if (!isTeam.value) return undefined
    const view = showView("present", {}, { told: (pages) => void (present.value = pages) })
    return view.end
  })
}

/** Two letters for an address, beside its colour: of `lea.morin@viatica.example`, `LM`. */
export const initialsOf = (mail: string): string => {
  const [first = "", second = ""] = (mail.split("@")[0] ?? "").split(/[^\p{L}\d]+/u)
  return (
    second === "" ? first.slice(0, 2) : `${first.slice(0, 1)}${second.slice(0, 1)}`
  ).toUpperCase()
}

/** The class of a person's colour; there are three, then grey. */
export const hueOf = ({ nth }: PresentPage): string => `person-${Math.min(nth, 3)}`

const en = {
  here: "Also here",
  at: (mail: string, table: string, line: number, column: string) =>
    `${mail}: ${table}, row ${line}, ${column}`,
  in: (mail: string, line: number, column: string) => `${mail} is in row ${line}, ${column}.`,
}

/** The words of who is here. */
export const presenceWords: InLanguages<typeof en> = {
  en,
  fr: {
    here: "Aussi ici",
    at: (mail, table, line, column) => `${mail}\u00a0: ${table}, ligne ${line}, ${column}`,
    in: (mail, line, column) => `${mail} est à la ligne ${line}, ${column}.`,
  },
}

import type { CellPlace, PresentPage } from "../../protocol/presence.ts"

/** Who is at a desk for a team, by the streams of their pages: who closes a page is gone. */
export interface Presence {
  readonly enter: (page: string, mail: string) => void
  readonly leave: (page: string) => void
  /** Where a page is, where it belongs to the person of that address. */
  readonly move: (page: string, mail: string, place: CellPlace | null) => void
  readonly all: () => ReadonlyArray<PresentPage>
}

/** Nobody at first; says whenever that is not so any more. */
export const makePresence = (changed: () => void): Presence => {
  const pages = new Map<string, Omit<PresentPage, "nth">>()
  return {
    enter: (page, mail) => {
      pages.set(page, { page, mail, place: null })
      changed()
    },
    leave: (page) => {
      if (pages.delete(page)) changed()
    },
    move: (page, mail, place) => {
      const known = pages.get(page)
      if (known?.mail !== mail) return
      pages.set(page, { ...known, place })
      changed()
    },
    all: () => {
      const people = [...new Set([...pages.values()].map(({ mail }) => mail))]
      return [...pages.values()].map((each) => ({ ...each, nth: people.indexOf(each.mail) }))
    },
  }
}

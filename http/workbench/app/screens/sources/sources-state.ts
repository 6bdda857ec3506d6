import { computed, signal } from "@preact/signals"
import { sourceProblems } from "../../../../../rules/coach/sources/row-source.ts"
import { sourceOrders, type SourcesAsked } from "../../../../../rules/sources/sources-view.ts"
import { follow, useFollowing } from "../../kit/follow.ts"
import { hrefOf, route } from "../../kit/route.ts"

/** What figures rest on, and which rows to look at next. */
export const sources = follow("sources")

/** Ages from which a source can be called old, in months. */
export const oldMonthsChoices = [6, 12, 24, 36, 60] as const

/** A source is old after a year, where nothing else is chosen. */
export const usualOldMonths = 12

/** So many rows are shown at first, and so many more when asked for. */
export const rowsAtOnce = 100

/** How many rows are shown. */
export const rowsShown = signal(rowsAtOnce)

/** What the address of the screen asks for. */
export const askedOf = computed((): SourcesAsked => {
  const { query } = route.value
  const text = (name: string): string | null => query.get(name)
  return {
    market: text("market"),
    slug: text("slug"),
    problem: sourceProblems.find((each) => each === text("state")) ?? null,
    file: text("table"),
    oldMonths:
      oldMonthsChoices.find((months) => String(months) === text("months")) ?? usualOldMonths,
    order: sourceOrders.find((each) => each === text("order")) ?? "urgency",
    isDescending: query.has("down"),
    limit: rowsShown.value,
  }
})

type Choice = "down" | "market" | "months" | "order" | "slug" | "state" | "table"

/** The address of the screen with some choices made anew; an empty one is left out. */
export const sourcesHref = (changes: Readonly<Partial<Record<Choice, string>>>): string => {
  const query = { ...Object.fromEntries(route.value.query), ...changes }
  return hrefOf(
    "sources",
    "",
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")),
  )
}

/** Makes choices anew, which the address keeps. */
export const chooseSources = (changes: Parameters<typeof sourcesHref>[0]): void => {
  rowsShown.value = rowsAtOnce
  location.hash = sourcesHref(changes)
}

/** Asks for what the screen shows, whenever the tables or the choices are new. */
export const useSources = (): void => useFollowing(sources, askedOf.value)

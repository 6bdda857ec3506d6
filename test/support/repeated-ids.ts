/** Ids that stand more than once on a page: labels and links of the second one lead to the first. */
export const repeatedIds = (page: string): ReadonlyArray<string> => {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id)
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]
}

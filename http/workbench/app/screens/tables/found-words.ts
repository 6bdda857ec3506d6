import type { NamedWord } from "../../../../../rules/changes/grid/grid-view.ts"

/** Words whose name or code holds what is searched; what is called just that first, then what begins with it. */
export const foundWords = (
  words: ReadonlyArray<NamedWord>,
  nameOf: (word: NamedWord) => string,
  searched: string,
): ReadonlyArray<NamedWord> => {
  const asked = plain(searched.trim())
  if (asked === "") return words.slice(0, listedMax)
  const rank = (named: NamedWord): number => {
    const [name, code] = [plain(nameOf(named)), plain(named.word)]
    if (code === asked || name === asked) return 0
    if (name.startsWith(asked) || code.startsWith(asked)) return 1
    return name.includes(asked) || code.includes(asked) ? 2 : 3
  }
  return words
    .map((named) => ({ named, rank: rank(named) }))
    .filter((one) => one.rank < 3)
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, listedMax)
    .map(({ named }) => named)
}

const listedMax = 60

const plain = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()

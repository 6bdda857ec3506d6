/** What comes for each path. */
export interface ByPath<Item> {
  readonly put: (path: string | undefined, item: Item) => void
  /** The first that came or will come for a path. */
  readonly at: (path: string) => Promise<Item>
}

/** Keeps what comes for each path, for who waits for it already and for who will. */
export const makeByPath = <Item>(): ByPath<Item> => {
  const slots = new Map<string, PromiseWithResolvers<Item>>()
  const slot = (path: string): PromiseWithResolvers<Item> => {
    const known = slots.get(path) ?? Promise.withResolvers<Item>()
    slots.set(path, known)
    return known
  }
  return {
    put: (path = "", item) => slot(path).resolve(item),
    at: (path) => slot(path).promise,
  }
}

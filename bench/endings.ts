/** What is to be ended, the newest first. */
export const makeEndings = () => {
  const endings: Array<() => Promise<void>> = []
  return {
    add: <Thing extends { readonly end: () => Promise<void> }>(thing: Thing): Thing => {
      endings.unshift(thing.end)
      return thing
    },
    endAll: async (): Promise<void> => {
      for (const end of endings) await end()
    },
  }
}

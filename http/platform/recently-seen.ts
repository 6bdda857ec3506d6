/** What was seen most recently, by name. */
export interface RecentlySeen<Value> {
  readonly get: (name: string) => Value | undefined
  readonly set: (name: string, value: Value) => void
}

/** Keeps so many values; the one that nobody has asked for longest goes first. */
export const makeRecentlySeen = <Value>(valuesMax: number): RecentlySeen<Value> => {
  const values = new Map<string, Value>()

  const set = (name: string, value: Value): void => {
    values.delete(name)
    values.set(name, value)
    const oldest = values.keys().next()
    if (values.size > valuesMax && oldest.done !== true) values.delete(oldest.value)
  }

  return {
    get: (name) => {
      const value = values.get(name)
      if (value !== undefined) set(name, value)
      return value
    },
    set,
  }
}

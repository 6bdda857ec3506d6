/** Cached answers of a pure function, by a number or text that stands for its arguments. */
interface Memory<Key, Value> {
  /** The cached answer of a key, or the one that `compute` gives now. */
  readonly get: (key: Key, compute: () => Value) => Value
}

/**
 * Caches the last `entriesMax` answers of a pure function: a new one replaces the oldest, so the
 * size stays bounded. A hit changes nothing, so that repeated questions leave nothing to collect.
 *
 * ```ts
 * import { makeMemory } from "../core/memory.ts"
 *
 * const memory = makeMemory<string, number>(2)
 * memory.get("a", () => 1) // => 1
 * memory.get("a", () => 2) // => 1
 * ```
 */
export const makeMemory = <Key extends string | number, Value>(
  entriesMax: number,
): Memory<Key, Value> => {
  const entries = new Map<Key, Value>()
  // Continues from where it was: a new iterator would pass all that was removed before.
  const firstMade = entries.keys()
  return {
    get: (key, compute) => {
      const known = entries.get(key)
      if (known !== undefined || entries.has(key)) return known as Value
      const answer = compute()
      if (entries.size >= entriesMax) {
        const first = firstMade.next()
        if (first.done !== true) entries.delete(first.value)
      }
      entries.set(key, answer)
      return answer
    },
  }
}

/**
 * A function that computes each answer once and remembers it; for pure functions of few keys. What is
 * remembered of an object or a function goes with it: tables that are no longer in force are not kept.
 *
 * ```ts
 * import { memo } from "../core/memory.ts"
 * const squared = memo((value: number) => [value * value])
 * squared(3) === squared(3) // => true
 * ```
 */
export const memo = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known: Store<Value> = new Map<unknown, Value>()
  const ofObjects: Store<Value> = new WeakMap<WeakKey, Value>()
  return (key) => {
    const memory = Object(key) === key ? ofObjects : known
    const found = memory.get(key)
    if (found !== undefined || memory.has(key)) return found as Value
    const made = make(key)
    memory.set(key, made)
    return made
  }
}

/** What a map and a weak map have in common. */
interface Store<Value> {
  get(key: unknown): Value | undefined
  has(key: unknown): boolean
  set(key: unknown, value: Value): unknown
}

/**
 * A pure function of objects that remembers its results for frozen ones, for as long as they live;
 * an object that may still change is computed each time.
 *
 * ```ts
 * import { memoFrozen } from "../core/memory.ts"
 * const keysOf = memoFrozen((object: object) => Object.keys(object))
 * const frozen = Object.freeze({ days: 9 })
 * keysOf(frozen) === keysOf(frozen) // => true
 * const open = { days: 9 }
 * keysOf(open) === keysOf(open) // => false
 * ```
 */
export const memoFrozen = <Key extends object, Value extends {}>(
  make: (key: Key) => Value,
): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    if (Object.isFrozen(key)) known.set(key, made)
    return made
  }
}

/**
 * A value that is computed on first use, and then kept.
 *
 * ```ts
 * import { once } from "../core/memory.ts"
 *
 * let asked = 0
 * const answer = once(() => (asked += 1))
 * answer() + answer() // => 2
 * ```
 */
export const once = <Value>(make: () => Value): (() => Value) => {
  let work: (() => Value) | undefined = make
  let known: Value | undefined
  return () => {
    if (work !== undefined) {
      known = work()
      // Releases what it was made from.
      work = undefined
    }
    return known as Value
  }
}

/**
 * Keeps many structures of plain objects and lists in little room: parts that are equal become one object,
 * across all structures that are given. They must not be changed any more. Everything else in them, such as
 * what was made of a class, stays as it is.
 *
 * ```ts
 * import { makeSharing } from "../core/memory.ts"
 *
 * const share = makeSharing()
 * const one = share({ of: "BnB", cover: { covered: true } })
 * const other = share({ of: "Visa", cover: { covered: true } })
 * other // => { of: "Visa", cover: { covered: true } }
 * one.cover === other.cover // => true
 * ```
 */
export const makeSharing = (): (<Value>(value: Value) => Value) => {
  const known = new Map<string, object>()
  // A part is named by its number wherever it stands: the name of a whole is as short as its parts are few.
  const numbers = new WeakMap<object, number>()
  let count = 0

  const numbered = (part: object): number => {
    const number = numbers.get(part) ?? count++
    numbers.set(part, number)
    return number
  }

  const nameOf = (value: unknown): string => {
    if (typeof value === "object" && value !== null) return `#${numbered(value)}`
    if (typeof value === "function") return `#${numbered(value)}`
    if (typeof value === "string") return JSON.stringify(value)
    return Object.is(value, -0) ? "-0" : `${typeof value} ${String(value)}`
  }

  const share = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || numbers.has(value)) return value
    const isList = Array.isArray(value)
    if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return value
    const entries = Object.entries(value).map(([name, part]) => [name, share(part)] as const)
    const names = entries.map(([name, part]) => `${JSON.stringify(name)}:${nameOf(part)}`)
    const whole = `${isList ? "[" : "{"}${names.join()}`
    const found = known.get(whole)
    if (found !== undefined) return found
    const made = isList ? entries.map(([, part]) => part) : Object.fromEntries(entries)
    numbered(made)
    known.set(whole, made)
    return made
  }

  return share as <Value>(value: Value) => Value
}

import { type Form, formsOf, type Needle } from "./forms.ts"

/** A needle that was found. */
export interface Finding {
  readonly what: string
  readonly form: string
  /** Where the bytes begin. */
  readonly at: number
}

/** Looks for all needles in one pass. */
export interface Finder {
  readonly forms: ReadonlyArray<Form>
  readonly search: (bytes: Buffer) => ReadonlyArray<Finding>
}

/** So many that few bytes of what is searched fall into one that is taken. */
const slotBits = 22

const slotOf = (bytes: Uint8Array, at: number): number =>
  Math.imul(
    (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24),
    0x9e3779b1,
  ) >>>
  (32 - slotBits)

/** A finder of needles in all of their forms, by the first four bytes of each. */
export const makeFinder = (needles: ReadonlyArray<Needle>): Finder => {
  const forms = needles.flatMap(formsOf)
  const taken = new Uint8Array(2 ** slotBits)
  const bySlot = new Map<number, Array<Form>>()
  for (const form of forms) {
    const slot = slotOf(form.bytes, 0)
    taken[slot] = 1
    const others = bySlot.get(slot)
    if (others === undefined) bySlot.set(slot, [form])
    else others.push(form)
  }
  const search = (bytes: Buffer): ReadonlyArray<Finding> => {
    const findings: Array<Finding> = []
    for (let at = 0; at <= bytes.length - 4; at += 1) {
      const slot = slotOf(bytes, at)
      if (taken[slot] === 0) continue
      for (const { bytes: sought, form, what } of bySlot.get(slot) ?? []) {
        const end = at + sought.length
        if (end <= bytes.length && bytes.compare(sought, 0, sought.length, at, end) === 0) {
          findings.push({ what, form, at })
        }
      }
    }
    return findings
  }
  return { forms, search }
}

/** Forms that a finder does not find among other bytes: none, or it proves nothing. */
export const blindSpots = ({ forms, search }: Finder): ReadonlyArray<string> =>
  forms.flatMap(({ bytes, form, what }) => {
    const planted = Buffer.concat([Buffer.from("level=INFO v="), bytes, Buffer.from(" and so on")])
    return search(planted).some((found) => found.at === 13) ? [] : [`${what} in ${form}`]
  })

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

/** A form, and where in it the four bytes stand that it is looked for by. */
interface Sought {
  readonly form: Form
  readonly from: number
}

const windowBytes = 4

const windowsOf = ({ bytes }: Form): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, bytes.length - windowBytes + 1) }, (_, from) => from)

/**
 * Each form by four bytes in it that few others have: keys and refs all begin alike, and a log is full
 * of their beginnings.
 */
const byRarest = (forms: ReadonlyArray<Form>): ReadonlyMap<number, ReadonlyArray<Sought>> => {
  const counts = new Uint32Array(2 ** slotBits)
  const countOf = ({ bytes }: Form, from: number): number => counts[slotOf(bytes, from)] ?? 0
  for (const form of forms) {
    for (const from of windowsOf(form)) counts[slotOf(form.bytes, from)] = countOf(form, from) + 1
  }
  const bySlot = new Map<number, Array<Sought>>()
  for (const form of forms) {
    const from = windowsOf(form).reduce(
      (best, other) => (countOf(form, other) < countOf(form, best) ? other : best),
      0,
    )
    const slot = slotOf(form.bytes, from)
    const others = bySlot.get(slot)
    if (others === undefined) bySlot.set(slot, [{ form, from }])
    else others.push({ form, from })
  }
  return bySlot
}

/** A finder of needles in all of their forms, by four bytes of each. */
export const makeFinder = (needles: ReadonlyArray<Needle>): Finder => {
  const forms = needles.flatMap(formsOf)
  const bySlot = byRarest(forms)
  const taken = new Uint8Array(2 ** slotBits)
  for (const slot of bySlot.keys()) taken[slot] = 1
  const search = (bytes: Buffer): ReadonlyArray<Finding> => {
    const findings: Array<Finding> = []
    for (let place = 0; place <= bytes.length - windowBytes; place += 1) {
      const slot = slotOf(bytes, place)
      if (taken[slot] === 0) continue
      for (const { form, from } of bySlot.get(slot) ?? []) {
        const at = place - from
        const end = at + form.bytes.length
        if (at < 0 || end > bytes.length) continue
        if (bytes.compare(form.bytes, 0, form.bytes.length, at, end) === 0) {
          findings.push({ what: form.what, form: form.form, at })
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

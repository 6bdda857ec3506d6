/** What the books of a statement are checked by; see {@link verifyStatement}. */
export interface StatementHeldTo {
  /** The service's public key, as `/docs/files/statement-key.txt` and every sheet print it. */
  readonly key: string
  /** The books of the statement before, that you have verified; left out for your first one. */
  readonly previous?: string | undefined
  /**
   * Sales that you reported or changed in the month, by your own ids: by how much that changed the
   * commission, in minor units, or null where you know only that there is something. Left out, the
   * lines are compared with nothing.
   */
  readonly sales?: Readonly<Record<string, bigint | number | null>> | undefined
}

/**
 * What does not hold. `form`: the text is no books; `signature`: the service has not signed it; `root`:
 * a line was changed, dropped or added since; `previous`: it does not go on from the statement before;
 * `sum`: the lines do not come to the figures and the payout; `sales`: the lines are not of your sales.
 */
export type StatementFault = "form" | "previous" | "root" | "sales" | "signature" | "sum"

/** What {@link verifyStatement} finds. The statement holds where `faults` is empty. */
export interface StatementVerified {
  readonly faults: ReadonlyArray<StatementFault>
  readonly number: string
  readonly currency: string
  /** What is paid by it, in minor units. */
  readonly dueMinor: number
  /** Sales of yours without a line or with lines of another sum, and sales of lines that are not yours. */
  readonly sales: ReadonlyArray<string>
}

/**
 * Verifies a monthly statement by its books, without asking anybody: that the service has signed exactly
 * these lines, that they go on from the statement before, that they come to its figures and its payout,
 * and that your sales are in them. It never throws for what books say.
 *
 * ```js
 * import { verifyStatement } from "viatica/client"
 *
 * const verified = await verifyStatement(books, { key, previous, sales: { "order 1": 1_850n } })
 * if (verified.faults.length > 0) console.error(verified)
 * else console.log(verified.number, verified.dueMinor, verified.currency)
 * ```
 */
export const verifyStatement = (
  books: string,
  heldTo: StatementHeldTo,
): Promise<StatementVerified> => verified(books, heldTo).catch(() => noBooks)

const verified = async (
  books: string,
  { key, previous, sales }: StatementHeldTo,
): Promise<StatementVerified> => {
  const now = readBooks(books)
  const { figures, lines, nodes, old } = now
  const opening = await rootOf(nodes)
  for (const [place, line] of lines.entries()) {
    let top = await hash(0, utf8.encode(line))
    // Each full subtree of the size of this one makes a larger one with it.
    for (let rest = old + place; rest % 2 === 1; rest = (rest - 1) / 2) {
      top = await hash(1, nodes.pop() ?? top, top)
    }
    nodes.push(top)
  }
  const isWhole = now.size === old + lines.length && now.root === (await rootOf(nodes))
  const before = previous === undefined ? undefined : readBooks(previous)
  const goesOn =
    before === undefined
      ? old === 0 && figures.owed.openingMinor === "0"
      : (await isSigned(before, key)) &&
        [before.origin, before.size, before.root].join() === [now.origin, old, opening].join() &&
        before.figures.month < figures.month &&
        before.figures.carriedMinor === figures.owed.openingMinor
  const moved = new Map<string, bigint>()
  let owed = BigInt(figures.owed.openingMinor) + BigInt(figures.owed.returned.amountMinor)
  for (const { amountMinor, from, order, to } of lines.slice(0, -1).map(readLine)) {
    const amount = BigInt(amountMinor)
    const into = (account: string): bigint =>
      (to === account ? amount : 0n) - (from === account ? amount : 0n)
    owed += into("payable")
    moved.set(order, (moved.get(order) ?? 0n) + into("payable") + into("pending"))
  }
  const held = BigInt(figures.heldMinor)
  const free = owed - (held > 0n ? held : 0n)
  const dueMinor = free > 0n && free >= BigInt(figures.minimumMinor) ? free : 0n
  const { currency, minorUnits, number, partnerCode } = figures
  const sums = [figures.owed.closingMinor, figures.dueMinor, figures.carriedMinor]
  const isSum =
    sums.join() === [owed, dueMinor, owed - dueMinor].join() &&
    now.origin === `viatica/statements/${partnerCode}/${currency}/${minorUnits}`
  const known = Object.entries(sales ?? {}).filter(([order, amount]) => {
    const found = moved.get(order)
    return found === undefined || (amount !== null && found !== BigInt(amount))
  })
  const strange = [...moved].filter(
    ([order, amount]) => sales !== undefined && amount !== 0n && !Object.hasOwn(sales, order),
  )
  const wrong = [...known, ...strange].map(([order]) => order)
  const holds: Readonly<Record<Exclude<StatementFault, "form">, boolean>> = {
    signature: await isSigned(now, key),
    root: isWhole,
    previous: goesOn,
    sum: isSum,
    sales: wrong.length === 0,
  }
  const faults = faultNames.filter((name) => !holds[name])
  return { faults, number, currency, dueMinor: Number(dueMinor), sales: wrong }
}

const faultNames = ["signature", "root", "previous", "sum", "sales"] as const

const noBooks = { faults: ["form"], number: "", currency: "", dueMinor: 0, sales: [] } as const

interface Line {
  readonly order: string
  readonly from: string
  readonly to: string
  readonly amountMinor: string
}

const readLine = (line: string): Line => JSON.parse(line)

/** What the last line says: the statement itself, amounts in minor units. */
interface Figures {
  readonly number: string
  readonly month: string
  readonly partnerCode: string
  readonly currency: string
  readonly minorUnits: number
  readonly owed: {
    readonly openingMinor: string
    readonly returned: { readonly amountMinor: string }
    readonly closingMinor: string
  }
  readonly heldMinor: string
  readonly minimumMinor: string
  readonly dueMinor: string
  readonly carriedMinor: string
}

const readBooks = (books: string) => {
  const [head = "", text = "", signatures = "", rest = ""] = books.split("\n\n")
  const [form, old = "", ...hashes] = head.split("\n")
  const [origin = "", size = "", root = ""] = text.split("\n")
  const subtrees = Number(old.slice(4)).toString(2).replaceAll("0", "").length
  const isForm = form === "viatica-books 1" && old.startsWith("old ")
  if (!isForm || subtrees !== hashes.length) throw new TypeError("no books")
  const lines = rest.replace(/\n$/, "").split("\n")
  const figures: Figures = JSON.parse(lines.at(-1) ?? "")
  const tree = { old: Number(old.slice(4)), nodes: hashes.map(bytesOf), size: Number(size), root }
  return { ...tree, origin, text, signatures, lines, figures }
}

type Books = ReturnType<typeof readBooks>

const utf8 = new TextEncoder()

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)

type HashAtOnce = (name: "sha256", bytes: Uint8Array, form: "buffer") => Uint8Array<ArrayBuffer>

/** What is read of a platform that has modules of Node. */
interface NodePlatform {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => { readonly hash?: HashAtOnce } | undefined
  }
}

/** Node's own hash, where it is: one waits for WebCrypto's longer than it takes. */
const hashAtOnce = (globalThis as NodePlatform).process?.getBuiltinModule?.("node:crypto")?.hash

/** SHA-256 over a mark, which tells leaves from what stands above them, and one or two parts. */
const hash = async (
  mark: number,
  left: Uint8Array,
  right: Uint8Array = noBytes,
): Promise<Uint8Array<ArrayBuffer>> => {
  const whole = new Uint8Array(1 + left.length + right.length)
  whole[0] = mark
  whole.set(left, 1)
  whole.set(right, 1 + left.length)
  return (
    hashAtOnce?.("sha256", whole, "buffer") ??
    new Uint8Array(await crypto.subtle.digest("SHA-256", whole))
  )
}

const noBytes = new Uint8Array()

const rootOf = async (nodes: ReadonlyArray<Uint8Array>): Promise<string> => {
  let root = nodes.at(-1) ?? noBytes
  for (const left of nodes.toReversed().slice(1)) root = await hash(1, left, root)
  return btoa(String.fromCodePoint(...root))
}

/** Whether the service has signed a tree: a note of C2SP, signed with Ed25519 in the name of its log. */
const isSigned = async ({ origin, signatures, text }: Books, key: string): Promise<boolean> => {
  const raw = bytesOf(key.trim().slice(-44)).subarray(1)
  const imported = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"])
  const line = signatures.split("\n").find((each) => each.startsWith(`— ${origin} `)) ?? ""
  const signature = bytesOf(line.slice(line.lastIndexOf(" ") + 1)).subarray(4)
  return crypto.subtle.verify("Ed25519", imported, signature, utf8.encode(`${text}\n`))
}

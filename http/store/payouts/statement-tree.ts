import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto"
import { once } from "../../../core/memory.ts"
import type { MasterKey } from "../secrets/envelope.ts"
import type { Statement } from "../../../rules/payouts/statement-record.ts"

/**
 * A tree over the lines of an account by RFC 6962, as far as it takes to go on with it: how many leaves
 * it has, and the roots of its full subtrees, the largest first.
 */
export interface StatementTree {
  readonly size: number
  readonly nodes: ReadonlyArray<Uint8Array>
}

/** A tree without a leaf. */
export const emptyTree: StatementTree = { size: 0, nodes: [] }

/** A tree with some leaves more. */
export const grownTree = (
  { nodes: before, size }: StatementTree,
  leaves: Iterable<string>,
): StatementTree => {
  const nodes = [...before]
  let count = size
  for (const leaf of leaves) {
    let node = leafHash(leaf)
    // Each full subtree of the size of this one makes a larger one with it.
    for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) {
      node = parentHash(nodes.pop() ?? new Uint8Array(), node)
    }
    nodes.push(node)
    count += 1
  }
  return { size: count, nodes }
}

/** The root of a tree, 32 bytes. */
export const rootOf = ({ nodes }: StatementTree): Uint8Array => {
  const [last, ...larger] = nodes.toReversed()
  return last === undefined
    ? hashOf()
    : larger.reduce((right, left) => parentHash(left, right), last)
}

/** The hashes beside the way from a leaf to the root, the leaf's own neighbour first. */
const inclusionProof = (
  before: StatementTree,
  leaves: ReadonlyArray<string>,
  index: number,
): ReadonlyArray<Uint8Array> => {
  const size = before.size + leaves.length
  /** The root of the leaves from one on up to another; the tree before is known by its full subtrees. */
  const root = (from: number, to: number): Uint8Array => {
    if (to - from === 1 && from >= before.size) return leafHash(leaves[from - before.size] ?? "")
    const known = to <= before.size ? fullSubtree(before, from, to) : undefined
    if (known !== undefined) return known
    const middle = from + splitOf(to - from)
    return parentHash(root(from, middle), root(middle, to))
  }
  const proof: Array<Uint8Array> = []
  const walk = (from: number, to: number): void => {
    if (to - from === 1) return
    const middle = from + splitOf(to - from)
    if (index < middle) {
      walk(from, middle)
      proof.push(root(middle, to))
    } else {
      walk(middle, to)
      proof.push(root(from, middle))
    }
  }
  walk(0, size)
  return proof
}

/** What signs the trees of statements; the database never sees its private half. */
export interface StatementKey {
  /** The public half as C2SP's signed notes have it: the algorithm's byte and 32 bytes, in base64. */
  readonly publicKey: string
  readonly sign: (text: string) => Uint8Array
  readonly verify: (text: string, signature: Uint8Array) => boolean
}

/** The key that the statements of an installation are signed with: derived from the master key. */
export const statementKeyOf = (master: MasterKey["Service"]): (() => StatementKey) =>
  once(() => {
    const privateKey = createPrivateKey({
      key: Buffer.concat([privateKeyHead, master.derive("statement-signing")]),
      format: "der",
      type: "pkcs8",
    })
    const publicKey = createPublicKey(privateKey)
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32)
    return {
      publicKey: Buffer.concat([Buffer.of(ed25519), raw]).toString("base64"),
      sign: (text) => sign(null, Buffer.from(text), privateKey),
      verify: (text, signature) => verify(null, Buffer.from(text), publicKey, signature),
    }
  })

/** Which log the lines of a statement are in: one for each account, currency and decimals. */
export const logOrigin = ({
  currency,
  minorUnits,
  partnerCode,
}: Pick<Statement, "currency" | "minorUnits" | "partnerCode">): string =>
  `viatica/statements/${partnerCode}/${currency}/${minorUnits}`

/** A tree as a checkpoint of C2SP: the log, its size and its root, signed in the name of the log. */
export const checkpointNote = (key: StatementKey, origin: string, tree: StatementTree): string => {
  const text = checkpointText(origin, tree)
  const signed = Buffer.concat([keyHash(key, origin), key.sign(text)]).toString("base64")
  return `${text}\n— ${origin} ${signed}\n`
}

/** Whether a checkpoint is one of a tree in a log; its signature is not looked at. */
export const isNoteOf = (origin: string, tree: StatementTree, note: string): boolean =>
  note.startsWith(`${checkpointText(origin, tree)}\n— ${origin} `)

/** Whether a checkpoint is one of a tree in a log, and was signed with the key. */
export const isCheckpointOf = (
  key: StatementKey,
  origin: string,
  tree: StatementTree,
  note: string,
): boolean => {
  if (!isNoteOf(origin, tree, note)) return false
  const text = checkpointText(origin, tree)
  const signed = Buffer.from(note.slice(note.lastIndexOf(" ") + 1), "base64")
  return signed.subarray(0, 4).equals(keyHash(key, origin)) && key.verify(text, signed.subarray(4))
}

/** The head of the books of a statement: the tree before it, and the signed one with it. */
export const booksHead = ({ nodes, size }: StatementTree, note: string): string =>
  [booksForm, `old ${size}`, ...nodes.map(base64), "", note].join("\n")

/** That a line stands in the books of a statement, as a proof of C2SP; it holds without the other lines. */
export const lineProof = (
  before: StatementTree,
  leaves: ReadonlyArray<string>,
  index: number,
  note: string,
): string =>
  [
    "c2sp.org/tlog-proof@v1",
    `extra ${Buffer.from(leaves[index - before.size] ?? "").toString("base64")}`,
    `index ${index}`,
    ...inclusionProof(before, leaves, index).map(base64),
    "",
    note,
  ].join("\n")

/** Trees as they are stored: how many leaves, and their nodes one behind the other. */
export const nodesBytes = ({ nodes }: StatementTree): Uint8Array => Buffer.concat(nodes)

/** Reads a tree as it is stored. */
export const treeOf = (size: number, bytes: Uint8Array): StatementTree => ({
  size,
  nodes: Array.from({ length: bytes.byteLength / hashBytes }, (_, place) =>
    bytes.subarray(place * hashBytes, (place + 1) * hashBytes),
  ),
})

const booksForm = "viatica-books 1"

const hashBytes = 32

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const privateKeyHead = Buffer.from("302e020100300506032b657004220420", "hex")

/** The byte by which C2SP's notes tell Ed25519. */
const ed25519 = 1

const hashOf = (...parts: ReadonlyArray<Uint8Array | string>): Buffer => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const leafMark = Buffer.of(0)
const parentMark = Buffer.of(1)

const leafHash = (leaf: string): Uint8Array => hashOf(leafMark, leaf)

const parentHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  hashOf(parentMark, left, right)

/** How many of some leaves stand on the left: the largest power of two that is less. */
const splitOf = (leaves: number): number => {
  let split = 1
  while (split * 2 < leaves) split *= 2
  return split
}

/** The root of a full subtree of a tree; undefined where those leaves are none. */
const fullSubtree = (
  { nodes, size }: StatementTree,
  from: number,
  to: number,
): Uint8Array | undefined => {
  let start = 0
  for (const node of nodes) {
    const width = splitOf(size - start + 1)
    if (start === from && start + width === to) return node
    start += width
  }
  return undefined
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")

const checkpointText = (origin: string, tree: StatementTree): string =>
  `${origin}\n${tree.size}\n${base64(rootOf(tree))}\n`

/** The first bytes of a hash over the name of a log and the key: which key a signature is of. */
const keyHash = ({ publicKey }: StatementKey, origin: string): Buffer =>
  hashOf(`${origin}\n`, Buffer.from(publicKey, "base64")).subarray(0, 4)

import { createHash, randomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"

/** Where unpredictable bytes come from: ids, secrets, nonces. */
export class RandomBytes extends Context.Service<
  RandomBytes,
  {
    /** Fresh random bytes, `count` of them. */
    readonly take: (count: number) => Uint8Array
  }
>()("viatica/RandomBytes") {
  /** The operating system's generator. */
  static readonly layer = Layer.succeed(RandomBytes, { take: (count) => randomBytes(count) })

  /** The same bytes in every run, for tests: a hash chain that begins at `seed`. */
  static readonly layerFixed = (seed: string) =>
    Layer.sync(RandomBytes, () => {
      let counter = 0
      return {
        take: (count) => {
          const blocks: Array<Uint8Array> = []
          for (let made = 0; made < count; made += 32) {
            blocks.push(createHash("sha256").update(`${seed}:${counter++}`).digest())
          }
          return Buffer.concat(blocks).subarray(0, count)
        },
      }
    })
}

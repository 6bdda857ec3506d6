import { createECDH, createHash, createPrivateKey, createSign, randomBytes } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"

/** A passkey in memory, as a phone would hold it. */
export interface SoftPasskey {
  readonly id: string
  /** Answers what a site asks with to make it. */
  readonly made: (options: string) => string
  /** Answers what a site asks with to show it; the counter goes on by one unless it is told. */
  readonly shown: (options: string, more?: { readonly counter?: number }) => string
}

/** How an authenticator departs from an honest one. */
interface AuthenticatorWish {
  readonly host?: string
  readonly origin?: string
  /** Whether the person has proved to the device who it is. */
  readonly isVerified?: boolean
  /** What its key and its id are made of: the same ones each time. Chance otherwise. */
  readonly seed?: string
}

const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest()

const flags = { present: 1, verified: 4, attested: 64 } as const

/** Makes a passkey of ES256 for a site. */
export const makeSoftPasskey = ({
  host = "localhost",
  origin = "http://localhost",
  isVerified = true,
  seed = randomBytes(16).toString("hex"),
}: AuthenticatorWish = {}): SoftPasskey => {
  const curve = createECDH("prime256v1")
  curve.setPrivateKey(sha256(`key ${seed}`))
  // An uncompressed point: 4, then both of its coordinates.
  const point = curve.getPublicKey()
  const privateKey = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: curve.getPrivateKey("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  })
  const rawId = sha256(`id ${seed}`).subarray(0, 16)
  const id = rawId.toString("base64url")
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => new Uint8Array(part))
  const publicKeyBytes = Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x ?? new Uint8Array()],
        [-3, y ?? new Uint8Array()],
      ]),
    ),
  )
  let used = 0

  const clientData = (type: string, options: string) => {
    const { challenge } = JSON.parse(options) as { readonly challenge: string }
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  const authenticatorData = (counter: number, attested: Uint8Array) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const flag =
      flags.present | (isVerified ? flags.verified : 0) | (attested.length > 0 ? flags.attested : 0)
    return Buffer.concat([sha256(host), Buffer.from([flag]), counted, attested])
  }

  const answer = (response: object) =>
    JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response })

  return {
    id,
    made: (options) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, publicKeyBytes])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(authenticatorData(0, attested))],
        ]) as never,
      )
      return answer({
        clientDataJSON: clientData("webauthn.create", options).toString("base64url"),
        attestationObject: Buffer.from(attestation).toString("base64url"),
        transports: ["internal"],
      })
    },
    shown: (options, { counter } = {}) => {
      used = counter ?? used + 1
      const data = authenticatorData(used, new Uint8Array())
      const client = clientData("webauthn.get", options)
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      })
    },
  }
}

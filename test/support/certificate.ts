import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** A certificate with its key, as servers take them. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
  readonly issuer: { readonly name: string; readonly key: KeyObject }
}

/** What a certificate says. */
export interface CertificateWish {
  readonly name: string
  /** Who signs it; itself unless told otherwise. */
  readonly by?: TestCertificate
  /** When it holds: a day ago and in a year unless told otherwise. */
  readonly from?: Date
  readonly until?: Date
}

const dayMs = 86_400_000

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const bytesOf = (hex: string) => Buffer.from(hex, "hex")
const ecdsaWithSha256 = sequence(der(0x06, bytesOf("2a8648ce3d040302")))

const nameOf = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, bytesOf("550403")), der(0x0c, Buffer.from(name)))))

const time = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`))

const extension = (oid: string, value: Uint8Array) =>
  sequence(der(0x06, bytesOf(oid)), der(0x04, value))

const pem = (kind: string, bytes: Uint8Array): string =>
  `-----BEGIN ${kind}-----\n${Buffer.from(bytes).toString("base64")}\n-----END ${kind}-----\n`

/** Makes a certificate, of an authority too, for as long as a test runs. */
export const makeCertificate = ({
  by,
  from = new Date(Date.now() - dayMs),
  name,
  until = new Date(Date.now() + 365 * dayMs),
}: CertificateWish): TestCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const issuer = by?.issuer ?? { name, key: privateKey }
  const isAuthority = by === undefined
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer.name),
    sequence(time(from), time(until)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        extension("551d11", sequence(der(0x82, Buffer.from(name)))),
        ...(isAuthority ? [extension("551d13", sequence(der(0x01, Buffer.from([0xff]))))] : []),
      ),
    ),
  )
  const signature = sign("sha256", body, issuer.key)
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return {
    cert: pem("CERTIFICATE", whole),
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    issuer: { name, key: privateKey },
  }
}

import type { Draws } from "../../../core/random/draws.ts"
import { paths } from "../../support/sample-trips.ts"
import type { StageKey } from "../stage.ts"
import { headText, signingLines } from "./case.ts"
import { pickOne } from "./text-tampers.ts"

/** A request that HTTP forbids or hardly allows, on a connection of its own. */
export interface RawTrick {
  readonly kind: string
  readonly bytes: Buffer
  /** What may come back: statuses with codes, in their order; each list is one way. */
  readonly expected: ReadonlyArray<string>
}

interface Made {
  readonly bytes: string
  readonly expected: ReadonlyArray<string>
}

/** What a trick is made from. */
interface Stuff {
  readonly draws: Draws
  readonly key: StageKey
  readonly body: string
  readonly nowSeconds: number
}

const malformed = ["400 BAD_REQUEST"]
const host = "host: 127.0.0.1"
const last = "connection: close"

/** What nobody must ever answer: it stands where only a body, or nothing, should. */
const hidden = headText("GET", "/hidden", [host])

const health = (lines: ReadonlyArray<string>, version = "HTTP/1.1"): string =>
  ["GET /healthz " + version, host, ...lines, last, "", ""].join("\r\n")

const signed = ({ body, key, nowSeconds }: Stuff): ReadonlyArray<string> =>
  signingLines(key, "POST", paths.bilan, Buffer.from(body), nowSeconds)

/** A signed call whose framing is given, after which the connection ends. */
const framed = (stuff: Stuff, lines: ReadonlyArray<string>, sent: string): string =>
  headText("POST", paths.bilan, [host, ...signed(stuff), ...lines, last]) + sent

const chunked = "transfer-encoding: chunked"

const lengthOf = (text: string): string => `content-length: ${Buffer.byteLength(text)}`

const chunk = (text: string, more = ""): string =>
  `${Buffer.byteLength(text).toString(16)}${more}\r\n${text}\r\n`

const done = "0\r\n\r\n"

const tricks: Readonly<Record<string, (stuff: Stuff) => Made>> = {
  "both lengths": (stuff) => ({
    bytes: framed(stuff, [lengthOf(stuff.body), chunked], done + hidden),
    expected: malformed,
  }),
  "both lengths, the other way around": (stuff) => ({
    bytes: framed(stuff, [chunked, "content-length: 4"], chunk(stuff.body) + done + hidden),
    expected: malformed,
  }),
  "two content lengths": (stuff) => ({
    bytes: framed(stuff, [lengthOf(stuff.body), "content-length: 0"], stuff.body + hidden),
    expected: malformed,
  }),
  "odd content length": (stuff) => {
    const { draws } = stuff
    const length = pickOne(draws, [
      "-1",
      "+5",
      "5, 5",
      "0x5",
      "5 5",
      "1e3",
      "٥",
      "9".repeat(30),
      "",
    ])
    return {
      bytes: framed(stuff, [`content-length: ${Buffer.from(length).toString("latin1")}`], hidden),
      expected: malformed,
    }
  },
  "odd transfer encoding": (stuff) => {
    const odd = ["identity", "chunked, identity", "chunkedx", "xchunked", "gzip", "chunked;q=1", ""]
    return {
      bytes: framed(stuff, [`transfer-encoding: ${pickOne(stuff.draws, odd)}`], hidden),
      expected: malformed,
    }
  },
  "odd chunk": (stuff) => {
    const odd = [
      "-1\r\n",
      "g\r\n",
      "fffffffffffffffff\r\n",
      "\r\n",
      " 5\r\n",
      "0x5\r\n",
      "5\nabcde\n",
    ]
    return {
      bytes: framed(stuff, [chunked], chunk("{") + pickOne(stuff.draws, odd) + hidden),
      expected: malformed,
    }
  },
  "chunk longer than it says": (stuff) => ({
    bytes: framed(stuff, [chunked], `2\r\n${stuff.body}\r\n${done}${hidden}`),
    expected: malformed,
  }),
  "chunks with extensions and trailers": (stuff) => ({
    bytes: framed(
      stuff,
      [chunked, "trailer: x-svc-key-id"],
      `${chunk(stuff.body, ';a="b"')}0\r\nx-svc-key-id: other\r\n\r\n`,
    ),
    expected: ["200"],
  }),
  "endless chunk extension": (stuff) => ({
    bytes: framed(stuff, [chunked], chunk(stuff.body, `;a=${"b".repeat(40_000)}`) + done),
    expected: ["400 BAD_REQUEST", "413 PAYLOAD_TOO_LARGE"],
  }),
  "a signing header twice": (stuff) => {
    const lines = signed(stuff)
    const again = pickOne(stuff.draws, lines)
    const code = again.includes("key-id")
      ? "UNAUTHORIZED"
      : again.includes("timestamp")
        ? "STALE_TIMESTAMP"
        : "INVALID_SIGNATURE"
    return {
      bytes: framed(
        stuff,
        [pickOne(stuff.draws, [again, again.toUpperCase()]), lengthOf(stuff.body)],
        stuff.body,
      ),
      expected: [`401 ${code}`],
    }
  },
  "bare line feeds": ({ draws }) => ({
    bytes: pickOne(draws, [
      `GET /healthz HTTP/1.1\n${host}\n\n`,
      `GET /healthz HTTP/1.1\r\n${host}\n\r\n${hidden}`,
      `GET /healthz HTTP/1.1\r\n${host}\r\na: b\nc: d\r\n\r\n`,
    ]),
    expected: malformed,
  }),
  "a folded header": () => ({ bytes: health(["a: b", " c"]), expected: malformed }),
  "an odd header": ({ draws }) => ({
    bytes: health([
      pickOne(draws, [
        "a : b",
        "a b: c",
        ": b",
        "nonsense",
        "a\u0000: b",
        "a: b\u0000c",
        "a: b\rc",
      ]),
    ]),
    expected: malformed,
  }),
  "huge headers": ({ draws }) => ({
    bytes: health([
      pickOne(draws, [
        `a: ${"b".repeat(17_000)}`,
        `${"a".repeat(17_000)}: b`,
        Array.from({ length: 1_800 }, (_, at) => `a${at}: b`).join("\r\n"),
      ]),
    ]),
    expected: ["431 HEADERS_TOO_LARGE"],
  }),
  "another version": ({ draws }) => ({
    bytes: health([], pickOne(draws, ["HTTP/2.0", "HTTP/1.2", "HTTP/0.9", "HTTP/11", "http/1.1"])),
    expected: malformed,
  }),
  "HTTP/1.0": () => ({ bytes: "GET /healthz HTTP/1.0\r\n\r\n", expected: ["200"] }),
  "no host": () => ({ bytes: "GET /healthz HTTP/1.1\r\n\r\n", expected: malformed }),
  "two hosts": () => ({ bytes: health(["Host: elsewhere"]), expected: malformed }),
  "another form of target": ({ draws }) => ({
    bytes: headText(
      pickOne(draws, ["GET", "OPTIONS", "POST"]),
      pickOne(draws, [
        "*",
        "//127.0.0.1/healthz",
        "/%68ealthz",
        "/healthz%2f",
        "/api%2fv1/travel/meta",
        "/./healthz",
        "/healthz/../healthz",
        "/healthz#x",
        "/\u00e4",
        "\\healthz",
      ]),
      [host, last],
    ),
    expected: ["404 NOT_FOUND"],
  }),
  "a target in absolute form": ({ draws }) => {
    const method = pickOne(draws, ["GET", "OPTIONS", "POST"])
    return {
      bytes: headText(method, "http://127.0.0.1/healthz", [host, last]),
      expected: [method === "GET" ? "200" : "405 METHOD_NOT_ALLOWED"],
    }
  },
  "a tunnel": ({ draws }) => ({
    bytes: headText("CONNECT", pickOne(draws, ["db:5432", "127.0.0.1:1"]), [host]) + hidden,
    expected: ["404 NOT_FOUND"],
  }),
  "another protocol": ({ draws }) => ({
    bytes: health([
      "connection: upgrade",
      `upgrade: ${pickOne(draws, ["websocket", "h2c", "TLS/1.0", "x"])}`,
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-version: 13",
    ]),
    expected: ["200"],
  }),
  "a body that is waited for": (stuff) => ({
    bytes: framed(stuff, ["expect: 100-continue", lengthOf(stuff.body)], stuff.body),
    expected: ["200"],
  }),
  "bodies that are waited for, in a row": (stuff) => {
    const lines = [host, ...signed(stuff), "expect: 100-continue", lengthOf(stuff.body)]
    return {
      bytes:
        headText("POST", paths.bilan, lines) +
        stuff.body +
        framed(stuff, lines.slice(-2), stuff.body),
      expected: ["200, 200"],
    }
  },
  "an encoded body": (stuff) => ({
    bytes: framed(
      stuff,
      [
        `content-encoding: ${pickOne(stuff.draws, ["gzip", "br", "identity", "", "x"])}`,
        lengthOf(stuff.body),
      ],
      stuff.body,
    ),
    expected: ["415 UNSUPPORTED_ENCODING"],
  }),
  "noise behind a call": ({ draws }) => ({
    bytes:
      headText("GET", "/readyz", [host]) +
      pickOne(draws, [
        "GARBAGE\r\n\r\n",
        "\u0000\u0001",
        "{}\r\n\r\n",
        "GET /healthz\r\na\r\n\r\n",
      ]),
    expected: ["200, 400 BAD_REQUEST"],
  }),
  "calls in a row": (stuff) => {
    const call = headText("POST", paths.bilan, [host, ...signed(stuff), lengthOf(stuff.body)])
    const nowhere = headText("GET", "/nowhere", [host])
    return {
      bytes: nowhere + call + stuff.body + nowhere + health([]),
      expected: ["404 NOT_FOUND, 200, 404 NOT_FOUND, 200"],
    }
  },
  noise: ({ draws }) => ({
    bytes: `\u0001${Array.from({ length: draws.between(1, 200) }, () =>
      String.fromCharCode(draws.below(256)),
    ).join("")}\r\n\r\n`,
    expected: malformed,
  }),
}

const kinds = Object.entries(tricks)

/** A trick drawn from all there are. */
export const drawTrick = (stuff: Stuff): RawTrick => {
  const [kind, make] = pickOne(stuff.draws, kinds)
  const { bytes, expected } = make(stuff)
  return { kind: `raw: ${kind}`, bytes: Buffer.from(bytes, "latin1"), expected }
}

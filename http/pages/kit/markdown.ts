import { type Answer, textAnswer } from "../../api/answer.ts"
import type { PageContent } from "./html.ts"

/**
 * A piece of a page as Markdown, for programs that read. Addresses become whole ones under `baseUrl`.
 * What stands in a `pre` is kept byte for byte; what only a browser can use is left out.
 *
 * ```ts
 * import { html } from "../http/pages/kit/html.ts"
 * import { writeMarkdown } from "../http/pages/kit/markdown.ts"
 *
 * const page = html`<h1>Keys</h1><p>See <a href="/docs">the <code>docs</code></a>.</p>`
 * writeMarkdown(page, "https://a.example") // => "# Keys\n\nSee [the `docs`](https://a.example/docs).\n"
 * ```
 */
export const writeMarkdown = (content: PageContent, baseUrl: string): string =>
  `${blocksOf(content, baseUrl).join("\n\n")}\n`

/** Where a page that is read as Markdown stands. */
export interface MarkdownPlace {
  readonly baseUrl: string
  readonly language: string
  /** What the list of all pages is called, which is named at the end. */
  readonly contents: string
}

/** A page as programs read it: its content, and where the list of all pages is. */
export const markdownAnswer = (
  content: PageContent,
  { baseUrl, contents, language }: MarkdownPlace,
  headers: Readonly<Record<string, string>>,
): Answer =>
  textAnswer(
    200,
    "text/markdown",
    `${writeMarkdown(content, baseUrl)}\n[${contents}](${baseUrl}/llms.txt)\n`,
    { "content-language": language, vary: "Accept, Accept-Language", ...headers },
  )

interface Element {
  readonly type: string
  readonly props: Readonly<Record<string, unknown>> & { readonly children?: PageContent }
}

const isElement = (node: unknown): node is Element =>
  typeof node === "object" && node !== null && "type" in node && typeof node.type === "string"

/** What a browser alone can use, and what is read out beside what is shown. */
const leftOut = new Set(["button", "input", "select", "label", "form", "svg", "script", "caption"])

const isLeftOut = ({ props, type }: Element): boolean =>
  leftOut.has(type) || props["hidden"] === true || /\bunseen\b/.test(String(props["class"] ?? ""))

/** The pieces within one: lists of lists and what components make, as one list of elements and texts. */
const piecesOf = (content: PageContent): ReadonlyArray<Element | string> => {
  if (Array.isArray(content)) return content.flatMap((piece: PageContent) => piecesOf(piece))
  if (isElement(content)) return isLeftOut(content) ? [] : [content]
  if (typeof content === "string" || typeof content === "number") return [String(content)]
  if (typeof content === "object" && content !== null && "props" in content) {
    const { props, type } = content
    const made =
      typeof type === "function" ? (type as (given: unknown) => PageContent)(props) : null
    return piecesOf(made ?? (props as Element["props"]).children)
  }
  return []
}

const inlineTypes = new Set(["a", "b", "strong", "i", "em", "code", "span", "small", "kbd", "br"])

const isInline = (piece: Element | string): boolean =>
  typeof piece === "string" || inlineTypes.has(piece.type)

/** The blocks of a piece, each without an empty line around it. */
const blocksOf = (content: PageContent, baseUrl: string): ReadonlyArray<string> => {
  const blocks: Array<string> = []
  let line: Array<Element | string> = []
  const endLine = (): void => {
    const text = tidied(inline(line, baseUrl))
    if (text !== "") blocks.push(atLineStart(text))
    line = []
  }
  for (const piece of piecesOf(content)) {
    if (isInline(piece)) line.push(piece)
    else {
      endLine()
      const made = blockOf(piece as Element, baseUrl)
      // The head of a box and the name of the code in it say the same.
      blocks.push(...(made[0] === blocks.at(-1) ? made.slice(1) : made))
    }
  }
  endLine()
  return blocks
}

const blockOf = ({ props, type }: Element, baseUrl: string): ReadonlyArray<string> => {
  const { children } = props
  const heading = /^h([1-6])$/.exec(type)?.[1]
  if (heading !== undefined) {
    const text = tidied(inline(piecesOf(children), baseUrl))
    return text === "" ? [] : [`${"#".repeat(Number(heading))} ${text}`]
  }
  switch (type) {
    case "pre":
      return preBlocks(props)
    case "ul":
    case "ol":
      return listBlock(type, children, baseUrl)
    case "table":
      return tableBlock(children, baseUrl)
    case "dl":
      return pairsBlock(children, baseUrl)
    default:
      return blocksOf(children, baseUrl)
  }
}

/** The text within, as it is. */
const rawText = (content: PageContent): string =>
  piecesOf(content)
    .map((piece) => (typeof piece === "string" ? piece : rawText(piece.props.children)))
    .join("")

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))

/** Code under a fence that is longer than any in it, after its name. */
const preBlocks = (props: Element["props"]): ReadonlyArray<string> => {
  const text = rawText(props.children)
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1))
  const label = props["aria-label"]
  const end = text.endsWith("\n") ? "" : "\n"
  const code = `${fence}\n${text}${end}${fence}`
  return typeof label === "string" ? [escaped(label), code] : [code]
}

const elementsOf = (content: PageContent, type: string): ReadonlyArray<Element> =>
  piecesOf(content).flatMap((piece) => {
    if (typeof piece === "string") return []
    return piece.type === type ? [piece] : elementsOf(piece.props.children, type)
  })

const listBlock = (type: string, content: PageContent, baseUrl: string): ReadonlyArray<string> => {
  const items = piecesOf(content).filter(
    (piece): piece is Element => typeof piece !== "string" && piece.type === "li",
  )
  const marks = items.map((_, index) => (type === "ol" ? `${index + 1}. ` : "- "))
  const texts = items.map(({ props }) => blocksOf(props.children, baseUrl))
  // Code within is not indented: a program that cuts it out of the text has it as it is.
  if (elementsOf(content, "pre").length > 0) {
    return texts.flatMap(([first = "", ...others], index) =>
      first.startsWith("#") ? [first, ...others] : [`${marks[index] ?? ""}${first}`, ...others],
    )
  }
  const lines = texts.map((blocks, index) => {
    const mark = marks[index] ?? ""
    return mark + blocks.join("\n\n").replaceAll(/\n(?!\n)/g, `\n${" ".repeat(mark.length)}`)
  })
  return lines.length === 0 ? [] : [lines.join("\n")]
}

const cellText = ({ props }: Element, baseUrl: string): string =>
  blocksOf(props.children, baseUrl)
    .join(" ")
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|")

const rowLine = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const tableBlock = (content: PageContent, baseUrl: string): ReadonlyArray<string> => {
  const rows = elementsOf(content, "tr").map(({ props }) =>
    piecesOf(props.children).flatMap((cell) =>
      typeof cell === "string" ? [] : [cellText(cell, baseUrl)],
    ),
  )
  const [head, ...others] = rows
  if (head === undefined) return []
  return [[rowLine(head), rowLine(head.map(() => "---")), ...others.map(rowLine)].join("\n")]
}

const pairsBlock = (content: PageContent, baseUrl: string): ReadonlyArray<string> => {
  const said = (element: Element): string =>
    tidied(inline(piecesOf(element.props.children), baseUrl))
  const terms = elementsOf(content, "dt").map(said)
  const values = elementsOf(content, "dd").map(said)
  return terms.length === 0
    ? []
    : [terms.map((term, index) => `- ${term}: ${values[index] ?? ""}`).join("\n")]
}

/** Running text: its space is that of HTML, where any run of blanks is one. */
const inline = (pieces: ReadonlyArray<Element | string>, baseUrl: string): string =>
  pieces
    .map((piece) => (typeof piece === "string" ? escaped(piece) : inlineElement(piece, baseUrl)))
    .join("")

const inlineElement = ({ props, type }: Element, baseUrl: string): string => {
  if (type === "br") return " "
  if (type === "code" || type === "kbd") return codeSpan(rawText(props.children))
  const text = inline(piecesOf(props.children), baseUrl)
  const { href } = props
  if (type === "a" && typeof href === "string") return `[${text.trim()}](${whole(href, baseUrl)})`
  if ((type === "b" || type === "strong") && text.trim() !== "") return `**${text.trim()}**`
  return text
}

const codeSpan = (text: string): string => {
  const fence = "`".repeat(longestRun(text) + 1)
  const space = text.startsWith("`") || text.endsWith("`") ? " " : ""
  return `${fence}${space}${text}${space}${fence}`
}

const whole = (href: string, baseUrl: string): string =>
  (href.startsWith("/") ? `${baseUrl}${href}` : href).replaceAll(/[\s()<>]/g, encodeSign)

const encodeSign = (sign: string): string =>
  `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>]/g, "\\$&")

const tidied = (text: string): string => text.replaceAll(/[ \t\r\n]+/g, " ").trim()

/** A paragraph whose first sign would make a heading, a list or a quote of it. */
const atLineStart = (text: string): string =>
  text.replace(/^([#+-])(?=\s|$|#)/, "\\$1").replace(/^(\d+)([.)])(?=\s)/, "$1\\$2")

import { unescaped } from "../pages/docs/page-text.ts"

/** A page as a reader has it before them. */
export interface ReadPage {
  /** Path and query under which it stands, after redirects. */
  readonly path: string
  readonly status: number
  readonly text: string
}

/** A text that a page shows to be copied. */
export interface CodeBlock {
  readonly page: string
  readonly id: string
  readonly label: string
  readonly code: string
  /** What the page says to save it as, and how to run it. */
  readonly file: string
  readonly run: string
}

/** Whoever reads pages and fills in forms, with nothing but the address of a service. */
export interface Reader {
  readonly baseUrl: string
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<ReadPage>
  /** Presses a button of a page, by its words, with fields beside those that the form has. */
  readonly press: (
    page: ReadPage,
    button: string,
    fields?: Readonly<Record<string, string | ReadonlyArray<string>>>,
  ) => Promise<ReadPage>
}

/** Opens a browser without script that keeps its cookies. */
export const openReader = (baseUrl: string): Reader => {
  const cookies = new Map<string, string>()

  const ask = async (
    path: string,
    form: URLSearchParams | undefined,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ReadPage> => {
    const response = await fetch(new URL(path, baseUrl), {
      method: form === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form === undefined ? {} : { origin: baseUrl }),
        ...headers,
      },
      ...(form === undefined ? {} : { body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const location = response.headers.get("location")
    const isOurs = location !== null && new URL(location, baseUrl).origin === baseUrl
    if ([302, 303].includes(response.status) && isOurs) return ask(location, undefined)
    return { path, status: response.status, text }
  }

  return {
    baseUrl,
    get: (path, headers) => ask(path, undefined, headers),
    press: (page, button, fields = {}) => {
      const forms = formsOf(page.text).filter(({ buttons }) => buttons.includes(button))
      // Of several with the same words, the one that has what is wished, as a person sees beside which it stands.
      const isWished = (form: Form): boolean =>
        form.fields.some(([name, value]) => name !== "csrf" && fields[name] === value)
      const form = forms.find(isWished) ?? forms[0]
      if (form === undefined) throw new Error(`${page.path} has no button ${button}`)
      const sent = new URLSearchParams(form.fields.map(([name, value]) => [name, value]))
      for (const [name, value] of Object.entries(fields)) {
        sent.delete(name)
        for (const each of [value].flat()) sent.append(name, each)
      }
      return form.method === "post"
        ? ask(form.action, sent)
        : ask(`${form.action}?${sent.toString()}`, undefined)
    },
  }
}

interface Form {
  readonly method: string
  readonly action: string
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  readonly buttons: ReadonlyArray<string>
}

const formsOf = (page: string): ReadonlyArray<Form> =>
  [...page.matchAll(/<form([^>]*)>([^]*?)<\/form>/g)].map(([, tag = "", inside = ""]) => ({
    method: attribute(tag, "method") ?? "get",
    action: attribute(tag, "action") ?? "",
    fields: [...inputsOf(inside), ...choicesOf(inside)],
    buttons: [...inside.matchAll(/<button[^>]*>([^]*?)<\/button>/g)].map(([, words = ""]) =>
      unescaped(words.replaceAll(/<[^>]*>/g, "")).trim(),
    ),
  }))

/** What a form sends of what nobody has touched. */
const inputsOf = (form: string): ReadonlyArray<readonly [string, string]> =>
  [...form.matchAll(/<input([^>]*)>/g)].flatMap(([, tag = ""]) => {
    const isPicked = /type="(?:checkbox|radio)"/.test(tag)
    const name = attribute(tag, "name")
    if (name === undefined || (isPicked && !/\schecked\b/.test(tag))) return []
    return [[name, attribute(tag, "value") ?? (isPicked ? "on" : "")] as const]
  })

const choicesOf = (form: string): ReadonlyArray<readonly [string, string]> =>
  [...form.matchAll(/<select([^>]*)>([^]*?)<\/select>/g)].flatMap(([, tag = "", inside = ""]) => {
    const options = [...inside.matchAll(/<option([^>]*)>/g)].map(([, option = ""]) => option)
    const chosen = options.find((option) => /\sselected\b/.test(option)) ?? options[0] ?? ""
    return [[attribute(tag, "name") ?? "", attribute(chosen, "value") ?? ""] as const]
  })

const attribute = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : unescaped(value)
}

/** All texts of a page that are there to be copied. */
export const blocksOf = ({ path, text }: ReadPage): ReadonlyArray<CodeBlock> =>
  [...text.matchAll(/<pre([^>]*)>([^]*?)<\/pre>(?=([^]{0,600}))/g)].map(
    ([, tag = "", code = "", after = ""]) => {
      const [, foot = ""] = /^\s*<div class="panel-foot">([^]*?)<\/div>/.exec(after) ?? []
      const [file = "", run = ""] = [...foot.matchAll(/<code>([^<]*)<\/code>/g)].map(([, said]) =>
        unescaped(said ?? ""),
      )
      return {
        page: path,
        id: attribute(tag, "id") ?? "",
        label: attribute(tag, "aria-label") ?? "",
        // As a browser copies it: no tags, and no line break at the very beginning.
        code: unescaped(code.replaceAll(/<[^>]*>/g, "")).replace(/^\n/, ""),
        file,
        run,
      }
    },
  )

/** The one block of a page that has an id. */
export const blockOf = (page: ReadPage, id: string): CodeBlock => {
  const found = blocksOf(page).find((block) => block.id === id)
  if (found === undefined) throw new Error(`${page.path} has no block ${id}`)
  return found
}

/** Where the links of a page lead within the service, without what stands behind `#`. */
export const linksOf = ({ text }: ReadPage): ReadonlyArray<string> => [
  ...new Set(
    [...text.matchAll(/<a\b[^>]*\shref="(\/[^"#]*)/g)].map(([, link]) => unescaped(link ?? "")),
  ),
]

/** Every page that links lead to from some, of those whose address begins so. */
export const readAll = async (
  reader: Reader,
  from: ReadonlyArray<string>,
  isRead: (path: string) => boolean,
): Promise<ReadonlyArray<ReadPage>> => {
  const found = new Map<string, ReadPage>()
  const waiting = [...from]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (found.has(path)) continue
    const page = await reader.get(path)
    found.set(path, page)
    if (page.status === 200) waiting.push(...linksOf(page).filter(isRead))
  }
  return [...found.values()]
}

import { type Answer, send } from "../../../support/http-call.ts"
import type { TestKey, TestService } from "../../../support/service.ts"
import { makeLinking } from "../../store/links/linking.ts"

/** A quote that a live key has made a link for, and where the link leads. */
export interface TravellersQuote {
  readonly quoteRef: string
  readonly subscriptionId: string
  readonly ref: string
  readonly key: TestKey
  /** The form's address, its offer selected. */
  readonly form: string
}

/** Names for the two travellers of the sample trip. */
export const names = ["Camille Roux", "Sacha Roux"]

/** The value of a hidden field of a page. */
export const hidden = ({ text }: Answer, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ""

/** The headings of a page. */
export const headingOf = ({ text }: Answer): string =>
  /<h1[^>]*>([^]*?)<\/h1>/.exec(text)?.[1]?.replaceAll(/\s+/g, " ") ?? ""

/** A traveller in the funnel of a running service: follows links, and sends forms. */
export const makeTraveller = (service: () => TestService) => {
  const linking = makeLinking(service)

  /** A link to an offer of the live catalogue, followed as a browser would. */
  const linked = async (
    wish: {
      readonly key?: TestKey
      readonly offerId?: number
      readonly trip?: Readonly<Record<string, unknown>>
      readonly language?: string
    } = {},
  ): Promise<TravellersQuote> => {
    const { language = "en", offerId = 1001, trip = {} } = wish
    const key = wish.key ?? (await service().createKey({ mode: "live" }))
    const session = await linking.session(key)
    const link = await linking.link(201, key, session, trip, { offerId, language })
    const followed = await get(new URL(link.url).pathname + new URL(link.url).search)
    const form = new URL(followed.headers["location"] ?? "")
    return {
      quoteRef: form.searchParams.get("quote") ?? "",
      subscriptionId: link.subscriptionId,
      ref: link.ref ?? "",
      key,
      form: form.pathname + form.search,
    }
  }

  const get = (path: string): Promise<Answer> => send({ port: service().port, method: "GET", path })

  const post = (
    path: string,
    fields: ReadonlyArray<readonly [name: string, value: string]>,
  ): Promise<Answer> =>
    send({
      port: service().port,
      method: "POST",
      path,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
    })

  /** Sends the form of a page on, with what the page has told of the price unless told otherwise. */
  const sendForm = (
    path: string,
    step: string,
    from: Answer | { readonly told: string },
    more: ReadonlyArray<readonly [name: string, value: string]> = names.map(
      (name) => ["name", name] as const,
    ),
  ): Promise<Answer> => {
    const told = "told" in from ? from.told : hidden(from, "told")
    return post(path, [["step", step], ["told", told], ...more])
  }

  /** Goes the whole way to a presubscription. */
  const presubscribed = async (quote: TravellersQuote): Promise<Answer> => {
    const review = await sendForm(quote.form, "review", await get(quote.form))
    return sendForm(quote.form, "presubscribe", review, [
      ...names.map((name) => ["name", name] as const),
      ["read", "yes"],
    ])
  }

  return { ...linking, linked, get, post, sendForm, presubscribed }
}

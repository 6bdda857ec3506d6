import * as Config from "effect/Config"
import * as Schema from "effect/Schema"
import { httpAddress, wholeNumber, yesOrNo } from "./kinds.ts"
import { type Kind, optionalSetting, setting } from "./setting.ts"

export const formalitiesUrl = optionalSetting("FORMALITIES_URL", httpAddress, {
  unset: "unset: the tables",
  about: "a source of what destinations ask of visitors",
  isSecret: true,
})

export const formalitiesTimeoutMs = setting(
  "FORMALITIES_TIMEOUT_MS",
  wholeNumber({ minimum: 1, maximum: 30_000, unit: "milliseconds" }),
  { otherwise: 1_500, about: "how long that source may take", needs: "FORMALITIES_URL" },
)

const insurerPairs: Kind<ReadonlyMap<string, URL>> = {
  config: (name) =>
    Config.schema(
      Schema.String.check(Schema.makeFilter((text) => readInsurerUrls(text) !== undefined)),
      name,
    ).pipe(Config.map((text) => readInsurerUrls(text) ?? new Map<string, URL>())),
  expected:
    "key=address pairs joined by commas, each key once, such as kestrelgate=https://rates.example/v1 " +
    "(http:// or https://, without a name or password, commas in it written %2C)",
}

export const insurerUrls = setting("INSURER_URLS", insurerPairs, {
  otherwise: new Map(),
  unset: "unset: no insurer is asked",
  about: "where insurers are asked, keys as in `catalogue/insurers.csv`",
  isSecret: true,
})

export const insurerTimeoutMs = setting(
  "INSURER_TIMEOUT_MS",
  wholeNumber({ minimum: 50, maximum: 30_000, unit: "milliseconds" }),
  {
    otherwise: 4_000,
    about: "how long all insurers together may take for a quote",
    needs: "INSURER_URLS",
  },
)

export const insurerAllowPrivate = setting("INSURER_ALLOW_PRIVATE", yesOrNo, {
  otherwise: false,
  about: "whether an insurer's address may be private or this machine's own",
  needs: "INSURER_URLS",
})

export const ratesUrl = optionalSetting("RATES_URL", httpAddress, {
  unset: "unset: the table",
  about: "a source of exchange rates: the ECB's daily XML, or JSON",
  isSecret: true,
})

export const ratesRefreshMinutes = setting(
  "RATES_REFRESH_MINUTES",
  wholeNumber({ minimum: 1, maximum: 1_440 }),
  { otherwise: 60, about: "after how many minutes that source is asked again", needs: "RATES_URL" },
)

export const eventsAllowPrivate = setting("EVENTS_ALLOW_PRIVATE", yesOrNo, {
  otherwise: false,
  about:
    "whether partners' event endpoints may be http:// and private or this machine's own: for tests alone",
})

const pair = /^([a-z][a-z0-9_]*)=(https?:\/\/[^\s/?#@,]+(?:[/?#][^\s,]*)?)$/

/**
 * Reads where insurers are: `key=address` joined by commas, keys as in `catalogue/insurers.csv`,
 * addresses of http or https without a name and password. Undefined where that is not what it is,
 * or a key comes twice.
 *
 * ```ts
 * import { readInsurerUrls } from "../http/config/outside.ts"
 * readInsurerUrls("kestrelgate=https://rates.example/v1")?.get("kestrelgate")?.href // => "https://rates.example/v1"
 * readInsurerUrls("kestrelgate=rates.example") // => undefined
 * ```
 */
export const readInsurerUrls = (text: string): ReadonlyMap<string, URL> | undefined => {
  const urls = new Map<string, URL>()
  const pairs = text.trim() === "" ? [] : text.split(",")
  for (const each of pairs) {
    const [, key = "", address = ""] = pair.exec(each.trim()) ?? []
    if (!URL.canParse(address) || urls.has(key)) return undefined
    urls.set(key, new URL(address))
  }
  return urls
}

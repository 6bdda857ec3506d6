const pair = /^([a-z][a-z0-9_]*)=(https?:\/\/[^\s/?#@,]+(?:[/?#][^\s,]*)?)$/

/**
 * Reads where insurers are: `key=address` joined by commas, keys as in `catalogue/insurers.csv`,
 * addresses of http or https without a name and password. Undefined where that is not what it is,
 * or a key comes twice.
 *
 * ```ts
 * import { readInsurerUrls } from "../http/config/insurer-urls.ts"
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

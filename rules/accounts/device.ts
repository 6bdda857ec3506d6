/** What browsers say of themselves, the first that applies: others name these too. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(?:e|A|iOS)?\//u, "Edge"],
  [/\bOPR\//u, "Opera"],
  [/\bSamsungBrowser\//u, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//u, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//u, "Chrome"],
  [/\bSafari\//u, "Safari"],
]

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/\biPhone\b/u, "iPhone"],
  [/\biPad\b/u, "iPad"],
  [/\bAndroid\b/u, "Android"],
  [/\bWindows\b/u, "Windows"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/u, "macOS"],
  [/\bLinux\b/u, "Linux"],
]

const firstOf = (
  names: ReadonlyArray<readonly [RegExp, string]>,
  text: string,
): ReadonlyArray<string> =>
  names
    .filter(([pattern]) => pattern.test(text))
    .slice(0, 1)
    .map(([, name]) => name)

/** Longest `User-Agent` that is looked at. */
const charactersMax = 500

/**
 * The device behind a `User-Agent`, by the names of its browser and its system; empty where it says
 * neither. What it says is its own word: it is shown, and decides nothing.
 *
 * ```ts
 * import { deviceName } from "../rules/accounts/device.ts"
 *
 * deviceName("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0") // => "Firefox, Linux"
 * deviceName("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0 Safari/537.36") // => "Chrome, Windows"
 * deviceName("curl/8.9.1") // => ""
 * ```
 */
export const deviceName = (userAgent: string): string => {
  const text = userAgent.slice(0, charactersMax)
  return [...firstOf(browsers, text), ...firstOf(systems, text)].join(", ")
}

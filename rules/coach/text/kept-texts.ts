/**
 * Prints numbers as a format does and keeps what it printed: for numbers that come from tables, of
 * which there are few.
 *
 * ```ts
 * import { keepTexts } from "../rules/coach/text/kept-texts.ts"
 *
 * const print = keepTexts(new Intl.NumberFormat("en-US"))
 * print(1500) // => "1,500"
 * print(1500) // => "1,500"
 * ```
 */
export const keepTexts = (format: Intl.NumberFormat): ((amount: number) => string) => {
  const texts = new Map<number, string>()
  return (amount) => {
    const text = texts.get(amount)
    if (text !== undefined) return text
    const printed = format.format(amount)
    texts.set(amount, printed)
    return printed
  }
}

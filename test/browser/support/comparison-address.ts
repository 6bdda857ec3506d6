import type { Page } from "playwright-core"

/** The address of a comparison of a trip from France to the United States, as the form leads to it. */
export const comparisonAddress = async (
  page: Page,
  service: string,
  asked: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const answer = await page.request.post(new URL("/compare", service).href, {
    headers: { origin: new URL(service).origin },
    form: {
      lang: "en",
      residence: "FR",
      destinations: "US",
      start: "2097-07-01",
      end: "2097-07-14",
      ages: "34",
      ...asked,
    },
    maxRedirects: 0,
  })
  return new URL(answer.headers()["location"] ?? "", service).href
}

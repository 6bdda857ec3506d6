/** The currency of a trip and of a sale that name none. */
export const defaultCurrency = "EUR"

/** The language of a request that names none. */
export const defaultLanguage = "en"

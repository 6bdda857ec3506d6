/** A script in ASCII alone; what of its strings is beyond that is escaped. */
export const asciiText = (code: string): string =>
  code.replaceAll(
    /[^\0-\u007f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )

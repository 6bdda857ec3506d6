const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
}

/** Text made safe inside XML elements, and inside attributes in double quotes. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** Text made safe inside HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string => escapeXml(text).replaceAll("'", "&#39;")

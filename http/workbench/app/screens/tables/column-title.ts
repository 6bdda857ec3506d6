/** How a name of a column reads: `per_person` is “Per person”. */
export const columnTitle = (name: string): string => {
  const plain = name.replaceAll("_", " ")
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

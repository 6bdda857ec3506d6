/** What a check of books says in which nothing is wrong, beside how many there are. */
export const soundLedger = {
  unbalanced: [],
  misbooked: [],
  broken: [],
  seals: null,
  unusedNumbers: 0,
  miscounted: [],
  found: 0,
  adoptable: 0,
}

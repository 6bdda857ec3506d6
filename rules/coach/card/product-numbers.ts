import type { CardProduct } from "./products.ts"

/** The number of a product, the same whenever it is asked for. */
export type ProductNumber = (product: CardProduct) => number

/** Numbers products as they are met, so that what is kept of one has a short key. */
export const makeProductNumbers = (): ProductNumber => {
  const numbers = new WeakMap<CardProduct, number>()
  let next = 0
  return (product) => {
    const known = numbers.get(product)
    if (known !== undefined) return known
    const number = next
    next += 1
    numbers.set(product, number)
    return number
  }
}

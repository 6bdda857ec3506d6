/** Hands what comes piece by piece to what takes it one by one. */
export interface RowFeed<Row> {
  /** The rows, as they are put in. */
  readonly rows: AsyncIterable<Row>
  /** Hands rows on; resolves when more are asked for. */
  readonly put: (rows: ReadonlyArray<Row>) => Promise<void>
  /** There are no more rows. */
  readonly end: () => void
}

const withResolver = <A>() => {
  let resolve: (value: A) => void = () => {}
  const promise = new Promise<A>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}

/** A feed of rows: it holds what was put in last, never more. */
export const makeRowFeed = <Row>(): RowFeed<Row> => {
  type Coming = ReadonlyArray<Row> | undefined
  let { promise: coming, resolve: wake } = withResolver<Coming>()
  let askForMore = (): void => {}
  async function* taken(): AsyncGenerator<Row> {
    for (let batch = await coming; batch !== undefined; batch = await coming) {
      ;({ promise: coming, resolve: wake } = withResolver<Coming>())
      yield* batch
      askForMore()
    }
  }
  return {
    rows: taken(),
    put: (rows) =>
      new Promise((resolve) => {
        askForMore = resolve
        wake(rows)
      }),
    end: () => wake(undefined),
  }
}

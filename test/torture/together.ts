/**
 * What all of some tasks come to, once every one of them has ended: where one fails, none of the
 * others goes on behind the back of whoever cleans up.
 */
export const together = async <Value>(
  tasks: ReadonlyArray<Promise<Value>>,
): Promise<Array<Value>> => {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}

/**
 * Keeps standard output for what the returned function prints: all else that this process writes
 * there, as a part that logs does, goes to standard error.
 */
export const reserveStandardOutput = (): ((text: string) => void) => {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  return (text) => {
    write(`${text}\n`)
  }
}

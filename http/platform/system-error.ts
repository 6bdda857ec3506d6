const systemReasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "operation not permitted"],
  ["ENOENT", "no such file or folder"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  ["EEXIST", "a file is in the way"],
  ["EROFS", "read-only file system"],
  ["ENOSPC", "no space left"],
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "connection reset"],
  ["EHOSTUNREACH", "host unreachable"],
  ["ENETUNREACH", "network unreachable"],
  ["ENOTFOUND", "unknown host name"],
  ["EAI_AGAIN", "the host name does not resolve at the moment"],
  ["ETIMEDOUT", "no answer in time"],
])

/** The `code` of an operating-system or Postgres error (`ENOENT`, `57P03`), where it carries one. */
export const errorCode = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

/** Says in words why a system call failed: known codes as a phrase, others by their own message. */
export const systemReason = (cause: unknown): string => {
  const code = errorCode(cause)
  const known = code === undefined ? undefined : systemReasons.get(code)
  if (known !== undefined) return known
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.split("\n", 1)[0] ?? message
}

/** The sentence of a store that cannot be used, with the reason where its cause tells one. */
export const cannotBeUsed = (store: string, cause: unknown): string =>
  `The ${store} cannot be used${cause instanceof Error ? `: ${cause.message}` : ""}`

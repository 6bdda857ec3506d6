import * as Data from "effect/Data"

/**
 * The Postgres that `DATABASE_URL` names, or the embedded one in `DATA_DIR`, did not let the service
 * in.
 *
 * `address` is `host:port/database`; the user name and the password are never part of it.
 */
export class DatabaseUnreachable extends Data.TaggedError("DatabaseUnreachable")<{
  readonly address: string
  readonly reason: string
  readonly setting: "DATABASE_URL" | "DATA_DIR"
}> {
  override get message(): string {
    return `Cannot reach the database at ${this.address} (${this.setting}): ${this.reason}`
  }
}

/** What the driver says of a session that did not open in time: it has no code. */
export const connectTimedOut = "Connection timed out"

/** The data folder (`DATA_DIR`), or a file in it, cannot be made or written. */
export class DataFolderNotWritable extends Data.TaggedError("DataFolderNotWritable")<{
  readonly path: string
  readonly reason: string
}> {
  override get message(): string {
    return `Cannot write in the data folder ${this.path} (DATA_DIR): ${this.reason}`
  }
}

/** The Postgres that the service brings along did not start; `lastLine` is what it said last. */
export class EmbeddedPostgresFailed extends Data.TaggedError("EmbeddedPostgresFailed")<{
  readonly lastLine: string
}> {
  override get message(): string {
    return `Cannot start the embedded Postgres: ${this.lastLine}`
  }
}

/** The database was migrated by newer code than this: versions are migration numbers. */
export class SchemaTooNew extends Data.TaggedError("SchemaTooNew")<{
  readonly databaseVersion: number
  readonly codeVersion: number
}> {
  override get message(): string {
    return `Cannot use this database: its schema is at version ${this.databaseVersion}, this code knows versions up to ${this.codeVersion}`
  }
}

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

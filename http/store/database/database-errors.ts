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

/**
 * The database was migrated by newer code than this, and does not serve it any more: versions are
 * migration numbers. `leastCodeVersion` is null where the newer code did not say what it serves.
 */
export class SchemaTooNew extends Data.TaggedError("SchemaTooNew")<{
  readonly databaseVersion: number
  readonly codeVersion: number
  readonly leastCodeVersion: number | null
}> {
  override get message(): string {
    const { codeVersion, databaseVersion, leastCodeVersion } = this
    const served =
      leastCodeVersion === null ? "" : ` and serves code from version ${leastCodeVersion}`
    return `Cannot use this database: its schema is at version ${databaseVersion}${served}, this code knows versions up to ${codeVersion}`
  }
}

/** Somebody else has held what a migration changes for as long as it waited. */
export class SchemaHeld extends Data.TaggedError("SchemaHeld")<{
  readonly waitedSeconds: number
}> {
  override get message(): string {
    return `Cannot migrate this database: something else has held its tables for ${this.waitedSeconds} seconds, such as a dump or a query; start again once that is over`
  }
}

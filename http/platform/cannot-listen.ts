import * as Data from "effect/Data"

/** An address to listen on cannot be had. */
export class CannotListen extends Data.TaggedError("CannotListen")<{
  readonly host: string
  readonly port: number
  readonly reason: string
  /** The setting that names the port, where it is another one than `PORT`. */
  readonly setting?: string
}> {
  override get message() {
    const { host, port, reason, setting = "PORT" } = this
    return reason === "EADDRINUSE"
      ? `Port ${port} on ${host} is already in use; set ${setting} to another one.`
      : `Cannot listen on ${host} port ${port}: ${reason}`
  }
}

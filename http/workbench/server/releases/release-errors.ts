import * as Data from "effect/Data"

/** A day for a release that is none, or that has passed. */
export class DayUnusable extends Data.TaggedError("DayUnusable")<{
  readonly day: string
  readonly today: string
}> {
  override get message() {
    return `A release needs a day from ${this.today} on, not ${JSON.stringify(this.day)}`
  }
}

/** The name of a release is none that a folder may have. */
export class ReleaseMisnamed extends Data.TaggedError("ReleaseMisnamed")<{
  readonly name: string
}> {
  override get message() {
    return `A release is named by small letters, digits and hyphens, not ${JSON.stringify(this.name)}`
  }
}

/** A release of that name lies there already. */
export class ReleaseThere extends Data.TaggedError("ReleaseThere")<{ readonly name: string }> {
  override get message() {
    return `There is a release ${this.name} already`
  }
}

/** No table differs from the version before. */
export class NothingToRelease extends Data.TaggedError("NothingToRelease")<{}> {
  override get message() {
    return "No table has changed, so that there is nothing to release"
  }
}

/** A table that no release may hold: the one that speaks of all tables, or one that is new. */
export class TableUnreleasable extends Data.TaggedError("TableUnreleasable")<{
  readonly file: string
}> {
  override get message() {
    return `${this.file} cannot wait in a release; put the change in force at once, or take it back there`
  }
}

/** The tables would hold mistakes with the release. */
export class ReleaseFaulty extends Data.TaggedError("ReleaseFaulty")<{
  readonly name: string
  readonly mistake: string
  /** The same in French. */
  readonly mistakeFr: string
  readonly mistakes: number
}> {
  override get message() {
    return `${this.name} is faulty: ${this.mistake}`
  }
}

/** The tables have changed while the release was looked at. */
export class TablesMoved extends Data.TaggedError("TablesMoved")<{}> {
  override get message() {
    return "The tables have changed meanwhile; nothing was written"
  }
}

import * as Data from "effect/Data"

/** Nothing in the folder differs from the newest commit. */
export class NothingToCommit extends Data.TaggedError("NothingToCommit")<{}> {
  override get message() {
    return "Everything is committed already"
  }
}

/** The tables hold errors, which nobody should have to review. */
export class ErrorsBlock extends Data.TaggedError("ErrorsBlock")<{ readonly errors: number }> {
  override get message() {
    return `${this.errors} errors are to be repaired first`
  }
}

/** Warnings that came with the change have no reason. */
export class WarningsUnexplained extends Data.TaggedError("WarningsUnexplained")<{
  readonly warnings: number
}> {
  override get message() {
    return `${this.warnings} warnings want a reason`
  }
}

/** A branch must be made first, and the change has no name for it. */
export class ChangeUnnamed extends Data.TaggedError("ChangeUnnamed")<{}> {
  override get message() {
    return "The change needs a name, which becomes its branch"
  }
}

/** There is nothing written where something must be. */
export class NothingSaid extends Data.TaggedError("NothingSaid")<{}> {
  override get message() {
    return "Write something first"
  }
}

/** No comment has the id. */
export class NoSuchComment extends Data.TaggedError("NoSuchComment")<{ readonly id: string }> {
  override get message() {
    return `There is no comment ${this.id}`
  }
}

/** Edits are not committed yet, so that nobody else could see what is approved. */
export class ChangeUncommitted extends Data.TaggedError("ChangeUncommitted")<{
  readonly files: number
}> {
  override get message() {
    return `${this.files} files are not committed yet`
  }
}

/** A person who changed the tables wants to approve the change. */
export class OwnApproval extends Data.TaggedError("OwnApproval")<{ readonly name: string }> {
  override get message() {
    return `${this.name} changed these tables, so that somebody else must approve them`
  }
}

/** There is no change that somebody could approve. */
export class NothingToApprove extends Data.TaggedError("NothingToApprove")<{}> {
  override get message() {
    return "No table has changed, so that there is nothing to approve"
  }
}

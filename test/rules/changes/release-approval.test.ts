import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import {
  approvalsText,
  approvedBy,
  approversOf,
  asApproved,
  authorText,
  withdrawalBy,
  withdrawalWaitsFor,
} from "../../../rules/changes/release-approval.ts"
import { readApprovals, type Release, releaseStateOn } from "../../../rules/tables/release.ts"
import { releaseOf, withdrawn } from "../tables/releases.ts"

const lea = { name: "Lea", mail: "lea@example.org" }
const ines = { name: "Ines", mail: "ines@example.org" }
const omar = { name: "Omar", mail: "omar@example.org" }

const day = "2027-01-01"
const rise = releaseOf("rise", day, { "fees.csv": "1" })

const approved = (release: Release, by: typeof lea, from?: string): Release => ({
  ...release,
  approvals: Result.getOrThrow(approvedBy(release, { by, from })),
})

const withdrawnBy = (release: Release, by: typeof lea, on: string): Release => ({
  ...withdrawn(release, on),
  approvals: withdrawalBy(release, by, on),
})

const stateOf = (release: Release): string => releaseStateOn(asApproved(release), "2027-06-01")

describe("a release where one person is not enough", () => {
  it("is refused while nobody but its author stands for it, and says who could", () => {
    assert.strictEqual(stateOf(rise), "refused")
    const [error] = asApproved(rise).errors
    assert.deepStrictEqual(error?.expected, { _tag: "ApprovedRelease", author: "Lea", day })
    assert.strictEqual(stateOf(approved(rise, ines)), "inForce")
    assert.deepStrictEqual(approversOf(approved(rise, ines)), [ines])
  })

  it("is refused for an earlier day than the one that was approved, and stands for a later one", () => {
    assert.strictEqual(stateOf(approved(rise, ines, "2027-02-01")), "refused")
    assert.strictEqual(stateOf(approved(rise, ines, "2026-12-01")), "inForce")
  })

  it("is refused with other tables than were approved", () => {
    assert.strictEqual(stateOf({ ...approved(rise, ines), tablesHash: "other" }), "refused")
  })

  it("stays in force until a second person wants it withdrawn", () => {
    const wanted = withdrawnBy(approved(rise, ines), omar, "2027-03-01")
    assert.strictEqual(stateOf(wanted), "inForce")
    assert.deepStrictEqual(withdrawalWaitsFor(wanted), omar)
    const own = approvedBy(wanted, { by: omar })
    assert.isTrue(Result.isFailure(own) && own.failure.problem._tag === "OwnApproval")
    const both = approved(wanted, lea)
    assert.strictEqual(stateOf(both), "withdrawn")
    assert.isUndefined(withdrawalWaitsFor(both))
    const late = approvedBy(both, { by: ines })
    assert.isTrue(Result.isFailure(late) && late.failure.problem._tag === "Withdrawn")
  })

  it("is withdrawn by one person where nobody approved it, as it never was in force", () => {
    assert.strictEqual(stateOf(withdrawnBy(rise, lea, "2027-03-01")), "withdrawn")
  })

  it("cannot be approved by its author under another email, nor by nobody's facts", () => {
    const own = approvedBy(rise, { by: { name: " lea ", mail: "other@example.org" } })
    assert.isTrue(Result.isFailure(own) && own.failure.problem._tag === "OwnApproval")
    const unread = approvedBy({ ...rise, facts: undefined }, { by: ines })
    assert.isTrue(Result.isFailure(unread) && unread.failure.problem._tag === "Unreadable")
  })

  it("is none of its authors' to approve, however many made it", () => {
    const facts = { ...rise.facts, author: authorText([lea, omar]) } as NonNullable<
      typeof rise.facts
    >
    const joint = { ...rise, facts }
    for (const by of [lea, omar]) {
      const own = approvedBy(joint, { by })
      assert.isTrue(Result.isFailure(own) && own.failure.problem._tag === "OwnApproval")
    }
    const comma = { ...rise, facts: { ...facts, author: "Morin, Lea" } }
    const own = approvedBy(comma, { by: { name: "Morin, Lea", mail: "m@example.org" } })
    assert.isTrue(Result.isFailure(own))
    assert.strictEqual(stateOf(approved(joint, ines)), "inForce")
  })

  it("reads back what is kept of approvals, each word once", () => {
    const twice = approved(approved(approved(rise, ines), ines), omar)
    assert.lengthOf(twice.approvals, 2)
    assert.deepStrictEqual(readApprovals("rise", approvalsText(twice.approvals)), {
      approvals: twice.approvals,
      errors: [],
    })
  })
})

/** What people do with a release, one after the other. */
const steps = fc.array(
  fc.record({
    by: fc.constantFrom(lea, ines, omar),
    does: fc.constantFrom(
      "approve" as const,
      "edit" as const,
      "move" as const,
      "withdraw" as const,
    ),
    on: fc.constantFrom("2026-12-01", "2027-01-01", "2027-02-01"),
  }),
  { maxLength: 8 },
)

const after = (
  release: Release,
  { by, does, on }: (typeof steps extends fc.Arbitrary<infer S> ? S : never)[number],
): Release => {
  const { facts } = release
  if (facts === undefined) return release
  switch (does) {
    case "approve":
      return Result.match(approvedBy(release, { by }), {
        onFailure: () => release,
        onSuccess: (approvals) => ({ ...release, approvals }),
      })
    case "edit":
      return { ...release, tablesHash: `${release.tablesHash}+` }
    case "move":
      return { ...release, facts: { ...facts, effectiveFrom: on } }
    case "withdraw":
      return facts.withdrawnOn === null ? withdrawnBy(release, by, on) : release
  }
}

describe("what one person does alone", () => {
  it("never brings a release into force, nor takes one that two stand for out of it", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const alone = taken.filter(({ by }) => by === lea).reduce(after, rise)
        assert.notInclude(["inForce", "waiting"], stateOf(alone))
        const stands = approved(rise, ines)
        const ownSteps = taken.filter(
          ({ by, does }) => by === omar && does !== "edit" && does !== "move",
        )
        assert.strictEqual(stateOf(ownSteps.reduce(after, stands)), "inForce")
      }),
    )
  })
})

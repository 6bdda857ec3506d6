import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Notices } from "../../http/ports/notices.ts"
import { Operators } from "../../http/ports/operators.ts"
import { People } from "../../http/ports/people.ts"
import { SecondFactors } from "../../http/ports/second-factors.ts"
import { codeAt, someBrowser } from "../support/console-session.ts"
import { type Act, quietly } from "./act.ts"
import { makeSoftPasskey, type SoftPasskey } from "../support/soft-authenticator.ts"
import { holderEmail, type LivedIn, passkeySite } from "./lived-in.ts"

/** Where somebody signs in for the first time. */
const elsewhere = { ...someBrowser, network: "198.51.100.7" }

const signInByPasskey = (passkey: SoftPasskey, counter: number) =>
  Effect.gen(function* () {
    const factors = yield* SecondFactors
    const text = passkey.shown(yield* factors.passkeyOptions(null, passkeySite), { counter })
    yield* factors.signInByPasskey({ site: passkeySite, text }, undefined, elsewhere)
  })

const addPasskey = (seed: string) => {
  const passkey = makeSoftPasskey({ seed })
  return ({ collector }: LivedIn) =>
    Effect.gen(function* () {
      const factors = yield* SecondFactors
      const visitor = { ...collector, email: "collector@cat.example" }
      const text = passkey.made(yield* factors.newPasskeyOptions(visitor, passkeySite))
      const fresh = yield* factors.addPasskey(collector, seed, { site: passkeySite, text })
      return fresh.length
    })
}

/** What people do to their sign-in, their factors and each other, and operators to them. */
export const personActs: Readonly<Record<string, Act>> = {
  appoint: {
    room: "people",
    does: () => Effect.flatMap(Operators, ({ appoint }) => quietly(appoint("first@cat.example"))),
  },
  "appoint a stranger": {
    room: "people",
    does: () =>
      Effect.flatMap(Operators, ({ appoint }) => quietly(appoint("stranger@cat.example"))),
  },
  "enrol a stranger": {
    room: "people",
    does: () => Effect.flatMap(Operators, ({ enrol }) => enrol("eve", "stranger@cat.example")),
  },
  "enrol a stranger elsewhere": {
    room: "people",
    does: () => Effect.flatMap(Operators, ({ enrol }) => enrol("dan", "stranger@cat.example")),
  },
  dismiss: {
    room: "people",
    does: () => Effect.flatMap(Operators, ({ dismiss }) => dismiss("operator@house.example")),
  },
  "ask for a link to sign in": {
    room: "signing in",
    does: () =>
      Effect.flatMap(People, ({ requestLink }) =>
        quietly(
          requestLink({
            email: "asker@new.example",
            language: "en",
            nextPath: "/console",
            network: "192.0.2.8",
            browserMark: "",
          }),
        ),
      ),
  },
  "sign in": {
    room: "signing in",
    does: ({ session, signIn: [link] }) =>
      Effect.flatMap(People, ({ redeem }) => quietly(redeem(link, session, someBrowser))),
  },
  "sign in by the other link": {
    room: "signing in",
    does: ({ signIn: [, link] }) =>
      Effect.flatMap(People, ({ redeem }) => quietly(redeem(link, undefined, someBrowser))),
  },
  "sign out": {
    room: "signing in",
    does: ({ session }) => Effect.flatMap(People, ({ signOut }) => signOut(session)),
  },
  "sign up": {
    room: "signing up",
    does: ({ free: [personId] }) =>
      Effect.flatMap(People, ({ signUp }) =>
        quietly(signUp(personId, { code: "hal", name: "Hal", network: "192.0.2.7" })),
      ),
  },
  "sign up again": {
    room: "signing up",
    does: ({ free: [personId] }) =>
      Effect.flatMap(People, ({ signUp }) =>
        quietly(signUp(personId, { code: "ida", name: "Ida", network: "192.0.2.6" })),
      ),
  },
  "sign another up": {
    room: "signing up",
    does: ({ free: [, personId] }) =>
      Effect.flatMap(People, ({ signUp }) =>
        quietly(signUp(personId, { code: "jim", name: "Jim", network: "192.0.2.7" })),
      ),
  },
  join: {
    room: "signing up",
    does: ({ free: [personId] }) =>
      Effect.flatMap(People, ({ join }) => quietly(join(personId, "cat"))),
  },
  "withdraw the invitation": {
    room: "signing up",
    does: ({ owners: [ownerId] }) =>
      Effect.flatMap(People, (people) => people.withdrawInvitation(ownerId, "free1@cat.example")),
  },
  invite: {
    room: "guests",
    does: ({ owners: [ownerId] }) =>
      Effect.flatMap(People, ({ invite: ask }) =>
        quietly(ask(ownerId, { email: "guest@cat.example", role: "reader", network: "192.0.2.9" })),
      ),
  },
  "invite to another role": {
    room: "guests",
    does: ({ owners: [, ownerId] }) =>
      Effect.flatMap(People, ({ invite: ask }) =>
        quietly(ask(ownerId, { email: "guest@cat.example", role: "owner", network: "192.0.2.9" })),
      ),
  },
  "invite from the command line": {
    room: "guests",
    does: () =>
      Effect.flatMap(Operators, ({ invite: ask }) =>
        quietly(ask("cat", "guest@cat.example", "reader")),
      ),
  },
  "enrol the guest": {
    room: "guests",
    does: () => Effect.flatMap(Operators, ({ enrol }) => enrol("cat", "guest@cat.example")),
  },
  "take the first owner out": {
    room: "members",
    does: ({ owners: [first, second] }) =>
      Effect.flatMap(People, ({ remove }) => remove(second, first)),
  },
  "take the second owner out": {
    room: "members",
    does: ({ owners: [first, second] }) =>
      Effect.flatMap(People, ({ remove }) => remove(first, second)),
  },
  "make the first owner a reader": {
    room: "members",
    does: ({ owners: [first, second] }) =>
      Effect.flatMap(People, ({ changeRole }) => changeRole(second, first, "reader")),
  },
  "make the second owner a reader": {
    room: "members",
    does: ({ owners: [first, second] }) =>
      Effect.flatMap(People, ({ changeRole }) => changeRole(first, second, "reader")),
  },
  "end the other sessions": {
    room: "signing in",
    does: ({ owners: [, personId], sessionId }) =>
      Effect.flatMap(People, (people) =>
        quietly(people.endSessions(personId, { allBut: sessionId })),
      ),
  },
  "end one session": {
    room: "signing in",
    does: ({ owners: [, personId], sessionId }) =>
      Effect.flatMap(People, (people) => people.endSessions(personId, { only: sessionId })),
  },
  "enrol the invited": {
    room: "signing up",
    does: () => Effect.flatMap(Operators, ({ enrol }) => enrol("eve", "free1@cat.example")),
  },
  "enrol the invited elsewhere": {
    room: "signing up",
    does: () => Effect.flatMap(Operators, ({ enrol }) => enrol("dan", "free1@cat.example")),
  },
  "invite the last": {
    room: "full accounts",
    does: () =>
      Effect.flatMap(Operators, ({ invite: ask }) =>
        quietly(ask("dan", "last@dan.example", "reader")),
      ),
  },
  "invite another last": {
    room: "full accounts",
    does: () =>
      Effect.flatMap(Operators, ({ invite: ask }) =>
        quietly(ask("dan", "very-last@dan.example", "reader")),
      ),
  },
  "pass by a code": {
    room: "factors",
    does: ({ holder }) =>
      Effect.gen(function* () {
        const code = codeAt(holder.codeSecret, yield* Clock.currentTimeMillis)
        return yield* (yield* SecondFactors).passCode(holder, code)
      }),
  },
  "pass by a recovery code": {
    room: "factors",
    does: ({ holder }) =>
      Effect.flatMap(SecondFactors, (factors) => factors.passCode(holder, holder.recoveryCode)),
  },
  "guess a code": {
    room: "factors",
    does: ({ holder }) => Effect.flatMap(SecondFactors, (factors) => factors.passCode(holder, "1")),
  },
  "pass by the passkey": {
    room: "factors",
    does: ({ holder }) =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        const options = yield* factors.passkeyOptions(holder, passkeySite)
        const text = holder.passkey.shown(options, { counter: 1 })
        return yield* factors.passPasskey(holder, { site: passkeySite, text })
      }),
  },
  "sign in by the passkey": {
    room: "factors",
    does: ({ holder }) => signInByPasskey(holder.passkey, 1),
  },
  "sign in by the passkey twice": {
    room: "passkeys",
    isInParts: "uncut",
    does: ({ setter }) =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        // One that counts nothing: what it has signed once counts once all the same.
        const text = setter.passkey.shown(yield* factors.passkeyOptions(null, passkeySite), {
          counter: 0,
        })
        const sent = Effect.match(
          factors.signInByPasskey({ site: passkeySite, text }, undefined, someBrowser),
          { onSuccess: () => "done", onFailure: ({ _tag }) => _tag },
        )
        return [yield* sent, yield* sent]
      }),
  },
  "sign in by the other passkey": {
    room: "passkeys",
    does: ({ setter }) => signInByPasskey(setter.passkey, 0),
  },
  "sign in by a link": {
    room: "passkeys",
    does: ({ setter }) =>
      Effect.flatMap(People, ({ redeem }) => quietly(redeem(setter.link, undefined, elsewhere))),
  },
  "remove the code": {
    room: "factors",
    does: ({ holder }) =>
      Effect.flatMap(SecondFactors, (factors) => factors.removeCode(holder.personId)),
  },
  "remove the passkey": {
    room: "factors",
    does: ({ holder }) =>
      Effect.flatMap(SecondFactors, (factors) =>
        factors.removePasskey(holder.personId, holder.passkey.id),
      ),
  },
  "renew recovery codes": {
    room: "factors",
    does: ({ holder }) =>
      Effect.flatMap(SecondFactors, (factors) =>
        Effect.map(factors.renewRecoveryCodes(holder.personId), ({ length }) => length),
      ),
  },
  "reset the factors": {
    room: "factors",
    does: () => Effect.flatMap(Operators, (operators) => operators.resetFactors(holderEmail)),
  },
  "ask all for a factor": {
    room: "factor rules",
    does: ({ holder }) =>
      Effect.flatMap(SecondFactors, (factors) => factors.setRule(holder.personId, true)),
  },
  "ask none for a factor": {
    room: "factor rules",
    does: ({ holder }) =>
      Effect.flatMap(SecondFactors, (factors) => factors.setRule(holder.personId, false)),
  },
  "make the holder a reader": {
    room: "factor rules",
    does: ({ holder, setter }) =>
      Effect.flatMap(People, ({ changeRole }) =>
        changeRole(setter.personId, holder.personId, "reader"),
      ),
  },
  "begin a code": {
    room: "new factors",
    does: ({ setter }) =>
      Effect.flatMap(SecondFactors, (factors) => factors.beginCode(setter.personId)),
  },
  "confirm the code": {
    room: "new factors",
    does: ({ setter }) =>
      Effect.gen(function* () {
        const code = codeAt(setter.pendingSecret, yield* Clock.currentTimeMillis)
        const fresh = yield* (yield* SecondFactors).confirmCode(setter, code)
        return fresh.length
      }),
  },
  "pass by what is confirmed": {
    room: "new factors",
    // Who was told that a code counts can go by it.
    isInParts: true,
    does: ({ setter }) =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        const atMs = yield* Clock.currentTimeMillis
        const fresh = yield* factors.confirmCode(setter, codeAt(setter.pendingSecret, atMs))
        yield* factors.passCode(setter, codeAt(setter.pendingSecret, atMs + 30_000))
        return fresh.length
      }),
  },
  "remove the only passkey": {
    room: "new factors",
    does: ({ setter }) =>
      Effect.flatMap(SecondFactors, (factors) =>
        factors.removePasskey(setter.personId, setter.passkey.id),
      ),
  },
  "add a passkey": { room: "many passkeys", does: addPasskey("a") },
  "add the last passkey": { room: "many passkeys", does: addPasskey("b") },
  "reset the collector's factors": {
    room: "many passkeys",
    does: () =>
      Effect.flatMap(Operators, (operators) => operators.resetFactors("collector@cat.example")),
  },
  "add the same passkey again": {
    room: "new factors",
    does: ({ setter }) =>
      Effect.gen(function* () {
        const factors = yield* SecondFactors
        const visitor = { ...setter, email: "setter@dan.example" }
        const text = setter.passkey.made(yield* factors.newPasskeyOptions(visitor, passkeySite))
        yield* factors.addPasskey(setter, "again", { site: passkeySite, text })
      }),
  },
  "tell what has happened": {
    room: "notices",
    does: () =>
      Effect.flatMap(Notices, ({ take }) =>
        Effect.map(take, (notices) => notices.map(({ act }) => act)),
      ),
  },
  "refuse notices": {
    room: "notices",
    does: ({ owners: [personId] }) =>
      Effect.flatMap(Notices, (notices) => notices.setRefused(personId, ["key", "statement"])),
  },
  "refuse other notices": {
    room: "notices",
    does: ({ owners: [personId] }) =>
      Effect.flatMap(Notices, (notices) => notices.setRefused(personId, ["key"])),
  },
}

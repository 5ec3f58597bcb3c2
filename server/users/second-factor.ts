import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault, signInMessages } from '#domain/errors.ts'
import type { changeSecondFactorCall, SecondFactor, secondFactorCall } from '#domain/features/users/second-factor.ts'
import { beginTry, factorAttempt, forgetTries } from '../auth/lockout.ts'
import {
  beginFactor,
  isInUse,
  lockFactor,
  newRecoveryCodes,
  readFactor,
  removeFactor,
  requireFactor,
  type TakenCode,
  takeCode,
} from '../auth/second-factor.ts'
import { endSessions } from '../auth/sessions.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { personMeant } from './sessions.ts'
import { confirmPassword, type UserParts } from './user-calls.ts'

type Parts = UserParts
type Input = z.output<typeof changeSecondFactorCall.input>
type Done = z.input<typeof changeSecondFactorCall.output>

const invalid = (pointer: string, detail: string) => new RequestFault({ kind: 'invalid', pointer, detail })
const alreadyInUse = () => invalid('/operation', 'Kaksivaiheinen kirjautuminen on jo käytössä.')

export async function showSecondFactor(
  parts: Omit<Parts, 'address'>,
  viewer: Viewer,
  { user_id }: z.output<typeof secondFactorCall.input>,
): Promise<{ data: SecondFactor }> {
  const factor = await readFactor(parts.pool, await personMeant(parts, viewer, user_id))
  return { data: { kaytossa: isInUse(factor), vaaditaan: factor.vaaditaan, varakoodeja: factor.varakoodeja } }
}

/** `token` is the access token of the request, whose session is not ended. */
export async function changeSecondFactor(parts: Parts, viewer: Viewer, input: Input, token: string): Promise<Done> {
  const { pool, key, companyName } = parts
  const me = viewer.userId
  switch (input.operation) {
    case 'aloita': {
      await confirmPassword(parts, viewer, input.existing_password)
      const enrolment = await beginFactor(pool, key, { id: me, name: viewer.name }, await companyName(), true)
      if (!enrolment) throw alreadyInUse()
      return { success: true, ...enrolment }
    }
    case 'vahvista':
      if (isInUse(await readFactor(pool, me))) throw alreadyInUse()
      return withCode(parts, { userId: me, typed: input.koodi }, async (client, taken) => {
        // Another window has enabled the factor in the meantime.
        if (taken !== 'enabled') throw alreadyInUse()
        // Ends the sessions that were started with the password alone.
        await endSessions(client, { userId: me, id: null, keep: token }, parts.clock())
        return { success: true, varakoodit: await newRecoveryCodes(client, key, me) }
      })
    case 'uudet_varakoodit':
      return withCode(parts, { userId: me, typed: input.koodi }, async (client) => ({
        success: true,
        varakoodit: await newRecoveryCodes(client, key, me),
      }))
    case 'poista':
      refuseIfRequired(await readFactor(pool, me))
      return withCode(parts, { userId: me, typed: input.koodi }, async (client) => {
        refuseIfRequired(await lockFactor(client, me))
        await removeFactor(client, me)
        return { success: true }
      })
    case 'vaadi': {
      const userId = await otherPerson(parts, viewer, input.user_id)
      await confirmPassword(parts, viewer, input.existing_password)
      await inTransaction(pool, async (client) => {
        await requireFactor(client, userId, input.vaaditaan)
        // Ends the sessions that were started with the password alone.
        if (input.vaaditaan && !isInUse(await readFactor(client, userId)))
          await endSessions(client, { userId, id: null, keep: '' }, parts.clock())
      })
      return { success: true }
    }
    case 'nollaa': {
      const userId = await otherPerson(parts, viewer, input.user_id)
      await confirmPassword(parts, viewer, input.existing_password)
      await inTransaction(pool, async (client) => {
        await removeFactor(client, userId)
        await forgetTries(client, factorAttempt(userId))
      })
      return { success: true }
    }
  }
}

/** Another person's id, for administrators only. An administrator's own factor is removed with a code (`poista`). */
async function otherPerson(parts: Parts, viewer: Viewer, userId: string): Promise<string> {
  const person = await personMeant(parts, viewer, userId)
  if (!viewer.roles.includes('yllapito')) throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
  if (person === viewer.userId) throw invalid('/user_id', 'Oman kaksivaiheisen kirjautumisesi asetat omalla sivullasi.')
  return person
}

function refuseIfRequired({ vaaditaan }: { vaaditaan: boolean }): void {
  if (vaaditaan) throw invalid('/operation', 'Ylläpito vaatii sinulta kaksivaiheisen kirjautumisen, joten et voi poistaa sitä käytöstä.')
}

/** Uses a code and runs `work` in one transaction: after a failure the code is unused. Tries are counted in any case. */
async function withCode<T>(
  { pool, key, clock, securityLog, address }: Parts,
  { userId, typed }: { userId: string; typed: string },
  work: (client: PoolClient, taken: Exclude<TakenCode, 'wrong'>) => Promise<T>,
): Promise<T> {
  const attempt = factorAttempt(userId)
  if (!(await beginTry(pool, attempt, clock())).allowed) {
    await securityLog.record({ kind: 'locked', userId, address })
    throw invalid('/koodi', signInMessages.locked)
  }
  const done = await inTransaction(pool, async (client) => {
    const taken = await takeCode(client, key, { userId, typed }, clock())
    if (taken === 'wrong') return null
    await forgetTries(client, attempt)
    return { result: await work(client, taken) }
  })
  if (done) return done.result
  await securityLog.record({ kind: 'sign_in_failed', userId, address })
  throw invalid('/koodi', 'Vahvistuskoodi ei kelpaa.')
}

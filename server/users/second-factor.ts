import type { z } from 'zod'
import type { changeSecondFactorCall, SecondFactor, secondFactorCall } from '#domain/calls/second-factor.ts'
import { faultKinds, RequestFault, signInMessages } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { beginTry, forgetTries } from '../auth/lockout.ts'
import {
  beginFactor,
  factorTries,
  isInUse,
  newRecoveryCodes,
  readFactor,
  removeFactor,
  requireFactor,
  takeCode,
} from '../auth/second-factor.ts'
import { endSessions } from '../auth/sessions.ts'
import { personMeant } from './sessions.ts'
import { confirmPassword, type UserParts } from './user-calls.ts'

type Parts = UserParts & { companyName: string }
type Asked = z.output<typeof changeSecondFactorCall.input>
type Done = z.input<typeof changeSecondFactorCall.output>

const invalid = (pointer: string, detail: string) => new RequestFault({ kind: 'invalid', pointer, detail })

export async function showSecondFactor(
  parts: Parts,
  viewer: Viewer,
  { user_id }: z.output<typeof secondFactorCall.input>,
): Promise<{ data: SecondFactor }> {
  const factor = await readFactor(parts.pool, await personMeant(parts, viewer, user_id))
  return { data: { kaytossa: isInUse(factor), vaaditaan: factor.vaaditaan, varakoodeja: factor.varakoodeja } }
}

export async function changeSecondFactor(parts: Parts, viewer: Viewer, asked: Asked): Promise<Done> {
  const { pool, key, companyName } = parts
  const me = viewer.userId
  switch (asked.operation) {
    case 'aloita': {
      await confirmPassword(parts, viewer, asked.existing_password)
      const enrolment = await beginFactor(pool, key, { id: me, name: viewer.name }, companyName, true)
      if (!enrolment) throw invalid('/operation', 'Kaksivaiheinen kirjautuminen on jo käytössä.')
      return { success: true, ...enrolment }
    }
    case 'vahvista':
      if (isInUse(await readFactor(pool, me))) throw invalid('/operation', 'Kaksivaiheinen kirjautuminen on jo käytössä.')
      await checkCode(parts, me, asked.koodi)
      return { success: true, varakoodit: await newRecoveryCodes(pool, key, me) }
    case 'uudet_varakoodit':
      await checkCode(parts, me, asked.koodi)
      return { success: true, varakoodit: await newRecoveryCodes(pool, key, me) }
    case 'poista':
      if ((await readFactor(pool, me)).vaaditaan)
        throw invalid('/operation', 'Ylläpito vaatii sinulta kaksivaiheisen kirjautumisen, joten et voi poistaa sitä käytöstä.')
      await checkCode(parts, me, asked.koodi)
      await removeFactor(pool, me)
      return { success: true }
    case 'vaadi': {
      const userId = await otherPerson(parts, viewer, asked.user_id)
      await requireFactor(pool, userId, asked.vaaditaan)
      // What was begun with the password alone.
      if (asked.vaaditaan && !isInUse(await readFactor(pool, userId)))
        await endSessions(pool, { userId, id: null, keep: '' }, parts.clock())
      return { success: true }
    }
    case 'nollaa':
      await removeFactor(pool, await otherPerson(parts, viewer, asked.user_id))
      return { success: true }
  }
}

/** Administrators only, and not for themselves: taking away one's own needs a code (`poista`). */
async function otherPerson(parts: Parts, viewer: Viewer, userId: string): Promise<string> {
  const person = await personMeant(parts, viewer, userId)
  if (!viewer.roles.includes('yllapito')) throw new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title })
  if (person === viewer.userId) throw invalid('/user_id', 'Oman kaksivaiheisen kirjautumisesi asetat omalla sivullasi.')
  return person
}

async function checkCode({ pool, key, clock }: Parts, userId: string, code: string): Promise<void> {
  const tries = factorTries(key, userId)
  if (!(await beginTry(pool, tries, clock()))) throw invalid('/koodi', signInMessages.locked)
  if (!(await takeCode(pool, key, userId, code, clock()))) throw invalid('/koodi', 'Vahvistuskoodi ei kelpaa.')
  await forgetTries(pool, tries)
}

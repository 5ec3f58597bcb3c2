import { faultKinds, signInMessages } from '#domain/errors.ts'

const unknownUser: readonly string[] = [
  'This User was not found or invalid',
  'This account is blocked or has not been activated yet.',
  'error_2',
  'error_4',
]
const expiredLink: readonly string[] = ['The recovery password is not valid.', 'No valid temp password request.']

function textsIn(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer]
  if (typeof answer !== 'object' || answer === null) return []
  return Object.values(answer).flatMap(textsIn)
}

/** The sentence of rules/errors.md#sign-in-messages for a rejected sign-in or password recovery. */
export function signInMessage(status: number, answer: unknown): string {
  const texts = textsIn(answer)
  // The API reports a locked name like a wrong password; the person is told to wait, whether the name exists or not.
  if (texts.includes(signInMessages.locked)) return signInMessages.locked
  if (texts.includes('invalid_credentials') || texts.includes('invalid_grant')) return signInMessages.invalid_credentials
  if (texts.some((text) => unknownUser.includes(text))) return signInMessages.unknown_user
  if (texts.some((text) => expiredLink.includes(text))) return signInMessages.expired_link
  return status === faultKinds.too_many.status ? faultKinds.too_many.title : signInMessages.unknown
}

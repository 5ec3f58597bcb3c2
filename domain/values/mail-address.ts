import { z } from 'zod'
import { email } from './checks.ts'

/** A mail address of a recipient. */
export const mailAddress = z
  .string('Anna sähköpostiosoite.')
  .trim()
  .min(1, 'Anna sähköpostiosoite.')
  .max(254, 'Sähköpostiosoite on liian pitkä.')
  .superRefine((text, context) => {
    const checked = email(text)
    if ('fault' in checked && text !== '') context.addIssue({ code: 'custom', message: checked.fault })
  })

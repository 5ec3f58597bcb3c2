import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { updateUserCall } from '#domain/calls/user.ts'
import { ask } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { keepDraft } from '../../kit/drafts.ts'
import { useEntityForm } from '../../kit/entity-form.ts'
import { useStoredForm } from '../../kit/stored-form.ts'
import { noteOwnChange, useSession } from '../../session/session.ts'
import { nowSeconds } from '../../session/token.ts'
import { rereadUser } from './reread-user.ts'
import { fieldOf, inWords } from './save-fault.ts'
import { userQuery } from './user-data.ts'
import type { UserRights } from './user-rights.ts'
import {
  changesOf,
  contentOf,
  contentRead,
  needsPassword,
  type UserContent,
  type UserValues,
  userFaults,
  valuesOf,
  versionsOf,
  withContent,
} from './user-values.ts'

type Options = { id: string; stored: UserValues; rights: UserRights }

/** The user form's life: typing, drafts, saving, and what others change meanwhile. */
export function useUserForm({ id, stored, rights }: Options) {
  const queryClient = useQueryClient()
  const { id: me = '', roles: held = [] } = useSession()?.user ?? {}
  const name = `user.${id}`
  const [saving, setSaving] = useState(false)
  const [existing, setExisting] = useState('')
  /** Saves that did not go through; 0 once everything has been mended. */
  const [failures, setFailures] = useState(0)
  const entityForm = useEntityForm<UserValues>({
    name,
    initialValues: stored,
    validate: (values) => userFaults(values, rights),
    fieldOf,
  })
  const { form, showFault, saved } = entityForm
  const { meet, ...others } = useStoredForm<UserValues, UserContent>({ form, stored, contentOf, contentRead, versionsOf, withContent })

  const mended = entityForm.general.length === 0 && !Object.values(form.errors).some(Boolean)
  useEffect(() => {
    if (mended) setFailures(0)
  }, [mended])

  /** Whether it is stored. */
  const save = async (attempt = 1): Promise<boolean> => {
    if ((await form.validate()).hasErrors) {
      setFailures((count) => count + 1)
      return false
    }
    const values = form.getValues()
    const changes = { id, ...changesOf(values, rights) }
    const password = needsPassword(values, rights) ? { existing_password: existing } : {}
    setSaving(true)
    try {
      await ask(updateUserCall, { ...changes, ...password }, { quiet: [404, 409, 422], idempotencyKey: saveKeyOf(id, changes) })
      if (rights.own) noteOwnChange(changes)
      await rereadUser()
      const isTypedOn = JSON.stringify(contentOf(form.getValues())) !== JSON.stringify(contentOf(values))
      const fresh = isTypedOn ? valuesOf(await queryClient.fetchQuery(userQuery(id, held))) : null
      saved()
      // What was typed while the answer was on its way waits as a draft of the form that comes next.
      if (fresh) keepDraft(me, name, withContent(fresh, contentOf(form.getValues()), fresh), nowSeconds())
      return true
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      if (failure.status === 409 && attempt < 3) {
        const fresh = await queryClient.fetchQuery({ ...userQuery(id, held), staleTime: 0 }).catch(() => null)
        const met = fresh ? meet(values, valuesOf(fresh)) : 'same'
        if (met === 'asked') return false
        if (met === 'taken') return save(attempt + 1)
      }
      showFault(inWords(failure))
      setFailures((count) => count + 1)
      return false
    } finally {
      setSaving(false)
    }
  }

  return { ...entityForm, ...others, save: () => save(), saving, failures, existing, setExisting }
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createUserCall, updateUserCall } from '#domain/features/users/user.ts'
import type { UserRights } from '#domain/features/users/user-rights.ts'
import { callApi } from '#web/data/api-call.ts'
import { shownByForm } from '#web/data/fault-toast.tsx'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useOwnPassword } from '#web/features/users/own-password.tsx'
import { rereadUser } from '#web/features/users/reread-user.ts'
import { inWords } from '#web/features/users/save-refusal.ts'
import { useRowForm } from '#web/kit/entity/use-row-form.ts'
import { noteOwnChange, useSession } from '#web/session/session.ts'
import { changesOf, fieldOfPointer, needsPassword, newUserOf, type UserEdit, userEdit, userFaults } from './user-content.ts'
import { userQuery } from './user-data.ts'

/** `id` is null of a new person. */
type Options = { id: string | null; row: UserEdit; rights: UserRights }

/** The form of a person, and its save: what is one's own needs one's password at times, and that of others the administrator's. */
export function useUserForm({ id, row, rights }: Options) {
  const queryClient = useQueryClient()
  const roles = useSession()?.user.roles ?? []
  const { confirmed, dialog } = useOwnPassword()
  const [existing, setExisting] = useState('')
  const [newKey] = useState(newId)
  const invite = async (edit: UserEdit): Promise<string | null> => {
    const person = newUserOf(edit, rights)
    const made = await confirmed((confirmation) =>
      callApi(createUserCall, { ...person, ...confirmation }, { quiet: shownByForm, idempotencyKey: saveKeyOf(newKey, person) }),
    )
    if (made) await rereadUser()
    return made?.id ?? null
  }
  const api = useRowForm({
    id,
    draftOf: (of) => `user.${of ?? 'new'}`,
    row,
    validate: (edit) => userFaults(edit, rights),
    store: async (edit) => {
      if (id === null) return invite(edit)
      const changes = { id, ...changesOf(edit, rights) }
      const store = (confirmation: { existing_password?: string }) =>
        callApi(updateUserCall, { ...changes, ...confirmation }, { quiet: shownByForm, idempotencyKey: saveKeyOf(id, changes) })
      const done = rights.own ? await store(needsPassword(edit, rights) ? { existing_password: existing } : {}) : await confirmed(store)
      if (done === null) return null
      if (rights.own) noteOwnChange(changes)
      await rereadUser()
      return id
    },
    reread: async (stored) => userEdit(await queryClient.fetchQuery({ ...userQuery(stored, roles), staleTime: 0 })),
    fieldOf: fieldOfPointer,
    inWords: (fault) => inWords(fault, fieldOfPointer),
  })
  return { api, existing, setExisting, dialog }
}

import { Button } from '@mantine/core'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteUserCall, updateUserCall } from '#domain/features/users/user.ts'
import type { UserRights } from '#domain/features/users/user-rights.ts'
import { ask } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { useOwnPassword } from './own-password.tsx'
import { rereadUser } from './reread-user.ts'

type Props = { id: string; name: string; rights: UserRights }

/** Disabling, which ends the person's sessions, and taking it back. */
export function UserActions({ id, name, rights }: Props) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { confirmed, dialog } = useOwnPassword()
  const { mutate, isPending } = useMutation({
    mutationFn: async (status: 0 | 1) => {
      const done = await confirmed((given) =>
        status === 1
          ? ask(updateUserCall, { id, status, ...given }, { quiet: [422] })
          : ask(deleteUserCall, { id, ...given }, { quiet: [422] }),
      )
      if (done === null) return
      await rereadUser()
      if (status === 1) showDone(`${name} on taas käytössä`)
      else if (rights.staff) showUndo(`${name} poistettu käytöstä`, () => mutate(1))
      else {
        // Only administrators see those who are disabled.
        showDone(`${name} poistettu käytöstä`)
        await navigate({ to: '/' })
      }
    },
    onError: (failure) => {
      if (failure instanceof CallFault && failure.status === 422) showFault(failure.message)
    },
  })
  if (!rights.enable && !rights.disable) return null
  const Icon = rights.enable ? IconUserCheck : IconUserOff
  const press = () => (rights.disable && !rights.staff ? setAsking(true) : mutate(rights.enable ? 1 : 0))
  return (
    <>
      <Button variant="default" loading={isPending} leftSection={<Icon size={18} aria-hidden />} onClick={press}>
        {rights.enable ? 'Ota käyttöön' : 'Poista käytöstä'}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Poista käyttäjä käytöstä"
        action="Poista käytöstä"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          mutate(0)
        }}
      >
        {name} ei voi enää kirjautua. Vain ylläpito voi ottaa tunnuksen takaisin käyttöön.
      </ConfirmDialog>
      {dialog}
    </>
  )
}

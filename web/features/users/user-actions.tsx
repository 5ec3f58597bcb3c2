import { Button } from '@mantine/core'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteUserCall, updateUserCall } from '#domain/features/users/user.ts'
import type { UserRights } from '#domain/features/users/user-rights.ts'
import { callApi } from '#web/data/api-call.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { useAction } from '#web/data/use-action.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { useIsMounted } from '#web/kit/page/use-is-mounted.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { useOwnPassword } from './own-password.tsx'
import { rereadUser } from './reread-user.ts'

type Props = { id: string; name: string; rights: UserRights }

/** Disables a user, which ends their sessions, and undoes it. */
export function UserActions({ id, name, rights }: Props) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { confirmed, dialog } = useOwnPassword()
  const isMounted = useIsMounted()
  const { run, isRunning } = useAction({
    mutationFn: (status: 0 | 1) =>
      confirmed((confirmation) =>
        status === 1
          ? callApi(updateUserCall, { id, status, ...confirmation }, { quiet: [422] })
          : callApi(deleteUserCall, { id, ...confirmation }, { quiet: [422] }),
      ),
    onSuccess: async (done, status) => {
      if (done === null) return
      await rereadUser()
      if (status === 1) showDone(`${name} on taas käytössä`)
      else if (rights.staff) showUndo(`${name} poistettu käytöstä`, () => run(1))
      else {
        // Only administrators see disabled users.
        showDone(`${name} poistettu käytöstä`)
        if (isMounted()) await navigate({ to: '/' })
      }
    },
    onFault: (fault) => {
      if (fault.status === 422) showFault(fault.message)
    },
  })
  if (!rights.enable && !rights.disable) return null
  const Icon = rights.enable ? IconUserCheck : IconUserOff
  const press = () => (rights.disable && !rights.staff ? setAsking(true) : run(rights.enable ? 1 : 0))
  return (
    <>
      <Button variant="default" loading={isRunning} leftSection={<Icon size={18} aria-hidden />} onClick={press}>
        {rights.enable ? 'Ota käyttöön' : 'Poista käytöstä'}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title="Poista käyttäjä käytöstä"
        action="Poista käytöstä"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          run(0)
        }}
      >
        {name} ei voi enää kirjautua. Vain ylläpito voi ottaa tunnuksen takaisin käyttöön.
      </ConfirmDialog>
      {dialog}
    </>
  )
}

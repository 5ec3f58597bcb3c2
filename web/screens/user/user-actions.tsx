import { Button } from '@mantine/core'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteUserCall, updateUserCall } from '#domain/calls/user.ts'
import { ask } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { showDone, showUndo } from '../../ui/undo-toast.tsx'
import { rereadUser } from './reread-user.ts'
import type { UserRights } from './user-rights.ts'

type Props = { id: string; name: string; rights: UserRights }

/** Disabling, which ends the person's sessions, and taking it back. */
export function UserActions({ id, name, rights }: Props) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function carryOut(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    try {
      await work()
      await rereadUser()
      return true
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      if (failure.status === 422) showFault(failure.message)
      return false
    } finally {
      setBusy(false)
    }
  }
  const enable = async () => {
    if (await carryOut(() => ask(updateUserCall, { id, status: 1 }, { quiet: [422] }))) showDone(`${name} on taas käytössä`)
  }
  async function disable() {
    setAsking(false)
    if (!(await carryOut(() => ask(deleteUserCall, { id }, { quiet: [422] })))) return
    if (rights.staff) showUndo(`${name} poistettu käytöstä`, enable)
    else {
      // Only administrators see those who are disabled.
      showDone(`${name} poistettu käytöstä`)
      await navigate({ to: '/' })
    }
  }

  if (rights.enable) {
    return (
      <Button variant="default" loading={busy} leftSection={<IconUserCheck size={18} aria-hidden />} onClick={() => void enable()}>
        Ota käyttöön
      </Button>
    )
  }
  if (!rights.disable) return null
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconUserOff size={18} aria-hidden />}
        onClick={() => (rights.staff ? void disable() : setAsking(true))}
      >
        Poista käytöstä
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Poista käyttäjä käytöstä"
        action="Poista käytöstä"
        onClose={() => setAsking(false)}
        onConfirm={() => void disable()}
      >
        {name} ei voi enää kirjautua. Vain ylläpito voi ottaa tunnuksen takaisin käyttöön.
      </ConfirmDialog>
    </>
  )
}

import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { createUserCall } from '#domain/features/users/user.ts'
import { email } from '#domain/values/checks.ts'
import { callApi } from '#web/data/api-call.ts'
import type { CallFault } from '#web/data/fault.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { inWords } from '#web/features/users/save-refusal.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'

type NewUser = { etunimi: string; sukunimi: string; mail: string; hallitsee: boolean }
type Props = { customer: string; onClose: () => void }

/** The form's fields by those of the call, for its faults. The sign-in name is the mail address. */
const fields: Readonly<Record<string, keyof NewUser>> = {
  mail: 'mail',
  name: 'mail',
  field_etunimi: 'etunimi',
  field_sukunimi: 'sukunimi',
}
const fieldOf = (pointer: string): string | null => fields[pointer.split('/').at(-1) ?? ''] ?? null

const isMissing = (text: string): string | null => (text.trim() === '' ? 'Kenttä on pakollinen.' : null)
function mailFault(text: string): string | null {
  const checked = email(text.trim())
  return 'fault' in checked ? checked.fault : null
}

function useInvitation({ customer, onClose }: Props) {
  const [draft] = useState(newId)
  const [general, setGeneral] = useState('')
  const form = useForm<NewUser>({
    initialValues: { etunimi: '', sukunimi: '', mail: '', hallitsee: false },
    validate: { etunimi: isMissing, sukunimi: isMissing, mail: mailFault },
  })
  const showFaults = (fault: CallFault) => {
    if (fault.status === 0) return setGeneral('Kutsua ei saatu lähetettyä. Yritä uudelleen.')
    const { errors, message } = inWords(fault, fieldOf)
    const placed = errors.flatMap(({ pointer = '', detail }) => {
      const field = fieldOf(pointer)
      return field ? [[field, detail]] : []
    })
    form.setErrors(Object.fromEntries(placed))
    setGeneral(placed.length === 0 ? message : '')
  }
  const { run, isRunning } = useAction({
    mutationFn: ({ etunimi, sukunimi, mail, hallitsee }: NewUser) => {
      const address = mail.trim()
      const user = {
        name: address,
        mail: address,
        user_roles: hallitsee ? ['asiakas', 'asiakas_yllapito'] : ['asiakas'],
        asiakas_id: customer,
        profile_fields: { field_etunimi: etunimi.trim(), field_sukunimi: sukunimi.trim() },
      }
      // The idempotency key keeps a retry after a lost answer from creating a second user.
      return callApi(createUserCall, user, { quiet: 'all', idempotencyKey: saveKeyOf(draft, user) })
    },
    onSuccess: async (_, { mail }) => {
      onClose()
      showDone(`Kutsu lähetetään osoitteeseen ${mail.trim()}`)
      await rereadAfterChange('user')
    },
    onFault: showFaults,
  })
  const invite = form.onSubmit((values) => {
    setGeneral('')
    run(values)
  })
  return { form, general, invite, isRunning }
}

/** Creates a user of the customer, who gets a link for choosing a password by mail. */
export function Invitation({ customer, onClose }: Props) {
  const { form, general, invite, isRunning } = useInvitation({ customer, onClose })
  return (
    <Modal opened onClose={onClose} title="Kutsu käyttäjä" size="md">
      <form noValidate onSubmit={invite}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label="Etunimi" withAsterisk autoComplete="off" data-autofocus {...form.getInputProps('etunimi')} />
            <TextInput label="Sukunimi" withAsterisk autoComplete="off" {...form.getInputProps('sukunimi')} />
          </SimpleGrid>
          <TextInput
            label="Sähköposti"
            description="Kutsu lähetetään tähän, ja tällä kirjaudutaan."
            type="email"
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('mail')}
          />
          <Checkbox
            label="Hallitsee yrityksen tietoja"
            description="Muuttaa yhteyshenkilöitä, osoitteita ja laskutusosoitteita ja kutsuu käyttäjiä."
            {...form.getInputProps('hallitsee', { type: 'checkbox' })}
          />
          {general && <FaultNote>{general}</FaultNote>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Takaisin
            </Button>
            <Button type="submit" loading={isRunning} leftSection={<IconSend size={18} aria-hidden />}>
              Lähetä kutsu
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

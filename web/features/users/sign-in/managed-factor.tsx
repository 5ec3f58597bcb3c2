import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { SecondFactor } from '#domain/features/users/second-factor.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { otherFault } from './field-faults.ts'
import { useFactorChange } from './use-factor-change.ts'

type Props = { factor: SecondFactor; userId: string; name: string }

/** Another person's second factor, as an administrator sees it. */
export function ManagedFactor({ factor, userId, name }: Props) {
  const { change, busy, faults, dialog } = useFactorChange()
  const [asking, setAsking] = useState(false)

  async function require(vaaditaan: boolean) {
    if (await change({ operation: 'vaadi', user_id: userId, vaaditaan }))
      showDone(vaaditaan ? 'Kaksivaiheinen kirjautuminen vaaditaan' : 'Kaksivaiheista kirjautumista ei enää vaadita')
  }
  async function reset() {
    setAsking(false)
    if (await change({ operation: 'nollaa', user_id: userId })) showDone('Kaksivaiheinen kirjautuminen on nollattu')
  }

  return (
    <Stack gap="sm">
      <Text>{factor.kaytossa ? 'Käytössä.' : 'Ei käytössä.'}</Text>
      <Switch
        label="Vaadi kaksivaiheinen kirjautuminen"
        description="Jollei se ole käytössä, käyttäjä kirjataan ulos ja hän ottaa sen käyttöön kirjautuessaan."
        checked={factor.vaaditaan}
        disabled={busy}
        onChange={(event) => void require(event.currentTarget.checked)}
      />
      {faults[otherFault] && (
        <Text role="alert" c="var(--mantine-color-error)">
          {faults[otherFault]}
        </Text>
      )}
      {factor.kaytossa && (
        <Group>
          <Button variant="default" loading={busy} onClick={() => setAsking(true)}>
            Nollaa
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        title="Nollaa kaksivaiheinen kirjautuminen"
        action="Nollaa"
        onClose={() => setAsking(false)}
        onConfirm={() => void reset()}
      >
        {name} kirjautuu sen jälkeen pelkällä salasanalla{factor.vaaditaan ? ' ja ottaa uuden sovelluksen käyttöön' : ''}. Tee näin, jos
        tunnistautumissovellus ja varakoodit ovat kadonneet.
      </ConfirmDialog>
      {dialog}
    </Stack>
  )
}

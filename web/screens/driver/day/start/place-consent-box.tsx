import { Checkbox } from '@mantine/core'
import { usePlaceConsent } from './place-consent.ts'
import classes from './start.module.css'

/** Gives and withdraws the consent to recording the places of tasks on this device, before the day and during it. */
export function PlaceConsentBox({ userId }: { userId: string }) {
  const consent = usePlaceConsent(userId)
  return (
    <Checkbox
      className={classes.consent}
      size="md"
      label="Tallenna työtehtävien paikat tällä laitteella"
      description="Paikat näette sinä ja ajojärjestely, ja ne poistetaan määräajan jälkeen. Voit perua luvan milloin tahansa."
      checked={consent.given}
      onChange={(event) => consent.setGiven(event.currentTarget.checked)}
    />
  )
}

import { useParams } from '@tanstack/react-router'
import { recurringChangesCall } from '#domain/features/recurring-hourly-jobs/recurring-jobs.ts'
import { useConfirmChanges } from '#web/features/scheduled-orders/confirm-changes.tsx'
import { MadeOrders } from '#web/features/scheduled-orders/made-orders.tsx'
import { RunDates } from '#web/features/scheduled-orders/run-dates.tsx'
import { WeekdayField } from '#web/features/scheduled-orders/weekday-field.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { register } from './recurring-jobs.tsx'

/** `sopimustuntityo/:id`, also for a new one */
export function PageScreen() {
  const { id } = useParams({ from: '/sopimustuntityo/$id' })
  const { confirm, dialog } = useConfirmChanges(recurringChangesCall)
  return (
    <>
      <EntityPage
        register={register}
        id={id}
        confirmSave={confirm}
        sections={[
          { title: 'Sopimustuntityö', fields: ['name', 'asiakas', 'selite', 'tila'] },
          {
            title: 'Päivät',
            fields: ['viikonpaivat', 'ajetaan_pyhapaivat', 'aktivointipaiva', 'ohitetut_paivat'],
            below: (content, set) => <RunDates content={content} set={set} />,
          },
          {
            title: 'Hinta',
            fields: ['tyyppi', 'minimilaskutus', 'tuntituote_tyyppi', 'tuntituote_instanssi', 'tuntituote_hinta', 'laskutus_viesti'],
          },
          {
            title: 'Paikka ja viestit',
            fields: [
              ...([
                'nouto_osoite',
                'nouto_nimi',
                'nouto_osoite1',
                'nouto_osoite2',
                'nouto_postinro',
                'nouto_postitmp',
                'nouto_maa',
              ] as const),
              ...(['nouto_yhteyshenkilo', 'nouto_yhteyshenkilo_etunimi', 'nouto_yhteyshenkilo_sukunimi'] as const),
              ...(['nouto_yhteyshenkilo_puhelin', 'nouto_yhteyshenkilo_email', 'viesti', 'viite'] as const),
            ],
          },
        ]}
        inputs={{
          viikonpaivat: (input) => <WeekdayField {...input} />,
          // Edited in the list of dates below.
          ohitetut_paivat: () => false,
        }}
        related={(job) => <MadeOrders relation="tuntituote_toisto" id={job.id} />}
      />
      {dialog}
    </>
  )
}

import { useParams } from '@tanstack/react-router'
import { routeChangesCall } from '#domain/features/standing-routes/routes.ts'
import { useConfirmChanges } from '#web/features/scheduled-orders/confirm-changes.tsx'
import { MadeOrders } from '#web/features/scheduled-orders/made-orders.tsx'
import { RunDates } from '#web/features/scheduled-orders/run-dates.tsx'
import { WeekdayField } from '#web/features/scheduled-orders/weekday-field.tsx'
import { RoutePrices } from '#web/features/standing-routes/route-prices.tsx'
import { RouteStops } from '#web/features/standing-routes/route-stops.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { register } from './routes.tsx'

/** `reitti/:id`, also for a new route */
export function PageScreen() {
  const { id } = useParams({ from: '/reitti/$id' })
  const { confirm, dialog } = useConfirmChanges(routeChangesCall)
  return (
    <>
      <EntityPage
        register={register}
        id={id}
        confirmSave={confirm}
        sections={[
          { title: 'Reitti', fields: ['name', 'reittinro', 'kuljettaja', 'auto', 'tila'] },
          {
            title: 'Ajopäivät',
            fields: ['viikonpaivat', 'aktivointipaiva', 'ohitetut_paivat'],
            below: (content, set) => <RunDates content={content} set={set} />,
          },
          {
            title: 'Asiakkaat ja hinnat',
            fields: ['asiakkaat', 'hinta', 'laskutuspaivat', 'hinnat'],
            below: (content, set) => <RoutePrices content={content} set={set} />,
          },
          { title: 'Pysähdykset', fields: ['osoitteet'] },
        ]}
        inputs={{
          viikonpaivat: (input) => <WeekdayField {...input} />,
          osoitteet: (input) => <RouteStops {...input} />,
          // Edited in the lists below the fields.
          ohitetut_paivat: () => false,
          hinnat: () => false,
        }}
        related={(route) => <MadeOrders relation="reitti" id={route.id} />}
      />
      {dialog}
    </>
  )
}

import { linkOptions } from '@tanstack/react-router'
import { defaultReminderDays } from '#domain/features/settings/expiry-defaults.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { DriverToday } from '#web/features/cars/driver-today.tsx'
import { InspectionDay } from '#web/features/cars/inspection-day.tsx'
import { ReportFault } from '#web/features/cars/report-fault.tsx'
import { ImportTool } from '#web/features/data-import/import-tool.tsx'
import { isSoon } from '#web/features/reminders/expiring-soon.ts'
import { useWorkingDay } from '#web/features/worktime/use-working-day.ts'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { Plate } from '#web/ui/badges/plate.tsx'

export const register: Register<'auto'> = {
  entity: 'auto',
  title: 'Autot',
  newTitle: 'Uusi auto',
  missingTitle: 'Autoa ei löydy',
  list: linkOptions({ to: '/autot' }),
  page: (id) => linkOptions({ to: '/auto/$id', params: { id } }),
  columns: [
    { field: 'rekisterinumero', width: 130, show: (car) => <Plate>{car.rekisterinumero}</Plate> },
    { added: 'tanaan', header: 'Tänään', width: 190, grow: true, show: (car) => <DriverToday car={car.id} none="–" /> },
    { field: 'name', width: 160, grow: true, edit: true },
    { field: 'seuraava_katsastus', width: 190, show: (car) => <InspectionDay day={car.seuraava_katsastus} />, edit: true },
    { field: 'kantavuus', width: 130, yields: 4, edit: true },
    { field: 'lavapaikat', width: 110, yields: 3, edit: true },
    { field: 'kustannuspaikka', edit: true, yields: 2 },
    { field: 'mapon_id', yields: 1, edit: true },
  ],
  filters: [
    {
      name: 'katsastus',
      label: 'Katsastus',
      choices: {
        // What the start page counts.
        pian: { label: 'Myöhässä tai pian', where: (now) => ({ seuraava_katsastus: isSoon(now) }) },
        myohassa: {
          label: 'Myöhässä',
          where: (now) => ({
            all: [{ seuraava_katsastus: { operator: '>', value: 0 } }, { seuraava_katsastus: { operator: '<', value: startOfDay(now) } }],
          }),
        },
        ...Object.fromEntries(
          defaultReminderDays.map((days) => [
            String(days),
            {
              label: `Enintään ${days} päivää`,
              where: (now: number) => ({ seuraava_katsastus: { operator: 'BETWEEN', value: [startOfDay(now), addDays(now, days)] } }),
            },
          ]),
        ),
        puuttuu: { label: 'Päivä puuttuu', where: () => ({ seuraava_katsastus: 0 }) },
      },
    },
  ],
  sort: ['rekisterinumero'],
  empty: { title: 'Autoja ei ole', text: 'Lisää ensimmäinen auto.' },
}

/** `autot` */
export function ListScreen() {
  const session = useSession()
  return (
    <EntityList register={register} actions={holdsAny(session, ['kuljettaja']) && <ReportOwnFault />} tools={<ImportTool kind="autot" />} />
  )
}

/** Most often it is a fault of the car that the driver has today. */
function ReportOwnFault() {
  const { day } = useWorkingDay()
  return <ReportFault likely={day?.auto?.id ?? ''} />
}

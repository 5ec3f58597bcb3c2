import { linkOptions } from '@tanstack/react-router'
import { startOfDay } from '#domain/values/time/time.ts'
import { FinvoiceDayMenu } from '#web/features/invoicing/finvoice-day-menu.tsx'
import { InvoiceBadge } from '#web/features/invoicing/invoice-badge.tsx'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register, RegisterTab } from '#web/kit/entity/register.ts'
import { formatDate, formatEuros } from '#web/kit/format.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { holdsAny, useSession } from '#web/session/session.ts'

export const register: Register<'lasku'> = {
  entity: 'lasku',
  title: 'Laskut',
  newTitle: 'Uusi lasku',
  missingTitle: 'Laskua ei löydy',
  list: linkOptions({ to: '/laskut' }),
  page: (id) => linkOptions({ to: '/lasku/$id', params: { id } }),
  columns: [
    { field: 'numero', header: 'Numero', width: 96, numeric: false, show: ({ tunniste }) => tunniste },
    { field: 'tila', width: 186, show: (invoice) => <InvoiceBadge invoice={invoice} /> },
    { field: 'asiakas', width: 190, grow: true },
    { field: 'laji', width: 110, yields: 3 },
    { field: 'laskupaiva', width: 104, show: ({ laskupaiva }) => formatDate(laskupaiva) },
    { field: 'erapaiva', width: 104, show: ({ erapaiva }) => formatDate(erapaiva) },
    { field: 'viitenumero', width: 140, yields: 2 },
    { field: 'laskutustapa', width: 104, yields: 1 },
    { field: 'veroton', width: 110, yields: 4 },
    { field: 'yhteensa', width: 120, show: ({ yhteensa }) => formatEuros(yhteensa) },
  ],
  filters: [
    { field: 'asiakas' },
    { field: 'laji' },
    {
      name: 'eraantynyt',
      label: 'Eräpäivä',
      choices: {
        mennyt: { label: 'Mennyt', where: (now) => ({ erapaiva: { operator: '<', value: startOfDay(now) } }) },
        tuleva: { label: 'Edessä', where: (now) => ({ erapaiva: { operator: '>=', value: startOfDay(now) } }) },
      },
    },
  ],
  sort: ['-numero'],
  empty: { title: 'Laskuja ei ole', text: 'Lähetetyt laskut ilmestyvät tähän.' },
}

/** Administrators also have the invoices that wait for them; one that failed after it was sent has orders that are not marked as invoiced. */
const administratorsTabs: readonly RegisterTab<'lasku'>[] = [
  { value: 'kaikki', label: 'Kaikki', where: () => ({ all: [] }) },
  { value: 'lahetetyt', label: 'Lähetetyt', where: () => ({ tila: 'lahetetty' }) },
  { value: 'kesken', label: 'Lähetyksessä', where: () => ({ any: [{ tila: 'lahetetaan' }, { tila: 'luonnos', virhe: '' }] }) },
  {
    value: 'epaonnistuneet',
    label: 'Epäonnistuneet',
    where: () => ({ tila: ['luonnos', 'lahetetty'], virhe: { operator: '<>', value: '' } }),
    urgent: true,
  },
  { value: 'tarkista', label: 'Tarkista', where: () => ({ tila: 'tarkista' }), urgent: true },
  { value: 'hyvitetyt', label: 'Hyvitetyt', where: () => ({ tila: 'hyvitetty' }) },
]

const administratorsRegister: Register<'lasku'> = { ...register, tabs: administratorsTabs }

/** With the reason of each, for the tabs of those that somebody has to look at. */
const registerOfFailed: Register<'lasku'> = {
  ...administratorsRegister,
  columns: register.columns.flatMap((column) =>
    typeof column !== 'string' && 'field' in column && column.field === 'tila'
      ? [column, { field: 'virhe', header: 'Virhe', width: 240, grow: true }]
      : [column],
  ),
}
const tabsOfFailed = ['epaonnistuneet', 'tarkista']

/** `laskut`: the invoices; customers read their own sent ones. */
export function ListScreen() {
  const { search } = usePageSearch()
  if (!holdsAny(useSession(), ['yllapito'])) return <EntityList register={customersRegister} />
  const shown = tabsOfFailed.includes(search.nakyma ?? '') ? registerOfFailed : administratorsRegister
  return <EntityList register={shown} actions={<FinvoiceDayMenu />} />
}

const customersRegister: Register<'lasku'> = {
  ...register,
  columns: register.columns.filter((column) => typeof column === 'string' || !('field' in column) || column.field !== 'asiakas'),
  empty: { title: 'Laskuja ei ole vielä', text: 'Laskut ilmestyvät tähän, kun ne on lähetetty.' },
}

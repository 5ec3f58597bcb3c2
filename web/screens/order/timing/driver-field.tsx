import type { UseFormReturnType } from '@mantine/form'
import { useDrivers } from '#web/features/cars/fleet.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import type { OrderValues } from '../order-values.ts'

/** The driver of all shipments and hourly jobs of a new order. */
export function DriverField({ form }: { form: UseFormReturnType<OrderValues> }) {
  const drivers = useDrivers()
  const { kuljettaja = null, rows, jobs } = form.values
  return (
    <SearchSelect
      label="Kuljettaja"
      description={rows.length + jobs.length > 1 ? 'Koskee kaikkia rivejä.' : undefined}
      placeholder="Valitaan myöhemmin"
      clearable
      clearButtonProps={{ 'aria-label': 'Tyhjennä kuljettaja' }}
      data={drivers}
      nothingFoundMessage="Ei löytynyt"
      value={kuljettaja}
      error={form.errors.kuljettaja}
      onChange={(id) => form.setFieldValue('kuljettaja', id)}
    />
  )
}

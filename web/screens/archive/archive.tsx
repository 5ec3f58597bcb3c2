import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { archive } from '#web/features/orders/list/order-filters.ts'
import { ChoiceFilter } from '#web/kit/list/list-filters.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { nowSeconds } from '../../session/clock.ts'
import { ArchiveList } from './archive-list.tsx'
import { daysOf, periods } from './periods.ts'

/** Orders delivered in the last twelve months, invoiced or not. */
export function ArchiveScreen() {
  const { search } = usePageSearch()
  const now = nowSeconds()
  return (
    <ArchiveList
      title="Arkisto"
      beside={{ to: '/arkisto-old', label: 'Vanha arkisto' }}
      part={(tila) => archive({ ...daysOf(search.aika, now), tila }, now)}
      extra={{ name: 'aika', label: 'Aika', field: <ChoiceFilter name="aika" label="Aika" data={periods(now)} /> }}
      file="arkisto"
      empty={{
        title: 'Arkisto on vielä tyhjä',
        text: 'Toimitetut tilaukset tulevat tänne.',
        narrowed: 'Arkistossa ovat viimeisten 12 kuukauden toimitukset. Vanhemmat ovat vanhassa arkistossa.',
        action: (
          <Button component={Link} to="/tilaukset" variant="default">
            Avoimet tilaukset
          </Button>
        ),
      }}
    />
  )
}

import { Button, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MadePriceListChange, priceListChangesCall, undoPriceListChangeCall } from '#domain/features/prices/price-list-change.ts'
import { callApi } from '#web/data/api-call.ts'
import { refusalText } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { formatDate, formatMoment, formatNumber, othersText, plural } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import classes from './price-change.module.css'

/** The changes that have been made; those by which no order has been priced can be undone. */
export function MadeChanges() {
  const { data, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(priceListChangesCall.path),
    queryFn: ({ signal }) => callApi(priceListChangesCall, {}, { signal }),
  })
  const [asking, setAsking] = useState<MadePriceListChange | null>(null)
  const undo = useAction({
    mutationFn: (id: string) => callApi(undoPriceListChangeCall, { id }, { quiet: [0, 404, 422], idempotencyKey: saveKeyOf(id, 'peru') }),
    onSuccess: ({ hinnastoja }) => showDone(`Muutos peruttu: ${plural(hinnastoja, 'hinnasto', 'hinnastoa')} poistettu.`),
    onFault: (fault) => showFault(refusalText(fault), fault),
    onSettled: () => rereadAfterChange('hinnasto'),
  })
  if (isPending) return <SectionSkeleton lines={3} />
  if (!data)
    return (
      <Section title="Tehdyt muutokset">
        <ErrorState retry={() => void refetch()} />
      </Section>
    )
  if (data.data.length === 0) return null
  return (
    <Section title="Tehdyt muutokset">
      <ul className={classes.lists} aria-label="Tehdyt muutokset">
        {data.data.map((change) => (
          <li key={change.id} className={classes.made}>
            <div>
              <Text fw={550}>{changeWords(change)}</Text>
              <Text size="sm" c="dimmed">
                {[plural(change.hinnastoja, 'hinnasto', 'hinnastoa'), formatMoment(change.aika), change.kayttaja, stateOf(change)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {change.peruttu === 0 && !change.kaytetty && (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                aria-label={`Peru: ${changeWords(change)}`}
                loading={undo.isRunning && undo.variables === change.id}
                onClick={() => setAsking(change)}
              >
                Peru
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Text c="dimmed">{othersText(data.data.length, data.meta.count)}</Text>
      <ConfirmDialog
        opened={asking !== null}
        title="Peru hintojen muutos"
        action="Peru muutos"
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (asking) undo.run(asking.id)
          setAsking(null)
        }}
      >
        Muutoksen luomat hinnastot poistetaan. Vanhat hinnastot jäävät voimaan.
      </ConfirmDialog>
    </Section>
  )
}

function changeWords({ paiva, prosentti, polttoainelisa }: MadePriceListChange): string {
  const words = [
    prosentti !== 0 && `hinnat ${prosentti > 0 ? '+' : ''}${formatNumber(prosentti)} %`,
    polttoainelisa !== null && `polttoainelisä ${formatNumber(polttoainelisa)} %`,
  ]
  return `${formatDate(paiva)} alkaen: ${words.filter(Boolean).join(', ') || 'kopio'}`
}

const stateOf = ({ peruttu, kaytetty }: MadePriceListChange): string =>
  peruttu > 0 ? `peruttu ${formatMoment(peruttu)}` : kaytetty ? 'tilauksia hinnoiteltu' : ''

import { Text } from '@mantine/core'
import type { EntityRow } from '#web/data/row.ts'
import { RowNames } from '#web/kit/entity/fields/relation-field.tsx'
import { RelatedRows } from '#web/kit/entity/related-rows.tsx'
import { formatDate, formatEuros, formatPercent } from '#web/kit/format.ts'

/** A component of a price; '' for 0, which means that it is not set. */
const priceText = (amount: number, unit: string): string => (amount > 0 ? `${formatEuros(amount)} / ${unit}` : '')
const joinedPrices = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ') || 'Ei hintoja'

/** The customer-specific prices of hourly work. */
export function HourlyPrices({ customer }: { customer: string }) {
  return (
    <RelatedRows
      entity="tuntituote_instanssi"
      via="asiakas"
      of={customer}
      title="Tuntityön hinnat, alv 0 %"
      addLabel="Lisää hinta"
      fields={['tuntituote_tyyppi', 'hinta_h', 'hinta_km', 'hinta_kpl']}
      sort={['tuntituote_tyyppi.name', 'drupal_internal__id']}
      show={({ tuntituote_tyyppi, hinta_h, hinta_km, hinta_kpl }) => (
        <>
          <Text fw={550}>
            <RowNames entity="tuntituote_tyyppi" ids={tuntituote_tyyppi ? [tuntituote_tyyppi] : []} />
          </Text>
          <Text>{joinedPrices(priceText(hinta_h, 'h'), priceText(hinta_km, 'km'), priceText(hinta_kpl, 'kpl'))}</Text>
        </>
      )}
      empty="Ei omia hintoja: tuntityöt hinnoitellaan tyypin hinnoilla."
    />
  )
}

/** The customer's price lists; the last one whose validity has started applies. */
export function PriceLists({ customer }: { customer: string }) {
  return (
    <RelatedRows
      entity="hinnasto"
      via="asiakas"
      of={customer}
      title="Hinnasto, alv 0 %"
      addLabel="Lisää hinnasto"
      fields={[
        'name',
        'voimassa_alkaen',
        'perusmaksu',
        'hinta_kg',
        'hinta_rullakko',
        'hinta_paketti',
        'hinta_lavapaikka',
        'hinta_km',
        'minimihinta',
        'polttoainelisa_prosentti',
      ]}
      sort={['-voimassa_alkaen', '-drupal_internal__id']}
      show={(list) => <PriceList list={list} />}
      empty="Ei omaa hinnastoa: tilaukset hinnoitellaan yleisellä hinnastolla."
    />
  )
}

function PriceList({ list }: { list: EntityRow<'hinnasto'> }) {
  return (
    <>
      <Text fw={550}>
        {[list.name, list.voimassa_alkaen > 0 && `voimassa ${formatDate(list.voimassa_alkaen)} alkaen`].filter(Boolean).join(' · ')}
      </Text>
      <Text>
        {joinedPrices(
          list.perusmaksu > 0 ? `perusmaksu ${formatEuros(list.perusmaksu)}` : '',
          priceText(list.hinta_kg, 'kg'),
          priceText(list.hinta_rullakko, 'rullakko'),
          priceText(list.hinta_paketti, 'paketti'),
          priceText(list.hinta_lavapaikka, 'lavapaikka'),
          priceText(list.hinta_km, 'km'),
          list.minimihinta > 0 ? `vähintään ${formatEuros(list.minimihinta)}` : '',
          list.polttoainelisa_prosentti > 0 ? `polttoainelisä ${formatPercent(list.polttoainelisa_prosentti)}` : '',
        )}
      </Text>
    </>
  )
}

import { Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { billingTypes } from '#domain/entities/address/address.entity.ts'
import { addressInputs } from '#web/features/addresses/address-inputs.tsx'
import { EInvoiceOperator, operatorText } from '#web/features/customers/e-invoice-operator.tsx'
import { RelatedRows } from '#web/kit/entity/related-rows.tsx'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'

const shared = ['lisatiedot', 'tyyppi', 'oletus'] as const

/** Billing addresses of the three kinds. The server ensures that exactly one is the default (rules/customers.md#default-billing-address). */
export function BillingAddresses({ customer }: { customer: string }) {
  return (
    <>
      <RelatedRows
        entity="laskutusosoite_verkkolasku"
        via="asiakas"
        of={customer}
        title="Verkkolaskutus"
        addLabel="Lisää verkkolaskuosoite"
        fields={['field_verkkolaskuosoite', 'field_valittaja', ...shared]}
        inputs={{ field_valittaja: (input) => <EInvoiceOperator {...input} /> }}
        sort={['-oletus', 'drupal_internal__id']}
        show={(row) => (
          <Billing {...row}>
            {row.field_verkkolaskuosoite} · {operatorText(row.field_valittaja)}
          </Billing>
        )}
        empty="Ei verkkolaskuosoitteita."
      />
      <RelatedRows
        entity="laskutusosoite_email"
        via="asiakas"
        of={customer}
        title="Sähköpostilaskutus"
        addLabel="Lisää sähköpostiosoite"
        fields={['field_sahkopostiosoite', ...shared]}
        sort={['-oletus', 'drupal_internal__id']}
        show={(row) => <Billing {...row}>{row.field_sahkopostiosoite}</Billing>}
        empty="Ei sähköpostiosoitteita laskuille."
      />
      <RelatedRows
        entity="laskutusosoite_posti"
        via="asiakas"
        of={customer}
        title="Postilaskutus"
        addLabel="Lisää postiosoite"
        fields={['field_osoite_1', 'field_osoite_2', 'field_postinumero', 'field_postitoimipaikka', 'field_maa', ...shared]}
        inputs={addressInputs}
        sort={['-oletus', 'drupal_internal__id']}
        show={(row) => (
          <Billing {...row}>
            {[row.field_osoite_1, row.field_osoite_2, `${row.field_postinumero} ${row.field_postitoimipaikka}`.trim()]
              .filter(Boolean)
              .join(', ')}
          </Billing>
        )}
        empty="Ei postiosoitteita laskuille."
      />
    </>
  )
}

const defaultStyle = { tone: 'invoiced', icon: IconCircleCheck, label: 'Oletus' } as const

type BillingProps = { oletus: boolean; tyyppi: readonly string[]; lisatiedot: string; children: ReactNode }

function Billing({ oletus, tyyppi, lisatiedot, children }: BillingProps) {
  const isForReminders = tyyppi.length > 0 && !tyyppi.includes('laskutus')
  return (
    <>
      <Text fw={550}>
        {children} {oletus && <StatusBadge status={defaultStyle} />}
      </Text>
      {isForReminders && <Text c="dimmed">Vain {billingTypes.muistutus.toLocaleLowerCase('fi')}</Text>}
      {lisatiedot && <Text style={{ whiteSpace: 'pre-line' }}>{lisatiedot}</Text>}
    </>
  )
}

import { Button, Radio, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { type BillingFields, billingFieldsFrom, billingKindOf, billingKinds } from '#domain/entities/order/order.billing.ts'
import { tilaus } from '#domain/entities/order/order.entity.ts'
import { BillingName } from '#web/features/customers/billing-name.tsx'
import { Section } from '#web/ui/section.tsx'
import type { BillingChoice, Customer } from '../order-data.ts'
import type { OrderValues } from '../order-values.ts'
import { billingLine } from './billing-line.ts'

type Props = {
  form: UseFormReturnType<OrderValues>
  customer: Customer | undefined
  /** Administrators may type billing details that no saved address contains. */
  mayType: boolean
  step: number | undefined
  /** Where the section has been opened for editing. */
  startsOpen?: boolean
}

const typedAddress = [
  'laskutus_email',
  'laskutus_osoite1',
  'laskutus_osoite2',
  'laskutus_postinro',
  'laskutus_postitmp',
  'laskutus_maa',
  'laskutus_verkkolaskuosoite',
  'laskutus_valittaja',
] as const satisfies readonly (keyof BillingFields)[]

/** A line that says how the order is billed; "Vaihda" opens the customer's other addresses. */
export function BillingSection({ form, customer, mayType, step, startsOpen = false }: Props) {
  const [isOpened, setIsOpened] = useState(startsOpen)
  const { laskutus } = form.values
  const faulty = Object.keys(form.errors).some((path) => path.startsWith('laskutus.') && form.errors[path])
  const open = isOpened || faulty
  const kind = billingKindOf(laskutus)
  return (
    <Section
      title="Laskutus"
      anchor="laskutus"
      {...(step === undefined ? {} : { step })}
      done={kind !== null}
      aside={
        <span>
          {billingLine(laskutus, customer?.maksuehto)}{' '}
          <Button variant="subtle" size="compact-md" aria-expanded={open} aria-label="Vaihda: Laskutus" onClick={() => setIsOpened(!open)}>
            {open ? 'Sulje' : 'Vaihda'}
          </Button>
        </span>
      }
    >
      {open && (
        <Stack gap="md">
          <Choices form={form} customer={customer} mayType={mayType} />
          {mayType && (
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
              <BillingName
                label={tilaus.fields.laskutus_nimi.label}
                {...form.getInputProps('laskutus.laskutus_nimi')}
                value={laskutus.laskutus_nimi}
              />
              {typedAddress.map((field) => (
                <TextInput key={field} label={tilaus.fields[field].label} autoComplete="off" {...form.getInputProps(`laskutus.${field}`)} />
              ))}
            </SimpleGrid>
          )}
          <Textarea
            label={tilaus.fields.laskutus_viesti.label}
            description="Tulee laskulle, esim. kustannuspaikka."
            autosize
            minRows={1}
            maxRows={6}
            {...form.getInputProps('laskutus.laskutus_viesti')}
          />
        </Stack>
      )}
    </Section>
  )
}

/** The customer's saved billing addresses; the selected one is the one whose fields the order has. */
function Choices({ form, customer, mayType }: Omit<Props, 'step' | 'startsOpen'>) {
  if (!customer) return null
  const { laskutus } = form.values
  const fieldsOf = (choice: BillingChoice) => billingFieldsFrom(choice, customer.name)
  const isChosen = (choice: BillingChoice) => {
    const fields = fieldsOf(choice)
    return typedAddress.every((field) => fields[field] === laskutus[field])
  }
  const chosen = customer.choices.find(isChosen)
  if (customer.choices.length === 0) {
    return <Text c="dimmed">Asiakkaalla ei ole tallennettuja laskutusosoitteita.{mayType ? ' Kirjoita laskutustiedot tähän.' : ''}</Text>
  }
  return (
    <Radio.Group
      label="Laskutusosoite"
      value={chosen?.id ?? ''}
      onChange={(id) => {
        const choice = customer.choices.find((candidate) => candidate.id === id)
        if (choice) form.setFieldValue('laskutus', { ...laskutus, ...fieldsOf(choice) })
      }}
    >
      <Stack gap="sm" mt={4}>
        {customer.choices.map((choice) => (
          <Radio
            key={choice.id}
            value={choice.id}
            label={billingLine(fieldsOf(choice))}
            {...(choice.row.oletus ? { description: `${billingKinds[choice.kind]}n oletus` } : {})}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

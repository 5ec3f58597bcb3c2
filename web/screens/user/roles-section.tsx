import { Anchor, Checkbox, Group, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { roleLabels } from '#domain/roles.ts'
import { CustomerSelect } from '../../kit/customer-select.tsx'
import { DateField } from '../../kit/date-field.tsx'
import { formatDate } from '../../kit/format.ts'
import { Section } from '../../ui/section.tsx'
import classes from './user.module.css'
import type { UserRights } from './user-rights.ts'
import { dayOrNone, isCustomer, isDriver, labels, type UserValues } from './user-values.ts'

type Props = { form: UseFormReturnType<UserValues>; rights: UserRights }

/** What the person is in the house or at a customer: given by administrators, seen by everybody on their own page. */
export function RolesSection({ form, rights }: Props) {
  const { user_roles: roles } = form.values
  return (
    <Section title="Roolit">
      <Stack gap="md">
        {rights.giveRoles.length > 0 ? (
          <Checkbox.Group
            label={<VisuallyHidden>{labels.user_roles}</VisuallyHidden>}
            labelProps={{ style: { position: 'absolute' } }}
            {...form.getInputProps('user_roles')}
            data-path="user_roles"
          >
            <Group gap="md">
              {rights.giveRoles.map((role) => (
                <Checkbox key={role} value={role} label={roleLabels[role]} />
              ))}
            </Group>
          </Checkbox.Group>
        ) : (
          <Text>{roles.map((role) => roleLabels[role]).join(', ')}</Text>
        )}
        {isCustomer(roles) && <Company form={form} mayChange={rights.editCompany} />}
        {isDriver(roles) && (rights.editDriver ? <DriverFields form={form} /> : <DriverFacts values={form.values} />)}
      </Stack>
    </Section>
  )
}

function DriverFields({ form }: Pick<Props, 'form'>) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <DateField
        label={labels.field_ammattipatevyys_voimassa}
        clearButtonProps={{ 'aria-label': 'Tyhjennä ammattipätevyyden päivä' }}
        {...form.getInputProps('field_ammattipatevyys_voimassa')}
      />
      <DateField
        label={labels.field_digipiirturikortti_voimass}
        clearButtonProps={{ 'aria-label': 'Tyhjennä digipiirturikortin päivä' }}
        {...form.getInputProps('field_digipiirturikortti_voimass')}
      />
      <Checkbox label={labels.field_extra} {...form.getInputProps('field_extra', { type: 'checkbox' })} />
    </SimpleGrid>
  )
}

/** What a driver reads of their own papers. */
function DriverFacts({ values }: { values: UserValues }) {
  return (
    <dl className={classes.facts}>
      {(['field_ammattipatevyys_voimassa', 'field_digipiirturikortti_voimass'] as const).map((field) => (
        <div key={field}>
          <dt>{labels[field]}</dt>
          <dd>{formatDate(dayOrNone(values[field])) || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

function Company({ form, mayChange }: { form: UseFormReturnType<UserValues>; mayChange: boolean }) {
  const [choosing, setChoosing] = useState(false)
  const { asiakas_id: company } = form.values
  const fault = form.errors.asiakas_id
  if (mayChange && choosing)
    return (
      <CustomerSelect
        onChoose={(customer) => {
          form.setFieldValue('asiakas_id', customer)
          form.clearFieldError('asiakas_id')
          setChoosing(false)
        }}
      />
    )
  return (
    <div data-path="asiakas_id">
      <Text size="sm" fw={550}>
        {labels.asiakas_id}
      </Text>
      <Group gap="md">
        <Text>{company?.name || 'Ei valittu'}</Text>
        {mayChange && (
          <Anchor component="button" type="button" onClick={() => setChoosing(true)}>
            {company ? 'Vaihda asiakas' : 'Valitse asiakas'}
          </Anchor>
        )}
      </Group>
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </div>
  )
}

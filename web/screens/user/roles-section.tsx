import { Anchor, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { roleLabels } from '#domain/roles.ts'
import { CustomerSelect } from '../../kit/customer-select.tsx'
import { DateField } from '../../kit/date-field.tsx'
import { Section } from '../../ui/section.tsx'
import type { UserRights } from './user-rights.ts'
import { isCustomer, isDriver, labels, type UserValues } from './user-values.ts'

type Props = { form: UseFormReturnType<UserValues>; rights: UserRights }

/** What the person is in the house or at a customer: given by administrators, seen by everybody on their own page. */
export function RolesSection({ form, rights }: Props) {
  const { user_roles: roles } = form.values
  const readOnly = !rights.editDriver
  return (
    <Section title="Roolit">
      <Stack gap="md">
        {rights.giveRoles.length > 0 ? (
          <Checkbox.Group label={labels.user_roles} {...form.getInputProps('user_roles')} data-path="user_roles">
            <Group gap="md" mt={4}>
              {rights.giveRoles.map((role) => (
                <Checkbox key={role} value={role} label={roleLabels[role]} />
              ))}
            </Group>
          </Checkbox.Group>
        ) : (
          <Text>{roles.map((role) => roleLabels[role]).join(', ')}</Text>
        )}
        {isCustomer(roles) && <Company form={form} mayChange={rights.editCompany} />}
        {isDriver(roles) && (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
            <DateField
              label={labels.field_ammattipatevyys_voimassa}
              readOnly={readOnly}
              {...(readOnly ? {} : { clearButtonProps: { 'aria-label': 'Tyhjennä ammattipätevyyden päivä' } })}
              {...form.getInputProps('field_ammattipatevyys_voimassa')}
            />
            <DateField
              label={labels.field_digipiirturikortti_voimass}
              readOnly={readOnly}
              {...(readOnly ? {} : { clearButtonProps: { 'aria-label': 'Tyhjennä digipiirturikortin päivä' } })}
              {...form.getInputProps('field_digipiirturikortti_voimass')}
            />
            {rights.editDriver && <Checkbox label={labels.field_extra} {...form.getInputProps('field_extra', { type: 'checkbox' })} />}
          </SimpleGrid>
        )}
      </Stack>
    </Section>
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

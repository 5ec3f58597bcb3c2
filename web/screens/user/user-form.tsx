import { Button, Group, PasswordInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { ConflictDialog } from '../../kit/conflict-dialog.tsx'
import { DraftNote, FaultSummary, LeaveDialog } from '../../kit/form-parts.tsx'
import { Section } from '../../ui/section.tsx'
import { showDone } from '../../ui/undo-toast.tsx'
import { RolesSection } from './roles-section.tsx'
import { useUserForm } from './use-user-form.ts'
import classes from './user.module.css'
import type { UserRights } from './user-rights.ts'
import { dialCodes, labelOf, labels, needsPassword, presentPassword, showContent, type UserValues } from './user-values.ts'

type Props = { id: string; stored: UserValues; rights: UserRights; onSaved: () => void }

/** Names, phone and mail; for administrators roles, company and validity dates. */
export function UserForm({ id, stored, rights, onSaved }: Props) {
  const api = useUserForm({ id, stored, rights })
  const { form, general, draftAt, discard, leaving, failures, conflict, resolve, closeConflict, saving, existing, setExisting } = api
  const faults = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The faults of a save that did not go through are read first, then mended one after another.
    if (failures > 0) faults.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [failures])

  async function save() {
    if (saving) return
    // Left only now: a field left later is looked at anew, and would lose what the server says of it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (!(await api.save())) return
    showDone('Tiedot tallennettu')
    onSaved()
  }
  useHotkeys([['mod+Enter', () => void save()]], [])
  const readOnly = !rights.edit

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      noValidate
      aria-label="Käyttäjän tiedot"
    >
      <Stack gap={14}>
        <div ref={faults} className={classes.faults}>
          {failures > 0 && <FaultSummary faults={form.errors} general={general} labelOf={labelOf} />}
        </div>
        <Section title="Tiedot">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
            <TextInput
              label={labels.field_etunimi}
              maxLength={100}
              autoComplete={rights.own ? 'given-name' : 'off'}
              readOnly={readOnly}
              {...form.getInputProps('field_etunimi')}
            />
            <TextInput
              label={labels.field_sukunimi}
              maxLength={100}
              autoComplete={rights.own ? 'family-name' : 'off'}
              readOnly={readOnly}
              {...form.getInputProps('field_sukunimi')}
            />
            <Group gap="sm" align="flex-start" wrap="nowrap">
              <Select
                label={labels.field_puhelinnumero_maakoodi}
                data={dialCodes(stored.field_puhelinnumero_maakoodi)}
                allowDeselect={false}
                readOnly={readOnly}
                className={classes.dialCode}
                {...form.getInputProps('field_puhelinnumero_maakoodi')}
              />
              <TextInput
                label={labels.field_puhelinnumero}
                type="tel"
                autoComplete={rights.own ? 'tel-national' : 'off'}
                readOnly={readOnly}
                className={classes.phone}
                {...form.getInputProps('field_puhelinnumero')}
              />
            </Group>
            <TextInput
              label={labels.mail}
              type="email"
              autoComplete={rights.own ? 'email' : 'off'}
              readOnly={readOnly}
              {...form.getInputProps('mail')}
            />
            {needsPassword(form.values, rights) && (
              <PasswordInput
                label={labelOf(presentPassword)}
                description="Sähköpostin vaihtoon tarvitaan salasanasi."
                autoComplete="current-password"
                value={existing}
                error={form.errors[presentPassword]}
                data-path={presentPassword}
                onChange={(event) => {
                  setExisting(event.currentTarget.value)
                  form.clearFieldError(presentPassword)
                }}
                visibilityToggleButtonProps={{ 'aria-label': 'Näytä tai piilota nykyinen salasana', tabIndex: 0 }}
              />
            )}
            <TextInput
              label={labels.name}
              description={rights.rename ? undefined : 'Käyttäjätunnuksen vaihtaa ylläpito.'}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={!rights.rename}
              {...form.getInputProps('name')}
            />
          </SimpleGrid>
        </Section>
        <RolesSection form={form} rights={rights} />
        {rights.edit && (
          <Group justify="space-between">
            <DraftNote draftAt={draftAt} discard={discard} />
            {/* The field keeps the focus: a fault that came as it is left would move the button from under the pointer. */}
            <Button type="submit" size="md" loading={saving} ml="auto" onMouseDown={(event) => event.preventDefault()}>
              Tallenna
            </Button>
          </Group>
        )}
      </Stack>
      <LeaveDialog {...leaving} />
      <ConflictDialog conflict={conflict} labelOf={labelOf} show={showContent} onResolve={resolve} onClose={closeConflict} />
    </form>
  )
}

import { Chip, Group, Input } from '@mantine/core'
import { weekdayNames } from '#domain/values/time/time.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'

/** The weekdays as toggles. */
export function WeekdayField({ label, value, onChange, error, readOnly, 'data-path': path }: InputProps) {
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <Chip.Group multiple value={chosen} onChange={(days) => onChange(days.map(Number).sort((a, b) => a - b))}>
        <Group gap={4} mt={4} role="group" aria-label={label} data-path={path}>
          {Object.entries(weekdayNames).map(([day, name]) => (
            <Chip key={day} value={day} variant="outline" disabled={readOnly} size="md" aria-label={name}>
              {name.slice(0, 2)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

import { Button, Drawer, MantineThemeProvider, Popover, Stack } from '@mantine/core'
import { useDisclosure, useElementSize, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePageSearch } from '../../page/page-search.ts'
import pageClasses from '../list-page.module.css'
import classes from './filter-line.module.css'
import { type FilterField, fitFilters, isOn } from './fit-filters.ts'

type Props = {
  /** The field that searches by text, before the filters. */
  text?: ReactNode
  fields: readonly FilterField[]
}

/** The filters of a list on one line that never wraps; what has no room is behind "+ Rajaa". On a phone, all of them are behind one button. */
export function FilterLine({ text, fields }: Props) {
  const { search, set } = usePageSearch()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const on = fields.filter((field) => isOn(field, search))
  const clear = () => set(Object.fromEntries(fields.flatMap(({ names }) => names.map((name) => [name, undefined]))))
  const clearButton = (
    <Button variant="subtle" size="compact-sm" style={{ flex: 'none' }} onClick={clear}>
      Tyhjennä
    </Button>
  )
  if (isPhone)
    return (
      <div className={classes.line}>
        {text}
        {fields.length > 0 && <PhoneFilters fields={fields} on={on.length} onClear={clear} />}
      </div>
    )
  const { line, rest } = fitFilters(fields, search, width - (on.length > 1 ? 84 : 0))
  return (
    <div className={classes.line}>
      {text}
      <div ref={ref} className={classes.fields}>
        {line.map(({ label, field }) => (
          <span key={label} className={classes.field}>
            {field}
          </span>
        ))}
        {rest.length > 0 && <MoreFilters fields={rest} on={rest.filter((field) => on.includes(field)).length} />}
        {on.length > 1 && clearButton}
      </div>
    </div>
  )
}

const countText = (on: number): string => (on > 0 ? ` (${on})` : '')

/** A list of options that opened outside the filters would close them: a press on it counts as one beside them. */
const inPlace = { defaultProps: { withinPortal: false } }
const fieldTheme = { components: { Combobox: inPlace, Popover: inPlace } }

function Fields({ fields }: { fields: readonly FilterField[] }) {
  return (
    <MantineThemeProvider theme={fieldTheme}>
      {/* The focus comes here: in the first field it would open the field's options over the others. */}
      <Stack gap="sm" className={classes.stack} tabIndex={-1} data-autofocus>
        {fields.map(({ label, field }) => (
          <div key={label}>
            <div className={classes.label} aria-hidden>
              {label}
            </div>
            {field}
          </div>
        ))}
      </Stack>
    </MantineThemeProvider>
  )
}

function MoreFilters({ fields, on }: { fields: readonly FilterField[]; on: number }) {
  const [opened, { close, toggle }] = useDisclosure(false)
  return (
    <Popover
      opened={opened}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button type="button" className={pageClasses.chip} style={{ flex: 'none' }} data-on={on > 0 || undefined} onClick={toggle}>
          <IconPlus size={15} aria-hidden />
          Rajaa{countText(on)}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Lisää rajauksia">
        <Fields fields={fields} />
      </Popover.Dropdown>
    </Popover>
  )
}

type PhoneProps = { fields: readonly FilterField[]; on: number; onClear: () => void }

function PhoneFilters({ fields, on, onClear }: PhoneProps) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <button type="button" className={pageClasses.chip} style={{ flex: 'none' }} data-on={on > 0 || undefined} onClick={open}>
        <IconAdjustmentsHorizontal size={18} aria-hidden />
        Rajaa{countText(on)}
      </button>
      <Drawer opened={opened} onClose={close} position="bottom" size="auto" title="Rajaukset" closeButtonProps={{ 'aria-label': 'Sulje' }}>
        <Fields fields={fields} />
        <div className={classes.foot}>
          {on > 0 && (
            <Button variant="default" onClick={onClear}>
              Tyhjennä
            </Button>
          )}
          <Button onClick={close}>Näytä rivit</Button>
        </div>
      </Drawer>
    </>
  )
}

import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { type Choice, SearchSelect } from '#web/kit/form/search-select.tsx'

type Props = {
  title: string
  label: string
  data: readonly Choice[]
  /** Chosen for "none", where that is a choice: `Ilman autoa`. */
  none?: string
  onChoose: (id: string | null) => void
  onClose: () => void
}

/** One choice for all selected cells: typing narrows it, Enter chooses. */
export function ChooseDialog({ title, label, data, none, onChoose, onClose }: Props) {
  const [value, setValue] = useState<string | null>(null)
  const choose = (id: string | null) => {
    onChoose(id)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title} size="sm" returnFocus>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (value) choose(value)
        }}
      >
        <SearchSelect
          label={label}
          data-autofocus
          data={data}
          value={value}
          onChange={setValue}
          nothingFoundMessage="Ei löytynyt"
          maxDropdownHeight={240}
        />
        <Group justify="flex-end" mt="md">
          {none && (
            <Button variant="default" mr="auto" onClick={() => choose(null)}>
              {none}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" disabled={!value}>
            Valitse
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

import { Modal } from '@mantine/core'
import type { BoardRoute } from '#domain/features/planning-board/board.ts'
import { loadText, shiftTimesOf } from '#web/features/planning-board/board-words.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'

type Props = { title: string; routes: readonly BoardRoute[]; onChoose: (route: string) => void; onClose: () => void }

const labelOf = (route: BoardRoute): string =>
  [
    route.kuljettaja.name,
    route.auto?.rekisterinumero ?? 'ei autoa',
    shiftTimesOf(route),
    loadText(route.kg, route.auto?.kantavuus ?? 0, 'kg'),
  ]
    .filter(Boolean)
    .join(' · ')

/** Chooses a driver of the day by typing; the stops come where the route grows least. */
export function GiveDriver({ title, routes, onChoose, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <SearchSelect
        label="Kuljettaja"
        description="Pysähdykset tulevat siihen kohtaan, jossa reitti pitenee vähiten."
        placeholder="Kirjoita nimi tai rekisterinumero"
        data={routes.map((route) => ({ value: route.id, label: labelOf(route) }))}
        nothingFoundMessage="Ei kuljettajia tällä haulla."
        data-autofocus
        onChange={(value) => value && onChoose(value)}
      />
    </Modal>
  )
}

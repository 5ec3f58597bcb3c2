import { useQuery } from '@tanstack/react-query'
import { type CorrectionProposal, correctionStates } from '#domain/entities/correction-request/correction-request.entity.ts'
import type { RecordedTimes } from '#domain/features/worktime/recorded-day.ts'
import { useOutbox } from '#web/data/device/outbox.ts'
import { storedRead } from '#web/data/device/stored-reads.ts'
import { listQuery } from '#web/data/queries.ts'
import { Lasting, useSendingText } from '#web/features/outbox/lasting.tsx'
import { unsentRequests } from '#web/features/worktime/correction-send.ts'
import { changesText } from '#web/features/worktime/typed-proposal.ts'
import classes from './own-days.module.css'

/** The corrections that the driver has asked for, the latest first. Stored on the device. */
const ownRequests = (userId: string) => ({
  ...listQuery('tyoaika_korjauspyynto', {
    filter: { 'kuljettaja.id': userId },
    sort: ['-created', '-drupal_internal__id'],
    page: { limit: 60 },
    fields: { tyoaika_korjauspyynto: ['tila', 'vastaus', 'perustelu', 'ehdotus', 'tyovuoro_kirjaus'] },
  }),
  ...storedRead,
})

type OwnRequest = {
  /** It waits for an answer; otherwise the driver may make another one. */
  isOpen: boolean
  /** '' while it has not been sent. */
  state: string
  /** What an open request asks for. */
  proposal: string
}

/** `tehtavat`: [] when the device does not know them. */
type Recorded = { id: string } & RecordedTimes

/** The driver's latest request about a record; null when there is none. */
export function useOwnRequests(userId: string, now: number): (record: Recorded) => OwnRequest | null {
  const { data } = useQuery(ownRequests(userId))
  const { items } = useOutbox()
  const unsent = unsentRequests(items)
  return (record) => {
    const textOf = (reason: string, proposal: CorrectionProposal): string =>
      [`”${reason}”`, changesText(record, proposal, now)].filter(Boolean).join(' – ')
    const waiting = unsent.get(record.id)
    if (waiting) return { isOpen: true, state: '', proposal: textOf(waiting.reason, waiting.proposal) }
    const request = data?.rows.find(({ tyovuoro_kirjaus }) => tyovuoro_kirjaus === record.id)
    if (!request) return null
    const { tila, vastaus, perustelu, ehdotus } = request
    if (tila === 'avoin') return { isOpen: true, state: 'Korjauspyyntö odottaa vastausta', proposal: textOf(perustelu, ehdotus) }
    const state = [`Korjauspyyntö ${correctionStates[tila].toLowerCase()}`, vastaus].filter(Boolean).join(': ')
    return { isOpen: false, state, proposal: '' }
  }
}

/** What became of a request: while it is open, with what it asks for. */
export function RequestNote({ state, proposal }: OwnRequest) {
  const sending = useSendingText()
  const note = (
    <div className={classes.request}>
      <small>{state || `Korjauspyyntö ${sending}`}</small>
      {proposal !== '' && <small className={classes.proposal}>{proposal}</small>}
    </div>
  )
  return state === '' ? <Lasting>{note}</Lasting> : note
}

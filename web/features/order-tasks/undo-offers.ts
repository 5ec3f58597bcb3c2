import { showFault } from '#web/data/fault-toast.tsx'
import { showUndo } from '#web/ui/undo-toast.tsx'
import { changedSince } from './use-giving-on-shift.ts'

/** What a change has touched. `onShift`: by an operation of the board, whose undo also names the stops of the drivers' shifts. */
type Touched = { lines: readonly string[]; drivers: readonly string[]; onShift: boolean }
/** `undo` answers whether it succeeded, and has shown it. */
export type UndoOffer = Touched & { text: string; undo: () => Promise<boolean> }

const share = (a: readonly string[], b: readonly string[]): boolean => a.some((id) => b.includes(id))

/**
 * Whether the undo of the earlier change would be wrong or refused after the later one. Two operations of the board on different orders do not
 * clash: each undo follows the versions that the other one has left. Other changes move stops whose versions are not known here.
 */
export const clashes = (earlier: Touched, later: Touched): boolean =>
  share(earlier.lines, later.lines) || (earlier.onShift && !later.onShift && share(earlier.drivers, later.drivers))

/** More are not on the screen at the same time. */
const maxOffers = 50

/**
 * The undo toasts of assignments. `queue` runs an undo after the changes that are being saved. A toast whose undo a later change rules out is
 * closed; it comes back once that change has been undone, if its own undo holds again then.
 */
export function makeUndoOffers(queue: (undo: () => Promise<void>) => void) {
  type Open = UndoOffer & { back: readonly Open[]; close: () => boolean }
  let offers: readonly Open[] = []

  /** Closes the toasts that the change rules out; those that were still open and hold again when it has been undone. */
  const closeClashing = (change: Touched): Open[] => {
    const clashing = offers.filter((offer) => clashes(offer, change))
    offers = offers.filter((offer) => !clashing.includes(offer))
    return clashing.filter(({ close, onShift }) => close() && onShift && change.onShift)
  }
  const show = (offer: UndoOffer, back: readonly Open[]): void => {
    const take = async (): Promise<void> => {
      // A change that was being saved when the button was pressed may have ruled it out.
      if (!offers.includes(open)) return showFault(changedSince)
      offers = offers.filter((other) => other !== open)
      if (!(await offer.undo())) return
      if (!offer.onShift) closeClashing(offer)
      for (const earlier of back) show(earlier, earlier.back)
    }
    const open: Open = { ...offer, back, close: showUndo(offer.text, () => queue(take)) }
    offers = [...offers, open].slice(-maxOffers)
  }
  /** Offers the undo of a change that has been saved. */
  return (offer: UndoOffer): void => show(offer, closeClashing(offer))
}

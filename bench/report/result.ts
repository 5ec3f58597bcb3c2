import type { BrowserFigures } from '../browser.ts'
import type { BulkFigures } from '../bulk-changes.ts'
import type { Case } from '../cases.ts'
import type { StreamFigures } from '../event-streams.ts'
import type { ImportFigures } from '../import.ts'
import type { InvoicingFigures } from '../invoicing/measure-invoicing.ts'
import type { Figures } from '../load.ts'
import type { BoardFigures } from '../planning/day-board.ts'
import type { ShiftCalendarFigures } from '../planning/shift-calendar.ts'
import type { TourFigures } from '../planning/tours.ts'
import type { PlanFinding } from '../plans.ts'
import type { SearchFigures } from '../searches.ts'
import type { BodyFigures } from '../waits/bodies.ts'
import type { PrintFigures } from '../waybills.ts'
import type { DriverDayFigures } from '../worktime/driver-day.ts'
import type { RecordFigures } from '../worktime/measure-records.ts'

export type Pair = { ours: Figures; bare: Figures }
export type CaseResult = { case: Case; sizes: { ours: number; bare: number }; many: Pair; single: Pair }
/** A list on the small and the large database. */
export type Growth = { title: string; small: Figures; large: Figures }
export type Result = {
  cases: CaseResult[]
  /** Undefined when only some cases were run. */
  growth: readonly Growth[] | undefined
  /** A change sent to many open streams; undefined when only other cases were run. */
  streams: { ours: StreamFigures; bare: StreamFigures } | undefined
  /** Undefined where the system does not report it. */
  memory: { ours: number | undefined; bare: number | undefined }
  /** PostgreSQL's plans of the screens' queries; undefined when only some cases were run. */
  plans: readonly PlanFinding[] | undefined
  /** Searches of the large database; undefined when only other cases were run. */
  searches: readonly SearchFigures[] | undefined
  /** Lists, searches and suggestions of 20 000 saved addresses and 5 000 customers; undefined when only other cases were run. */
  addresses: readonly SearchFigures[] | undefined
  /** Long work: 5 000 rows of a file, 500 pages of waybills, a change of 1 000 orders; undefined when only other cases were run. */
  work: { imported: ImportFigures; printed: PrintFigures; changed: BulkFigures } | undefined
  /** The worst bodies of a signed-in user; undefined when only other cases were run. */
  bodies: BodyFigures | undefined
  /** The order of a route's stops; undefined when only other cases were run. */
  tours: TourFigures | undefined
  /** Prices, invoices and reports; undefined when only other cases were run. */
  invoicing: InvoicingFigures | undefined
  /** The shift calendar of 60 drivers and four weeks; undefined when only other cases were run. */
  shiftCalendar: ShiftCalendarFigures | undefined
  /** The day board in Chromium; undefined when only other cases were run. */
  board: BoardFigures | undefined
  /** After the long work. */
  memoryAtEnd: number | undefined
  /** In Chromium; undefined when only other cases were run. */
  browser: BrowserFigures | undefined
  /** A driver's day of 40 stops in Chromium; undefined when only other cases were run. */
  driverDay: DriverDayFigures | undefined
  /** A year of 60 drivers' working days; undefined when only other cases were run. */
  records: RecordFigures | undefined
  /** Seconds that it took to make the data of the large database. */
  madeIn: number
  orders: { small: number; large: number }
  connections: number
  rounds: { count: number; seconds: number }
  postgres: string
  /** How many times longer this machine takes than the one on which the limits in milliseconds were set. */
  slowness: number
}

import budgets from '../budgets.json' with { type: 'json' }
import { median } from '../load.ts'
import type { Result } from './result.ts'

const invoicingTime = ({ invoicing }: Result): number | undefined =>
  invoicing && invoicing.priced + invoicing.page + invoicing.figures + invoicing.sent

const importTime = ({ work }: Result): number | undefined => work && work.imported.check + work.imported.store

/** A limit in milliseconds on this machine. */
export const scaled = (milliseconds: number, { slowness }: Pick<Result, 'slowness'>): number => Math.round(milliseconds * slowness)

/** A limit as it was set, the pace of this machine, and what they come to: `500 ms × 1.20 = 600 ms`. */
export const limitText = (milliseconds: number, { slowness }: Pick<Result, 'slowness'>): string =>
  slowness === 1 ? `${milliseconds} ms` : `${milliseconds} ms × ${slowness.toFixed(2)} = ${scaled(milliseconds, { slowness })} ms`

const driverTimes = ({ driverDay }: Result): [string, number | undefined, number][] => [
  [
    'in the browser: a driver’s day of 40 stops opens without a network, with a quarter of the processor, median',
    driverDay && median(driverDay.opened),
    budgets.driverOpensMilliseconds,
  ],
  [
    'in the browser: from a press of that driver until the button shows it, at most',
    driverDay && Math.max(...driverDay.pressed),
    budgets.driverPressMilliseconds,
  ],
  [
    'in the browser: from a press of that driver until what it changed is drawn, 39 orders at once included, at most',
    driverDay && Math.max(...driverDay.changed),
    budgets.driverChangeMilliseconds,
  ],
]

/** The time budgets outside the tables: name, measured milliseconds, maximum milliseconds as it was set. */
export const timed = (result: Result): [string, number | undefined, number][] => [
  [
    'the dispatcher’s list exactly as its page asks it, 3 000 orders open, at 20 connections, p99',
    result.cases.find((found) => found.case.key === 'screen')?.many.ours.p99,
    budgets.listP99Milliseconds,
  ],
  ['100 000 orders and their shipments made by npm run data', result.madeIn * 1000, budgets.makeDataSeconds * 1000],
  ['in the browser: from the press of Tilaa to the confirmation, median', result.browser?.form, budgets.formMilliseconds],
  [
    'in the browser: from the press of an order in the list until its heading is drawn, median',
    result.browser && median(result.browser.orders.heading),
    budgets.orderHeadingMilliseconds,
  ],
  [
    'in the browser: the same until its whole page is drawn, with its shipments and events, median',
    result.browser && median(result.browser.orders.whole),
    budgets.orderWholeMilliseconds,
  ],
  [
    'in the browser: from the press of Space until the order is drawn beside the list, median',
    result.browser && median(result.browser.orders.peek),
    budgets.orderPeekMilliseconds,
  ],
  [
    'in the browser: from a stored change of an order until two others who have it open see it, at most',
    result.browser && Math.max(...result.browser.shown),
    budgets.seenMilliseconds,
  ],
  ['in the browser: the longest frame while the archive is scrolled', result.browser?.longestFrame, budgets.frameMilliseconds],
  ['5 000 rows of CSV read, checked and stored', importTime(result), budgets.importMilliseconds],
  ['another request meanwhile waited at most, during the import', result.work?.imported.longestWait, budgets.waitMilliseconds],
  ['another request meanwhile waited at most, during a change of 1 000 orders', result.work?.changed.longestWait, budgets.waitMilliseconds],
  ['another request meanwhile waited at most, during the PDF', result.work?.printed.longestWait, budgets.waitMilliseconds],
  [
    `another request meanwhile waited at most, during the worst body of a user (${result.bodies?.name})`,
    result.bodies?.longestWait,
    budgets.waitMilliseconds,
  ],
  ['a driver given to 1 000 orders in one call', result.work?.changed.total, budgets.bulkMilliseconds],
  ['500 pages of waybills as one PDF', result.work?.printed.total, budgets.printMilliseconds],
  ['5 000 orders priced by a new price list, listed and sent as Finvoice files', invoicingTime(result), budgets.invoicingSeconds * 1000],
  ['40 orders sent to Fivaldi at its rate, two requests a second', result.invoicing?.fivaldi.milliseconds, budgets.fivaldiSeconds * 1000],
  ['a month’s report, the slowest of seven months', result.invoicing?.report, budgets.reportMilliseconds],
  ['in the browser: the list of 5 000 uninvoiced orders opens', result.invoicing?.list.opened, budgets.uninvoicedMilliseconds],
  [
    'in the browser: main thread a frame while prices are typed into that list, 95th percentile',
    result.invoicing?.list.busy95,
    budgets.editFrameMilliseconds,
  ],
  ...driverTimes(result),
  ['working time of 60 drivers: SUMMARY of a period', result.records?.summary, budgets.recordsMilliseconds],
  ['working time of 60 drivers: LIST of a driver', result.records?.list, budgets.recordsMilliseconds],
  ['working time of 60 drivers: PAYROLL_PREVIEW of a period', result.records?.preview, budgets.payrollPreviewMilliseconds],
  ...(['yleinen', 'fivaldi', 'fennoa'] as const).map((layout): [string, number | undefined, number] => [
    `working time of 60 drivers: CSV of a year, ${layout}`,
    result.records?.[layout],
    budgets.payrollFileMilliseconds,
  ]),
  [
    'in the browser: the shift calendar of 60 drivers and 28 days opens, median',
    result.shiftCalendar?.opening,
    budgets.calendarOpenMilliseconds,
  ],
  [
    'in the browser: main thread a frame while a shift is dragged there, 95th percentile',
    result.shiftCalendar?.frame,
    budgets.calendarFrameMilliseconds,
  ],
  ['200 shifts saved in one call, median', result.shiftCalendar?.saving, budgets.calendarSaveMilliseconds],
  ['in the browser: the day board of 60 drivers, 600 stops and 300 free orders opens', result.board?.opened, budgets.boardMilliseconds],
  [
    'in the browser: main thread a frame while an order is dragged over that board, 95th percentile',
    result.board?.busy95,
    budgets.boardFrameMilliseconds,
  ],
  ['in the browser: from the drop of an order on a driver until that board shows it', result.board?.dropped, budgets.boardDropMilliseconds],
  ['200 orders given to a driver of that board in one call, median', result.board?.assigned, budgets.boardSaveMilliseconds],
]

/** Days before the last day; the company can set others (rules/notifications.md#expiry-reminders). */
export const defaultReminderDays = [7, 30, 60] as const

export type ExpiryKind = 'ammattipatevyys' | 'digipiirturikortti' | 'katsastus'
/** Messages to the driver and to administrators; `{nimi}` is the driver's name or the car's registration number, `{pvm}` the last day. */
export type ExpiryTexts = Readonly<Record<ExpiryKind, Readonly<Record<'driver' | 'administrators', string>>>>

/** The default messages of reminders; the company can set others. */
export const expiryTexts: ExpiryTexts = {
  ammattipatevyys: {
    driver: 'Ammattipätevyytesi on voimassa {pvm} asti. Uusi se ajoissa.',
    administrators: '{nimi}: ammattipätevyys on voimassa {pvm} asti.',
  },
  digipiirturikortti: {
    driver: 'Digipiirturikorttisi on voimassa {pvm} asti. Uusi se ajoissa.',
    administrators: '{nimi}: digipiirturikortti on voimassa {pvm} asti.',
  },
  katsastus: {
    driver: 'Autosi {nimi} on katsastettava viimeistään {pvm}.',
    administrators: 'Auto {nimi} on katsastettava viimeistään {pvm}.',
  },
}

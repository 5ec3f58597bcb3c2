/** The scheduled tasks as administrators read them. */
export const taskLabels = {
  sessions: 'Päättyneiden istuntojen poisto',
  recoveries: 'Vanhentuneiden salasanalinkkien poisto',
  'idempotency-keys': 'Vanhojen tallennusavainten poisto',
  mail: 'Vanhojen sähköpostiviestien poisto',
  'sign-in-attempts': 'Vanhojen kirjautumisyritysten poisto',
  'security-events': 'Vanhojen turvalokin rivien poisto',
  prints: 'Vanhojen rahtikirjatulosteiden poisto',
  'text-messages': 'Vanhojen tekstiviestien poisto',
  'new-orders': 'Tekstiviestit uusista tilauksista',
  bells: 'Ilmoitukset laitteille',
  'push-messages': 'Vanhojen laiteilmoitusten poisto',
  geocoding: 'Osoitteiden sijaintien haku',
  'travel-times': 'Ajoaikojen haku reittipalvelusta',
  'delivery-mail': 'Sähköpostit toimituksista',
  'sms-deliveries': 'Tekstiviestien toimituskuittaukset',
  'expiry-reminders': 'Muistutukset vanhenemisesta',
  'bell-dismissals': 'Kellon vanhojen kuittausten poisto',
  'rental-orders': 'Vuokrausten tilaukset',
  'unpriced-orders': 'Hinnattomien tilausten hinnoittelu',
  'recurring-orders': 'Toistuvien tuntitöiden tilaukset',
  'route-orders': 'Reittien tilaukset',
  'working-time-sums': 'Puuttuvien työaikasummien laskenta',
  'task-places': 'Vanhojen työtehtävien sijaintien poisto',
  'open-days': 'Ilmoitukset auki jääneistä työpäivistä',
  files: 'Käyttämättömien tiedostojen poisto',
} as const
export type TaskName = keyof typeof taskLabels

/** The queues as administrators read them; a queue of another version of the server is shown by its name. */
export const queueLabels: Readonly<Record<string, string>> = {
  rahtikirjat: 'Rahtikirjojen tulostus',
  'tiedostojen-puhdistus': 'Tiedostojen puhdistus',
  mail: 'Sähköposti',
  sms: 'Tekstiviestit',
  push: 'Ilmoitukset laitteille',
  laskut: 'Laskut',
  housekeeping: 'Ajastetut työt',
}

/** Names of known operators by identifier, offered for choosing; other identifiers may be typed (rules/customers.md#e-invoice-operators). */
export const eInvoiceOperators: Readonly<Record<string, string>> = {
  '003723327487': 'Apix Messaging',
  BAWCFI22: 'Basware',
  '003703575029': 'CGI',
  DABAFIHH: 'Danske Bank',
  HANDFIHH: 'Handelsbanken',
  '003721291126': 'Maventa',
  NDEAFIHH: 'Nordea',
  OKOYFIHH: 'OP',
  '003708599126': 'OpenText',
  E204503: 'OpusCapita',
  '003723609900': 'Pagero',
  '003714377140': 'Ropo',
  SBANFIHH: 'S-Pankki',
  ITELFIHH: 'Säästöpankki',
  AABAFI22: 'Ålandsbanken',
}

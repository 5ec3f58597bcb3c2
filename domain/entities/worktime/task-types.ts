/** Task types (rules/worktime.md#task-types). */
export const taskTypes = {
  AJO: 'Ajo',
  LASTAUS: 'Lastaus',
  PURKU: 'Purku',
  TAUKO: 'Tauko',
  ODOTUS: 'Odotus',
  TANKKAUS: 'Tankkaus',
  PESU: 'Pesu',
  MUU: 'Muu',
} as const
export type TaskType = keyof typeof taskTypes

/** Why a person has to look at what a device sent (rules/worktime.md#bounds). */
export const reviewReasons = {
  tulevaisuudessa: 'Laitteen aika oli tulevaisuudessa',
  kello: 'Laitteen kelloa ei ollut verrattu palvelimen kelloon',
  ennen_alkua: 'Alkaa ennen työpäivän alkua',
  jalkeen_lopun: 'Alkaa työpäivän päätyttyä',
  ei_aloitusta: 'Työpäivän aloitus puuttuu',
  ei_lopetusta: 'Työpäivän lopetus puuttuu',
  toinen_aloitus: 'Toinen laite aloitti työpäivän aiemmin',
  toinen_lopetus: 'Työpäivä päätettiin kahdesti eri aikoina',
  yli_vuorokausi: 'Työpäivä on jatkunut yli vuorokauden',
  auto: 'Valittua autoa ei löydy',
  toinen_auto: 'Toinen laite aloitti työpäivän eri autolla',
  lukittu: 'Saapui kirjauksen tarkistamisen jälkeen',
} as const
export type ReviewReason = keyof typeof reviewReasons

/** The colours that a work route is offered, with their names: distinct from each other, and readable under white text. */
export const routeColors: Readonly<Record<string, string>> = {
  '#0f7f6c': 'Vihreänsininen',
  '#1b66c9': 'Sininen',
  '#7347c9': 'Violetti',
  '#c2561c': 'Oranssi',
  '#4c7a12': 'Oliivinvihreä',
  '#0f7596': 'Petrooli',
  '#8f6200': 'Okra',
  '#a8327a': 'Purppura',
  '#3d4fb5': 'Indigo',
  '#56666f': 'Harmaa',
  '#2f6f3e': 'Metsänvihreä',
  '#8a5a2b': 'Ruskea',
}

/**
 * Postal codes that belong to their towns, with a point: from the GeoNames postal-code file of Finland (CC BY 4.0).
 * The first ones are where the demo haulier's customers mostly are.
 */
const table = [
  ['00380', 'Helsinki', 60.2173, 24.8722],
  ['00880', 'Helsinki', 60.2031, 25.0475],
  ['00700', 'Helsinki', 60.252, 25.0171],
  ['00510', 'Helsinki', 60.1918, 24.9498],
  ['02150', 'Espoo', 60.1833, 24.8296],
  ['02630', 'Espoo', 60.2119, 24.7669],
  ['02920', 'Espoo', 60.2791, 24.7407],
  ['01510', 'Vantaa', 60.2897, 24.9698],
  ['01740', 'Vantaa', 60.2958, 24.893],
  ['01300', 'Vantaa', 60.2949, 25.0223],
  ['01450', 'Vantaa', 60.3553, 25.0718],
  ['04300', 'Tuusula', 60.4108, 25.0038],
  ['04200', 'Kerava', 60.406, 25.096],
  ['04400', 'Järvenpää', 60.4704, 25.0776],
  ['05800', 'Hyvinkää', 60.6333, 24.8506],
  ['06100', 'Porvoo', 60.3973, 25.6617],
  ['08100', 'Lohja', 60.2568, 24.0146],
  ['48100', 'Kotka', 60.4181, 27.0224],
  ['45100', 'Kouvola', 60.8683, 26.7354],
  ['49400', 'Hamina', 60.5645, 27.2167],
  ['53100', 'Lappeenranta', 61.0564, 28.1938],
  ['55100', 'Imatra', 61.1671, 28.7721],
  ['50100', 'Mikkeli', 61.7037, 27.2543],
  ['57100', 'Savonlinna', 61.8316, 28.8353],
  ['78200', 'Varkaus', 62.3102, 27.8697],
  ['70420', 'Kuopio', 62.9443, 27.6696],
  ['70800', 'Kuopio', 62.8454, 27.54],
  ['74100', 'Iisalmi', 63.5518, 27.1868],
  ['80100', 'Joensuu', 62.6143, 29.7768],
  ['87100', 'Kajaani', 64.2176, 27.6967],
  ['90400', 'Oulu', 64.9943, 25.457],
  ['90620', 'Oulu', 65.045, 25.5521],
  ['90440', 'Kempele', 64.9132, 25.4982],
  ['92100', 'Raahe', 64.6852, 24.4682],
  ['67100', 'Kokkola', 63.8388, 23.133],
  ['84100', 'Ylivieska', 64.0776, 24.5283],
  ['94100', 'Kemi', 65.7372, 24.5507],
  ['95400', 'Tornio', 65.8555, 24.1862],
  ['96100', 'Rovaniemi', 66.5317, 25.6993],
  ['93600', 'Kuusamo', 65.9727, 29.1904],
  ['65100', 'Vaasa', 63.0941, 21.6236],
  ['60100', 'Seinäjoki', 62.7823, 22.8565],
  ['40320', 'Jyväskylä', 62.2663, 25.7891],
  ['40520', 'Jyväskylä', 62.2195, 25.7759],
  ['33100', 'Tampere', 61.4942, 23.7817],
  ['33400', 'Tampere', 61.5274, 23.6721],
  ['33720', 'Tampere', 61.4471, 23.8565],
  ['33960', 'Pirkkala', 61.4589, 23.646],
  ['37550', 'Lempäälä', 61.3453, 23.7618],
  ['37150', 'Nokia', 61.4923, 23.5363],
  ['33470', 'Ylöjärvi', 61.5573, 23.5829],
  ['36200', 'Kangasala', 61.4685, 24.0754],
  ['37600', 'Valkeakoski', 61.2609, 24.0581],
  ['13100', 'Hämeenlinna', 60.9876, 24.4531],
  ['11100', 'Riihimäki', 60.7338, 24.7614],
  ['30100', 'Forssa', 60.8297, 23.624],
  ['15700', 'Lahti', 60.9539, 25.6203],
  ['15110', 'Lahti', 60.9845, 25.6492],
  ['15860', 'Hollola', 60.9832, 25.5346],
  ['18100', 'Heinola', 61.2039, 26.031],
  ['20320', 'Turku', 60.4761, 22.2318],
  ['20380', 'Turku', 60.4866, 22.3179],
  ['21200', 'Raisio', 60.4852, 22.1538],
  ['24100', 'Salo', 60.3839, 23.1424],
  ['26100', 'Rauma', 61.1343, 21.5026],
  ['28100', 'Pori', 61.513, 21.7643],
] as const

export type Town = { code: string; town: string; lat: number; lng: number }
export const towns: readonly Town[] = table.map(([code, town, lat, lng]) => ({ code, town, lat, lng }))

const earthRadius = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres by road, about: great circle × 1.3 (RULES section 12). */
export function roadKilometres(from: Town, to: Town): number {
  const dLat = radians(to.lat - from.lat)
  const dLng = radians(to.lng - from.lng)
  const half = Math.sin(dLat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.sqrt(half)) * 1.3
}

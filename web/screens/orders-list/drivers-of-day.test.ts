import { expect, test } from 'vitest'
import type { Board } from '#domain/features/planning-board/board.ts'
import { driversOfBoard } from './drivers-of-day.ts'

const stop = (lahetykset: string[]): Board['reitit'][number]['pysahdykset'][number] => ({
  ...{
    id: lahetykset.join(),
    vid: 1,
    tyyppi: 'nouto',
    nimi: '',
    osoite1: '',
    postitmp: '',
    lat: null,
    lng: null,
    lukittu: false,
    kesto: 0,
    tehty: false,
  },
  ...{
    lahetykset,
    tuntituote: null,
    saapuminen: 0,
    alku: 0,
    lahto: 0,
    metrit: 0,
    sekunnit: 0,
    tauko: 0,
    etuajassa: 0,
    myohassa: 0,
    kg: 0,
    lavat: 0,
  },
})
const route = (id: string, driver: string, plate: string | null, lahetykset: string[]): Board['reitit'][number] => ({
  ...{ id, vid: 1, kuljettaja: { id: driver, name: driver, puhelin: '' }, tila: 'PUBLISHED', alku: 0, loppu: 0, tunnetut_ajat: true },
  ...{ lukittu: false, reitit: [], auto: plate === null ? null : { id: plate, rekisterinumero: plate, kantavuus: 0, lavapaikat: 0 } },
  ...{ pysahdykset: [stop(lahetykset), stop(lahetykset)], huomautukset: [], kg: 0, lavat: 0, metrit: 0, sekunnit: 0, paattyy: 0 },
})
const work = (id: string, tilaus: string, tila: Board['tyot'][number]['tila'] = 'odottaa_noutoa'): Board['tyot'][number] => ({
  ...{ id, vid: 1, laji: 'lahetys', tilaus, tunniste: tilaus, asiakas: '', tila, kuljettaja: 'a', mista: '', minne: '' },
  ...{ nouto_aika_alku: 0, nouto_aika_loppu: 0, toimitus_aika_alku: 0, toimitus_aika_loppu: 0, paiva: 0, kg: 100, lavat: 1, kolli: 2 },
  ...{ epaonnistunut: false, lat: null, lng: null },
})

test('each driver once, with the load that is still to be carried', () => {
  const board: Board = {
    paiva: 0,
    reitit: [route('s1', 'Anna', null, ['x', 'y']), route('s2', 'Anna', 'ABC-1', ['z'])],
    ilman_vuoroa: [{ kuljettaja: { id: 'Bo', name: 'Bo', puhelin: '' }, tyot: ['v'] }],
    vapaat: [],
    tyot: [work('x', 'T1'), work('y', 'T1'), work('z', 'T2', 'toimitettu'), work('v', 'T3')],
    summat: { metrit: 0, sekunnit: 0, pysahdyksia: 0, tehty: 0 },
  }
  expect(driversOfBoard(board)).toEqual([
    { id: 'Anna', name: 'Anna', vuorossa: true, auto: { id: 'ABC-1', rekisterinumero: 'ABC-1' }, tilauksia: 1, kolli: 4, paino: 200 },
    { id: 'Bo', name: 'Bo', vuorossa: false, auto: null, tilauksia: 1, kolli: 2, paino: 100 },
  ])
})

// Boards of a day, for tests.
import type { Board, BoardRoute, BoardStop, BoardWork } from '#domain/features/planning-board/board.ts'
import { midnightOf } from '#domain/values/time/time.ts'

export const boardDay = midnightOf('2026-11-24')
export const hourOf = (hours: number): number => boardDay + hours * 3600

/** Half an hour from the given hour on. */
export const sampleStop = (id: string, from: number, values: Partial<BoardStop> = {}): BoardStop => ({
  ...{
    id,
    vid: 1,
    tyyppi: 'nouto',
    nimi: '',
    osoite1: '',
    postitmp: 'Lahti',
    lat: null,
    lng: null,
    lukittu: false,
    kesto: 0,
    tehty: false,
  },
  ...{ lahetykset: [], tuntituote: null, saapuminen: hourOf(from), alku: hourOf(from), lahto: hourOf(from + 0.5), metrit: 0, sekunnit: 0 },
  ...{ tauko: 0, etuajassa: 0, myohassa: 0, kg: 0, lavat: 0 },
  ...values,
})

export const sampleRoute = (id: string, pysahdykset: BoardStop[], values: Partial<BoardRoute> = {}): BoardRoute => ({
  ...{ id, vid: 1, kuljettaja: { id: `driver of ${id}`, name: id, puhelin: '' }, tila: 'PUBLISHED', alku: hourOf(6), loppu: hourOf(14) },
  ...{
    tunnetut_ajat: true,
    lukittu: false,
    reitit: [],
    auto: null,
    pysahdykset,
    huomautukset: [],
    kg: 0,
    lavat: 0,
    metrit: 0,
    sekunnit: 0,
  },
  paattyy: hourOf(14),
  ...values,
})

export const sampleWork = (id: string, values: Partial<BoardWork> = {}): BoardWork => ({
  ...{ id, vid: 1, laji: 'lahetys', tilaus: `order of ${id}`, tunniste: `T-${id}`, asiakas: 'Myllypato Oy', tila: 'odottaa_noutoa' },
  ...{ kuljettaja: null, mista: 'Lahti', minne: 'Kotka', nouto_aika_alku: 0, nouto_aika_loppu: 0, toimitus_aika_alku: 0 },
  ...{ toimitus_aika_loppu: 0, paiva: boardDay, kg: 100, lavat: 1, kolli: 1, epaonnistunut: false, lat: null, lng: null },
  ...values,
})

export const sampleBoard = (reitit: BoardRoute[], values: Partial<Board> = {}): Board => ({
  ...{ paiva: boardDay, reitit, ilman_vuoroa: [], vapaat: [], tyot: [], summat: { metrit: 0, sekunnit: 0, pysahdyksia: 0, tehty: 0 } },
  ...values,
})

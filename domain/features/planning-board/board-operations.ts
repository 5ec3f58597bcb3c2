import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idsOf } from '../../model/operation-results.ts'
import { toNfc } from '../../values/nfc.ts'
import { boardBreach } from './board.ts'
import { boardDay } from './board-day.ts'

export const maxBoardRows = 250
/** Shipments and hourly jobs of an accepted proposal, which its undo names again. */
export const maxAcceptedWorks = 500
const uuid = z.uuid('Tunniste on UUID.').toLowerCase()
const stopIds = idsOf({ max: maxBoardRows, what: { one: 'pysähdys', many: 'pysähdystä' } })
const workIds = idsOf({ max: maxBoardRows, what: { one: 'tilaus', many: 'tilausta' } })
/** The version of each row that the caller saw (id → vid): a newer one stored is 409. */
const versiot = z.record(z.uuid().toLowerCase(), z.int('Versio (vid) on kokonaisluku.'), 'Anna versiot (id → vid) oliona.').default({})
/** The stop before which the stops come; the server chooses their place without it, and null is the end of the day. */
const ennen = uuid.nullable().optional()
const lukittu = z.boolean('Anna lukittu: true tai false.')
const maxMinutes = 1440
const kesto = z.int('Anna kesto minuutteina.').max(maxMinutes, `Kesto on enintään ${maxMinutes} min.`)
const line = (max: number) => z.string().trim().overwrite(toNfc).max(max, `Teksti on enintään ${max} merkkiä.`).default('')

const restored = z.strictObject({
  operation: z.literal('restore'),
  /** Drivers and cars as they were. */
  tyot: z.array(z.strictObject({ id: uuid, kuljettaja: uuid.nullable(), auto: uuid.nullable() })).max(maxAcceptedWorks),
  /** Stops as they were, in their order. */
  reitit: z
    .array(
      z.strictObject({
        tyovuoro: uuid,
        lukittu,
        pysahdykset: z
          .array(z.strictObject({ id: uuid, tyot: z.array(uuid).max(maxBoardRows), lukittu, kesto: kesto.min(0).optional() }))
          .max(1000),
      }),
    )
    .max(100),
  /** Breaks and other stops that were added. */
  poistettavat: z.array(uuid).max(maxBoardRows).default([]),
  versiot,
})

/** The operations of the board (rules/planning-board.md#operations). Breaches never stop one. */
export const changeBoardCall = defineCall({
  method: 'POST',
  path: '/api/ajot',
  roles: ['yllapito'],
  input: z.discriminatedUnion(
    'operation',
    [
      /** Gives shipments and hourly jobs to a driver, on the driver's shift of the day: the named one, else the first one. */
      z.strictObject({
        operation: z.literal('assign'),
        ids: workIds,
        kuljettaja: uuid,
        paiva: boardDay,
        tyovuoro: uuid.optional(),
        ennen,
        versiot,
      }),
      z.strictObject({ operation: z.literal('unassign'), ids: workIds, versiot }),
      /** Moves stops within their shift, or with all their shipments to another one. */
      z.strictObject({ operation: z.literal('move'), ids: stopIds, tyovuoro: uuid, ennen, versiot }),
      z.strictObject({ operation: z.literal('lock'), ids: stopIds, lukittu, versiot }),
      z.strictObject({ operation: z.literal('lockRoute'), tyovuoro: uuid, lukittu, versiot }),
      /** The minutes at stops; 0 = as their work needs. */
      z.strictObject({ operation: z.literal('setDuration'), ids: stopIds, kesto: kesto.min(0, 'Kesto on ainakin 0 min.'), versiot }),
      z.strictObject({
        operation: z.literal('add'),
        tyovuoro: uuid,
        tyyppi: z.enum(['tauko', 'muu'], 'Tyyppi on tauko tai muu.'),
        kesto: kesto.min(1, 'Kesto on ainakin 1 min.'),
        nimi: line(255),
        osoite1: line(255),
        postinro: line(12),
        postitmp: line(100),
        ennen,
        versiot,
      }),
      /** Removes breaks and other stops; those of shipments go with the shipments. */
      z.strictObject({ operation: z.literal('remove'), ids: stopIds, versiot }),
      /** A proposal, or a part of it: each shift's work in the order of its stops. What the shifts have besides stays with them. */
      z.strictObject({
        operation: z.literal('accept'),
        reitit: z
          .array(
            z.strictObject({
              tyovuoro: uuid,
              jarjestys: z
                .array(z.strictObject({ tyyppi: z.enum(['nouto', 'toimitus', 'tyo'], 'Tyyppi on nouto, toimitus tai tyo.'), tyo: uuid }))
                .max(1000, 'Vuorolla on enintään 1000 pysähdystä.'),
            }),
            'Anna vuorojen luettelo (reitit).',
          )
          .min(1, 'Valitse ainakin yksi reitti.')
          .max(100, 'Hyväksy enintään 100 reittiä kerrallaan.')
          .refine(
            (routes) => new Set(routes.flatMap(({ jarjestys }) => jarjestys.map(({ tyo }) => tyo))).size <= maxAcceptedWorks,
            `Hyväksy enintään ${maxAcceptedWorks} tilausta kerrallaan.`,
          )
          .refine((routes) => new Set(routes.map(({ tyovuoro }) => tyovuoro)).size === routes.length, 'Sama vuoro on mukana kahdesti.'),
        versiot,
      }),
      restored,
    ],
    'Tuntematon operaatio. Anna assign, unassign, move, lock, lockRoute, setDuration, add, remove, accept tai restore.',
  ),
  output: z.strictObject({
    success: z.literal(true),
    /** The shifts that changed, with their breaches. */
    reitit: z.array(z.strictObject({ tyovuoro: z.uuid(), huomautukset: z.array(boardBreach) })),
    /** The operation that undoes this one; its answer has the one that does it again. */
    kumoa: restored.extend({ versiot: z.record(z.string(), z.number()) }),
    /** The versions of the same rows before the operation, by which a client carries an earlier undo over a later operation that was undone. */
    aiemmat: z.record(z.string(), z.number()),
  }),
})
export type BoardOperation = z.input<typeof changeBoardCall.input>
export type BoardChange = OutputOf<typeof changeBoardCall>

import { type Fault, type FaultKind, RequestFault } from '#domain/errors.ts'

/** Of a request's body; nobody reads more. */
export const maxFaults = 100

export class Faults {
  readonly list: Fault[] = []
  private readonly max: number
  /** The fault after which the rest is not looked for. */
  constructor(max = Number.POSITIVE_INFINITY) {
    this.max = max
  }
  add(kind: FaultKind, pointer: string, detail: string): void {
    this.list.push({ kind, pointer, detail })
    if (this.list.length >= this.max) this.throwIfAny()
  }
  throwIfAny(): void {
    if (this.list.length > 0) throw new RequestFault(this.list)
  }
}

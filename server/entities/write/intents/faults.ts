import { type Fault, type FaultKind, RequestFault } from '#domain/errors.ts'

/** Limit on the faults reported of a request's body. */
export const maxFaults = 100

export class Faults {
  readonly list: Fault[] = []
  private readonly max: number
  /** With `max`, the faults are thrown as soon as there are so many. */
  constructor(max = Number.POSITIVE_INFINITY) {
    this.max = max
  }
  add(kind: FaultKind, pointer: string, detail: string): void {
    this.addFault({ kind, pointer, detail })
  }
  addFault(fault: Fault): void {
    this.list.push(fault)
    if (this.list.length >= this.max) this.throwIfAny()
  }
  throwIfAny(): void {
    if (this.list.length > 0) throw new RequestFault(this.list)
  }
}

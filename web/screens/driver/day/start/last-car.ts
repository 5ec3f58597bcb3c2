import { useLocalStorage } from '@mantine/hooks'
import type { LastCar } from './car-choices.ts'

const isLastCar = (value: unknown): value is LastCar =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'at' in value &&
  typeof value.at === 'number'

/** The car of the driver's latest day on this device. */
export function useLastCar(userId: string) {
  const [stored, setLastCar] = useLocalStorage<LastCar | null>({
    key: `kuorma.last-car.${userId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return { lastCar: isLastCar(stored) ? stored : null, setLastCar }
}

import { registry } from '../domain/model/registry.ts'

/** The rules that tools/check-architecture.ts checks. ARCHITECTURE.md says what the folders are for. */
export type Architecture = {
  /** The top folders, and the allowed folders in each; 'any' allows all. */
  folders: Readonly<Record<string, readonly string[] | 'any'>>
  /** Feature → the features that it may import, in any of the packages. No cycles. */
  featureImports: Readonly<Record<string, readonly string[]>>
  /** Files that may import internals of server/entities besides its entry point, engine.ts. The list only gets shorter. */
  engineInsiders: readonly string[]
  /** Features whose calls web/kit makes itself. */
  kitFeatures: readonly string[]
  /** The names of all entities, and of those that web/kit itself reads and writes. */
  entities: readonly string[]
  kitEntities: readonly string[]
  /** Folders that may hold more files than others, and how many. The numbers only go down. */
  largeFolders: Readonly<Record<string, number | 'any'>>
  /** Screen folders of registers that may have more than 150 lines, and how many: those whose rows are more than their fields. */
  largeRegisters: Readonly<Record<string, number>>
  /** Exported type names that have several definitions, and how many. The list only gets shorter. */
  duplicateTypes: Readonly<Record<string, number>>
  /** Files with SQL that belongs in the queries.ts of their feature. The list only gets shorter. */
  sqlOutsideQueries: readonly string[]
  /** Files that cite documents that are not in the repository, instead of docs/rules. The list only gets shorter. */
  foreignCitations: readonly string[]
  /** The subjects of commits after this one are checked. */
  subjectsCheckedAfter: string
}

export const architecture: Architecture = {
  folders: {
    domain: ['access', 'entities', 'features', 'model', 'testing', 'values'],
    server: ['auth', 'demo', 'entities', 'features', 'http', 'platform', 'testing', 'users'],
    web: ['app', 'data', 'features', 'kit', 'public', 'screens', 'service-worker', 'session', 'testing', 'ui'],
    e2e: 'any',
    bench: 'any',
    tools: 'any',
    docs: 'any',
  },
  featureImports: {
    addresses: ['customers'],
    'background-jobs': [],
    cars: ['conflicts', 'orders', 'reminders', 'shifts'],
    conflicts: [],
    customers: [],
    'recurring-hourly-jobs': ['customers', 'scheduled-orders'],
    'data-import': ['prices', 'users'],
    deliveries: ['addresses', 'cars', 'conflicts', 'orders', 'settings'],
    documents: [],
    emissions: ['customers', 'prices', 'settings'],
    exports: ['orders'],
    history: ['addresses', 'deliveries', 'mail', 'orders', 'tracking', 'waybills'],
    invoicing: ['addresses', 'emissions', 'exports', 'orders', 'prices', 'settings', 'waybills'],
    mail: [],
    notifications: ['deliveries', 'documents', 'order-messages', 'settings', 'sms'],
    'order-import': [],
    'order-messages': [],
    orders: ['addresses', 'customers'],
    'order-tasks': ['cars', 'orders', 'planning-board', 'sms', 'waybills'],
    outbox: ['conflicts'],
    'planning-board': ['route-optimisation', 'settings', 'shifts', 'worktime'],
    presence: [],
    prices: ['addresses', 'customers'],
    products: [],
    registers: ['exports'],
    'route-optimisation': [],
    rentals: ['customers', 'orders', 'scheduled-orders', 'settings'],
    reports: ['exports', 'registers'],
    reminders: ['settings'],
    scanning: ['deliveries', 'waybills'],
    'scheduled-orders': ['orders', 'settings'],
    settings: ['registers'],
    shifts: ['settings', 'sms'],
    sms: ['settings'],
    'standing-routes': ['addresses', 'deliveries', 'scheduled-orders'],
    tracking: ['mail'],
    users: ['addresses', 'reminders', 'settings'],
    waybills: ['emissions', 'tracking'],
    'work-routes': ['shifts'],
    worktime: ['conflicts', 'settings', 'shifts'],
  },
  engineInsiders: [
    // They assemble the engine.
    'server/app.ts',
    'server/open-context.ts',
    // They describe its calls and list what it stores.
    'server/http/openapi/',
    'server/platform/events/',
  ],
  kitFeatures: ['history', 'registers', 'settings'],
  entities: Object.keys(registry),
  // Saved views of lists.
  kitEntities: ['nakyma'],
  largeFolders: {
    'docs/decisions': 'any',
    'docs/rules': 'any',
    e2e: 'any',
    'server/platform/database/migrations': 'any',
    'bench/typical-queries': 25,
    'server/auth': 25,
    tools: 24,
  },
  largeRegisters: { 'web/screens/customers': 1400 },
  duplicateTypes: {
    Actor: 2,
    Bytes: 2,
    Call: 2,
    Cells: 2,
    Change: 2,
    Column: 2,
    Document: 2,
    Draft: 2,
    Enrolment: 2,
    Failure: 2,
    Fields: 2,
    JobRow: 2,
    Line: 2,
    Message: 2,
    OpenSession: 2,
    Operation: 2,
    Outcome: 1,
    Pair: 2,
    Parameter: 2,
    Person: 2,
    Place: 3,
    Plan: 2,
    Point: 3,
    Resource: 2,
    RowChange: 3,
    SavedAddress: 2,
    Server: 2,
    Shipment: 2,
    Source: 2,
    Stop: 2,
    Target: 2,
    TypedPlace: 2,
    View: 2,
  },
  sqlOutsideQueries: [],
  foreignCitations: [],
  subjectsCheckedAfter: '6b9116da1d2d9292151cb7ca9823cd0c5d9ba6c1',
}
